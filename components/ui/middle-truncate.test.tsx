import { expect, it } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { MiddleTruncate } from './middle-truncate.tsx';

it.each(['tickets', 'tickets-controller-manager-7d9f8b6c5d-x2x4z'])('%s is there as a whole', (text) => {
  const { all } = rendered(<MiddleTruncate text={text} />);
  const [whole] = all('span');
  expect(whole?.name).toBe(text);
  expect(whole?.props['title']).toBe(text);
});

it('keeps the end of a long name, by which names differ', () => {
  const { all } = rendered(<MiddleTruncate text="tickets-controller-manager-7d9f8b6c5d-x2x4z" />);
  const [, start, end] = all('span');
  expect(start?.props['className']).toContain('truncate');
  expect([end?.name, end?.props['className']]).toEqual([
    '8b6c5d-x2x4z'.slice(-10),
    expect.stringContaining('shrink-0'),
  ]);
});
