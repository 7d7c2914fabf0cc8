/** OperatorGroups; of one that is gone, its labels are taken away. */
import { optional } from '#lib/base/loose.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { OperatorGroup } from '#lib/olm/api/types.ts';
import { definitionsOf, namespaceFacts, ownCsvsIn } from '#lib/olm/observed/namespace.ts';
import { isOperatorGroup } from '#lib/olm/observed/shapes.ts';
import { groupOfRole } from '#lib/olm/tenancy/api-roles.ts';
import {
  decideOperatorGroup,
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
      const roles = world.caches.clusterRoles.list().filter((role) => groupOfRole(role) !== undefined);
      return { group, living: listOf(operatorGroups, isOperatorGroup), namespaces, roles };
    }
    const { namespace = '' } = group.metadata;
    const csvs = ownCsvsIn(readerOfWorld(world), namespace);
    return {
      group,
      inNamespace: operatorGroups.list(namespace).length,
      csvs,
      definitions: definitionsOf(readerOfWorld(world), csvs),
      namespaces,
      ...optional({ roles: world.accountsOnly === true ? undefined : rolesByName(world) }),
      ...optional({ account: accountOf(world, group) }),
      needsAccount: world.accountsOnly ?? false,
    };
  },
  decide: decideOperatorGroup,
};

/** As a lookup: of thousands in a cluster some seven are asked for. */
function rolesByName({ caches: { clusterRoles } }: World): OperatorGroupFacts['roles'] {
  return { get: (name) => clusterRoles.get({ name }) };
}

function accountOf(world: World, { metadata, spec }: OperatorGroup): { uid?: string } | undefined {
  const { serviceAccountName: name = '' } = spec ?? {};
  if (name === '') return undefined;
  const account = world.caches.serviceAccounts.get({ namespace: metadata.namespace ?? '', name });
  return account === undefined ? undefined : optional({ uid: account.metadata.uid });
}
