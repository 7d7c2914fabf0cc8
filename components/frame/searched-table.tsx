'use client';
import type { ReactNode } from 'react';
import { SearchInput } from '#components/ui/inputs.tsx';
import { NothingMatches } from '#components/ui/states.tsx';
import { sortRows } from '#components/ui/table/table-sort.ts';
import { Table, type TableProps } from '#components/ui/table/table.tsx';
import type { ListParams } from './use-list-params.ts';

interface ListSearchProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly list: ListParams;
}

/** The field that a list is searched by. */
export function ListSearch({ list, ...props }: ListSearchProps): ReactNode {
  return (
    <SearchInput {...props} value={list.text} onChange={list.setText} className="min-w-52 grow sm:max-w-90" />
  );
}

interface SearchedTableProps<Row> extends Pick<
  TableProps<Row>,
  'caption' | 'columns' | 'rows' | 'rowKey' | 'rowTone'
> {
  readonly list: ListParams;
}

/** The rows that match what is searched for, in the order that was chosen; without any, a way back to all. */
export function SearchedTable<Row>({ list, rows, ...props }: SearchedTableProps<Row>): ReactNode {
  const { sort, setText, setSort } = list;
  if (rows.length === 0) {
    return (
      <NothingMatches
        onClear={() => {
          setText('');
        }}
      />
    );
  }
  return (
    <Table
      fixed
      navigable
      rows={sortRows(rows, props.columns, sort)}
      sort={sort}
      onSort={setSort}
      {...props}
    />
  );
}
