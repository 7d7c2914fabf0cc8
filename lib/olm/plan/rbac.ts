/**
 * The ServiceAccounts, roles and bindings that a CSV's install strategy asks for.
 * Source: OLM `pkg/controller/registry/resolver/rbac.go` (names `<csv>-<account>-<hash>`, `<csv>-<hash>`).
 */
import type { KubeObject } from '../../k8s/object.ts';
import { hashedName, shortHash } from '../../base/hash.ts';
import { ownerLabels, PERMISSIONS_HASH_LABEL } from '../api/labels.ts';
import type { ClusterServiceVersion, StrategyPermissions } from '../api/types.ts';

const RBAC = 'rbac.authorization.k8s.io';
const RBAC_V1 = `${RBAC}/v1`;
const HASH_LENGTH = 10;

/** What accounts, roles and their names follow from (OLM 49). */
export interface CsvIdentity {
  name: string;
  namespace: string;
  spec: ClusterServiceVersion['spec'];
}

/** Names of the accounts the strategy mentions, in order; `default` exists in every namespace and is not made. */
export function strategyServiceAccounts(spec: ClusterServiceVersion['spec']): string[] {
  const strategy = spec.install.spec;
  const all = [...(strategy?.permissions ?? []), ...(strategy?.clusterPermissions ?? [])];
  return [...new Set(all.map((permission) => permission.serviceAccountName))];
}

/** ServiceAccounts, then Roles with their RoleBindings, then ClusterRoles with their ClusterRoleBindings. */
export function generatedRbac(csv: CsvIdentity): KubeObject[] {
  const strategy = csv.spec.install.spec;
  return [
    ...strategyServiceAccounts(csv.spec)
      .filter((account) => account !== 'default')
      .map((account) => serviceAccount(csv, account)),
    ...(strategy?.permissions ?? []).flatMap((permission) => namespacedPair(csv, permission)),
    ...(strategy?.clusterPermissions ?? []).flatMap((permission) => clusterPair(csv, permission)),
  ];
}

interface Pair {
  role: KubeObject;
  binding: KubeObject;
}

/**
 * The namespaced pairs only: what tenancy copies to target namespaces or promotes to the whole cluster. They grant what
 * those that are there grant, and to whom: the API server has let nobody write them who has less. What a CSV asks for is
 * anybody's who may create one.
 */
function existingPairs(csv: CsvIdentity, existing: ReadonlyMap<string, KubeObject>): Pair[] {
  return (csv.spec.install.spec?.permissions ?? []).flatMap((permission): Pair[] => {
    const [role, binding] = namespacedPair(csv, permission);
    const [there, bound] = [role, binding].map((object) => existing.get(rbacKey(object)));
    if (there === undefined || bound === undefined || !bindsRole(bound, role)) return [];
    const rules: unknown[] = Array.isArray(there['rules']) ? there['rules'] : [];
    const labels = labelsOf(csv, rules);
    return [
      {
        role: { ...role, metadata: { ...role.metadata, labels }, rules },
        binding: {
          ...binding,
          metadata: { ...binding.metadata, labels },
          subjects: Array.isArray(bound['subjects']) ? bound['subjects'] : [],
        },
      },
    ];
  });
}

/** A binding of that name may be one to another role. */
function bindsRole(binding: KubeObject, role: KubeObject): boolean {
  const to = binding['roleRef'];
  if (typeof to !== 'object' || to === null || !('kind' in to) || !('name' in to)) return false;
  return to.kind === 'Role' && to.name === role.metadata.name;
}

function serviceAccount(csv: CsvIdentity, name: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name, namespace: csv.namespace, labels: ownerLabels(csv) },
  };
}

function namespacedPair(csv: CsvIdentity, permission: StrategyPermissions): [KubeObject, KubeObject] {
  const hash = shortHash([csv.name, csv.namespace, 'namespace', permission], HASH_LENGTH);
  const name = hashedName(`${csv.name}-${permission.serviceAccountName}`, hash);
  const metadata = { name, namespace: csv.namespace, labels: labelsOf(csv, permission.rules) };
  return [
    { apiVersion: RBAC_V1, kind: 'Role', metadata, rules: permission.rules },
    {
      apiVersion: RBAC_V1,
      kind: 'RoleBinding',
      metadata,
      subjects: [subject(csv, permission)],
      roleRef: { apiGroup: RBAC, kind: 'Role', name },
    },
  ];
}

function clusterPair(csv: CsvIdentity, permission: StrategyPermissions): [KubeObject, KubeObject] {
  // Two namespaces may hold the same CSV: the namespace is in the hash, so that their ClusterRoles stay apart.
  const name = hashedName(csv.name, shortHash([csv.name, csv.namespace, 'cluster', permission], HASH_LENGTH));
  const metadata = { name, labels: labelsOf(csv, permission.rules) };
  return [
    { apiVersion: RBAC_V1, kind: 'ClusterRole', metadata, rules: permission.rules },
    {
      apiVersion: RBAC_V1,
      kind: 'ClusterRoleBinding',
      metadata,
      subjects: [subject(csv, permission)],
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name },
    },
  ];
}

function labelsOf(csv: CsvIdentity, rules: readonly unknown[]): Record<string, string> {
  return { ...ownerLabels(csv), [PERMISSIONS_HASH_LABEL]: shortHash(rules, HASH_LENGTH) };
}

function subject(csv: CsvIdentity, permission: StrategyPermissions): Record<string, string> {
  return { kind: 'ServiceAccount', name: permission.serviceAccountName, namespace: csv.namespace };
}

/**
 * What tenancy adds to the namespaced pairs that are there: for all namespaces they become ClusterRoles and ClusterRoleBindings of the same
 * name, for named targets they are copied there. The CSV's own namespace needs nothing more.
 */
export function tenancyRbac(
  csv: CsvIdentity,
  targets: readonly string[],
  { existing, copiedFromLabel }: { existing: ReadonlyMap<string, KubeObject>; copiedFromLabel: string },
): KubeObject[] {
  const pairs = existingPairs(csv, existing);
  if (targets.includes('')) return pairs.flatMap(({ role, binding }) => promoted(role, binding));
  return targets
    .filter((target) => target !== csv.namespace)
    .flatMap((target) =>
      pairs.flatMap(({ role, binding }) => [
        copiedTo(role, target, csv.namespace, copiedFromLabel),
        copiedTo(binding, target, csv.namespace, copiedFromLabel),
      ]),
    );
}

function promoted(role: KubeObject, binding: KubeObject): [KubeObject, KubeObject] {
  const { namespace: _namespace, ...metadata } = role.metadata;
  const rules: unknown[] = Array.isArray(role['rules']) ? role['rules'] : [];
  return [
    {
      apiVersion: RBAC_V1,
      kind: 'ClusterRole',
      metadata,
      rules: [...rules, { apiGroups: [''], resources: ['namespaces'], verbs: ['get', 'list', 'watch'] }],
    },
    {
      apiVersion: RBAC_V1,
      kind: 'ClusterRoleBinding',
      metadata,
      subjects: binding['subjects'],
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: metadata.name },
    },
  ];
}

function copiedTo(object: KubeObject, target: string, home: string, copiedFromLabel: string): KubeObject {
  return {
    ...object,
    metadata: {
      ...object.metadata,
      namespace: target,
      labels: { ...object.metadata.labels, [copiedFromLabel]: home },
    },
  };
}

/** Tells the objects of one CSV apart. */
export function rbacKey(object: KubeObject): string {
  return `${object.kind}/${object.metadata.namespace ?? ''}/${object.metadata.name}`;
}
