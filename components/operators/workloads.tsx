'use client';
import type { ReactNode } from 'react';
import { useWatch } from '#components/data/use-watch.ts';
import { Loaded } from '#components/olm/loaded.tsx';
import { StatusBadge } from '#components/ui/badge.tsx';
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SkeletonRows } from '#components/ui/skeleton.tsx';
import { Table } from '#components/ui/table.tsx';
import type { Column } from '#components/ui/table.tsx';
import { matchesSelector } from '#lib/k8s/label-selector.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { deploymentView, podLabels, podView } from '#lib/k8s/workload-view.ts';
import type { WorkloadView } from '#lib/k8s/workload-view.ts';
import type { ClusterServiceVersion } from '#lib/olm/types.ts';

/** The operator's Deployments and their pods, live. */
export function Workloads({ csv }: { readonly csv: ClusterServiceVersion }): ReactNode {
  const { namespace } = csv.metadata;
  const deployments = useWatch({ resource: resources.deployments, namespace });
  const pods = useWatch({ resource: resources.pods, namespace });
  const names = (csv.spec.install.spec?.deployments ?? []).map(({ name }) => name);
  const own = deployments.items.filter(({ metadata }) => names.includes(metadata.name ?? ''));
  const rows: readonly WorkloadRow[] = [
    ...names.map((name) =>
      deploymentRow(
        name,
        own.find(({ metadata }) => metadata.name === name),
      ),
    ),
    ...own.flatMap((deployment) => podsOf(deployment, pods.items)).map(podRow),
  ];
  if (names.length === 0) return null;
  return (
    <section aria-labelledby="workloads" className="flex min-w-0 flex-col gap-2">
      <h2 id="workloads" className="font-semibold">
        Deployments and pods
      </h2>
      <Loaded
        result={deployments}
        resource={resources.deployments}
        namespace={namespace}
        skeleton={<SkeletonRows rows={2} />}
      >
        <Table
          fixed
          caption="Deployments and pods of the operator"
          columns={COLUMNS}
          rows={rows}
          rowKey={({ kind, name }) => `${kind}/${name}`}
        />
      </Loaded>
    </section>
  );
}

interface WorkloadRow {
  readonly kind: 'Deployment' | 'Pod';
  readonly name: string;
  readonly view: WorkloadView;
  /** "1 of 1", or the number of restarts. */
  readonly count: string;
  readonly createdAt: string | undefined;
}

function deploymentRow(name: string, deployment: KubeObject | undefined): WorkloadRow {
  if (deployment === undefined) {
    return {
      kind: 'Deployment',
      name,
      view: { tone: 'busy', label: 'Not there yet' },
      count: '–',
      createdAt: undefined,
    };
  }
  const view = deploymentView(deployment);
  const count = `${String(view.ready)} of ${String(view.desired)} ready`;
  return { kind: 'Deployment', name, view, count, createdAt: deployment.metadata.creationTimestamp };
}

function podRow(pod: KubeObject): WorkloadRow {
  const view = podView(pod);
  const count = view.restarts === 1 ? '1 restart' : `${String(view.restarts)} restarts`;
  return {
    kind: 'Pod',
    name: pod.metadata.name ?? '',
    view,
    count,
    createdAt: pod.metadata.creationTimestamp,
  };
}

function podsOf(deployment: KubeObject, pods: readonly KubeObject[]): KubeObject[] {
  const matchLabels = podLabels(deployment);
  if (matchLabels === undefined) return [];
  return pods.filter(({ metadata }) => matchesSelector({ matchLabels }, metadata.labels ?? {}));
}

const COLUMNS: readonly Column<WorkloadRow>[] = [
  {
    id: 'name',
    header: 'Name',
    bare: true,
    cell: ({ name }) => <MiddleTruncate text={name} className="font-medium" />,
  },
  {
    id: 'kind',
    header: 'Kind',
    className: 'md:w-28',
    cell: ({ kind }) => <span className="text-muted">{kind}</span>,
  },
  {
    id: 'status',
    header: 'Status',
    className: 'md:w-48',
    cell: ({ view }) => (
      <>
        <StatusBadge tone={view.tone}>{view.label}</StatusBadge>
        {view.detail === undefined ? null : <p className="text-sm break-words text-muted">{view.detail}</p>}
      </>
    ),
  },
  {
    id: 'count',
    header: 'Count',
    className: 'md:w-30',
    cell: ({ count }) => <span className="text-muted">{count}</span>,
  },
  {
    id: 'age',
    header: 'Created',
    className: 'md:w-36',
    cell: ({ createdAt }) => (
      <span className="text-muted">
        <RelativeTime at={createdAt} />
      </span>
    ),
  },
];
