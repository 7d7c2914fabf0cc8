import { describe, expect, it } from 'vitest';
import { parseSort, sortRows, sortText } from './table-sort.ts';
import type { Column } from './table.tsx';

interface Row {
  name: string;
  size?: number;
}

const columns: Column<Row>[] = [
  { id: 'name', header: '', cell: ({ name }) => name, sortValue: ({ name }) => name },
  { id: 'size', header: '', cell: ({ size }) => size, sortValue: ({ size }) => size },
  { id: 'plain', header: '', cell: () => null },
];
const rows: Row[] = [{ name: 'b10' }, { name: 'b9', size: 2 }, { name: 'a', size: 10 }];

describe('sortRows', () => {
  it.each([
    ['name', ['a', 'b9', 'b10']],
    ['-name', ['b10', 'b9', 'a']],
    ['size', ['b9', 'a', 'b10']],
    ['-size', ['a', 'b9', 'b10']],
    ['plain', ['b10', 'b9', 'a']],
    ['unknown', ['b10', 'b9', 'a']],
  ])('%s', (sort, want) => {
    expect(sortRows(rows, columns, parseSort(sort)).map(({ name }) => name)).toEqual(want);
  });
});

it.each(['age', '-age', 'column-Number', '-column-Number'])('%s survives the address', (text) => {
  const sort = parseSort(text);
  expect(sort === undefined ? undefined : sortText(sort)).toBe(text);
});

it.each([null, undefined, '', '-', '--x'])('%j is no sort', (text) => {
  expect(parseSort(text)).toBeUndefined();
});
