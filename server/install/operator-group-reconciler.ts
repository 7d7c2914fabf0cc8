/** OperatorGroups; of one that is gone, its labels are taken away. */
import { optional } from '#lib/base/loose.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { OperatorGroup } from '#lib/olm/api/types.ts';
import { namespaceFacts, ownCsvsIn } from '#lib/olm/observed/namespace.ts';
import { isOperatorGroup } from '#lib/olm/observed/shapes.ts';
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
    if (group === undefined) return { group, living: listOf(operatorGroups, isOperatorGroup), namespaces };
    const { namespace = '' } = group.metadata;
    return {
      group,
      inNamespace: operatorGroups.list(namespace).length,
      csvs: ownCsvsIn(readerOfWorld(world), namespace),
      namespaces,
      ...optional({ account: accountOf(world, group) }),
      needsAccount: world.accountsOnly ?? false,
    };
  },
  decide: decideOperatorGroup,
};

function accountOf(world: World, { metadata, spec }: OperatorGroup): { uid?: string } | undefined {
  const { serviceAccountName: name = '' } = spec ?? {};
  if (name === '') return undefined;
  const account = world.caches.serviceAccounts.get({ namespace: metadata.namespace ?? '', name });
  return account === undefined ? undefined : optional({ uid: account.metadata.uid });
}
