'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useWatch, useWatches, type WatchResult } from '#components/data/use-watch.ts';
import { Loaded } from '#components/frame/loaded.tsx';
import { PermissionLines } from '#components/olm/permission-list.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Card } from '#components/ui/card.tsx';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { SkeletonRows } from '#components/ui/skeleton.tsx';
import { resources } from '#lib/k8s/resources.ts';
import type { ClusterServiceVersion } from '#lib/olm/api/types.ts';
import { targetsOf } from '#lib/olm/views/operator-view.ts';
import { grantedView, type GrantedAccount, type GrantedRow } from '#lib/olm/views/granted-view.ts';

/** What the operator may do as the cluster is now, live, and who has granted it. */
export function PermissionsTab({ csv }: { readonly csv: ClusterServiceVersion }): ReactNode {
  return (
    <MoreMessages group="granted">
      <Granted csv={csv} />
    </MoreMessages>
  );
}

function Granted({ csv }: { readonly csv: ClusterServiceVersion }): ReactNode {
  const t = useTranslations('granted');
  const { namespace } = csv.metadata;
  const roleBindings = useWatch({ resource: resources.roleBindings, namespace });
  const roles = useWatch({ resource: resources.roles, namespace });
  const elsewhere = watchedElsewhere(csv);
  const bindingsElsewhere = useWatches(
    elsewhere.map((one) => ({ resource: resources.roleBindings, namespace: one })),
  );
  const rolesElsewhere = useWatches(elsewhere.map((one) => ({ resource: resources.roles, namespace: one })));
  const clusterRoleBindings = useWatch({ resource: resources.clusterRoleBindings });
  const clusterRoles = useWatch({ resource: resources.clusterRoles });
  const others: readonly [kind: string, result: WatchResult][] = [
    ['Role', roles],
    ...rolesElsewhere.map((result): [string, WatchResult] => ['Role', result]),
    ...bindingsElsewhere.map((result): [string, WatchResult] => ['RoleBinding', result]),
    ['ClusterRole', clusterRoles],
    ['ClusterRoleBinding', clusterRoleBindings],
  ];
  const unread = others.filter(([, { state }]) => state === 'forbidden' || state === 'error');
  const isLoading = others.some(([, { state }]) => state === 'loading');
  const accounts = grantedView(csv, {
    roleBindings: [roleBindings, ...bindingsElsewhere].flatMap(({ items }) => items),
    roles: [roles, ...rolesElsewhere].flatMap(({ items }) => items),
    clusterRoleBindings: clusterRoleBindings.items,
    clusterRoles: clusterRoles.items,
  });
  return (
    <Loaded
      result={roleBindings}
      resource={resources.roleBindings}
      namespace={namespace}
      skeleton={<SkeletonRows rows={4} />}
    >
      <div className="flex min-w-0 flex-col gap-5">
        <p className="text-muted">{t('grantedHelp')}</p>
        {unread.length === 0 ? null : (
          <Notice
            tone="warn"
            title={t('unread', { kinds: [...new Set(unread.map(([kind]) => kind))].join(', ') })}
          />
        )}
        {isLoading ? (
          <SkeletonRows rows={4} />
        ) : (
          accounts.map((account) => (
            <Account key={account.account} account={account} isWhole={unread.length === 0} />
          ))
        )}
      </div>
    </Loaded>
  );
}

/** Each is two watches more. */
const MOST_ELSEWHERE = 10;

/** Namespaces beside its own that it watches, where bindings may stand; of one for all, those are of the whole cluster. */
function watchedElsewhere(csv: ClusterServiceVersion): string[] {
  const targets = targetsOf(csv);
  if (targets === 'all') return [];
  return targets.filter((one) => one !== csv.metadata.namespace).slice(0, MOST_ELSEWHERE);
}

interface AccountProps {
  readonly account: GrantedAccount;
  /** Whether all that could grant something was looked at. */
  readonly isWhole: boolean;
}

function Account({ account: { account, rows }, isWhole }: AccountProps): ReactNode {
  const t = useTranslations('granted');
  return (
    <Card title={t('account', { account })}>
      {rows.length === 0 && isWhole ? <p className="text-muted">{t('nothing')}</p> : null}
      <ul aria-label={t('granted')} className="flex min-w-0 flex-col gap-5">
        {rows.map((row) => (
          <li key={`${row.binding.kind}/${row.binding.name}`} className="min-w-0">
            <Row row={row} isWhole={isWhole} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Row({ row, isWhole }: { readonly row: GrantedRow; readonly isWhole: boolean }): ReactNode {
  const t = useTranslations('granted');
  const { binding, role, by, group } = row;
  const scope =
    binding.kind === 'ClusterRoleBinding'
      ? t('everywhere')
      : t('inNamespace', { namespace: binding.namespace ?? '' });
  return (
    <section className="flex min-w-0 flex-col gap-1.5">
      <h3 className="flex min-w-0 flex-wrap items-center gap-2 text-sm text-muted">
        <Badge tone={by.code === 'someone' || by.code === 'other' ? 'warn' : 'neutral'}>
          {t('byWhat')}: {by.code === 'other' ? t('by.other', by.values) : t(`by.${by.code}`)}
        </Badge>
        <span>{scope}</span>
        <span className="min-w-0 font-mono text-xs break-all">
          {binding.kind}/{binding.name} → {role.kind}/{role.name}
        </span>
        {row.isAggregated ? <Badge tone="neutral">{t('aggregated')}</Badge> : null}
        {group === undefined ? null : <Badge tone="neutral">{t('everybody', { group })}</Badge>}
      </h3>
      {row.isThere || !isWhole ? null : <p>{t('roleMissing', { name: role.name })}</p>}
      <PermissionLines lines={row.lines} />
    </section>
  );
}
