import { expect, it } from 'vitest';
import { createProcessLog } from './process-log.ts';

const line = (text: string): { at: number; text: string } => ({ at: 0, text });

it('keeps the end', () => {
  const log = createProcessLog(2);
  for (const text of ['a', 'b', 'c', 'd', 'e']) log.write(line(text));
  expect(log.lines().map(({ text }) => text)).toEqual(['d', 'e']);
});

it('tells whoever follows of each line from then on, and of the end', () => {
  const log = createProcessLog();
  const told: string[] = [];
  const follower = { line: ({ text }: { text: string }) => told.push(text), end: () => told.push('(end)') };
  log.write(line('before'));
  log.follow(follower);
  log.follow({ ...follower, line: () => told.push('never') })();
  log.write(line('after'));
  log.end();
  expect(told).toEqual(['after', '(end)']);
  log.follow(follower);
  expect(told).toEqual(['after', '(end)', '(end)']);
});
