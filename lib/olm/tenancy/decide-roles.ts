/**
 * Which ClusterRoles of a group and of the APIs under it are to be made, and which are to go (OLM 77, 78). Apart from the
 * group itself, as nothing of an install waits for them.
 */
import type { KubeObject } from '../../k8s/object.ts';
import { resources } from '../../k8s/resources.ts';
import type { Action, Decision } from '../plan/decision.ts';
import type { OperatorGroup } from '../api/types.ts';
import {
  groupOfRole,
  groupRoles,
  isSameRole,
  ownerOfRoles,
  wantedRoles,
  type RoleFacts,
} from './api-roles.ts';
import { providersAmong } from './provided.ts';

/** A group, the CSVs of its namespace, and the roles that there are, by name. */
export interface GroupRoleFacts extends RoleFacts {
  roles: Pick<ReadonlyMap<string, KubeObject>, 'get'>;
}

/** One is gone: which are left, and the ClusterRoles that bear the labels of some group. */
export interface GoneGroupRoleFacts {
  group: undefined;
  living: readonly OperatorGroup[];
  roles: readonly KubeObject[];
}

/** Roles that say already what they are to say are left alone; those of APIs go with their definition. */
export function decideGroupRoles(
  facts: GroupRoleFacts | GoneGroupRoleFacts,
): Decision<NonNullable<OperatorGroup['status']>> {
  if (facts.group === undefined) return { actions: strayRoles(facts) };
  const { group, csvs, roles } = facts;
  const there = ({ metadata }: KubeObject): KubeObject | undefined => roles.get(metadata.name);
  if (group.metadata.deletionTimestamp !== undefined) {
    const own = groupRoles(group).flatMap((role) => there(role) ?? []);
    return { actions: own.filter((role) => groupOfRole(role) === ownerOfRoles(group)).map(deleted) };
  }
  const missing = wantedRoles({ ...facts, csvs: providersAmong(csvs) }).filter(
    (wanted) => !isSameRole(there(wanted), wanted),
  );
  return { actions: missing.map((object) => ({ kind: 'apply', resource: resources.clusterRoles, object })) };
}

function strayRoles({ living, roles }: GoneGroupRoleFacts): Action[] {
  const owners = new Set(living.map(ownerOfRoles));
  return roles.filter((role) => !owners.has(groupOfRole(role) ?? '')).map(deleted);
}

function deleted({ metadata: { name, uid = '' } }: KubeObject): Action {
  return { kind: 'delete', resource: resources.clusterRoles, ref: { name }, uid };
}
