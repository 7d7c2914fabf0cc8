'use client';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { cx } from '#components/ui/cx.ts';
import { isDictionary, dictionaryOf } from '#lib/schema-form/schema/path.ts';
import { propertyNames, propertyOf } from '#lib/schema-form/schema/schema.ts';
import { itemTitle, titleOf } from '#lib/schema-form/schema/titles.ts';
import { isLeaf } from '../../field-props.ts';
import { useUi } from '../../state/use-ui.ts';
import { AddItem, ItemCard, Items, itemsOf, Leaf, OddItem, partAt, type Parts, Rest } from './parts.tsx';

/** Values that the API server accepts there, though schemas seldom say so. */
const COMMON: Readonly<Record<string, readonly string[]>> = {
  effect: ['NoSchedule', 'PreferNoSchedule', 'NoExecute'],
  operator: ['Equal', 'Exists'],
  protocol: ['TCP', 'UDP', 'SCTP'],
  scheme: ['http', 'https'],
  whenUnsatisfiable: ['DoNotSchedule', 'ScheduleAnyway'],
};

const UNSET_WHEN_EMPTY = /port$|Port$|^interval$|^tolerationSeconds$|^scheme$|^subPath$/;

interface TableProps extends Parts {
  readonly columns: readonly string[];
}

/** A list of objects, one in a line: what matters of each at once, the rest behind it. */
export function TableItems({ columns, ...parts }: TableProps): ReactNode {
  const t = useTranslations('schema-form');
  const { path, value, title } = parts;
  const items = itemsOf(value);
  const one = itemTitle(title);
  return (
    <>
      {items.length === 0 ? <p className="text-sm text-faint">{t('noItems')}</p> : null}
      <Items
        {...parts}
        draw={(item, index) => <TableRow {...item} columns={columns} name={`${one} ${String(index + 1)}`} />}
      />
      <div>
        <AddItem
          path={path}
          value={value}
          item={{}}
          label={t('addItem', { item: one })}
          name={`${one} ${String(items.length + 1)}`}
        />
      </div>
    </>
  );
}

interface RowProps extends TableProps {
  readonly name: string;
}

function TableRow({ columns, name, ...item }: RowProps): ReactNode {
  if (!isDictionary(item.value)) return <OddItem item={item} name={name} />;
  const cells = columns.map((column) => ({ column, cell: partAt(item, column) }));
  const leaves = cells.filter(({ cell }) => isLeaf(cell));
  const inRow = new Set(leaves.map(({ column }) => column));
  return (
    <ItemCard
      item={item}
      name={name}
      narrow
      controls={leaves.map(({ column, cell }) => (
        <Leaf
          key={column}
          {...cell}
          label={titleOf(column)}
          options={COMMON[column]}
          unsetsWhenEmpty={UNSET_WHEN_EMPTY.test(column)}
        />
      ))}
    >
      <Details {...item} omit={inRow} />
    </ItemCard>
  );
}

/** What has no column, or does not fit into it. */
function Details({ omit, ...item }: Parts & { readonly omit: ReadonlySet<string> }): ReactNode {
  const t = useTranslations('schema-form');
  const object = dictionaryOf(item.value);
  const set = Object.keys(object).filter((key) => !omit.has(key));
  const declared = propertyNames(item.field).filter((key) => !omit.has(key));
  const [chosen, setOpen] = useUi('open', item.path);
  if (declared.length === 0 && set.length === 0) return null;
  const odd = set.some((key) => propertyOf(item.field, key) === undefined);
  const open = chosen ?? (odd || set.length > 0);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        className="flex items-center gap-1 self-start rounded-sm px-1 text-sm text-muted hover:bg-hover hover:text-text"
        onClick={() => setOpen(!open)}
      >
        <ChevronRight aria-hidden className={cx('size-3.5 transition-transform', open && 'rotate-90')} />
        {t('moreFields')}
        {set.length === 0 ? null : (
          <span className="text-xs text-faint">{t('set', { count: set.length })}</span>
        )}
      </button>
      {open ? (
        <div className="flex flex-col gap-4 ps-4 pb-1">
          <Rest {...item} omit={omit} />
        </div>
      ) : null}
    </>
  );
}
