'use client';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { cx } from '../cx.ts';
import { useHydrated } from '../use-hydrated.ts';
import { rowAfter } from './row-keys.ts';
import type { BodyProps, Reveal, VirtualBody } from './virtual-body.tsx';
import { roomFor, type Sized } from './widths.ts';

/** Those without a width share what is left. */
export interface Column<Row> extends Sized {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'start' | 'end';
  readonly sortable?: boolean;
  /** What `sortRows` goes by. */
  readonly sortValue?: (row: Row) => string | number | undefined;
  /** The user may show or hide it (see `useColumns`); this is how it begins. Without it: always shown. */
  readonly choice?: 'shown' | 'hidden';
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
  /** Rows take the focus: arrow keys go between them, Enter opens the first link of one. */
  readonly navigable?: boolean;
}

/** From so many rows on only those near the window are rendered. */
const VIRTUAL_FROM = 100;
/** Of these, the server renders what fills a large window: it does not know where the reader's is. */
const FIRST_ROWS = 40;

/**
 * Rows in columns; where there is no room for these each row becomes a list of labelled values. Of long lists only what is near the window
 * is rendered.
 */
export function Table<Row>(props: TableProps<Row>): ReactNode {
  const { caption, columns, rows, rowKey, sort, onSort, rowTone, fixed = false, navigable = false } = props;
  const virtual = rows.length > VIRTUAL_FROM;
  const { stack, cells } = useMemo(() => roomFor(columns), [columns]);
  const near = useRowsNear(virtual);
  const { body, reveal, active, onKeyDown } = useRowKeys(rows.length);
  const bodyProps: BodyProps = {
    body,
    count: rows.length,
    onKeyDown: navigable ? onKeyDown : undefined,
    renderRow: (index, measure) => {
      const row = rows[index];
      if (row === undefined) return null;
      return (
        <MemoRow
          key={rowKey(row)}
          row={row}
          columns={columns}
          cells={cells}
          index={index}
          tabIndex={navigable ? (index === active ? 0 : -1) : undefined}
          virtual={virtual}
          warns={rowTone?.(row) === 'warn'}
          measure={measure}
        />
      );
    },
  };
  return (
    <div
      className={cx('@container relative overflow-x-auto rounded-lg border border-line bg-surface', stack)}
    >
      <table
        aria-rowcount={virtual ? rows.length + 1 : undefined}
        className={cx('table-stack w-full border-collapse text-start', (fixed || virtual) && 'table-fixed')}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr aria-rowindex={virtual ? 1 : undefined} className="border-b border-line">
            {columns.map((column, index) => (
              <HeaderCell key={column.id} column={column} width={cells[index]} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        {near.Body === undefined ? (
          <PlainBody {...bodyProps} count={near.awaited ? FIRST_ROWS : rows.length} />
        ) : (
          <near.Body {...bodyProps} reveal={reveal} />
        )}
      </table>
    </div>
  );
}

type NearBody = typeof VirtualBody;

/** Another table of the page need not wait for it. */
let loaded: NearBody | undefined;

/**
 * What draws the rows near the window, where it is wanted and has come. Until then the first rows stay as they are; should it never
 * come, all are drawn.
 */
function useRowsNear(wanted: boolean): { readonly Body?: NearBody | undefined; readonly awaited: boolean } {
  const hydrated = useHydrated();
  const [Body, setBody] = useState<NearBody | 'absent' | undefined>(() => loaded);
  useEffect(() => {
    if (!wanted || Body !== undefined) return undefined;
    let mounted = true;
    const take = (come: NearBody | 'absent'): void => {
      if (mounted) startTransition(() => setBody(() => come));
    };
    import('./virtual-body.tsx').then(
      (module) => {
        loaded = module.VirtualBody;
        take(loaded);
      },
      () => take('absent'),
    );
    return () => {
      mounted = false;
    };
  }, [wanted, Body]);
  if (!wanted || Body === 'absent') return { awaited: false };
  return hydrated ? { Body, awaited: true } : { awaited: true };
}

function PlainBody({ body, count, renderRow, onKeyDown }: BodyProps): ReactNode {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The rows inside take the focus.
    <tbody ref={body} onKeyDown={onKeyDown} className="divide-y divide-line">
      {Array.from({ length: count }, (_, index) => renderRow(index))}
    </tbody>
  );
}

interface RowKeys {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly reveal: RefObject<Reveal | null>;
  /** The row that Tab comes to. */
  readonly active: number;
  readonly onKeyDown: (event: KeyboardEvent<HTMLTableSectionElement>) => void;
}

/** Arrow keys go from row to row, Enter opens the row's first link. Controls inside rows keep their own keys. */
function useRowKeys(count: number): RowKeys {
  const body = useRef<HTMLTableSectionElement>(null);
  const reveal = useRef<Reveal>(null);
  const [moved, setMoved] = useState<{ readonly to: number }>();
  useEffect(() => {
    if (moved === undefined) return;
    const focus = (): boolean => {
      const row = body.current?.querySelector<HTMLElement>(`tr[data-index="${String(moved.to)}"]`);
      row?.focus();
      return row !== null && row !== undefined;
    };
    if (focus()) return;
    reveal.current?.(moved.to);
    // It is rendered once the window has scrolled there.
    const frame = requestAnimationFrame(() => requestAnimationFrame(focus));
    return () => cancelAnimationFrame(frame);
  }, [moved]);
  const active = Math.min(moved?.to ?? 0, Math.max(0, count - 1));
  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>): void => {
    if (!(event.target instanceof HTMLTableRowElement)) return;
    const current = Number(event.target.dataset['index']);
    const to = rowAfter(event.key, current, count);
    if (event.key === 'Enter') event.target.querySelector('a')?.click();
    else if (to !== undefined) {
      event.preventDefault();
      setMoved({ to });
    }
  };
  return { body, reveal, active, onKeyDown };
}

interface BodyRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  /** Classes of their widths. */
  readonly cells: readonly string[];
  readonly index: number;
  readonly tabIndex: number | undefined;
  readonly virtual: boolean;
  readonly warns: boolean;
  readonly measure: ((row: Element | null) => void) | undefined;
}

function BodyRow<Row>(props: BodyRowProps<Row>): ReactNode {
  const { row, columns, cells, index, tabIndex, virtual, warns, measure } = props;
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={virtual ? index + 2 : undefined}
      tabIndex={tabIndex}
      className={cx(
        'transition-colors hover:bg-hover focus-visible:-outline-offset-2',
        warns && 'bg-warn-soft',
      )}
    >
      {columns.map((column, at) => (
        <td
          key={column.id}
          data-label={column.bare === true ? undefined : column.header}
          data-corner={column.quiet === true ? '' : undefined}
          className={cx(
            'px-4 py-(--row-padding) align-top',
            column.align === 'end' && 'text-end',
            // A button is higher than a line; it must not make its row higher, nor stand below the first line.
            column.quiet === true && '*:-my-1 stacked:*:my-0',
            cells[at],
          )}
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
const MemoRow = memo(BodyRow) as typeof BodyRow;

interface HeaderCellProps<Row> {
  readonly column: Column<Row>;
  readonly width: string | undefined;
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
}

function HeaderCell<Row>({ column, width, sort, onSort }: HeaderCellProps<Row>): ReactNode {
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
        width,
      )}
    >
      {column.sortable === true && onSort !== undefined ? (
        <button
          type="button"
          className="inline-flex items-center gap-1 hover:text-text"
          onClick={() => onSort({ column: column.id, descending: active && !descending })}
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
