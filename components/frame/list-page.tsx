'use client';
import { useDeferredValue, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { SearchInput } from '#components/ui/inputs.tsx';
import { useToast } from '#components/ui/layers/toast.tsx';
import { PageHeader, type PageHeaderProps } from '#components/ui/page-header.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import { sortRows } from '#components/ui/table/table-sort.ts';
import { Table, type Sort, type TableProps } from '#components/ui/table/table.tsx';
import { useColumns } from '#components/ui/table/use-columns.tsx';
import type { Resource } from '#lib/k8s/object.ts';
import { Loaded, type LoadedResult } from './loaded.tsx';
import { useListParams, type ListParams } from './use-list-params.ts';
import { useScope } from './use-scope.ts';

interface ListPageProps<Row> extends Omit<PageHeaderProps, 'title'>, Omit<ListTableProps<Row>, 'caption'> {
  readonly title: string;
  /** What the rows are, where the title does not say it. */
  readonly caption?: string;
  /** Between the header and the rows. */
  readonly notices?: ReactNode;
  readonly result: LoadedResult;
  readonly resource: Resource;
  /** Where there is nothing yet: what it would be, and how to get one. */
  readonly empty: ReactNode;
}

/** A page that lists objects: its header, then the rows, or why there are none to be seen. */
export function ListPage<Row>(props: ListPageProps<Row>): ReactNode {
  const { title, description, breadcrumbs, actions, notices, result, resource, empty, ...table } = props;
  const { namespace } = useScope();
  return (
    <>
      <PageHeader
        {...{ title, description, actions }}
        {...(breadcrumbs === undefined ? {} : { breadcrumbs })}
      />
      {notices}
      <Loaded result={result} resource={resource} namespace={namespace}>
        {table.rows.length === 0 ? empty : <ListTable caption={title} {...table} />}
      </Loaded>
    </>
  );
}

interface ListTableProps<Row> extends Pick<
  TableProps<Row>,
  'caption' | 'columns' | 'rows' | 'rowKey' | 'rowTone' | 'fixed'
> {
  /** Its choice of columns is remembered under this name. */
  readonly id: string;
  readonly search: { readonly label: string; readonly placeholder?: string };
  /** The rows that match, for what is searched for and what stands in the address. */
  readonly filter: (rows: readonly Row[], list: ListParams) => readonly Row[];
  /** What else the rows are narrowed to: parameters of the address, and their controls. */
  readonly narrowing?: {
    readonly names: readonly string[];
    readonly controls: (list: ListParams) => ReactNode;
  };
  /** Said where no row matches; otherwise how many there are. */
  readonly noMatch?: (list: ListParams) => string;
  /** Beside the search. */
  readonly tools?: ReactNode;
  /** Below the rows. */
  readonly footer?: ReactNode;
  /** Until another order is chosen. */
  readonly firstSort?: Sort;
  /** Otherwise by the columns' own values. */
  readonly order?: (rows: readonly Row[], sort: Sort | undefined) => readonly Row[];
}

/** Rows that are searched, narrowed, sorted by their address, in columns of one's choice. */
export function ListTable<Row>(props: ListTableProps<Row>): ReactNode {
  const {
    id,
    search,
    filter,
    narrowing,
    tools,
    footer,
    order,
    rows,
    caption,
    rowKey,
    rowTone,
    fixed = true,
  } = props;
  const t = useTranslations('ui');
  const list = useListParams();
  const sort = list.sort ?? props.firstSort;
  const { columns, menu } = useColumns(id, props.columns);
  // A letter is on the screen before the rows are that it leaves: a hundred that come anew take longer than a key press may.
  const late: ListParams = { ...list, text: useDeferredValue(list.text) };
  const shown = filter(rows, late);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          {...search}
          value={list.text}
          onChange={list.setText}
          className="min-w-52 grow sm:max-w-90"
        />
        {narrowing?.controls(list)}
        {tools}
        {menu}
      </div>
      {shown.length === 0 ? (
        <NothingMatches list={list} names={narrowing?.names ?? []}>
          {props.noMatch?.(late) ?? t('nothingFits', { count: rows.length })}
        </NothingMatches>
      ) : (
        <Table
          navigable
          fixed={fixed}
          caption={caption}
          columns={columns}
          rows={order === undefined ? sortRows(shown, columns, sort) : order(shown, sort)}
          rowKey={rowKey}
          {...(rowTone === undefined ? {} : { rowTone })}
          sort={sort}
          onSort={list.setSort}
        />
      )}
      {footer}
    </div>
  );
}

interface NothingMatchesProps {
  readonly list: ListParams;
  /** Parameters that narrow beside the search. */
  readonly names: readonly string[];
  readonly children: string;
}

/** A way back to all rows, and from there to what was searched for. */
function NothingMatches({ list, names, children }: NothingMatchesProps): ReactNode {
  const t = useTranslations('ui');
  const toast = useToast();
  const clear = (): void => {
    const { text } = list;
    const narrowed = Object.fromEntries(names.map((name) => [name, list.get(name)]));
    list.setText('');
    list.set(Object.fromEntries(names.map((name) => [name, ''])));
    toast({
      tone: 'info',
      title: t('searchCleared'),
      undo: () => {
        list.setText(text);
        list.set(narrowed);
      },
    });
  };
  return (
    <EmptyState
      title={t('nothingMatches')}
      action={
        <Button variant="primary" onClick={clear}>
          {t(names.length === 0 ? 'clearSearch' : 'clearSearchAndFilters')}
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}

/** For `filter`: rows one of whose names holds what is searched for, in whatever case. */
export function byNames<Row>(
  namesOf: (row: Row) => readonly (string | undefined)[],
): (rows: readonly Row[], list: ListParams) => readonly Row[] {
  return (rows, { text }) => {
    const words = text.toLowerCase();
    return rows.filter((row) => namesOf(row).some((name) => name?.toLowerCase().includes(words) === true));
  };
}
