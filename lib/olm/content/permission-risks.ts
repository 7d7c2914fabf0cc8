/**
 * What in a rule lets an operator reach beyond its own work. Graded so that what nearly every operator needs (starting its
 * workloads in the namespaces of others) does not drown what hands over the cluster.
 * Source: kubernetes.io "RBAC good practices" (privilege escalation risks).
 */
import type { PolicyRule } from '../api/catalog.ts';

/** `critical`: as good as the whole cluster. `high`: others' data or programs. `notable`: common, and more than its own. */
export type Severity = 'critical' | 'high' | 'notable';

/** How far a rule reaches: the namespaces that the operator watches, or the whole cluster. */
export type PermissionScope = 'namespace' | 'cluster';

/** What somebody with the permission could do. The texts are under `rights.risk`. */
export type RiskCode =
  | 'accounts'
  | 'allKinds'
  | 'apis'
  | 'certificates'
  | 'changesCrds'
  | 'changesSecrets'
  | 'commands'
  | 'commandsWatched'
  | 'containers'
  | 'deletesCrds'
  | 'deletesNamespaces'
  | 'everything'
  | 'everythingWatched'
  | 'grants'
  | 'grantsWatched'
  | 'logs'
  | 'nodeProxy'
  | 'nodes'
  | 'paths'
  | 'privileged'
  | 'rbac'
  | 'readsSecrets'
  | 'tokens'
  | 'users'
  | 'webhooks';

/** Why a rule asks for a second look. */
export interface Risk {
  severity: Severity;
  code: RiskCode;
}

type Test = (rule: PolicyRule) => boolean;

interface Finding extends Risk {
  /** Where it is one; absent: everywhere. */
  scope?: PermissionScope;
  test: Test;
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
function on(group: string, resources: readonly string[], verbs: readonly string[]): Test {
  return (rule) =>
    !isNamed(rule) &&
    some(rule.apiGroups, [group]) &&
    some(rule.resources, resources) &&
    some(rule.verbs, verbs);
}

/** As `on`, not by a wildcard for the verb. */
function onStated(group: string, resources: readonly string[], verb: string): Test {
  return (rule) => on(group, resources, [verb])(rule) && (has(rule.verbs, verb) || onKinds(rule, resources));
}

/** Names the kinds, instead of all there are. */
const onKinds = (rule: PolicyRule, resources: readonly string[]): boolean =>
  resources.some((resource) => has(rule.resources, resource));

const RBAC = 'rbac.authorization.k8s.io';
const ROLES = ['roles', 'clusterroles'];
const RIGHTS = [...ROLES, 'rolebindings', 'clusterrolebindings'];
const WORKLOADS = ['deployments', 'statefulsets', 'daemonsets', 'replicasets'];

const grantsRights: Test = (rule) => on(RBAC, ROLES, ['escalate'])(rule) || on(RBAC, RIGHTS, ['bind'])(rule);
const isEverything: Test = (rule) =>
  has(rule.verbs, '*') && has(rule.resources, '*') && has(rule.apiGroups, '*');
const runsCommands = on('', ['pods/exec', 'pods/attach', 'pods/ephemeralcontainers'], ['get', ...WRITE]);

type Make = (severity: Severity, code: RiskCode, test: Test) => Finding;
const anywhere: Make = (severity, code, test) => ({ severity, code, test });
const inCluster: Make = (...finding) => ({ ...anywhere(...finding), scope: 'cluster' });
const inNamespaces: Make = (...finding) => ({ ...anywhere(...finding), scope: 'namespace' });

/** Says all there is to say of a rule; worst first. */
const COMPLETE: readonly Finding[] = [
  inCluster('critical', 'everything', isEverything),
  inNamespaces('high', 'everythingWatched', isEverything),
];

const FINDINGS: readonly Finding[] = [
  anywhere('critical', 'users', on('', ['users', 'groups'], ['impersonate'])),
  inCluster('critical', 'accounts', onStated('', ['serviceaccounts'], 'impersonate')),
  inCluster('critical', 'grants', grantsRights),
  inCluster('critical', 'tokens', on('', ['serviceaccounts/token'], ['create'])),
  inCluster('critical', 'nodeProxy', on('', ['nodes/proxy'], [...READ, ...WRITE])),
  inCluster(
    'critical',
    'certificates',
    on('certificates.k8s.io', ['certificatesigningrequests/approval'], EDIT),
  ),
  inNamespaces('high', 'grantsWatched', grantsRights),
  inCluster('high', 'readsSecrets', on('', ['secrets'], READ)),
  inCluster('high', 'commands', runsCommands),
  inCluster('high', 'nodes', on('', ['nodes'], [...EDIT, ...DELETE])),
  inCluster(
    'high',
    'webhooks',
    on(
      'admissionregistration.k8s.io',
      ['validatingwebhookconfigurations', 'mutatingwebhookconfigurations'],
      WRITE,
    ),
  ),
  inCluster('high', 'apis', on('apiregistration.k8s.io', ['apiservices'], WRITE)),
  inCluster('high', 'deletesCrds', on('apiextensions.k8s.io', ['customresourcedefinitions'], DELETE)),
  inCluster('high', 'deletesNamespaces', on('', ['namespaces'], DELETE)),
  anywhere(
    'high',
    'privileged',
    (rule) =>
      ['security.openshift.io', 'policy'].some((group) => some(rule.apiGroups, [group])) &&
      some(rule.resources, ['securitycontextconstraints', 'podsecuritypolicies']) &&
      some(rule.verbs, ['use']) &&
      (!isNamed(rule) || (rule.resourceNames ?? []).some((name) => /privileged|anyuid|host/.test(name))),
  ),
  inCluster('notable', 'rbac', on(RBAC, RIGHTS, WRITE)),
  inCluster('notable', 'changesCrds', on('apiextensions.k8s.io', ['customresourcedefinitions'], EDIT)),
  inCluster(
    'notable',
    'containers',
    (rule) =>
      on('', ['pods', 'replicationcontrollers'], ['create'])(rule) ||
      on('apps', WORKLOADS, ['create'])(rule) ||
      on('batch', ['jobs', 'cronjobs'], ['create'])(rule),
  ),
  inCluster('notable', 'changesSecrets', on('', ['secrets'], [...EDIT, ...DELETE])),
  inCluster('notable', 'logs', on('', ['pods/log'], READ)),
  inNamespaces('notable', 'commandsWatched', runsCommands),
  anywhere('notable', 'allKinds', (rule) => has(rule.resources, '*') && !isNamed(rule)),
  anywhere('notable', 'paths', (rule) => has(rule.nonResourceURLs, '*')),
];

const ORDER: readonly Severity[] = ['critical', 'high', 'notable'];

/** For sorting, worst first; undefined, no risk, comes last. */
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
  return found.map(({ severity, code }) => ({ severity, code }));
}
