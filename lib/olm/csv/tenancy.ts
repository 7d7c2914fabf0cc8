/** What the OperatorGroup means for a CSV: whether it may run, and which rights it needs beyond its namespace. */
import type { ObjectWrite } from '../plan/decision.ts';
import { resources } from '../../k8s/resources.ts';
import { refTo, type KubeObject } from '../../k8s/object.ts';
import type { CsvReason } from '../api/vocabulary.ts';
import type { GroupTargets } from '../plan/objects.ts';
import { to, type CsvFacts, type CsvStep, type CsvTransition } from './facts.ts';
import { providedApisOf } from '../tenancy/provided.ts';
import { meet, unsupportedTargets } from '../tenancy/targets.ts';
import { COPIED_FROM_LABEL, PROVIDED_APIS_ANNOTATION } from '../api/labels.ts';
import { rbacKey, tenancyRbac } from '../plan/rbac.ts';

/** OLM 61, 63, 64: exactly one OperatorGroup, whose targets the operator supports, and no other that provides the same. */
export function stepOfGroups(facts: CsvFacts): CsvStep | undefined {
  const { phase, reason = '', message } = facts.csv.status ?? {};
  const refusal = groupRefusal(facts);
  if (refusal === undefined) {
    const recovery = phase === 'Failed' ? GROUP_RECOVERIES.get(reason) : undefined;
    return recovery === undefined
      ? undefined
      : { actions: [], next: to('Pending', 'RequirementsUnknown', recovery) };
  }
  const actions = TAKES_PODS_AWAY.has(refusal.reason) ? strayDeployments(facts) : [];
  const isSaid = phase === refusal.phase && reason === refusal.reason && message === refusal.message;
  return isSaid ? { actions } : { actions, next: refusal };
}

/** OLM 76: what the operator provides is known before anything of it is there, so that nobody else begins the same. */
export function claimedApis({ csv, groups: [group] }: CsvFacts): ObjectWrite[] {
  const { namespace = '' } = csv.metadata;
  const said = group?.providedApis ?? [];
  const own = providedApisOf(csv).filter((api) => !said.includes(api));
  const isDue = UNDER_WAY.has(csv.status?.phase ?? '') && group?.isStatic !== true;
  if (group === undefined || own.length === 0 || !isDue) return [];
  const object: KubeObject = {
    ...{ apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup' },
    metadata: { name: group.name, namespace },
  };
  const apis = [...new Set([...said, ...own])].sort().join(',');
  const metadata = { annotations: { [PROVIDED_APIS_ANNOTATION]: apis } };
  return [{ kind: 'patch', resource: resources.operatorGroups, object, metadata }];
}

/** Of one that runs the group says it by itself. */
const UNDER_WAY: ReadonlySet<string> = new Set(['', 'Pending', 'InstallReady', 'Installing']);

const TAKES_PODS_AWAY: ReadonlySet<CsvReason> = new Set<CsvReason>([
  'InterOperatorGroupOwnerConflict',
  'CannotModifyStaticOperatorGroupProvidedAPIs',
]);

/** Reasons that end when the OperatorGroups fit again, and what is said then. */
const GROUP_RECOVERIES: ReadonlyMap<string, string> = new Map<CsvReason, string>([
  ...(
    ['NoOperatorGroup', 'TooManyOperatorGroups', 'NoTargetNamespaces', 'UnsupportedOperatorGroup'] as const
  ).map((reason): [CsvReason, string] => [reason, 'InstallModes now support target namespaces']),
  ['InterOperatorGroupOwnerConflict', 'OperatorGroup no longer intersecting with conflicting owner'],
  [
    'CannotModifyStaticOperatorGroupProvidedAPIs',
    'static OperatorGroup and intersecting groups now support providedAPIs',
  ],
]);

/** Why the OperatorGroups do not let the CSV run (OLM 61, 63, 64). */
function groupRefusal(facts: CsvFacts): CsvTransition | undefined {
  const { csv, groups } = facts;
  const [group, second] = groups;
  if (group === undefined) return to('Failed', 'NoOperatorGroup', 'csv in namespace with no operatorgroups');
  if (second !== undefined) {
    const message = "csv created in namespace with multiple operatorgroups, can't pick one automatically";
    return to('Failed', 'TooManyOperatorGroups', message);
  }
  if (group.targets.length === 0) {
    const message = 'no targetNamespaces are matched operatorgroups namespace selection';
    return to('Failed', 'NoTargetNamespaces', message);
  }
  const { installModes = [] } = csv.spec;
  if (new Set(installModes.map(({ type }) => type)).size < installModes.length) {
    const modes = installModes.map(({ type, supported }) => `{${type} ${String(supported)}}`).join(' ');
    const message = `InstallMode list contains duplicates, cannot make set: [${modes}]`;
    return to('Failed', 'InvalidInstallModes', message);
  }
  const why = unsupportedTargets(installModes, csv.metadata.namespace ?? '', group.targets);
  return why === undefined ? apiConflict(facts, group) : to('Failed', 'UnsupportedOperatorGroup', why);
}

/**
 * OLM 64: what others provide for the same namespaces, and lists of APIs that are not ours to change. Of two groups that
 * both say they provide an API the younger gives way: both would come and go for ever.
 */
function apiConflict({ csv, rivals = [] }: CsvFacts, group: GroupTargets): CsvTransition | undefined {
  const own = providedApisOf(csv);
  const said = new Set(group.providedApis);
  const isSaid = own.every((api) => said.has(api));
  const conflicting = rivals.filter(
    (rival) => meet(rival.targets, group.targets) && own.some((api) => rival.apis.includes(api)),
  );
  if (group.isStatic === true && isSaid === conflicting.length > 0) {
    const message = 'static provided api operatorgroup cannot be modified by these apis';
    return to('Failed', 'CannotModifyStaticOperatorGroupProvidedAPIs', message);
  }
  if (!conflicting.some((rival) => !isSaid || rival.isOlder)) return undefined;
  const message = 'intersecting operatorgroups provide the same apis';
  return to('Failed', 'InterOperatorGroupOwnerConflict', message);
}

/** OLM 64: a CSV that the OperatorGroups keep from its APIs must not serve them. */
function strayDeployments({ csv, deployments }: CsvFacts): ObjectWrite[] {
  return [...deployments.values()]
    .filter(({ metadata }) => metadata.ownerReferences?.some(({ uid }) => uid === csv.metadata.uid) === true)
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .map((object): ObjectWrite => ({
      kind: 'delete',
      resource: resources.deployments,
      ref: refTo(object),
      uid: object.metadata.uid ?? '',
    }));
}

/** OLM 79: roles beyond the operator's own namespace that are not there yet. */
export function missingTenancy(facts: CsvFacts): ObjectWrite[] {
  const { csv, groups, rbac } = facts;
  const identity = { name: csv.metadata.name, namespace: csv.metadata.namespace ?? '', spec: csv.spec };
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
