/** OperatorGroups; of one that is gone, its labels are taken away. */
import { optional } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { OWNER_GROUP_KIND, OWNER_KIND_LABEL } from '#lib/olm/api/labels.ts';
import type { OperatorGroup } from '#lib/olm/api/types.ts';
import { definitionsOf, namespaceFacts, ownCsvsIn } from '#lib/olm/observed/namespace.ts';
import { isOperatorGroup } from '#lib/olm/observed/shapes.ts';
import { wantedRoles, type RoleFacts } from '#lib/olm/tenancy/api-roles.ts';
import {
  decideOperatorGroup,
  providers,
  type GoneGroupFacts,
  type OperatorGroupFacts,
} from '#lib/olm/tenancy/decide.ts';
import type { Kind } from './reconcile.ts';
import { listOf, readerOfWorld, type World } from './world.ts';

export const operatorGroupKind: Kind<
  OperatorGroup,
  OperatorGroupFacts | GoneGroupFacts,
  NonNullable<OperatorGroup['status']>
> = {
  controller: 'operatorgroup',
  resource: resources.operatorGroups,
  isValid: isOperatorGroup,
  observe({ world, object: group }) {
    const { operatorGroups } = world.caches;
    const namespaces = namespaceFacts(readerOfWorld(world));
    if (group === undefined) {
      const roles = world.caches.clusterRoles.list().filter(({ metadata }) => isGroupsLabel(metadata.labels));
      return { group, living: listOf(operatorGroups, isOperatorGroup), namespaces, roles };
    }
    const { namespace = '' } = group.metadata;
    const csvs = ownCsvsIn(readerOfWorld(world), namespace);
    const definitions = definitionsOf(readerOfWorld(world), csvs);
    return {
      group,
      inNamespace: operatorGroups.list(namespace).length,
      csvs,
      definitions,
      namespaces,
      ...optional('roles', rolesThere(world, { group, csvs: providers({ csvs }), definitions })),
      ...optional('account', accountOf(world, group)),
      needsAccount: world.accountsOnly ?? false,
    };
  },
  decide: decideOperatorGroup,
};

function isGroupsLabel(labels: Record<string, string> = {}): boolean {
  return labels[OWNER_KIND_LABEL] === OWNER_GROUP_KIND;
}

/** Who installs with the rights of accounts alone may make none. */
function rolesThere(world: World, facts: RoleFacts): Map<string, KubeObject> | undefined {
  if (world.accountsOnly === true) return undefined;
  const there = wantedRoles(facts).flatMap(({ metadata: { name = '' } }) => {
    const role = world.caches.clusterRoles.get({ name });
    return role === undefined ? [] : [[name, role] as const];
  });
  return new Map(there);
}

function accountOf(world: World, { metadata, spec }: OperatorGroup): { uid?: string } | undefined {
  const { serviceAccountName: name = '' } = spec ?? {};
  if (name === '') return undefined;
  const account = world.caches.serviceAccounts.get({ namespace: metadata.namespace ?? '', name });
  return account === undefined ? undefined : optional('uid', account.metadata.uid);
}
