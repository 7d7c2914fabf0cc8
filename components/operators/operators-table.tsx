'use client';
import { lazy, Suspense, useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { OperatorIcon } from '#components/olm/operator-icon.tsx';
import { StateText } from '#components/olm/state-text.tsx';
import { useStateWords } from '#components/olm/state-words.ts';
import { Targets } from '#components/olm/targets.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { Menu } from '#components/ui/layers/menu.tsx';
import { Link } from '#components/ui/link.tsx';
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { nameColumn } from '#components/ui/table/name-column.ts';
import type { Column } from '#components/ui/table/table.tsx';
import type { OperatorRow } from '#lib/olm/views/operator-view.ts';
import type { WhyReason } from '#lib/olm/why/reasons.ts';
import { urls } from '#lib/urls.ts';
import type { Scope } from '#lib/urls.ts';
import type { Translate } from '#messages/types.ts';
import { operatorKey } from './operator-key.ts';
import type { Causes } from './use-causes.ts';
import { iconRef } from './use-operators.ts';

/** Most lists have nothing to explain. */
const WhyLine = lazy(async () => ({ default: (await import('#components/olm/why/why-line.tsx')).WhyLine }));

/** @param causes what is known to be in the way */
export function useOperatorColumns(causes: Causes): readonly Column<OperatorRow>[] {
  const t = useTranslations('operators');
  const scope = useScope();
  return useMemo(
    () =>
      columnsFor(scope, t, causes).filter(({ id }) => scope.namespace === undefined || id !== 'namespace'),
    [scope, t, causes],
  );
}

/** The operator's page, or the progress of an installation that has brought none yet. */
function rowHref({ namespace, csv, subscription }: OperatorRow, scope: Scope): string {
  if (csv !== undefined) return urls.operator({ namespace, name: csv.metadata.name }, scope);
  return urls.subscription({ namespace, name: subscription?.metadata.name ?? '' }, scope);
}

function columnsFor(scope: Scope, t: Translate<'operators'>, causes: Causes): readonly Column<OperatorRow>[] {
  return [
    nameColumn(t('name'), (row) => <NameCell row={row} scope={scope} />),
    {
      id: 'namespace',
      choice: 'shown',
      sortable: true,
      sortValue: ({ namespace }) => namespace,
      header: t('namespace'),
      width: 36,
      cell: ({ namespace }) => <MiddleTruncate text={namespace} />,
    },
    {
      id: 'targets',
      choice: 'shown',
      header: t('watches'),
      width: 42,
      spare: true,
      cell: ({ targets }) => <Targets targets={targets} />,
    },
    {
      id: 'status',
      sortable: true,
      sortValue: ({ state }) => state.label,
      header: t('status'),
      width: 56,
      cell: (row) => <StatusCell row={row} scope={scope} cause={causes.get(operatorKey(row))} />,
    },
    {
      id: 'apis',
      choice: 'shown',
      header: t('provides'),
      width: 44,
      spare: true,
      cell: (row) => <Apis row={row} scope={scope} />,
    },
    {
      id: 'updated',
      choice: 'shown',
      sortable: true,
      sortValue: ({ updatedAt }) => updatedAt,
      header: t('updated'),
      width: 36,
      spare: true,
      cell: ({ updatedAt }) => (
        <span className="text-muted">
          <RelativeTime at={updatedAt} />
        </span>
      ),
    },
    {
      id: 'actions',
      header: t('actions'),
      quiet: true,
      bare: true,
      align: 'end',
      width: 14,
      cell: (row) => <Actions row={row} scope={scope} />,
    },
  ];
}

interface CellProps {
  readonly row: OperatorRow;
  readonly scope: Scope;
}

function NameCell({ row, scope }: CellProps): ReactNode {
  const icon = iconRef(row.subscription);
  const about = [row.version, row.provider].filter((part) => part !== undefined && part !== '');
  return (
    <div className="flex min-w-0 items-start gap-3 stacked:pe-10">
      <OperatorIcon size="sm" src={icon === undefined ? undefined : urls.icon(icon)} />
      <div className="min-w-0">
        <Link href={rowHref(row, scope)} className="font-medium break-words hover:underline">
          {row.title}
        </Link>
        {about.length === 0 ? null : <p className="text-sm break-words text-muted">{about.join(' · ')}</p>}
      </div>
    </div>
  );
}

function StatusCell({ row, scope, cause }: CellProps & { readonly cause: WhyReason | undefined }): ReactNode {
  const words = useStateWords();
  const { state, update, namespace } = row;
  // "Up to date" beside "Failed" would say that all is well.
  const misleading = state.tone === 'bad' && update.kind === 'current';
  const line = state.tone === 'good' || state.detail === undefined ? undefined : state.detail;
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <StateText state={state} />
      {line === undefined ? null : (
        <p className="line-clamp-2 text-sm break-words text-muted">
          <Suspense fallback={words.detail(line)}>
            {cause === undefined ? words.detail(line) : <WhyLine reason={cause} />}
          </Suspense>
        </p>
      )}
      {update.label === undefined || misleading ? null : (
        <p
          className="text-sm text-muted"
          title={update.detail === undefined ? undefined : words.detail(update.detail)}
        >
          {update.plan === undefined ? (
            words.label(update.label)
          ) : (
            <Link
              href={urls.plan({ namespace, name: update.plan }, scope)}
              className="text-accent hover:underline"
            >
              {words.label(update.label)}
            </Link>
          )}
        </p>
      )}
    </div>
  );
}

/** Links shown in a row; the rest is on the operator's page. */
const APIS_SHOWN = 3;

function Apis({ row, scope }: CellProps): ReactNode {
  const t = useTranslations('operators');
  const { apis } = row;
  if (apis.length === 0) return <span className="text-faint">–</span>;
  const here = row.targets === 'all' ? scope : { namespace: scope.namespace ?? row.namespace };
  return (
    <ul className="flex flex-col">
      {apis.slice(0, APIS_SHOWN).map((api) => (
        <li key={`${api.plural}.${api.group}`} className="min-w-0">
          <Link
            href={urls.instances(api, here)}
            title={api.kind}
            className="block truncate text-muted hover:text-text hover:underline"
          >
            {api.kind}
          </Link>
        </li>
      ))}
      {apis.length > APIS_SHOWN ? (
        <li>
          <Link href={rowHref(row, scope)} className="text-sm text-faint hover:underline">
            {t('more', { count: apis.length - APIS_SHOWN })}
          </Link>
        </li>
      ) : null}
    </ul>
  );
}

function Actions({ row, scope }: CellProps): ReactNode {
  const t = useTranslations('operators');
  const { csv, apis, namespace, subscription } = row;
  const [api] = apis;
  const subscribed = subscription?.metadata.name;
  return (
    <Menu
      label={t('actionsFor', { name: row.title })}
      items={[
        {
          kind: 'link',
          label: csv === undefined ? t('viewProgress') : t('viewOperator'),
          href: rowHref(row, scope),
        },
        ...(api === undefined
          ? []
          : [
              {
                kind: 'link' as const,
                label: t('createKind', { kind: api.kind }),
                href: urls.newInstance(api, { namespace: scope.namespace ?? namespace }),
              },
            ]),
        ...(csv === undefined || subscribed === undefined
          ? []
          : [
              {
                kind: 'link' as const,
                label: 'Subscription',
                href: urls.operator({ namespace, name: csv.metadata.name }, scope, 'subscription'),
              },
            ]),
      ]}
    />
  );
}
