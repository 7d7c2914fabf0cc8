/** What the accounts of an operator may do, by who has granted it: by the bindings that are there, whatever its CSV asks for. */
import { at } from '../../base/loose.ts';
import { grantsTo, type Grant, type Grants } from '../../k8s/rbac.ts';
import type { KubeObject } from '../../k8s/object.ts';
import type { PolicyRule } from '../api/catalog.ts';
import { OWNER_KIND_LABEL, OWNER_LABEL, OWNER_NAMESPACE_LABEL, ownerLabels } from '../api/labels.ts';
import type { ClusterServiceVersion } from '../api/types.ts';
import { permissionSummaries, type PermissionLine } from '../content/permission-words.ts';

/** Who has made a binding. `other`: an operator of that name; `someone`: whoever it was, no operator and not Kubernetes. */
export type Grantor =
  | { readonly code: 'kubernetes' | 'operator' | 'someone' }
  | { readonly code: 'other'; readonly values: { readonly name: string } };

/** One binding, and what it gives to an account. */
export interface GrantedRow {
  /** Kind and name, with the namespace that it is about; without: the whole cluster. */
  readonly binding: { readonly kind: string; readonly name: string; readonly namespace?: string };
  readonly role: { readonly kind: string; readonly name: string };
  readonly by: Grantor;
  /** Its rules come from other roles. */
  readonly isAggregated: boolean;
  /** Whether the role was found. */
  readonly isThere: boolean;
  /** All of this group have it. */
  readonly group?: string;
  readonly lines: readonly PermissionLine[];
}

/** An account of the operator and all that is granted to it: by others first, then what its own bundle brought. */
export interface GrantedAccount {
  readonly account: string;
  readonly rows: readonly GrantedRow[];
}

/** Names of the accounts that the CSV asks rights for, or that its pods run as. */
function accountsOf({ spec }: ClusterServiceVersion): string[] {
  const { permissions = [], clusterPermissions = [], deployments = [] } = spec.install.spec ?? {};
  const ofPods = deployments.flatMap((deployment) => {
    const name = at(deployment.spec, 'template', 'spec', 'serviceAccountName');
    return typeof name === 'string' && name !== '' ? [name] : ['default'];
  });
  const asked = [...permissions, ...clusterPermissions].map(({ serviceAccountName }) => serviceAccountName);
  return [...new Set([...asked, ...ofPods])].sort();
}

/** One entry an account. Bindings of all authenticated users are left out: everybody has what they give. */
export function grantedView(csv: ClusterServiceVersion, grants: Grants): GrantedAccount[] {
  const { namespace = '' } = csv.metadata;
  const own = new Set((csv.spec.customresourcedefinitions?.owned ?? []).map(({ name }) => groupOf(name)));
  return accountsOf(csv).map((account) => ({
    account,
    rows: grantsTo(grants, { namespace, name: account })
      .filter(({ group }) => group !== 'system:authenticated')
      .map((grant) => rowOf(csv, grant, { account, own }))
      .sort((a, b) => ORDER.indexOf(a.by.code) - ORDER.indexOf(b.by.code)),
  }));
}

const ORDER: readonly Grantor['code'][] = ['someone', 'other', 'operator', 'kubernetes'];

const groupOf = (definition: string): string => definition.slice(definition.indexOf('.') + 1);

function rowOf(
  csv: ClusterServiceVersion,
  { binding, role, found, rules, group }: Grant,
  { account, own }: { account: string; own: ReadonlySet<string> },
): GrantedRow {
  const { namespace, name } = binding.metadata;
  const scope = namespace === undefined ? 'cluster' : 'namespace';
  const [summary] = permissionSummaries([{ serviceAccount: account, scope, rules: rules.map(plain) }], own);
  return {
    binding: { kind: binding.kind, name, ...(namespace === undefined ? {} : { namespace }) },
    role,
    by: grantorOf(csv, binding),
    isAggregated: at(found, 'aggregationRule') !== undefined,
    isThere: found !== undefined,
    lines: summary?.lines ?? [],
    ...(group === undefined ? {} : { group }),
  };
}

/** Without what is null: the API server may say either. */
function plain(rule: Grant['rules'][number]): PolicyRule {
  const entries = Object.entries(rule).filter(([, value]) => value !== null && value !== undefined);
  return { verbs: [], ...Object.fromEntries(entries) };
}

const BOOTSTRAPPING = 'kubernetes.io/bootstrapping';

function grantorOf(
  { metadata: { name, namespace = '' } }: ClusterServiceVersion,
  binding: KubeObject,
): Grantor {
  const { labels = {} } = binding.metadata;
  if (labels[BOOTSTRAPPING] !== undefined) return { code: 'kubernetes' };
  const { [OWNER_LABEL]: owner, [OWNER_KIND_LABEL]: kind, [OWNER_NAMESPACE_LABEL]: place } = labels;
  if (owner === undefined || kind !== 'ClusterServiceVersion') return { code: 'someone' };
  const isOwn = owner === ownerLabels({ name, namespace })[OWNER_LABEL] && place === namespace;
  return isOwn ? { code: 'operator' } : { code: 'other', values: { name: owner } };
}
