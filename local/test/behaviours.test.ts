import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const text = readFileSync(join(root, 'docs', 'behaviours.md'), 'utf8');

const statements = new Map(
  [...text.matchAll(/^- \*\*(\d+)\.\*\* (\(Not yet\.\) )?/gm)].map(([, number, notYet]) => [
    Number(number),
    notYet === undefined ? 'done' : 'not yet',
  ]),
);

/** `OLM 53`, `OLM 52, 53`, `OLM 32-35, 42`. */
const REFERENCE = /\bOLM (\d+(?:(?:, |-)\d+)*)/g;

function numbersOf(reference: string): number[] {
  return reference.split(', ').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}

const named = new Map<number, string>();
for (const file of globSync('{lib,server,components,local,e2e}/**/*.{ts,tsx}', { cwd: root })) {
  if (file.endsWith('behaviours.test.ts')) continue;
  for (const [, reference = ''] of readFileSync(join(root, file), 'utf8').matchAll(REFERENCE)) {
    for (const number of numbersOf(reference)) named.set(number, file);
  }
}

describe('the statements of docs/behaviours.md', () => {
  it('are numbered without a gap', () => {
    expect([...statements.keys()]).toEqual(Array.from({ length: 87 }, (_, index) => index + 1));
  });

  it('are all that code and tests refer to', () => {
    expect([...named].filter(([number]) => !statements.has(number))).toEqual([]);
    expect(named.size).toBeGreaterThan(70);
  });

  it('are each named where they are done', () => {
    const done = [...statements].filter(([, state]) => state === 'done').map(([number]) => number);
    expect(done.filter((number) => !named.has(number))).toEqual([]);
  });
});
