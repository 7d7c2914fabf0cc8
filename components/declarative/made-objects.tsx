'use client';
import './package/no-eval.ts';
import { useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useWatches } from '#components/data/use-watch.ts';
import { StatusBadge } from '#components/ui/badge.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import { Table, type Column } from '#components/ui/table/table.tsx';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { HERITAGE, HERITAGE_LABEL, INSTANCE_LABEL } from '#lib/kudo/api/labels.ts';
import { planRunsName } from '#lib/kudo/api/names.ts';
import { madeKinds, madeObjects, type MadeObject } from '#lib/kudo/views/made-objects.ts';
import type { Translate } from '#messages/types.ts';
import { useServedTypes } from './use-served-types.ts';

interface MadeObjectsProps {
  readonly object: KubeObject;
  readonly version: KubeObject | undefined;
}

/** Kinds of one instance that are followed; real operators have some ten. */
const MOST_KINDS = 30;

/** Everything that the instance made, live, the worst first. */
export function MadeObjects({ object, version }: MadeObjectsProps): ReactNode {
  const t = useTranslations('declarative');
  const kinds = useMemo(() => (version === undefined ? [] : madeKinds(object, version)), [object, version]);
  const { known, typeOf } = useServedTypes([...new Set(kinds.map(({ apiVersion }) => apiVersion))]);
  const types = kinds.flatMap(({ apiVersion, kind }) => typeOf(apiVersion, kind) ?? []).slice(0, MOST_KINDS);
  if (version === undefined) return <EmptyState title={t('noObjects')}>{t('noVersionWhy')}</EmptyState>;
  if (!known) return <SkeletonText lines={6} />;
  return <Rows object={object} types={types} />;
}

interface RowsProps {
  readonly object: KubeObject;
  readonly types: readonly Resource[];
}

/** What they hold is nobody's business here. */
const WITHOUT_CONTENT: ReadonlySet<string> = new Set(['ConfigMap', 'Secret']);

function Rows({ object, types }: RowsProps): ReactNode {
  const t = useTranslations('declarative');
  const { namespace, name } = object.metadata;
  const lists = useWatches(
    types.map((resource) => ({
      resource,
      namespace: resource.namespaced ? namespace : undefined,
      labelSelector: `${HERITAGE_LABEL}=${HERITAGE},${INSTANCE_LABEL}=${name}`,
      ...(WITHOUT_CONTENT.has(resource.kind) ? { view: 'metadata' as const } : {}),
    })),
  );
  const made = madeObjects(types.map((resource, index) => ({ resource, items: lists[index]?.items ?? [] })));
  // The history is the controller's, which no plan makes.
  const rows = made.filter((one) => one.kind !== 'ConfigMap' || one.name !== planRunsName(name));
  const unseen = types.filter((_type, index) => ['forbidden', 'error'].includes(lists[index]?.state ?? ''));
  const told = rows.some(({ why }) => why !== undefined);
  const columns = useMemo(() => columnsFor(t), [t]);
  const short = useMemo(() => columnsFor(t).filter(({ id }) => id !== 'why'), [t]);
  if (lists.some(({ state }) => state === 'loading')) return <SkeletonText lines={6} />;
  const bad = rows.filter(({ health }) => health !== 'healthy');
  const [worst] = bad;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {worst === undefined ? null : (
        <Notice
          tone={worst.health === 'failed' ? 'bad' : 'warn'}
          title={t('unhealthy', { count: bad.length, total: rows.length })}
          details={`${worst.kind} ${worst.name}: ${worst.why ?? ''}`}
        />
      )}
      {unseen.length === 0 ? null : (
        <Notice
          tone="info"
          title={t('unseen', { kinds: unseen.map(({ kind }) => kind).join(', ') })}
          details={t('unseenWhy')}
        />
      )}
      {rows.length === 0 ? (
        <EmptyState title={t('noObjects')} />
      ) : (
        <Table
          caption={t('objects')}
          rows={rows}
          rowKey={({ kind, name: own }) => `${kind}/${own}`}
          rowTone={({ health }) => (health === 'failed' ? 'warn' : undefined)}
          columns={told ? columns : short}
        />
      )}
    </div>
  );
}

const TONES = { healthy: 'good', waiting: 'busy', failed: 'bad' } as const;

function columnsFor(t: Translate<'declarative'>): readonly Column<MadeObject>[] {
  return [
    {
      id: 'name',
      header: t('columns.name'),
      bare: true,
      cell: ({ name }) => <span className="font-medium break-all">{name}</span>,
    },
    { id: 'kind', header: t('columns.kind'), cell: ({ kind }) => kind },
    {
      id: 'health',
      header: t('columns.health'),
      cell: ({ health }) => <StatusBadge tone={TONES[health]}>{t(`health.${health}`)}</StatusBadge>,
    },
    {
      id: 'why',
      header: t('details'),
      cell: ({ why }) => <span className="break-words">{why ?? ''}</span>,
    },
    { id: 'created', header: t('columns.created'), cell: ({ created }) => <RelativeTime at={created} /> },
  ];
}
