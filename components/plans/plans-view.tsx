'use client';
import { useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { BrowseCatalog } from '#components/olm/browse-catalog.tsx';
import { ApproveButton } from '#components/olm/approve-button.tsx';
import { byNames, ListPage } from '#components/frame/list-page.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { useScopedWatch } from '#components/frame/use-scoped-watch.ts';
import { StatusBadge } from '#components/ui/badge.tsx';
import { Link } from '#components/ui/link.tsx';
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import type { Column } from '#components/ui/table/table.tsx';
import { keyOf } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { waitsForApproval } from '#lib/olm/views/operator-view.ts';
import type { InstallPlan } from '#lib/olm/api/types.ts';
import { urls, type Scope } from '#lib/urls.ts';
import type { Translate } from '#messages/types.ts';
import { byUrgency, planState } from './plan-state.ts';

/** Every install plan; those that wait for somebody first. */
export function PlansView(): ReactNode {
  const t = useTranslations('plans');
  const scope = useScope();
  const plans = useScopedWatch<InstallPlan>({
    resource: resources.installPlans,
    namespace: scope.namespace,
  });
  const waiting = plans.items.filter(waitsForApproval).length;
  const columns = useMemo(
    () => columnsFor(scope, t).filter(({ id }) => scope.namespace === undefined || id !== 'namespace'),
    [scope, t],
  );
  return (
    <ListPage
      title={t('plans')}
      description={waiting === 0 ? t('plansAre') : t('waiting', { count: waiting })}
      result={plans}
      resource={resources.installPlans}
      empty={<NoPlans />}
      id="plans"
      columns={columns}
      rows={plans.items}
      search={{ label: t('filter') }}
      filter={(rows, list) => [...named(rows, list)].sort(byUrgency)}
      rowKey={keyOf}
      rowTone={(plan) => (waitsForApproval(plan) ? 'warn' : undefined)}
    />
  );
}

const named = byNames<InstallPlan>(({ metadata, spec }) => [
  metadata.name,
  metadata.namespace,
  ...spec.clusterServiceVersionNames,
]);

function NoPlans(): ReactNode {
  const t = useTranslations('plans');
  return (
    <EmptyState title={t('noPlans')} action={<BrowseCatalog>{t('browse')}</BrowseCatalog>}>
      {t('noPlansWhy')}
    </EmptyState>
  );
}

function columnsFor(scope: Scope, t: Translate<'plans'>): readonly Column<InstallPlan>[] {
  return [
    {
      id: 'name',
      sortable: true,
      sortValue: ({ metadata }) => metadata.name,
      header: t('name'),
      bare: true,
      width: 44,
      cell: ({ metadata }) => (
        <Link
          href={urls.plan({ namespace: metadata.namespace ?? '', name: metadata.name }, scope)}
          className="font-medium break-all hover:underline"
        >
          {metadata.name}
        </Link>
      ),
    },
    {
      id: 'namespace',
      choice: 'shown',
      sortable: true,
      sortValue: ({ metadata }) => metadata.namespace,
      header: t('namespace'),
      width: 36,
      cell: ({ metadata }) => <MiddleTruncate text={metadata.namespace ?? ''} />,
    },
    {
      id: 'csvs',
      header: t('brings'),
      cell: Brings,
    },
    {
      id: 'approval',
      choice: 'shown',
      sortable: true,
      sortValue: ({ spec }) => spec.approval,
      header: t('approval'),
      width: 28,
      spare: true,
      cell: ({ spec }) => <span className="text-muted">{spec.approval}</span>,
    },
    {
      id: 'status',
      header: t('status'),
      width: 40,
      cell: (plan) => {
        const { tone, label } = planState(plan, t);
        return <StatusBadge tone={tone}>{label}</StatusBadge>;
      },
    },
    {
      id: 'created',
      choice: 'shown',
      sortable: true,
      sortValue: ({ metadata }) => metadata.creationTimestamp,
      header: t('created'),
      width: 36,
      spare: true,
      cell: ({ metadata }) => (
        <span className="text-muted">
          <RelativeTime at={metadata.creationTimestamp} />
        </span>
      ),
    },
    {
      id: 'actions',
      header: t('actions'),
      quiet: true,
      bare: true,
      align: 'end',
      width: 44,
      cell: (plan) => (waitsForApproval(plan) ? <ApproveButton plan={plan} size="sm" /> : null),
    },
  ];
}

function Brings({ spec }: InstallPlan): ReactNode {
  return (
    <ul className="min-w-0">
      {spec.clusterServiceVersionNames.map((name) => (
        <li key={name}>
          <MiddleTruncate text={name} />
        </li>
      ))}
    </ul>
  );
}
