/** ClusterRoles of OperatorGroups and of the APIs under them; those of a group that is gone are taken away. */
import { resources } from '#lib/k8s/resources.ts';
import type { OperatorGroup } from '#lib/olm/api/types.ts';
import { definitionsOf, ownCsvsIn } from '#lib/olm/observed/namespace.ts';
import { isOperatorGroup } from '#lib/olm/observed/shapes.ts';
import { groupOfRole } from '#lib/olm/tenancy/api-roles.ts';
import {
  decideGroupRoles,
  type GoneGroupRoleFacts,
  type GroupRoleFacts,
} from '#lib/olm/tenancy/decide-roles.ts';
import type { Kind } from '../reconcile.ts';
import { listOf, readerOfWorld } from '../world.ts';

export const groupRolesKind: Kind<
  OperatorGroup,
  GroupRoleFacts | GoneGroupRoleFacts,
  NonNullable<OperatorGroup['status']>
> = {
  controller: 'grouproles',
  resource: resources.operatorGroups,
  isValid: isOperatorGroup,
  observe({ world, object: group }) {
    // With the rights of accounts alone it makes none.
    if (world.accountsOnly === true) return undefined;
    const { operatorGroups, clusterRoles } = world.caches;
    if (group === undefined) {
      const roles = clusterRoles.list().filter((role) => groupOfRole(role) !== undefined);
      return { group, living: listOf(operatorGroups, isOperatorGroup), roles };
    }
    const csvs = ownCsvsIn(readerOfWorld(world), group.metadata.namespace ?? '');
    const definitions = definitionsOf(readerOfWorld(world), csvs);
    // As a lookup: of thousands in a cluster some seven are asked for.
    const { apiServices } = world.caches;
    return {
      ...{ group, csvs, definitions, roles: { get: (name) => clusterRoles.get({ name }) } },
      apiServices: { get: (name) => apiServices.get({ name }) },
    };
  },
  decide: decideGroupRoles,
};
