import type { ReactNode } from 'react';
import type { Column } from './table.tsx';

/** The first column of a list: what its rows are called. */
export function nameColumn<Row extends { readonly title: string }>(
  header: string,
  cell: (row: Row) => ReactNode,
): Column<Row> {
  return { id: 'name', header, bare: true, sortable: true, sortValue: ({ title }) => title, cell };
}
