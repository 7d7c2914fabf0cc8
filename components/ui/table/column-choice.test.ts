import { expect, it } from 'vitest';
import { parseChoices, shownColumns } from './column-choice.ts';
import type { Column } from './table.tsx';

const columns: Column<string>[] = [
  { id: 'name', header: '', cell: (row) => row },
  { id: 'age', header: '', cell: (row) => row, choice: 'shown' },
  { id: 'labels', header: '', cell: (row) => row, choice: 'hidden' },
];

it.each([
  [{}, ['name', 'age']],
  [{ labels: true }, ['name', 'age', 'labels']],
  [{ age: false }, ['name']],
  [{ name: false, gone: true }, ['name', 'age']],
])('%j shows %j', (choices, want) => {
  expect(shownColumns(columns, choices).map(({ id }) => id)).toEqual(want);
});

it.each([
  ['{"age":false}', { age: false }],
  ['{"age":"no"}', {}],
  ['[]', {}],
  ['null', {}],
  ['{', {}],
  [null, {}],
])('reads %j as %j', (text, want) => {
  expect(parseChoices(text)).toEqual(want);
});
