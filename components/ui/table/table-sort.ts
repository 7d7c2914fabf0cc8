import type { Column, Sort } from './table.tsx';

const collator = new Intl.Collator('en', { numeric: true });

/** Stable; rows without a value come last either way. A sort by an unknown column leaves the order as it is. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] {
  const valueOf = columns.find(({ id }) => id === sort?.column)?.sortValue;
  if (valueOf === undefined || sort === undefined) return rows;
  const direction = sort.descending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: valueOf(row) }))
    .sort((left, right) => compare(left.value, right.value, direction))
    .map(({ row }) => row);
}

type Value = string | number | undefined;

function compare(left: Value, right: Value, direction: number): number {
  if (left === undefined || right === undefined)
    return Number(left === undefined) - Number(right === undefined);
  if (typeof left === 'number' && typeof right === 'number') return direction * (left - right);
  return direction * collator.compare(String(left), String(right));
}

/** As in an address: `age`, or `-age` for descending. */
export function sortText({ column, descending }: Sort): string {
  return `${descending ? '-' : ''}${column}`;
}

export function parseSort(text: string | null | undefined): Sort | undefined {
  if (text === null || text === undefined || !/^-?[^-]/.test(text)) return undefined;
  return text.startsWith('-')
    ? { column: text.slice(1), descending: true }
    : { column: text, descending: false };
}
