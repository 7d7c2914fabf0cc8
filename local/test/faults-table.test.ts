import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const text = readFileSync(join(root, 'docs', 'faults.md'), 'utf8');

interface Row {
  readonly number: number;
  readonly fault: string;
  readonly cells: readonly string[];
  readonly tests: readonly { readonly file: string; readonly name: string }[];
}

const rows: Row[] = text
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => {
    const cells = line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim());
    const tests = [...(cells[3] ?? '').matchAll(/`([^`]+\.ts)` "([^"]+)"/g)];
    return {
      number: Number(cells[0]),
      fault: cells[1] ?? '',
      cells,
      tests: tests.map(([, file = '', name = '']) => ({ file, name })),
    };
  });

/** Of a test, a suite or a row of a table of tests, as it stands in the file. */
function isNamedIn(file: string, name: string): boolean {
  const path = join(root, file);
  const titles = existsSync(path) ? readFileSync(path, 'utf8').matchAll(/(['"`])((?:(?!\1).)*)\1/g) : [];
  return [...titles].some(([, , title]) => title?.includes(name) === true);
}

describe('the table of faults', () => {
  it('has its rows, each with everything that a row tells', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 36 }, (_, index) => index + 1));
    for (const { number, cells, tests } of rows) {
      expect([number, cells.length, cells.every((cell) => cell !== '')]).toEqual([number, 5, true]);
      expect([number, tests.length > 0]).toEqual([number, true]);
    }
  });

  it.each(rows.flatMap(({ number, fault, tests }) => tests.map((test) => ({ number, fault, ...test }))))(
    '$number, $fault: there is $file "$name"',
    ({ file, name }) => {
      expect([file, existsSync(join(root, file))]).toEqual([file, true]);
      expect([file, isNamedIn(file, name)]).toEqual([file, true]);
    },
  );

  it('would notice a test that is not there', () => {
    expect(isNamedIn('server/kube/lease.int.test.ts', 'stops when somebody else has taken the lease')).toBe(
      true,
    );
    expect(isNamedIn('server/kube/lease.int.test.ts', 'stops when nobody has taken the lease')).toBe(false);
    expect(isNamedIn('server/kube/no-such.test.ts', '')).toBe(false);
  });
});
