/**
 * Operators that came another way than by OLM, told by what they may do: an operator writes the objects of its kinds, so its
 * ServiceAccount has rights that name them. Whoever may do everything is not known by that.
 */
import { at, cutText, items, optional } from '../../base/loose.ts';
import type { KubeObject, Resource } from '../../k8s/object.ts';
import { grantsTo, isGranted, type Grantee, type Grants, type RbacRule } from '../../k8s/rbac.ts';
import { daemonSetView, deploymentView, type DeploymentView } from '../../k8s/workload-view.ts';
import { OWNER_LABEL } from '../api/labels.ts';
import type { ClusterServiceVersion } from '../api/types.ts';

/** A kind whose definition belongs to no CSV. */
export interface UnownedKind {
  group: string;
  plural: string;
  /** The plural where the cluster does not serve it. */
  kind: string;
  /** The one that the cluster prefers; absent where it serves none. */
  version?: string;
}

/** How a workload came, as far as it says so itself. */
export type UnmanagedOrigin =
  /** By Helm; without a release where only the chart's labels tell, as of a rendered chart. */
  | { code: 'helm'; release?: { name: string; namespace: string }; chart?: string }
  /** Another tool calls itself its manager. */
  | { code: 'managedBy'; name: string }
  /** Another object owns it. */
  | { code: 'madeBy'; kind: string; name: string }
  /** Nothing tells. */
  | { code: 'manifests' };

/** A workload that serves kinds, and that no CSV brought. */
export interface UnmanagedOperator {
  /** Deployment, StatefulSet or DaemonSet. */
  kind: string;
  namespace: string;
  name: string;
  origin: UnmanagedOrigin;
  /** What it says of itself, such as `v1.18.2`. */
  version?: string;
  status: Pick<DeploymentView, 'tone' | 'state' | 'reason' | 'ready' | 'desired'>;
  kinds: UnownedKind[];
}

/** Kinds of one API group for which no operator was found. */
export interface OrphanGroup {
  group: string;
  kinds: UnownedKind[];
}

/** What `GET /api/v1/unmanaged` answers. */
export interface Unmanaged {
  /** By namespace and name. */
  operators: UnmanagedOperator[];
  /** By group; of the whole cluster, and only where nothing is hidden: one that could not be seen may serve them. */
  orphans: OrphanGroup[];
  /** Kinds that may not be listed in the whole cluster. */
  hidden: string[];
  /** Nothing could be judged: which kinds there are, or which of them belong to a CSV, is hidden. */
  blind: boolean;
}

/** Machinery of Capstan, of OLM and of KUDO: what works on these is none of their operators. */
const MACHINERY: ReadonlySet<string> = new Set([
  ...['operators.coreos.com', 'packages.operators.coreos.com', 'olm.operatorframework.io'],
  ...['kudo.dev', 'capstan.dev'],
]);

/** Begins the labels of what an Instance of a declarative operator made. */
const DECLARATIVE_PREFIX = 'kudo.dev/';

/**
 * Kinds that belong to no CSV and no Instance, by group and name.
 * @param definitions CRDs; their metadata is enough
 * @param served what discovery tells, for kinds and versions
 */
export function unownedKinds(
  definitions: readonly KubeObject[],
  served: readonly Resource[],
  csvs: readonly ClusterServiceVersion[],
): UnownedKind[] {
  const owned = new Set(
    csvs.flatMap(({ spec }) => (spec.customresourcedefinitions?.owned ?? []).map(({ name }) => name)),
  );
  // Discovery tells the preferred version first.
  const known = new Map(served.toReversed().map((one) => [`${one.plural}.${one.group}`, one]));
  return definitions
    .filter(({ metadata }) => !owned.has(metadata.name) && !isDeclared({ metadata }))
    .map(({ metadata: { name } }) => {
      const [plural = '', ...group] = name.split('.');
      const found = known.get(name);
      return {
        ...{ group: group.join('.'), plural, kind: found?.kind ?? plural },
        ...optional({ version: found?.version }),
      };
    })
    .filter(({ group }) => !MACHINERY.has(group))
    .sort((left, right) => left.group.localeCompare(right.group) || left.kind.localeCompare(right.kind));
}

/** Made by an Instance of a declarative operator. */
function isDeclared({ metadata }: Pick<KubeObject, 'metadata'>): boolean {
  return Object.keys(metadata.labels ?? {}).some((key) => key.startsWith(DECLARATIVE_PREFIX));
}

/** Kubernetes' own roles gather the rights of people on all kinds: whoever has those works for people. */
const BOOTSTRAP_LABEL = 'kubernetes.io/bootstrapping';

/** Whether a role's rules name one of the groups, so that it can make somebody an operator. */
export function namesGroup(role: KubeObject, groups: ReadonlySet<string>): boolean {
  if (role.metadata.labels?.[BOOTSTRAP_LABEL] !== undefined) return false;
  const rules = at(role, 'rules');
  if (!Array.isArray(rules)) return false;
  return rules.some((rule: unknown) => {
    const named = at(rule, 'apiGroups');
    return Array.isArray(named) && named.some((group: unknown) => groups.has(String(group)));
  });
}

const WRITES = ['create', 'update', 'patch', 'delete', 'deletecollection'];
/** Only who works on objects writes these of them; others, which just use the kind, create and delete. */
const WORKED_ON = ['status', 'finalizers'];

/** How close the rules of an account come to a kind; `*` as a group names none. */
type Closeness = 'works' | 'writes';

function closeness(rules: readonly RbacRule[], { group, plural }: UnownedKind): Closeness | undefined {
  // Most rules are about other kinds: to judge all of them in full takes a second on a large cluster.
  const isMeant = (what: string): boolean => what.startsWith('*') || what.split('/')[0] === plural;
  const naming = rules.filter(
    ({ apiGroups, resources }) => apiGroups?.includes(group) === true && resources?.some(isMeant) === true,
  );
  if (naming.length === 0) return undefined;
  const may = (verb: string, what: string): boolean =>
    isGranted(naming, { verbs: [verb], apiGroups: [group], resources: [what] });
  const works = WORKED_ON.some((sub) => ['update', 'patch'].some((verb) => may(verb, `${plural}/${sub}`)));
  if (works) return 'works';
  return WRITES.some((verb) => may(verb, plural)) ? 'writes' : undefined;
}

/** What the account of a workload may do with the kinds. */
type Claims = ReadonlyMap<UnownedKind, Closeness>;

/**
 * Says of a workload which of the kinds its account's rights name. What a whole group of accounts may do says nothing about one.
 * @param grants those whose roles `namesGroup` are enough
 */
export function claimsOn(kinds: readonly UnownedKind[], grants: Grants): (workload: KubeObject) => Claims {
  const bindings = bindingsByAccount(grants);
  const known = new Map<string, Claims>();
  const claimsOf = (account: Grantee): Claims => {
    const own = bindings.get(accountKey(account));
    if (own === undefined) return new Map();
    const given = grantsTo({ ...grants, ...own }, account).filter(({ group }) => group === undefined);
    const rules = given.flatMap((grant) => grant.rules);
    return new Map(
      kinds.flatMap((kind) => {
        const found = closeness(rules, kind);
        return found === undefined ? [] : [[kind, found] as const];
      }),
    );
  };
  return (workload) => {
    const account = accountOf(workload);
    const key = accountKey(account);
    const claims = known.get(key) ?? claimsOf(account);
    known.set(key, claims);
    return claims;
  };
}

type Bindings = Pick<Grants, 'roleBindings' | 'clusterRoleBindings'>;

/** Those that name an account, by that: to look through all of them for each of thousands of workloads takes seconds. */
function bindingsByAccount(grants: Bindings): Map<string, { [Field in keyof Bindings]: KubeObject[] }> {
  const found = new Map<string, { roleBindings: KubeObject[]; clusterRoleBindings: KubeObject[] }>();
  for (const field of ['roleBindings', 'clusterRoleBindings'] as const) {
    for (const binding of grants[field]) {
      for (const key of new Set(
        items(at(binding, 'subjects')).map((subject) => subjectKey(subject, binding)),
      )) {
        const own = found.get(key) ?? { roleBindings: [], clusterRoleBindings: [] };
        own[field].push(binding);
        found.set(key, own);
      }
    }
  }
  return found;
}

/** As `accountKey`, also of an account that is named as a user. */
function subjectKey(subject: unknown, { metadata }: KubeObject): string {
  const name = String(at(subject, 'name'));
  if (at(subject, 'kind') === 'User') return name;
  return accountKey({ namespace: cutText(at(subject, 'namespace')) ?? metadata.namespace ?? '', name });
}

/** The user that an account is to the API server. */
function accountKey({ namespace, name }: Grantee): string {
  return `system:serviceaccount:${namespace}:${name}`;
}

function accountOf(workload: KubeObject): Grantee {
  const pods = at(workload, 'spec', 'template', 'spec');
  const name = cutText(at(pods, 'serviceAccountName')) ?? cutText(at(pods, 'serviceAccount')) ?? 'default';
  return { namespace: workload.metadata.namespace ?? '', name };
}

/** What `unmanagedOf` judges. */
export interface UnmanagedFacts {
  /** As `unownedKinds` has them. */
  kinds: readonly UnownedKind[];
  /** Deployments, StatefulSets and DaemonSets; those that claim nothing may be missing. */
  workloads: readonly KubeObject[];
  claims: (workload: KubeObject) => Claims;
  csvs: readonly ClusterServiceVersion[];
  hidden: readonly string[];
  /** Tell only what is there; what is judged is the whole cluster all the same. */
  namespace?: string | undefined;
}

/** Who serves the kinds, and which of them nobody does. */
export function unmanagedOf(facts: UnmanagedFacts): Unmanaged {
  const { kinds, workloads, claims, csvs, hidden, namespace } = facts;
  const all = workloads.map((workload) => ({ workload, claims: claims(workload) }));
  const worked = new Set(
    all.flatMap((one) => [...one.claims].flatMap(([kind, how]) => (how === 'works' ? [kind] : []))),
  );
  const isManaged = managedBy(csvs);
  const operators = all
    .filter(({ workload }) => !isManaged(workload))
    .filter(({ workload }) => namespace === undefined || workload.metadata.namespace === namespace)
    .flatMap(({ workload, claims: own }) => {
      const serves = [...own].flatMap(([kind, how]) => (how === 'works' || !worked.has(kind) ? [kind] : []));
      return serves.length === 0 ? [] : [operatorOf(workload, serves)];
    })
    .sort(
      (left, right) => left.namespace.localeCompare(right.namespace) || left.name.localeCompare(right.name),
    );
  const whole = hidden.length === 0 && namespace === undefined;
  const claimed = new Set(all.flatMap((one) => [...one.claims.keys()]));
  const orphans = Map.groupBy(whole ? kinds.filter((kind) => !claimed.has(kind)) : [], ({ group }) => group);
  return {
    operators,
    orphans: [...orphans].map(([group, of]) => ({ group, kinds: of })),
    hidden: [...hidden].sort(),
    blind: false,
  };
}

/** Whether a CSV brought a workload, or an Instance did: those have pages of their own. */
function managedBy(csvs: readonly ClusterServiceVersion[]): (workload: KubeObject) => boolean {
  const named = new Set(
    csvs.flatMap(({ metadata, spec }) =>
      (spec.install.spec?.deployments ?? []).map(({ name }) => `${metadata.namespace ?? ''}/${name}`),
    ),
  );
  return ({ kind, metadata }) =>
    metadata.labels?.[OWNER_LABEL] !== undefined ||
    (metadata.ownerReferences ?? []).some((owner) => owner.kind === 'ClusterServiceVersion') ||
    (kind === 'Deployment' && named.has(`${metadata.namespace ?? ''}/${metadata.name}`)) ||
    isDeclared({ metadata });
}

function operatorOf(workload: KubeObject, kinds: UnownedKind[]): UnmanagedOperator {
  const { kind, metadata } = workload;
  const { namespace = '', name, labels = {} } = metadata;
  const { tone, state, reason, ready, desired } =
    kind === 'DaemonSet' ? daemonSetView(workload) : deploymentView(workload);
  return {
    ...{ kind, namespace, name, kinds },
    origin: originOf(metadata),
    ...optional({ version: cutText(labels['app.kubernetes.io/version']) }),
    status: { tone, state, ready, desired, ...optional({ reason }) },
  };
}

/** Helm first: what it installs may have an owner, too. */
function originOf(metadata: KubeObject['metadata']): UnmanagedOrigin {
  const helm = helmOrigin(metadata);
  if (helm !== undefined) return helm;
  const { labels = {}, ownerReferences = [] } = metadata;
  const owner = ownerReferences.find(({ controller }) => controller === true) ?? ownerReferences[0];
  if (owner !== undefined) return { code: 'madeBy', kind: owner.kind, name: owner.name };
  const manager = cutText(labels[MANAGER_LABEL]);
  return manager === undefined ? { code: 'manifests' } : { code: 'managedBy', name: manager };
}

const MANAGER_LABEL = 'app.kubernetes.io/managed-by';

/** Source: Helm `pkg/action/validate.go` (annotations), its guide for charts (labels). */
function helmOrigin({
  namespace = '',
  labels = {},
  annotations = {},
}: KubeObject['metadata']): UnmanagedOrigin | undefined {
  const chart = cutText(labels['helm.sh/chart']);
  const name = cutText(annotations['meta.helm.sh/release-name']);
  if (name === undefined && chart === undefined && labels[MANAGER_LABEL] !== 'Helm') return undefined;
  const place = cutText(annotations['meta.helm.sh/release-namespace']) ?? namespace;
  const release = name === undefined ? undefined : { name, namespace: place };
  return { code: 'helm', ...optional({ release, chart }) };
}
