'use client';
import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '#components/ui/badge.tsx';
import { Card, type Fact, FactList } from '#components/ui/card.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { type Column, Table } from '#components/ui/table/table.tsx';
import { conditionsOf, type SeenCondition } from '#lib/k8s/instance-status.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { DescriptorTree } from '#lib/schema-form/schema/descriptors.ts';
import type { InstanceType } from '#lib/schema-form/schema/instance-type.ts';
import { formatPath, isDictionary } from '#lib/schema-form/schema/path.ts';
import { summarise, type SummaryLine } from '#lib/schema-form/schema/summary.ts';
import type { ProviderHints } from './use-instance-type.ts';
import type { Translate } from '#messages/types.ts';

/** The fields of the form, which is more than the page needs to begin with. */
const SpecReading = dynamic(async () => (await import('./spec-reading.tsx')).SpecReading, {
  ssr: false,
  loading: () => <SkeletonText lines={6} />,
});

const STATUS_OMITTED: ReadonlySet<string> = new Set(['conditions']);

/** What the operator reports, what was asked for, and what the cluster knows of the object. */
export function InstanceOverview({
  type,
  object,
  hints,
}: {
  readonly type: InstanceType;
  readonly object: KubeObject;
  readonly hints: ProviderHints;
}): ReactNode {
  const t = useTranslations('instances');
  const conditions = conditionsOf(object);
  const { namespace } = object.metadata;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-6">
        <Card title={t('status')}>
          <Lines
            value={object['status']}
            descriptors={hints.status}
            omit={STATUS_OMITTED}
            empty={
              conditions.length > 0
                ? t('nothingBeside')
                : t('nothingReported', {
                    scope: namespace === undefined ? 'cluster' : 'namespace',
                    namespace: namespace ?? '',
                  })
            }
          />
        </Card>
        {conditions.length === 0 ? null : (
          <section aria-label={t('conditions')}>
            <Table
              caption={t('conditions')}
              columns={conditionColumns(t)}
              rows={conditions}
              rowKey={(condition) => condition.type}
            />
          </section>
        )}
        <Card title={t('specification')}>
          {object['spec'] === undefined ? (
            <p className="text-muted">{t('nothingAsked')}</p>
          ) : (
            <SpecReading type={type} object={object} hints={hints} />
          )}
        </Card>
      </div>
      <Card title={t('object')}>
        <FactList facts={factsOf(type, object, t)} />
      </Card>
    </div>
  );
}

const conditionColumns = (t: Translate<'instances'>): readonly Column<SeenCondition>[] => [
  {
    id: 'type',
    header: t('condition'),
    cell: (condition) => <span className="font-medium">{condition.type}</span>,
    width: 40,
  },
  {
    id: 'status',
    header: t('status'),
    width: 24,
    cell: (condition) => condition.status,
  },
  {
    id: 'reason',
    header: t('reason'),
    cell: (condition) => <span className="break-words">{condition.reason ?? '–'}</span>,
    width: 40,
  },
  {
    id: 'message',
    header: t('message'),
    cell: (condition) => <span className="break-words">{condition.message ?? '–'}</span>,
  },
  {
    id: 'since',
    header: t('since'),
    cell: (condition) => <RelativeTime at={condition.lastTransitionTime} />,
    width: 36,
  },
];

interface LinesProps {
  readonly value: unknown;
  readonly descriptors: DescriptorTree;
  readonly omit: ReadonlySet<string>;
  readonly empty: string;
}

const SHOWN = 24;

function Lines({ value, descriptors, omit, empty }: LinesProps): ReactNode {
  const t = useTranslations('instances');
  const [all, setAll] = useState(false);
  const words = { yes: t('yes'), no: t('no'), none: t('emptyGroup') };
  const lines = isDictionary(value) ? summarise(value, descriptors, words, omit) : [];
  if (lines.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <>
      <dl className="flex flex-col gap-2">
        {(all ? lines : lines.slice(0, SHOWN)).map((line) => (
          <Line key={formatPath(line.path)} line={line} />
        ))}
      </dl>
      {lines.length > SHOWN && !all ? (
        <button
          type="button"
          className="mt-3 rounded-sm text-accent hover:underline"
          onClick={() => setAll(true)}
        >
          {t('showMore', { count: lines.length - SHOWN })}
        </button>
      ) : null}
    </>
  );
}

function Line({ line }: { readonly line: SummaryLine }): ReactNode {
  const t = useTranslations('instances');
  const [shown, setShown] = useState(false);
  const before = line.titles.slice(0, -1).join(' › ');
  return (
    <div className="grid gap-x-4 gap-y-0.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <dt className="min-w-0 break-words text-muted" title={formatPath(line.path)}>
        {before === '' ? null : <span className="text-faint">{before} › </span>}
        {line.titles.at(-1)}
      </dt>
      <dd className="min-w-0 break-words whitespace-pre-wrap">
        {line.secret && !shown ? (
          <button
            type="button"
            className="rounded-sm text-accent hover:underline"
            onClick={() => setShown(true)}
          >
            {t('reveal')}
          </button>
        ) : (
          line.text
        )}
      </dd>
    </div>
  );
}

function factsOf(type: InstanceType, object: KubeObject, t: Translate<'instances'>): Fact[] {
  const { metadata } = object;
  const labels = Object.entries(metadata.labels ?? {});
  const owners = metadata.ownerReferences ?? [];
  return [
    { label: t('kind'), value: type.resource.kind },
    ...(metadata.namespace === undefined ? [] : [{ label: t('namespace'), value: metadata.namespace }]),
    { label: t('created'), value: <RelativeTime at={metadata.creationTimestamp} /> },
    { label: t('generation'), value: String(metadata.generation ?? '–') },
    {
      label: t('labels'),
      value:
        labels.length === 0 ? (
          <span className="text-faint">{t('noLabels')}</span>
        ) : (
          <span className="flex flex-wrap gap-1">
            {labels.map(([key, value]) => (
              <Badge key={key} title={`${key}=${value}`}>{`${key}=${value}`}</Badge>
            ))}
          </span>
        ),
    },
    ...(owners.length === 0
      ? []
      : [{ label: t('ownedBy'), value: owners.map((owner) => `${owner.kind} ${owner.name}`).join(', ') }]),
    ...((metadata.finalizers ?? []).length === 0
      ? []
      : [{ label: t('finalizers'), value: (metadata.finalizers ?? []).join(', ') }]),
  ];
}
