/**
 * What in a rule lets an operator reach beyond its own work. Graded so that what nearly every operator needs (starting its
 * workloads in the namespaces of others) does not drown what hands over the cluster.
 * Source: kubernetes.io "RBAC good practices" (privilege escalation risks).
 */
import type { PolicyRule } from './catalog.ts';

/** `critical`: as good as the whole cluster. `high`: others' data or programs. `notable`: common, and more than its own. */
export type Severity = 'critical' | 'high' | 'notable';

export type PermissionScope = 'namespace' | 'cluster';

export interface Risk {
  severity: Severity;
  /** What that means, in a sentence. */
  text: string;
}

interface Finding extends Risk {
  scope?: PermissionScope;
  test: (rule: PolicyRule) => boolean;
}

const has = (values: readonly string[] | undefined, wanted: string): boolean =>
  values?.includes(wanted) === true;
const some = (values: readonly string[] | undefined, wanted: readonly string[]): boolean =>
  has(values, '*') || wanted.some((one) => has(values, one));

/** By name only, so not any object of the kind. */
const isNamed = (rule: PolicyRule): boolean => (rule.resourceNames ?? []).length > 0;

const READ = ['get', 'list', 'watch'];
const WRITE = ['create', 'update', 'patch'];
const EDIT = ['update', 'patch'];
const DELETE = ['delete', 'deletecollection'];

/** A test for rules on any object of these kinds. */
function on(group: string, resources: readonly string[], verbs: readonly string[]): Finding['test'] {
  return (rule) =>
    !isNamed(rule) &&
    some(rule.apiGroups, [group]) &&
    some(rule.resources, resources) &&
    some(rule.verbs, verbs);
}

/** As `on`, not by a wildcard for the verb. */
function onStated(group: string, resources: readonly string[], verb: string): Finding['test'] {
  return (rule) => on(group, resources, [verb])(rule) && (has(rule.verbs, verb) || onKinds(rule, resources));
}

/** Names the kinds, instead of all there are. */
const onKinds = (rule: PolicyRule, resources: readonly string[]): boolean =>
  resources.some((resource) => has(rule.resources, resource));

const RBAC = 'rbac.authorization.k8s.io';
const ROLES = ['roles', 'clusterroles'];
const BINDINGS = ['rolebindings', 'clusterrolebindings'];
const WORKLOADS = ['deployments', 'statefulsets', 'daemonsets', 'replicasets'];

/** Says all there is to say of a rule; worst first. */
const COMPLETE: readonly Finding[] = [
  {
    severity: 'critical',
    scope: 'cluster',
    test: (rule) => has(rule.verbs, '*') && has(rule.resources, '*') && has(rule.apiGroups, '*'),
    text: 'Everything in the whole cluster: as powerful as its administrator.',
  },
  {
    severity: 'high',
    scope: 'namespace',
    test: (rule) => has(rule.verbs, '*') && has(rule.resources, '*') && has(rule.apiGroups, '*'),
    text: 'Everything in the namespaces it watches.',
  },
];

const FINDINGS: readonly Finding[] = [
  {
    severity: 'critical',
    test: on('', ['users', 'groups'], ['impersonate']),
    text: 'Can act as other users.',
  },
  {
    severity: 'critical',
    scope: 'cluster',
    test: onStated('', ['serviceaccounts'], 'impersonate'),
    text: 'Can act as any ServiceAccount.',
  },
  {
    severity: 'critical',
    scope: 'cluster',
    test: (rule) => on(RBAC, ROLES, ['escalate'])(rule) || on(RBAC, [...ROLES, ...BINDINGS], ['bind'])(rule),
    text: 'Can give itself and others any right.',
  },
  {
    severity: 'critical',
    scope: 'cluster',
    test: on('', ['serviceaccounts/token'], ['create']),
    text: 'Can make tokens of any ServiceAccount, and so act as it.',
  },
  {
    severity: 'critical',
    scope: 'cluster',
    test: on('', ['nodes/proxy'], [...READ, ...WRITE]),
    text: 'Reaches every container of every node, past the API server.',
  },
  {
    severity: 'critical',
    scope: 'cluster',
    test: on('certificates.k8s.io', ['certificatesigningrequests/approval'], EDIT),
    text: 'Approves certificates, and so can make identities.',
  },
  {
    severity: 'high',
    scope: 'namespace',
    test: (rule) => on(RBAC, ROLES, ['escalate'])(rule) || on(RBAC, [...ROLES, ...BINDINGS], ['bind'])(rule),
    text: 'Can give itself and others any right in the namespaces it watches.',
  },
  {
    severity: 'high',
    scope: 'cluster',
    test: on('', ['secrets'], READ),
    text: 'Reads the secrets of every namespace.',
  },
  {
    severity: 'high',
    scope: 'cluster',
    test: on('', ['pods/exec', 'pods/attach', 'pods/ephemeralcontainers'], ['get', ...WRITE]),
    text: 'Can run commands inside any pod.',
  },
  {
    severity: 'high',
    scope: 'cluster',
    test: on('', ['nodes'], [...EDIT, ...DELETE]),
    text: 'Changes the nodes of the cluster.',
  },
  {
    severity: 'high',
    scope: 'cluster',
    test: on(
      'admissionregistration.k8s.io',
      ['validatingwebhookconfigurations', 'mutatingwebhookconfigurations'],
      WRITE,
    ),
    text: 'Can see and change what others send to the cluster, by webhooks.',
  },
  {
    severity: 'high',
    scope: 'cluster',
    test: on('apiregistration.k8s.io', ['apiservices'], WRITE),
    text: 'Can take the place of other APIs of the cluster.',
  },
  {
    severity: 'high',
    scope: 'cluster',
    test: on('apiextensions.k8s.io', ['customresourcedefinitions'], DELETE),
    text: 'Deletes kinds of the cluster, and with them all their objects.',
  },
  {
    severity: 'high',
    scope: 'cluster',
    test: on('', ['namespaces'], DELETE),
    text: 'Deletes namespaces with all that is in them.',
  },
  {
    severity: 'high',
    test: (rule) =>
      ['security.openshift.io', 'policy'].some((group) => some(rule.apiGroups, [group])) &&
      some(rule.resources, ['securitycontextconstraints', 'podsecuritypolicies']) &&
      some(rule.verbs, ['use']) &&
      (!isNamed(rule) || (rule.resourceNames ?? []).some((name) => /privileged|anyuid|host/.test(name))),
    text: 'May run containers that the rules for pods would refuse.',
  },
  {
    severity: 'notable',
    scope: 'cluster',
    test: on(RBAC, [...ROLES, ...BINDINGS], WRITE),
    text: 'Changes who may do what, up to the rights it has itself.',
  },
  {
    severity: 'notable',
    scope: 'cluster',
    test: on('apiextensions.k8s.io', ['customresourcedefinitions'], EDIT),
    text: 'Changes kinds of the cluster, those of others too.',
  },
  {
    severity: 'notable',
    scope: 'cluster',
    test: (rule) =>
      on('', ['pods', 'replicationcontrollers'], ['create'])(rule) ||
      on('apps', WORKLOADS, ['create'])(rule) ||
      on('batch', ['jobs', 'cronjobs'], ['create'])(rule),
    text: 'Starts containers in any namespace, as any ServiceAccount there.',
  },
  {
    severity: 'notable',
    scope: 'cluster',
    test: on('', ['secrets'], [...EDIT, ...DELETE]),
    text: 'Changes the secrets of every namespace.',
  },
  {
    severity: 'notable',
    scope: 'cluster',
    test: on('', ['pods/log'], READ),
    text: 'Reads the logs of any pod.',
  },
  {
    severity: 'notable',
    scope: 'namespace',
    test: on('', ['pods/exec', 'pods/attach', 'pods/ephemeralcontainers'], ['get', ...WRITE]),
    text: 'Can run commands inside the pods of the namespaces it watches.',
  },
  {
    severity: 'notable',
    test: (rule) => has(rule.resources, '*') && !isNamed(rule),
    text: 'All kinds of these API groups, future ones too.',
  },
  {
    severity: 'notable',
    test: (rule) => has(rule.nonResourceURLs, '*'),
    text: 'Every path of the API server that is no resource.',
  },
];

const ORDER: readonly Severity[] = ['critical', 'high', 'notable'];

export function compareSeverity(a: Severity | undefined, b: Severity | undefined): number {
  const rank = (severity: Severity | undefined): number =>
    severity === undefined ? ORDER.length : ORDER.indexOf(severity);
  return rank(a) - rank(b);
}

/**
 * Worst first. @param own API groups of the kinds that the operator itself brings: there nothing it does is a risk
 */
export function risksOf(
  rule: PolicyRule,
  scope: PermissionScope,
  own: ReadonlySet<string> = new Set(),
): Risk[] {
  const groups = rule.apiGroups ?? [];
  if (groups.length > 0 && groups.every((group) => own.has(group))) return [];
  const fits = (finding: Finding): boolean => (finding.scope ?? scope) === scope && finding.test(rule);
  const complete = COMPLETE.find(fits);
  const found = complete === undefined ? FINDINGS.filter(fits) : [complete];
  return found.map(({ severity, text }) => ({ severity, text }));
}
