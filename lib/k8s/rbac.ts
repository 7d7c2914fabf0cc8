/**
 * What RBAC allows, judged as the API server's authorizer does. Source: Kubernetes
 * `plugin/pkg/auth/authorizer/rbac/rbac.go` and `pkg/registry/rbac/validation/rule.go`.
 */
import { at } from '../base/loose.ts';
import type { KubeObject } from './object.ts';

/** What a role allows, or what somebody asks for. */
export type RbacRule = { [Field in (typeof RULE_FIELDS)[number]]?: string[] | null | undefined };

const RULE_FIELDS = ['verbs', 'apiGroups', 'resources', 'resourceNames', 'nonResourceURLs'] as const;

/** The rights of a cluster as its objects grant them. */
export interface Grants {
  /** Of the namespace that is asked about. */
  roles: readonly KubeObject[];
  roleBindings: readonly KubeObject[];
  /** Aggregated ones as the API server has filled them. */
  clusterRoles: readonly KubeObject[];
  clusterRoleBindings: readonly KubeObject[];
}

/** A ServiceAccount. */
export interface Grantee {
  namespace: string;
  name: string;
}

/** One thing that somebody wants to do. */
type Request =
  | { verb: string; path: string }
  | { verb: string; group: string; resource: string; subresource: string; name: string };

/** A binding that gives an account something, and what. */
export interface Grant {
  binding: KubeObject;
  role: { kind: string; name: string };
  /** Undefined: the role that is bound is not there, or was not looked at. */
  found: KubeObject | undefined;
  rules: RbacRule[];
  /** The group of accounts that is meant, where it is not this account alone. */
  group?: string;
}

/** Every binding of the grants that means the account, those of the whole cluster first. */
export function grantsTo(grants: Grants, account: Grantee): Grant[] {
  const bindings = [...grants.clusterRoleBindings, ...grants.roleBindings];
  return bindings.flatMap((binding) => grantOf(grants, binding, account) ?? []);
}

/** What the account may do in the namespace, or everywhere when none is given. */
export function grantedRules(grants: Grants, account: Grantee, namespace?: string): RbacRule[] {
  return [
    ...grants.clusterRoleBindings.flatMap((binding) => rulesOf(grants, binding, account)),
    ...(namespace === undefined
      ? []
      : grants.roleBindings
          .filter(({ metadata }) => metadata.namespace === namespace)
          .flatMap((binding) => rulesOf(grants, binding, account))),
  ];
}

/** Whether all that the rule says is granted. What is asked for by `*` only `*` allows. */
export function isGranted(granted: readonly RbacRule[], rule: RbacRule): boolean {
  return requestsOf(rule).every((request) => granted.some((one) => allows(one, request)));
}

/** Those that a binding gives to the account. */
function rulesOf(grants: Grants, object: KubeObject, account: Grantee): RbacRule[] {
  return grantOf(grants, object, account)?.rules ?? [];
}

/** Undefined where the account is not meant. */
function grantOf(grants: Grants, object: KubeObject, account: Grantee): Grant | undefined {
  const { namespace } = object.metadata;
  const binding = bindingOf(object);
  const meant = binding?.subjects.filter((subject) => isMeant(subject, account, namespace)) ?? [];
  if (binding === undefined || meant.length === 0) return undefined;
  const { kind, name } = binding.roleRef;
  const found =
    kind === 'ClusterRole'
      ? grants.clusterRoles.find(({ metadata }) => metadata.name === name)
      : grants.roles.find(({ metadata }) => metadata.name === name && metadata.namespace === namespace);
  const groups = meant.flatMap((subject) => (subject.kind === 'Group' ? [subject.name] : []));
  const [group] = groups.length === meant.length ? groups : [];
  return {
    binding: object,
    role: { kind, name },
    found,
    rules: rulesIn(found),
    ...(group === undefined ? {} : { group }),
  };
}

interface Subject {
  kind: string;
  name: string;
  namespace?: string | undefined;
}

/** Undefined where it is none that can be read. By hand: browsers read them, too, where no schema library goes. */
function bindingOf(object: KubeObject): { roleRef: Grant['role']; subjects: Subject[] } | undefined {
  const roleRef = { kind: at(object, 'roleRef', 'kind'), name: at(object, 'roleRef', 'name') };
  const subjects = at(object, 'subjects') ?? [];
  if (!isNamed(roleRef) || !Array.isArray(subjects)) return undefined;
  const read = subjects.map((one: unknown): { kind: unknown; name: unknown; namespace?: unknown } => ({
    ...{ kind: at(one, 'kind'), name: at(one, 'name'), namespace: at(one, 'namespace') },
  }));
  return read.every(isSubject) ? { roleRef, subjects: read } : undefined;
}

function isNamed(value: { kind: unknown; name: unknown }): value is { kind: string; name: string } {
  return typeof value.kind === 'string' && typeof value.name === 'string';
}

function isSubject(value: { kind: unknown; name: unknown; namespace?: unknown }): value is Subject {
  const { namespace } = value;
  return isNamed(value) && (namespace === undefined || typeof namespace === 'string');
}

/** None where one of them cannot be read. */
function rulesIn(role: KubeObject | undefined): RbacRule[] {
  const rules = at(role, 'rules') ?? [];
  if (!Array.isArray(rules)) return [];
  const read = rules.map((rule: unknown) => {
    const entries = RULE_FIELDS.map((field): [string, unknown] => [field, at(rule, field)]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null));
  });
  return read.every(isRule) ? read : [];
}

function isRule(rule: Record<string, unknown>): rule is RbacRule {
  return Object.values(rule).every(
    (value) => Array.isArray(value) && value.every((one: unknown) => typeof one === 'string'),
  );
}

function isMeant(subject: Subject, account: Grantee, bindingNamespace: string | undefined): boolean {
  switch (subject.kind) {
    case 'ServiceAccount': {
      const namespace = (subject.namespace ?? '') === '' ? bindingNamespace : subject.namespace;
      return subject.name === account.name && namespace === account.namespace;
    }
    case 'User':
      return subject.name === `system:serviceaccount:${account.namespace}:${account.name}`;
    case 'Group':
      return groupsOf(account).includes(subject.name);
    default:
      return false;
  }
}

function groupsOf({ namespace }: Grantee): string[] {
  return ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'];
}

function requestsOf(rule: RbacRule): Request[] {
  const verbs = rule.verbs ?? [];
  const paths = rule.nonResourceURLs ?? [];
  if (paths.length > 0) return verbs.flatMap((verb) => paths.map((path) => ({ verb, path })));
  const resources = orAny(rule.resources).map((text) => {
    const [resource = '', ...sub] = text.split('/');
    return { resource, subresource: sub.join('/') };
  });
  return verbs.flatMap((verb) =>
    orAny(rule.apiGroups).flatMap((group) =>
      resources.flatMap((what) => orAny(rule.resourceNames).map((name) => ({ verb, group, name, ...what }))),
    ),
  );
}

const orAny = (list: readonly string[] | null | undefined): readonly string[] =>
  list === null || list === undefined || list.length === 0 ? [''] : list;

function allows(rule: RbacRule, request: Request): boolean {
  const has = (list: readonly string[] | null | undefined, ...texts: readonly string[]): boolean =>
    list?.some((entry) => entry === '*' || texts.includes(entry)) ?? false;
  if (!has(rule.verbs, request.verb)) return false;
  if ('path' in request) return rule.nonResourceURLs?.some((path) => covers(path, request.path)) ?? false;
  const { group, resource, subresource, name } = request;
  const asked = subresource === '' ? [resource] : [`${resource}/${subresource}`, `*/${subresource}`];
  const names = rule.resourceNames ?? [];
  return (
    has(rule.apiGroups, group) &&
    has(rule.resources, ...asked) &&
    (names.length === 0 || names.includes(name))
  );
}

function covers(pattern: string, path: string): boolean {
  return pattern === path || (pattern.endsWith('*') && path.startsWith(pattern.slice(0, -1)));
}
