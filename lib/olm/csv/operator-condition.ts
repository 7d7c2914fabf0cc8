/**
 * OperatorConditions (OLM 73): an object per CSV in which the operator says of itself whether it may be upgraded now, and an
 * administrator what holds instead.
 * Source: OLM `pkg/controller/operators/operatorcondition*_controller.go`, `olm/operatorconditions.go`.
 */
import { findCondition } from '../../k8s/conditions.ts';
import type { Condition, KubeObject } from '../../k8s/object.ts';
import { resources } from '../../k8s/resources.ts';
import { rfc3339 } from '../../base/time.ts';
import { shortHash } from '../../base/hash.ts';
import { componentLabel, csvOwnerReference, ownerLabels } from '../api/labels.ts';
import type { Action, Decision } from '../plan/decision.ts';
import type { ClusterServiceVersion } from '../api/types.ts';
import { packageOfCsv } from '../subscription/orphans.ts';

const RBAC = 'rbac.authorization.k8s.io';
const HASH_LENGTH = 10;
/** On the RoleBinding: whom it binds, to be seen by its metadata. */
const SUBJECTS_LABEL = 'capstan.dev/subjects';
const { group, version, kind, plural } = resources.operatorConditions;

/** The object of a CSV's name in which operator and administrator say what holds; v1 has no `conditions` in its spec. */
export interface OperatorCondition extends KubeObject {
  spec?: {
    serviceAccounts?: string[];
    deployments?: string[];
    /** What the operator says; only of version v2. */
    conditions?: Condition[];
    /** What an administrator says instead. */
    overrides?: Condition[];
  };
  status?: { conditions?: Condition[] };
}

/** As it is applied; what operators and administrators say in it stays theirs. */
export function wantedCondition(csv: ClusterServiceVersion): OperatorCondition {
  const { name, namespace = '', uid = '' } = csv.metadata;
  return {
    apiVersion: `${group}/${version}`,
    kind,
    metadata: {
      name,
      namespace,
      labels: { ...ownerLabels({ name, namespace }), ...belongs(csv) },
      ownerReferences: [{ ...csvOwnerReference({ name, uid }), controller: true }],
    },
    spec: { serviceAccounts: accounts(csv), deployments: deployments(csv) },
  };
}

/** It is listed with its Operator, as upstream adopts it (OLM 81). */
function belongs(csv: ClusterServiceVersion): Record<string, string> {
  const packageName = packageOfCsv(csv);
  return packageName === undefined ? {} : { [componentLabel(packageName, csv.metadata.namespace ?? '')]: '' };
}

/** Upstream's order, twice what is named twice: a hand-over between the two controllers must change nothing (OLM 85). */
function accounts({ spec }: ClusterServiceVersion): string[] {
  const { clusterPermissions = [], permissions = [] } = spec.install.spec ?? {};
  const named = [...clusterPermissions, ...permissions].map((permission) => permission.serviceAccountName);
  return named.length === 0 ? ['default'] : named;
}

function deployments({ spec }: ClusterServiceVersion): string[] {
  return (spec.install.spec?.deployments ?? []).map((deployment) => deployment.name);
}

/** Whether the CSV's OperatorCondition belongs to it, by its labels too, and names its accounts and Deployments; what it says does not count. */
export function isConditionInPlace(
  csv: ClusterServiceVersion,
  existing: OperatorCondition | undefined,
): boolean {
  if (existing === undefined || existing.metadata.deletionTimestamp !== undefined) return false;
  const { serviceAccounts = [], deployments: names = [] } = existing.spec ?? {};
  const wanted = wantedCondition(csv).spec;
  return (
    isOf(csv, existing) && same(serviceAccounts, wanted?.serviceAccounts) && same(names, wanted?.deployments)
  );
}

const isOf = (csv: ClusterServiceVersion, { metadata }: OperatorCondition): boolean =>
  metadata.ownerReferences?.some(({ uid }) => uid === csv.metadata.uid) === true &&
  Object.keys(belongs(csv)).every((label) => metadata.labels?.[label] !== undefined);

const same = (a: readonly string[], b: readonly string[] | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b ?? []);

/** The right to read and write this one object, for the operator's accounts. */
export function conditionRbac(condition: OperatorCondition): [role: KubeObject, binding: KubeObject] {
  const { name, namespace = '', uid = '' } = condition.metadata;
  const subjects = (condition.spec?.serviceAccounts ?? []).map((account) => ({
    kind: 'ServiceAccount',
    name: account,
    namespace,
  }));
  const metadata = {
    name,
    namespace,
    labels: ownerLabels({ name, namespace }),
    ownerReferences: [
      {
        apiVersion: condition.apiVersion,
        kind,
        name,
        uid,
        controller: true,
        blockOwnerDeletion: false,
      },
    ],
  };
  const rules = [
    { apiGroups: [group], resources: [plural], resourceNames: [name], verbs: ['get', 'update', 'patch'] },
  ];
  const labels = { ...metadata.labels, [SUBJECTS_LABEL]: shortHash(subjects, HASH_LENGTH) };
  return [
    { apiVersion: `${RBAC}/v1`, kind: 'Role', metadata, rules },
    {
      apiVersion: `${RBAC}/v1`,
      kind: 'RoleBinding',
      metadata: { ...metadata, labels },
      subjects,
      roleRef: { apiGroup: RBAC, kind: 'Role', name },
    },
  ];
}

/** Whether a Role or RoleBinding of `conditionRbac` is there, judged by its metadata. */
export function isRbacInPlace(wanted: KubeObject, existing: KubeObject | undefined): boolean {
  if (existing === undefined || existing.metadata.deletionTimestamp !== undefined) return false;
  const [owner] = wanted.metadata.ownerReferences ?? [];
  const owned = existing.metadata.ownerReferences?.some(({ uid }) => uid === owner?.uid) ?? false;
  const label = wanted.metadata.labels?.[SUBJECTS_LABEL];
  return owned && existing.metadata.labels?.[SUBJECTS_LABEL] === label;
}

/**
 * What the operator says, as what holds. Operators of version v1 write the status themselves: what `spec` does not name
 * stays as it is.
 * @param now Unix ms.
 * @returns the very same object when it says nothing new.
 */
export function conditionStatus(condition: OperatorCondition, now: number): OperatorCondition['status'] {
  const { generation = 1 } = condition.metadata;
  const old = condition.status?.conditions ?? [];
  const stated = (condition.spec?.conditions ?? []).filter(({ type, status }) => {
    const known = findCondition(old, type);
    return known?.status !== status || known.observedGeneration !== generation;
  });
  if (stated.length === 0) return condition.status;
  const next = stated.map(({ type, status, reason = '', message = '' }): Condition => {
    const known = findCondition(old, type);
    const since = known?.status === status ? known.lastTransitionTime : undefined;
    const lastTransitionTime = since ?? rfc3339(now);
    return { type, status, reason, message, lastTransitionTime, observedGeneration: generation };
  });
  const types = new Set(stated.map(({ type }) => type));
  return { ...condition.status, conditions: [...old.filter(({ type }) => !types.has(type)), ...next] };
}

/** What deciding about an OperatorCondition looks at: the objects of its name beside it. */
export interface OperatorConditionFacts {
  condition: OperatorCondition;
  csv: KubeObject | undefined;
  role: KubeObject | undefined;
  binding: KubeObject | undefined;
}

/** Gives the operator the right to write its condition, and takes over what it says in it. `now`: unix ms. */
export function decideOperatorCondition(
  facts: OperatorConditionFacts,
  now: number,
): Decision<NonNullable<OperatorCondition['status']>> {
  return {
    status: conditionStatus(facts.condition, now),
    actions: isOfLivingCsv(facts) ? missingRights(facts) : [],
  };
}

/** Whoever may only write OperatorConditions must not get Roles of any name by way of us. */
function isOfLivingCsv({ csv, condition }: OperatorConditionFacts): boolean {
  if (csv === undefined || csv.metadata.deletionTimestamp !== undefined) return false;
  return condition.metadata.ownerReferences?.some((owner) => owner.uid === csv.metadata.uid) ?? false;
}

function missingRights({ condition, role, binding }: OperatorConditionFacts): Action[] {
  const [wantedRole, wantedBinding] = conditionRbac(condition);
  const pairs = [
    { resource: resources.roles, object: wantedRole, existing: role },
    { resource: resources.roleBindings, object: wantedBinding, existing: binding },
  ];
  return pairs
    .filter(({ object, existing }) => !isRbacInPlace(object, existing))
    .map(({ resource, object }) => ({ kind: 'apply', resource, object }));
}

/** Why the operator must not be replaced now; undefined when nothing speaks against it. */
export function upgradeRefusal(condition: OperatorCondition | undefined): string | undefined {
  if (condition === undefined) return undefined;
  const override = findCondition(condition.spec?.overrides, 'Upgradeable');
  if (override !== undefined) return override.status === 'True' ? undefined : refusal(override);
  const said = findCondition(condition.status?.conditions, 'Upgradeable');
  if (said === undefined) return undefined;
  const { status, observedGeneration = 0 } = said;
  if (observedGeneration !== (condition.metadata.generation ?? 1)) {
    return `operator is not upgradeable: the operatorcondition status "Upgradeable"="${status}" is outdated`;
  }
  return status === 'False' ? refusal(said) : undefined;
}

function refusal({ reason = '', message = '' }: Condition): string {
  return `operator is not upgradeable: the operator is not upgradeable: ${message === '' ? reason : message}`;
}
