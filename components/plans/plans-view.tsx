'use client';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { ApproveButton } from '#components/olm/approve-button.tsx';
import { Loaded } from '#components/olm/loaded.tsx';
import { useScope } from '#components/olm/use-scope.ts';
import { useScopedWatch } from '#components/olm/use-scoped-watch.ts';
import { StatusBadge } from '#components/ui/badge.tsx';
import { LinkButton } from '#components/ui/button.tsx';
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import { Table } from '#components/ui/table.tsx';
import type { Column } from '#components/ui/table.tsx';
import { resources } from '#lib/k8s/resources.ts';
import { waitsForApproval } from '#lib/olm/operator-view.ts';
import type { InstallPlan } from '#lib/olm/types.ts';
import { urls } from '#lib/urls.ts';
import type { Scope } from '#lib/urls.ts';
import { byUrgency, planState } from './plan-state.ts';

/** Every install plan; those that wait for somebody first. */
export function PlansView(): ReactNode {
  const scope = useScope();
  const plans = useScopedWatch<InstallPlan>({
    resource: resources.installPlans,
    namespace: scope.namespace,
  });
  const waiting = plans.items.filter(waitsForApproval).length;
  const columns = columnsFor(scope).filter(({ id }) => scope.namespace === undefined || id !== 'namespace');
  return (
    <>
      <PageHeader
        title="Install plans"
        description={
          waiting === 0
            ? 'What is created for each installation and upgrade.'
            : `${waiting === 1 ? 'One plan waits' : `${String(waiting)} plans wait`} for approval.`
        }
      />
      <Loaded result={plans} resource={resources.installPlans} namespace={scope.namespace}>
        {plans.items.length === 0 ? (
          <NoPlans />
        ) : (
          <Table
            fixed
            caption="Install plans"
            columns={columns}
            rows={[...plans.items].sort(byUrgency)}
            rowKey={({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name ?? ''}`}
            rowTone={(plan) => (waitsForApproval(plan) ? 'warn' : undefined)}
          />
        )}
      </Loaded>
    </>
  );
}

function NoPlans(): ReactNode {
  const scope = useScope();
  return (
    <EmptyState
      title="No install plans yet"
      action={
        <LinkButton variant="primary" href={urls.catalog(scope)}>
          Browse the catalog
        </LinkButton>
      }
    >
      Each installation and each upgrade makes a plan: the list of objects it creates. Where approval is
      manual, it waits here for you.
    </EmptyState>
  );
}

function columnsFor(scope: Scope): readonly Column<InstallPlan>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      bare: true,
      className: 'md:w-48',
      cell: ({ metadata }) => (
        <Link
          href={urls.plan({ namespace: metadata.namespace ?? '', name: metadata.name ?? '' }, scope)}
          className="font-medium break-all hover:underline"
        >
          {metadata.name}
        </Link>
      ),
    },
    {
      id: 'namespace',
      header: 'Namespace',
      className: 'md:w-40',
      cell: ({ metadata }) => <MiddleTruncate text={metadata.namespace ?? ''} />,
    },
    {
      id: 'csvs',
      header: 'Brings',
      cell: ({ spec }) => (
        <ul className="min-w-0">
          {spec.clusterServiceVersionNames.map((name) => (
            <li key={name}>
              <MiddleTruncate text={name} />
            </li>
          ))}
        </ul>
      ),
    },
    {
      id: 'approval',
      header: 'Approval',
      className: 'md:w-28',
      cell: ({ spec }) => <span className="text-muted">{spec.approval}</span>,
    },
    {
      id: 'status',
      header: 'Status',
      className: 'md:w-44',
      cell: (plan) => {
        const { tone, label } = planState(plan);
        return <StatusBadge tone={tone}>{label}</StatusBadge>;
      },
    },
    {
      id: 'created',
      header: 'Created',
      className: 'md:w-36',
      cell: ({ metadata }) => (
        <span className="text-muted">
          <RelativeTime at={metadata.creationTimestamp} />
        </span>
      ),
    },
    {
      id: 'actions',
      header: 'Actions',
      quiet: true,
      bare: true,
      align: 'end',
      className: 'md:w-32',
      cell: (plan) => (waitsForApproval(plan) ? <ApproveButton plan={plan} size="sm" /> : null),
    },
  ];
}
