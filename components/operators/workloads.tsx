'use client';
import { ScrollText } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useWatch } from '#components/data/use-watch.ts';
import { Loaded } from '#components/frame/loaded.tsx';
import { useMayRead, type Denial } from '#components/frame/rights.tsx';
import { Button } from '#components/ui/button.tsx';
import { StatusBadge } from '#components/ui/badge.tsx';
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SkeletonRows } from '#components/ui/skeleton.tsx';
import { Table, type Column } from '#components/ui/table/table.tsx';
import { checkOf } from '#lib/access.ts';
import { matchesSelector } from '#lib/k8s/label-selector.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { deploymentView, podLabels, podView, type WorkloadView } from '#lib/k8s/workload-view.ts';
import type { ClusterServiceVersion } from '#lib/olm/api/types.ts';
import type { Translate } from '#messages/types.ts';

/** Few people read one. */
const LogDialog = dynamic(async () => (await import('#components/olm/why/log-dialog.tsx')).LogDialog, {
  ssr: false,
});

/** The operator's Deployments and their pods, live. */
export function Workloads({ csv }: { readonly csv: ClusterServiceVersion }): ReactNode {
  const t = useTranslations('operators');
  const { namespace } = csv.metadata;
  const deployments = useWatch({ resource: resources.deployments, namespace });
  const pods = useWatch({ resource: resources.pods, namespace });
  const [shown, setShown] = useState<KubeObject>();
  const mayRead = useMayRead([{ ...checkOf('get', resources.pods, { namespace }), subresource: 'log' }]);
  const names = (csv.spec.install.spec?.deployments ?? []).map(({ name }) => name);
  const own = deployments.items.filter(({ metadata }) => names.includes(metadata.name));
  const rows: readonly WorkloadRow[] = [
    ...names.map((name) =>
      deploymentRow(
        name,
        own.find(({ metadata }) => metadata.name === name),
        t,
      ),
    ),
    ...own.flatMap((deployment) => podsOf(deployment, pods.items)).map((pod) => podRow(pod, t)),
  ];
  if (names.length === 0) return null;
  return (
    <section aria-labelledby="workloads" className="flex min-w-0 flex-col gap-2">
      <h2 id="workloads" className="font-semibold">
        {t('workloads')}
      </h2>
      <Loaded
        result={deployments}
        resource={resources.deployments}
        namespace={namespace}
        skeleton={<SkeletonRows rows={2} />}
      >
        <Table
          fixed
          caption={t('workloadsOf')}
          columns={columnsOf(t, mayRead, setShown)}
          rows={rows}
          rowKey={({ kind, name }) => `${kind}/${name}`}
        />
      </Loaded>
      {shown === undefined ? null : <LogDialog pod={shown} onClose={() => setShown(undefined)} />}
    </section>
  );
}

interface WorkloadRow {
  readonly kind: 'Deployment' | 'Pod';
  readonly name: string;
  /** Undefined: it is not there. */
  readonly view: WorkloadView | undefined;
  /** "1 of 1", or the number of restarts. */
  readonly count: string;
  readonly createdAt: string | undefined;
  /** Itself, where it has a log. */
  readonly pod?: KubeObject;
}

function deploymentRow(
  name: string,
  deployment: KubeObject | undefined,
  t: Translate<'operators'>,
): WorkloadRow {
  if (deployment === undefined) {
    return {
      kind: 'Deployment',
      name,
      view: undefined,
      count: '–',
      createdAt: undefined,
    };
  }
  const view = deploymentView(deployment);
  const count = t('ready', { ready: view.ready, desired: view.desired });
  return { kind: 'Deployment', name, view, count, createdAt: deployment.metadata.creationTimestamp };
}

function podRow(pod: KubeObject, t: Translate<'operators'>): WorkloadRow {
  const view = podView(pod);
  const count = t('restarts', { count: view.restarts });
  return {
    kind: 'Pod',
    name: pod.metadata.name,
    view,
    count,
    createdAt: pod.metadata.creationTimestamp,
    pod,
  };
}

function podsOf(deployment: KubeObject, pods: readonly KubeObject[]): KubeObject[] {
  const matchLabels = podLabels(deployment);
  if (matchLabels === undefined) return [];
  return pods.filter(({ metadata }) => matchesSelector({ matchLabels }, metadata.labels ?? {}));
}

function columnsOf(
  t: Translate<'operators'>,
  denial: Denial,
  show: (pod: KubeObject) => void,
): readonly Column<WorkloadRow>[] {
  return [
    {
      id: 'name',
      header: t('name'),
      bare: true,
      cell: ({ name, kind }) => (
        <div className="min-w-0 stacked:pe-10">
          <MiddleTruncate text={name} className="font-medium" />
          <p className="text-sm text-muted">{kind}</p>
        </div>
      ),
    },
    {
      id: 'status',
      header: t('status'),
      width: 44,
      cell: ({ view }) =>
        view === undefined ? <StatusBadge tone="busy">{t('notThere')}</StatusBadge> : <State view={view} />,
    },
    {
      id: 'count',
      header: t('count'),
      width: 28,
      cell: ({ count }) => <span className="text-muted">{count}</span>,
    },
    {
      id: 'age',
      header: t('created'),
      width: 36,
      cell: ({ createdAt }) => (
        <span className="text-muted">
          <RelativeTime at={createdAt} />
        </span>
      ),
    },
    {
      id: 'log',
      header: t('viewLog'),
      quiet: true,
      bare: true,
      align: 'end',
      width: 14,
      cell: ({ pod, name }) =>
        pod === undefined ? null : (
          <Button
            size="sm"
            variant="ghost"
            aria-label={t('viewLogOf', { name })}
            icon={<ScrollText aria-hidden className="size-4" />}
            {...denial}
            onClick={() => show(pod)}
          />
        ),
    },
  ];
}

function State({ view }: { readonly view: WorkloadView }): ReactNode {
  const t = useTranslations('states');
  const { tone, state, reason, detail } = view;
  return (
    <>
      <StatusBadge tone={tone}>{reason ?? t(`workload.${state}`)}</StatusBadge>
      {detail === undefined ? null : <p className="text-sm break-words text-muted">{detail}</p>}
    </>
  );
}
