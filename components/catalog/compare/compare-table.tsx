'use client';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { OperatorIcon } from '#components/olm/operator-icon.tsx';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { Link } from '#components/ui/link.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { COMPARED, rowsThatDiffer } from '#lib/olm/content/compare.ts';
import { packageKey } from '#lib/olm/views/installed-state.ts';
import { urls, type PackageRef, type Scope } from '#lib/urls.ts';
import { CompareCell } from './compare-cell.tsx';
import type { Compared } from './use-compared.ts';

interface CompareTableProps {
  readonly columns: readonly Compared[];
  readonly scope: Scope;
  readonly onlyDifferences: boolean;
  readonly onRemove: (ref: PackageRef) => void;
}

const CELL = 'border-b border-line px-3 py-2 align-top';
const ROW_HEAD = 'sticky start-0 z-10 w-36 min-w-28 bg-surface text-start font-normal text-muted';

/** Columns of one width, whatever they say. */
const WIDTHS: readonly (string | undefined)[] = [undefined, 'w-full', 'w-1/2', 'w-1/3', 'w-1/4'];

/** A row for each thing that is compared; narrow screens scroll the columns under the names of the rows. */
export function CompareTable({ columns, scope, onlyDifferences, onRemove }: CompareTableProps): ReactNode {
  const t = useTranslations('compare');
  const known = columns.flatMap(({ facts }) => (facts === undefined ? [] : [facts]));
  const differing = rowsThatDiffer(known);
  const rows = COMPARED.filter((row) => {
    if (onlyDifferences && known.length > 1) return differing.has(row);
    return row !== 'deprecated' || known.some(({ deprecated }) => deprecated !== undefined);
  });
  return (
    <div
      role="region"
      aria-label={t('title')}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A region that scrolls has to be reachable by keyboard.
      tabIndex={0}
      className="relative min-w-0 overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table className="w-full border-separate border-spacing-0">
        <caption className="sr-only">{t('is')}</caption>
        <thead>
          <tr>
            <td className={cx(CELL, ROW_HEAD)} />
            {columns.map((column) => (
              <th
                key={packageKey(column.ref)}
                scope="col"
                className={cx(CELL, 'min-w-48 text-start font-normal', WIDTHS[columns.length])}
              >
                <ColumnHead column={column} scope={scope} onRemove={onRemove} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row" className={cx(CELL, ROW_HEAD)}>
                {t(`row.${row}`)}
              </th>
              {columns.map((column) => (
                <td
                  key={packageKey(column.ref)}
                  className={cx(CELL, 'min-w-48', known.length > 1 && !differing.has(row) && 'text-muted')}
                >
                  <Body column={column}>
                    {(facts) => <CompareCell row={row} facts={facts} pulling={column.pulling} />}
                  </Body>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 ? <p className="p-4 text-muted">{t('same')}</p> : null}
    </div>
  );
}

interface ColumnHeadProps {
  readonly column: Compared;
  readonly scope: Scope;
  readonly onRemove: (ref: PackageRef) => void;
}

function ColumnHead({ column, scope, onRemove }: ColumnHeadProps): ReactNode {
  const t = useTranslations('compare');
  const { ref, displayName, hasIcon, problem } = column;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex min-w-0 items-center gap-2">
        <OperatorIcon size="sm" src={hasIcon ? urls.icon(ref) : undefined} />
        <Link
          href={urls.package(ref, scope)}
          className="min-w-0 grow font-medium break-words hover:underline"
        >
          {displayName}
        </Link>
        <Button
          size="sm"
          variant="ghost"
          icon={<X aria-hidden className="size-4" />}
          aria-label={t('remove', { name: displayName })}
          onClick={() => onRemove(ref)}
        />
      </div>
      {problem === undefined ? null : (
        <p className="text-sm break-words text-bad">
          {problem === 'empty' ? t('noVersion') : problem.message}
        </p>
      )}
    </div>
  );
}

interface BodyProps {
  readonly column: Compared;
  readonly children: (facts: NonNullable<Compared['facts']>) => ReactNode;
}

function Body({ column: { facts, problem }, children }: BodyProps): ReactNode {
  if (facts !== undefined) return children(facts);
  return problem === undefined ? <Skeleton className="h-4 w-24" /> : '–';
}
