'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useScope } from '#components/frame/use-scope.ts';
import { StatusBadge } from '#components/ui/badge.tsx';
import { Link } from '#components/ui/link.tsx';
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import { Table, type Column } from '#components/ui/table/table.tsx';
import { instanceStatus } from '#lib/k8s/instance-status.ts';
import type { ClusterServiceVersion } from '#lib/olm/api/types.ts';
import { urls, type Scope } from '#lib/urls.ts';
import type { Translate } from '#messages/types.ts';
import { useInstances, type OwnInstance } from './use-instances.ts';

/** Instances of every API that an operator provides, in one table. */
export function OperatorInstances({ csv }: { readonly csv: ClusterServiceVersion }): ReactNode {
  const t = useTranslations('operators');
  const scope = useScope();
  const { instances, loading, unread } = useInstances(csv, 'full');
  if (loading && instances.length === 0) return <SkeletonText lines={4} />;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {unread.length === 0 ? null : (
        <p className="text-sm text-muted">{t('instancesUnread', { kinds: unread.join(', ') })}</p>
      )}
      {instances.length === 0 ? (
        <EmptyState title={t('noInstances')}>{t('noInstancesWhat')}</EmptyState>
      ) : (
        <Table
          caption={t('tab.instances')}
          columns={columnsOf(t, scope)}
          rows={sorted(instances)}
          rowKey={({ object, api }) =>
            object.metadata.uid ?? [api.plural, object.metadata.namespace, object.metadata.name].join('/')
          }
          navigable
        />
      )}
    </div>
  );
}

function sorted(instances: readonly OwnInstance[]): OwnInstance[] {
  const keyOf = ({ object: { kind, metadata } }: OwnInstance): string =>
    [kind, metadata.namespace ?? '', metadata.name].join('\n');
  return [...instances].sort((left, right) => keyOf(left).localeCompare(keyOf(right)));
}

function columnsOf(t: Translate<'operators'>, scope: Scope): readonly Column<OwnInstance>[] {
  return [
    {
      id: 'name',
      header: t('name'),
      bare: true,
      cell: ({ object: { metadata }, api }) => {
        const { name, namespace } = metadata;
        return (
          <Link
            href={urls.instance(api, namespace === undefined ? { name } : { namespace, name }, scope)}
            className="font-medium text-accent hover:underline"
          >
            <MiddleTruncate text={name} />
          </Link>
        );
      },
    },
    { id: 'kind', header: t('kind'), width: 44, cell: ({ api: { kind } }) => kind },
    {
      id: 'namespace',
      header: t('namespace'),
      width: 40,
      cell: ({ object: { metadata } }) => <MiddleTruncate text={metadata.namespace ?? '–'} />,
    },
    {
      id: 'status',
      header: t('status'),
      width: 44,
      cell: ({ object }) => {
        const { label, tone, detail } = instanceStatus(object);
        return (
          <StatusBadge
            tone={tone === 'progress' ? 'busy' : tone}
            {...(detail === undefined ? {} : { title: detail })}
          >
            {typeof label === 'string' ? label : t(`instanceState.${label.code}`)}
          </StatusBadge>
        );
      },
    },
    {
      id: 'created',
      header: t('created'),
      width: 36,
      cell: ({ object: { metadata } }) => (
        <span className="text-muted">
          <RelativeTime at={metadata.creationTimestamp} />
        </span>
      ),
    },
  ];
}
