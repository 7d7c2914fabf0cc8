/** What the OperatorGroup means for a CSV: whether it may run, and which rights it needs beyond its namespace. */
import type { ObjectWrite } from '../plan/decision.ts';
import { resources } from '../../k8s/resources.ts';
import { to, type CsvFacts, type CsvTransition } from './facts.ts';
import { unsupportedTargets } from '../tenancy/targets.ts';
import { COPIED_FROM_LABEL } from '../api/labels.ts';
import { rbacKey, tenancyRbac } from '../plan/rbac.ts';

/** Reasons that end when the OperatorGroup fits again. */
export const GROUP_REASONS: ReadonlySet<string> = new Set([
  'NoOperatorGroup',
  'TooManyOperatorGroups',
  'UnsupportedOperatorGroup',
]);

/** Why the OperatorGroups of the namespace do not let the CSV run (OLM 63). */
export function groupRefusal({ csv, groups }: CsvFacts): CsvTransition | undefined {
  const [group, second] = groups;
  if (group === undefined) return to('Failed', 'NoOperatorGroup', 'csv in namespace with no operatorgroups');
  if (second !== undefined) {
    const message = "csv created in namespace with multiple operatorgroups, can't pick one automatically";
    return to('Failed', 'TooManyOperatorGroups', message);
  }
  const why = unsupportedTargets(csv.spec.installModes, csv.metadata.namespace ?? '', group.targets);
  return why === undefined ? undefined : to('Failed', 'UnsupportedOperatorGroup', why);
}

/** OLM 79: roles beyond the operator's own namespace that are not there yet. */
export function missingTenancy(facts: CsvFacts): ObjectWrite[] {
  const { csv, groups, rbac } = facts;
  const identity = { name: csv.metadata.name ?? '', namespace: csv.metadata.namespace ?? '', spec: csv.spec };
  const targets = groups[0]?.targets ?? [];
  return tenancyRbac(identity, targets, { existing: rbac, copiedFromLabel: COPIED_FROM_LABEL })
    .filter((object) => !rbac.has(rbacKey(object)))
    .map((object): ObjectWrite => ({ kind: 'apply', resource: rbacResource(object.kind), object }));
}

function rbacResource(
  kind: string,
): (typeof resources)['roles' | 'clusterRoles' | 'roleBindings' | 'clusterRoleBindings'] {
  if (kind === 'ClusterRole') return resources.clusterRoles;
  if (kind === 'ClusterRoleBinding') return resources.clusterRoleBindings;
  return kind === 'Role' ? resources.roles : resources.roleBindings;
}
