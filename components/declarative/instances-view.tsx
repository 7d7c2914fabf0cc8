'use client';
import { useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { byNames, ListPage } from '#components/frame/list-page.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { useScopedWatch } from '#components/frame/use-scoped-watch.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import type { Column } from '#components/ui/table/table.tsx';
import { kudoResources } from '#lib/kudo/api/types.ts';
import { instanceRow, type InstanceRow } from '#lib/kudo/views/instance-view.ts';
import { urls, type Scope } from '#lib/urls.ts';
import type { Translate } from '#messages/types.ts';
import { ExecutionStatus } from './execution-status.tsx';

/** Every Instance of a declarative operator, with the plan that runs, or ran last. */
export function InstancesView(): ReactNode {
  const t = useTranslations('declarative');
  const scope = useScope();
  const result = useScopedWatch({ resource: kudoResources.instances, namespace: scope.namespace });
  const rows = useMemo(() => result.items.map(instanceRow), [result.items]);
  const columns = useMemo(
    () => columnsFor(scope, t).filter(({ id }) => scope.namespace === undefined || id !== 'namespace'),
    [scope, t],
  );
  if (result.state === 'error' && result.error.kind === 'notFound') {
    return (
      <>
        <PageHeader title={t('title')} description={t('about')} actions={<Write />} />
        <EmptyState title={t('notServed')}>{t('notServedWhy')}</EmptyState>
      </>
    );
  }
  return (
    <ListPage
      title={t('title')}
      description={t('about')}
      actions={<Write />}
      result={result}
      resource={kudoResources.instances}
      empty={
        <EmptyState
          title={t('none')}
          action={
            <LinkButton variant="primary" href={urls.catalog(scope, { format: 'kudo' })}>
              {t('browse')}
            </LinkButton>
          }
        >
          {t('noneWhy')}
        </EmptyState>
      }
      id="declarative"
      columns={columns}
      rows={rows}
      search={{ label: t('filter') }}
      filter={named}
      rowKey={({ namespace, name }) => `${namespace}/${name}`}
      rowTone={({ plan }) => (plan?.status === 'FATAL_ERROR' ? 'warn' : undefined)}
    />
  );
}

/** Packages are written without a cluster, and whoever may read nothing may write one. */
function Write(): ReactNode {
  const t = useTranslations('declarative');
  return <LinkButton href={urls.authoring(useScope())}>{t('write')}</LinkButton>;
}

const named = byNames<InstanceRow>(({ name, namespace, operator }) => [name, namespace, operator]);

function columnsFor(scope: Scope, t: Translate<'declarative'>): readonly Column<InstanceRow>[] {
  return [
    {
      id: 'name',
      sortable: true,
      sortValue: ({ name }) => name,
      header: t('columns.name'),
      bare: true,
      cell: (row) => (
        <Link href={urls.declarativeInstance(row, scope)} className="font-medium break-all hover:underline">
          {row.name}
        </Link>
      ),
    },
    {
      id: 'namespace',
      choice: 'shown',
      sortable: true,
      sortValue: ({ namespace }) => namespace,
      header: t('columns.namespace'),
      width: 40,
      cell: ({ namespace }) => <MiddleTruncate text={namespace} />,
    },
    {
      id: 'operator',
      sortable: true,
      sortValue: ({ operatorVersion }) => operatorVersion,
      header: t('columns.operator'),
      width: 48,
      cell: ({ operatorVersion }) => <MiddleTruncate text={operatorVersion} />,
    },
    {
      id: 'plan',
      header: t('columns.plan'),
      width: 32,
      cell: ({ plan }) => plan?.name ?? '–',
    },
    {
      id: 'status',
      sortable: true,
      sortValue: ({ plan }) => plan?.status,
      header: t('columns.status'),
      width: 36,
      cell: ({ plan }) => <ExecutionStatus status={plan?.status ?? 'NEVER_RUN'} />,
    },
    {
      id: 'created',
      choice: 'shown',
      sortable: true,
      sortValue: ({ created }) => created,
      header: t('columns.created'),
      width: 36,
      spare: true,
      cell: ({ created }) => <RelativeTime at={created} />,
    },
  ];
}
