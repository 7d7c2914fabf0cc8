'use client';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { cx } from './cx.ts';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'start' | 'end';
  /** Classes for the width, such as `w-40`; the first column takes what is left. */
  readonly className?: string;
  readonly sortable?: boolean;
  /** The header is read out but not shown (actions). */
  readonly quiet?: boolean;
  /** No label in front of the cell where the table is stacked (first column, actions). */
  readonly bare?: boolean;
}

export interface Sort {
  readonly column: string;
  readonly descending: boolean;
}

export interface TableProps<Row> {
  /** What the rows are; read out, not shown. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly sort?: Sort | undefined;
  readonly onSort?: (sort: Sort) => void;
  /** Columns keep their widths and those without share the rest: needed where a cell truncates its text. */
  readonly fixed?: boolean;
  /** Marks rows that ask for attention. */
  readonly rowTone?: (row: Row) => 'warn' | undefined;
}

/** Rows in columns; below 768 px each row becomes a list of labelled values. */
export function Table<Row>(props: TableProps<Row>): ReactNode {
  const { caption, columns, rows, rowKey, sort, onSort, rowTone, fixed = false } = props;
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table className={cx('table-stack w-full border-collapse text-start', fixed && 'md:table-fixed')}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line">
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <MemoRow key={rowKey(row)} row={row} columns={columns} tone={rowTone?.(row)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface TableRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly tone: 'warn' | undefined;
}

function TableRow<Row>({ row, columns, tone }: TableRowProps<Row>): ReactNode {
  return (
    <tr className={cx('transition-colors hover:bg-hover', tone === 'warn' && 'bg-warn-soft')}>
      {columns.map((column) => (
        <td
          key={column.id}
          data-label={column.bare === true ? undefined : column.header}
          data-corner={column.quiet === true ? '' : undefined}
          className={cx('px-4 py-2.5 align-top', column.align === 'end' && 'md:text-end', column.className)}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/**
 * A live list changes one row at a time: the others are not drawn again, where the caller keeps `columns` from one
 * drawing to the next. `memo` forgets that the component is generic.
 */
const MemoRow = memo(TableRow) as typeof TableRow;

interface HeaderCellProps<Row> {
  readonly column: Column<Row>;
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
}

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>): ReactNode {
  const active = sort?.column === column.id;
  const descending = active && sort.descending;
  const direction = descending ? 'descending' : 'ascending';
  const Arrow = descending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={active ? direction : undefined}
      className={cx(
        'h-9 px-4 text-sm font-medium whitespace-nowrap text-muted',
        column.align === 'end' ? 'text-end' : 'text-start',
        column.className,
      )}
    >
      {column.sortable === true && onSort !== undefined ? (
        <button
          type="button"
          className="inline-flex items-center gap-1 hover:text-text"
          onClick={() => {
            onSort({ column: column.id, descending: active && !descending });
          }}
        >
          {column.header}
          <Arrow aria-hidden className={cx('size-3', !active && 'opacity-0')} />
        </button>
      ) : (
        <span className={cx(column.quiet === true && 'sr-only')}>{column.header}</span>
      )}
    </th>
  );
}
