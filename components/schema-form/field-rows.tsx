'use client';
import { Fragment, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { FieldEntry } from '#lib/schema-form/layout/field-entry.ts';
import type { ShownUnion } from '#lib/schema-form/layout/layout.ts';
import { type Path } from '#lib/schema-form/schema/path.ts';
import { titleOf } from '#lib/schema-form/schema/titles.ts';
import { fieldId } from './state/form-model.ts';
import { Rows } from './rows.tsx';

interface FieldRowsProps {
  readonly path: Path;
  readonly entries: readonly FieldEntry[];
  /** The choice between properties that exclude each other, and where it belongs. */
  readonly union?: UnionRow | undefined;
  /** Which fields of the object these are. */
  readonly place: ShownUnion['place'] | 'advanced';
  /** How many rows a field takes with all that is open in it. */
  readonly rowsOf: (entry: FieldEntry) => number;
  readonly row: (entry: FieldEntry) => ReactNode;
}

export interface UnionRow {
  readonly shown: ShownUnion;
  readonly choice: ReactNode;
  /** A branch is among the fields shown above all others. */
  readonly isUp: boolean;
}

/** Rows of an object under their headings, with the choice of a union just above the branch that is in use. */
export function FieldRows({ path, entries, union, place, rowsOf, row }: FieldRowsProps): ReactNode {
  const first =
    union === undefined ? -1 : entries.findIndex((one) => union.shown.branches.includes(one.name));
  const lines = ({ group, from, list }: Run): ReactNode => (
    <Rows
      key={`:${group ?? ''}`}
      path={path}
      steps={list.map(({ name }) => name)}
      kind="fields"
      rowsAt={(index) => {
        const entry = list[index];
        return entry === undefined ? 0 : rowsOf(entry);
      }}
      draw={(index) => {
        const entry = list[index];
        return entry === undefined ? null : line(entry, from + index);
      }}
    />
  );
  const line = (entry: FieldEntry, index: number): ReactNode => (
    <Fragment key={entry.name}>
      {index === first ? union?.choice : null}
      {row(entry)}
      {entry.unmet === undefined ? null : <UnmetNote entry={entry} />}
    </Fragment>
  );
  return (
    <>
      {runs(entries).map((run) =>
        run.group === undefined ? (
          lines(run)
        ) : (
          <div
            key={`:${run.group}`}
            role="group"
            aria-labelledby={groupId(path, run.group)}
            className="flex min-w-0 flex-col gap-4"
          >
            <p
              id={groupId(path, run.group)}
              className="border-b border-line pt-2 pb-1 font-semibold break-words"
            >
              {run.group}
            </p>
            {lines(run)}
          </div>
        ),
      )}
      {first < 0 && union !== undefined && !union.isUp && union.shown.place === place ? union.choice : null}
    </>
  );
}

function groupId(path: Path, group: string): string {
  return `${fieldId(path)}-group-${group.replace(/\W/g, '_')}`;
}

interface Run {
  readonly group: string | undefined;
  readonly from: number;
  readonly list: FieldEntry[];
}

/** Neighbours of one group together. */
function runs(entries: readonly FieldEntry[]): readonly Run[] {
  const found: Run[] = [];
  for (const [index, entry] of entries.entries()) {
    const last = found.at(-1);
    if (last !== undefined && last.group === entry.group) last.list.push(entry);
    else found.push({ group: entry.group, from: index, list: [entry] });
  }
  return found;
}

function UnmetNote({ entry }: { readonly entry: FieldEntry }): ReactNode {
  const t = useTranslations('schema-form');
  const { path = [], values = [] } = entry.unmet ?? {};
  const field = path
    .filter((step) => step !== '*')
    .map(titleOf)
    .join(' › ');
  return (
    <p className="-mt-3 text-sm text-muted">
      {t('widgets.unmet', { title: entry.title, field, value: values.join(', ') })}
    </p>
  );
}
