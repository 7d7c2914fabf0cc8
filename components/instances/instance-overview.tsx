'use client';
import { type ReactNode, useState } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { Card, type Fact, FactList } from '#components/ui/card.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { ToneIcon } from '#components/ui/tones.tsx';
import { conditionsOf, type SeenCondition } from '#lib/k8s/instance-status.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { DescriptorTree } from '#lib/schema-form/descriptors.ts';
import type { InstanceType } from '#lib/schema-form/instance-type.ts';
import { formatPath, isDictionary } from '#lib/schema-form/path.ts';
import { summarise, type SummaryLine } from '#lib/schema-form/summary.ts';
import type { ProviderHints } from './use-instance-type.ts';

const STATUS_OMITTED: ReadonlySet<string> = new Set(['conditions']);
const NOTHING_OMITTED: ReadonlySet<string> = new Set();

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
  const conditions = conditionsOf(object);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-6">
        <Card title="Status">
          <Lines
            value={object['status']}
            descriptors={hints.status}
            omit={STATUS_OMITTED}
            empty={
              conditions.length > 0
                ? 'Nothing beside the conditions below.'
                : `The operator has not reported anything yet. If that stays so, look whether it runs and watches namespace ${object.metadata.namespace ?? 'this cluster'}.`
            }
          />
        </Card>
        {conditions.length === 0 ? null : (
          <section aria-label="Conditions">
            <Table
              caption="Conditions"
              columns={CONDITION_COLUMNS}
              rows={conditions}
              rowKey={(condition) => condition.type}
            />
          </section>
        )}
        <Card title="Specification">
          <Lines
            value={object['spec']}
            descriptors={hints.spec}
            omit={NOTHING_OMITTED}
            empty="Nothing was asked for: the operator decides."
          />
        </Card>
      </div>
      <Card title="Object">
        <FactList facts={factsOf(type, object)} />
      </Card>
    </div>
  );
}

const CONDITION_COLUMNS: readonly Column<SeenCondition>[] = [
  {
    id: 'type',
    header: 'Condition',
    cell: (condition) => <span className="font-medium">{condition.type}</span>,
    className: 'w-40',
  },
  {
    id: 'status',
    header: 'Status',
    className: 'w-28',
    cell: (condition) => (
      <span className="inline-flex items-center gap-1.5">
        <ToneIcon tone="neutral" />
        {condition.status}
      </span>
    ),
  },
  {
    id: 'reason',
    header: 'Reason',
    cell: (condition) => <span className="break-words">{condition.reason ?? '–'}</span>,
    className: 'w-40',
  },
  {
    id: 'message',
    header: 'Message',
    cell: (condition) => <span className="break-words">{condition.message ?? '–'}</span>,
  },
  {
    id: 'since',
    header: 'Since',
    cell: (condition) => <RelativeTime at={condition.lastTransitionTime} />,
    className: 'w-36',
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
  const [all, setAll] = useState(false);
  const lines = isDictionary(value) ? summarise(value, descriptors, omit) : [];
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
          onClick={() => {
            setAll(true);
          }}
        >
          Show {lines.length - SHOWN} more
        </button>
      ) : null}
    </>
  );
}

function Line({ line }: { readonly line: SummaryLine }): ReactNode {
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
            onClick={() => {
              setShown(true);
            }}
          >
            Reveal
          </button>
        ) : (
          line.text
        )}
      </dd>
    </div>
  );
}

function factsOf(type: InstanceType, object: KubeObject): Fact[] {
  const { metadata } = object;
  const labels = Object.entries(metadata.labels ?? {});
  const owners = metadata.ownerReferences ?? [];
  return [
    { label: 'Kind', value: type.resource.kind },
    ...(metadata.namespace === undefined ? [] : [{ label: 'Namespace', value: metadata.namespace }]),
    { label: 'Created', value: <RelativeTime at={metadata.creationTimestamp} /> },
    { label: 'Generation', value: String(metadata.generation ?? '–') },
    {
      label: 'Labels',
      value:
        labels.length === 0 ? (
          <span className="text-faint">None</span>
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
      : [{ label: 'Owned by', value: owners.map((owner) => `${owner.kind} ${owner.name}`).join(', ') }]),
    ...((metadata.finalizers ?? []).length === 0
      ? []
      : [{ label: 'Finalizers', value: (metadata.finalizers ?? []).join(', ') }]),
  ];
}
