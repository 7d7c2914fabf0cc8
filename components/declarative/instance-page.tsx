'use client';
import dynamic from 'next/dynamic';
import { useSearchParams } from 'next/navigation';
import { useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useWatch, useWatchOne } from '#components/data/use-watch.ts';
import { EventTable } from '#components/frame/event-table.tsx';
import { WhyNotice } from '#components/olm/why-notice.tsx';
import { AbsentObject, ObjectPage, ObjectParts } from '#components/frame/object-page.tsx';
import { ObjectYaml } from '#components/frame/object-yaml.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { Card, FactList } from '#components/ui/card.tsx';
import { cx } from '#components/ui/cx.ts';
import { Link } from '#components/ui/link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageSkeleton } from '#components/ui/page-skeleton.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { optional } from '#lib/base/loose.ts';
import { instanceStatus } from '#lib/k8s/instance-status.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { involvedObject } from '#lib/k8s/workload-view.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import { installedBy, instanceTree, type InstanceNode } from '#lib/kudo/views/instance-tree.ts';
import { instanceView, versionRef, type InstanceView, type PlanView } from '#lib/kudo/views/instance-view.ts';
import { urls } from '#lib/urls.ts';
import { ExecutionStatus } from './execution-status.tsx';
import { InstanceFamily } from './instance-family.tsx';
import { NewerVersion } from './newer-version.tsx';
import { Parameters } from './parameters.tsx';
import { PlanActions } from './plan-actions.tsx';
import { PlanPicture } from './plan-picture.tsx';
import { RunHistory } from './run-history.tsx';
import { Schedules } from './schedules.tsx';

/** Knows templates, which no page carries from the start. */
const MadeObjects = dynamic(async () => (await import('./made-objects.tsx')).MadeObjects, {
  loading: () => <SkeletonText lines={6} />,
});

interface InstancePageProps {
  readonly namespace: string;
  readonly name: string;
}

/** One Instance of a declarative operator, live: its plans as pictures, its parameters, what ran. */
export function InstancePage({ namespace, name }: InstancePageProps): ReactNode {
  const t = useTranslations('declarative');
  const scope = useScope();
  const instance = useWatchOne(kudoResources.instances, { namespace, name });
  return (
    <ObjectPage
      result={instance}
      resource={kudoResources.instances}
      namespace={namespace}
      skeleton={<PageSkeleton tabs={4} />}
      absent={
        <AbsentObject
          title={t('notHere', { name, namespace })}
          list={{ label: t('title'), href: urls.declarative(scope) }}
        >
          {t('notHereWhy')}
        </AbsentObject>
      }
    >
      {(item) => <Instance object={item} />}
    </ObjectPage>
  );
}

function Instance({ object }: { readonly object: KubeObject }): ReactNode {
  const t = useTranslations('declarative');
  const scope = useScope();
  const version = useWatchOne(kudoResources.operatorVersions, versionRef(object));
  const instance = useMemo(() => instanceView(object, version.item), [object, version.item]);
  const { namespace, name, operatorVersion } = instance;
  const { items: all } = useWatch({ resource: kudoResources.instances, namespace });
  const tree = useMemo(() => instanceTree(object, all), [object, all]);
  const current = instance.plans.find((plan) => plan.name === instance.current);
  const tab = (id: string): string =>
    urls.declarativeInstance(
      { namespace, name },
      scope,
      optional({ tab: id === 'overview' ? undefined : id }),
    );
  return (
    <>
      <PageHeader
        breadcrumbs={[{ label: t('title'), href: urls.declarative(scope) }, { label: name }]}
        title={name}
        status={<ExecutionStatus status={current?.status ?? 'NEVER_RUN'} />}
        description={`${namespace} · ${operatorVersion}`}
        actions={<PlanActions instance={instance} uid={object.metadata.uid} tree={tree} />}
      />
      {version.state === 'loading' || version.item !== undefined ? null : (
        <Notice tone="warn" title={t('noVersion', { name: operatorVersion })} details={t('noVersionWhy')} />
      )}
      <NewerVersion instance={instance} />
      <WhyNotice
        ask={instanceStatus(object).tone !== 'good'}
        kind="Instance"
        subject={{ namespace, name }}
        api={kudoResources.instances}
      />
      <ObjectParts
        label={t('parts')}
        hrefOf={tab}
        parts={[
          {
            id: 'overview',
            label: t('overview'),
            content: () => <Overview instance={instance} tree={tree} parent={installedBy(object)} />,
          },
          {
            id: 'parameters',
            label: t('parameters'),
            count: instance.parameters.length,
            content: () => <Parameters instance={instance} />,
          },
          {
            id: 'objects',
            label: t('objects'),
            content: () => <MadeObjects object={object} version={version.item} />,
          },
          { id: 'history', label: t('history'), content: () => <RunHistory instance={instance} /> },
          { id: 'events', label: t('events'), content: () => <Events instance={instance} /> },
          {
            id: 'yaml',
            label: t('yaml'),
            content: () => <ObjectYaml label={t('yamlOf', { name })} objects={[object]} tall />,
          },
        ]}
      />
    </>
  );
}

interface OverviewProps {
  readonly instance: InstanceView;
  readonly tree: InstanceNode;
  readonly parent: ReturnType<typeof installedBy>;
}

function Overview({ instance, tree, parent }: OverviewProps): ReactNode {
  const t = useTranslations('declarative');
  const asked = useSearchParams().get('plan');
  const { plans } = instance;
  const shown =
    plans.find(({ name }) => name === asked) ??
    plans.find(({ name }) => name === instance.current) ??
    plans[0];
  return (
    <div className="grid min-w-0 grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
      {shown === undefined ? (
        <p className="text-muted">{t('noSteps')}</p>
      ) : (
        <section aria-labelledby="plan-shown" className="flex min-w-0 flex-col gap-3">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 id="plan-shown" className="font-semibold">
              {t('planOf', { name: shown.name })}
            </h2>
            <ExecutionStatus status={shown.status} />
            <span role="status" className="text-sm text-muted">
              {t('steps', { done: shown.done, total: shown.total })}
            </span>
            {shown.updated === undefined ? null : (
              <span className="text-sm text-muted">
                <RelativeTime at={shown.updated} />
              </span>
            )}
          </div>
          {shown.message === undefined ? null : (
            <Notice tone={shown.status === 'FATAL_ERROR' ? 'bad' : 'info'} title={shown.message} />
          )}
          <PlanPicture plan={shown} />
        </section>
      )}
      <div className="flex min-w-0 flex-col gap-5">
        <Plans instance={instance} shown={shown} />
        <Card title={t('details')}>
          <FactList
            facts={[
              { label: t('operator'), value: instance.operator },
              ...(instance.version === undefined ? [] : [{ label: t('version'), value: instance.version }]),
              ...(instance.appVersion === undefined
                ? []
                : [{ label: t('appVersion'), value: instance.appVersion }]),
            ]}
          />
        </Card>
        <InstanceFamily tree={tree} parent={parent} />
        <Schedules instance={instance} />
      </div>
    </div>
  );
}

interface PlansProps {
  readonly instance: InstanceView;
  readonly shown: PlanView | undefined;
}

/** All plans of the operator, each a link to its picture. */
function Plans({ instance, shown }: PlansProps): ReactNode {
  const t = useTranslations('declarative');
  const scope = useScope();
  return (
    <Card title={t('plans')} flush>
      <ul className="divide-y divide-line">
        {instance.plans.map((plan) => (
          <li key={plan.name}>
            <Link
              href={urls.declarativeInstance(instance, scope, { plan: plan.name })}
              aria-current={plan === shown ? 'true' : undefined}
              className={cx(
                'flex min-w-0 items-center justify-between gap-3 px-4 py-2 hover:bg-hover',
                plan === shown && 'bg-hover font-medium',
              )}
            >
              <span className="min-w-0 truncate">{plan.name}</span>
              <ExecutionStatus status={plan.status} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Events({ instance: { namespace, name } }: { readonly instance: InstanceView }): ReactNode {
  const events = useWatch({ resource: resources.events, namespace });
  const about = events.items.filter((event) => {
    const object = involvedObject(event);
    // What it makes bears its name in front.
    return object !== undefined && (object.name === name || object.name.startsWith(`${name}-`));
  });
  return <EventTable result={events} events={about} namespace={namespace} showObject />;
}
