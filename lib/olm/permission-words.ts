/**
 * What an operator may do, in plain words, from its RBAC rules. Risky is what lets it reach beyond its own work:
 * secrets of the whole cluster, making itself more rights, acting as others, everything.
 */
import type { PermissionRequest, PolicyRule } from './catalog.ts';

export interface PermissionLine {
  /** "Read and change Deployments, Services" */
  text: string;
  /** Why this asks for a second look. */
  risk?: string;
  /** The API groups meant, for the details; `core` for the empty one. */
  groups: string[];
}

export interface PermissionSummary {
  serviceAccount: string;
  scope: 'namespace' | 'cluster';
  lines: PermissionLine[];
}

const READ = new Set(['get', 'list', 'watch']);
const CHANGE = new Set(['update', 'patch']);
const SHOWN_RESOURCES = 8;

interface Finding {
  /** Says everything there is to say: other findings about the same rule add nothing. */
  complete?: boolean;
  test: (rule: PolicyRule, scope: 'namespace' | 'cluster') => boolean;
  risk: string;
}

const has = (values: readonly string[] | undefined, wanted: string): boolean =>
  values?.includes(wanted) === true;
const verb = (rule: PolicyRule, wanted: string): boolean => has(rule.verbs, wanted) || has(rule.verbs, '*');
const group = (rule: PolicyRule, wanted: string): boolean =>
  has(rule.apiGroups, wanted) || has(rule.apiGroups, '*');
const resource = (rule: PolicyRule, wanted: string): boolean =>
  has(rule.resources, wanted) || has(rule.resources, '*');

const RBAC = 'rbac.authorization.k8s.io';
const RBAC_KINDS = ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'];
const writes = (rule: PolicyRule): boolean =>
  ['create', 'update', 'patch'].some((wanted) => verb(rule, wanted));
const onRbac = (rule: PolicyRule): boolean =>
  group(rule, RBAC) && RBAC_KINDS.some((kind) => resource(rule, kind));

/** Worst first. */
const FINDINGS: readonly Finding[] = [
  {
    complete: true,
    test: (rule, scope) =>
      scope === 'cluster' && has(rule.verbs, '*') && has(rule.resources, '*') && has(rule.apiGroups, '*'),
    risk: 'Everything in the whole cluster: as powerful as its administrator.',
  },
  {
    complete: true,
    test: (rule) => has(rule.verbs, '*') && has(rule.resources, '*') && has(rule.apiGroups, '*'),
    risk: 'Everything in its namespace.',
  },
  {
    test: (rule) => verb(rule, 'impersonate') && group(rule, '') && anyOf(rule, ['users', 'groups']),
    risk: 'Can act as other users.',
  },
  {
    test: (rule) =>
      verb(rule, 'impersonate') && group(rule, '') && resource(rule, 'serviceaccounts') && unnamed(rule),
    risk: 'Can act as any ServiceAccount.',
  },
  {
    test: (rule) => (verb(rule, 'escalate') || verb(rule, 'bind')) && onRbac(rule),
    risk: 'Can give itself and others any right.',
  },
  {
    test: (rule, scope) =>
      scope === 'cluster' && group(rule, '') && resource(rule, 'secrets') && reads(rule) && unnamed(rule),
    risk: 'Reads the secrets of every namespace.',
  },
  {
    test: (rule, scope) =>
      scope === 'cluster' &&
      group(rule, '') &&
      anyOf(rule, ['pods/exec', 'pods/attach']) &&
      (verb(rule, 'create') || verb(rule, 'get')),
    risk: 'Can run commands inside any pod.',
  },
  {
    test: (rule) => onRbac(rule) && writes(rule),
    risk: 'Changes who may do what, up to the rights it has itself.',
  },
  {
    test: (rule, scope) => scope === 'cluster' && group(rule, '') && resource(rule, 'nodes') && writes(rule),
    risk: 'Changes the nodes of the cluster.',
  },
  {
    test: (rule) =>
      group(rule, 'admissionregistration.k8s.io') &&
      anyOf(rule, ['validatingwebhookconfigurations', 'mutatingwebhookconfigurations']) &&
      writes(rule),
    risk: 'Can see and change what others send to the cluster, by webhooks.',
  },
  {
    test: (rule) => has(rule.resources, '*') && unnamed(rule),
    risk: 'All kinds of these API groups, future ones too.',
  },
];

function anyOf(rule: PolicyRule, wanted: readonly string[]): boolean {
  return wanted.some((name) => resource(rule, name));
}

function reads(rule: PolicyRule): boolean {
  return ['get', 'list', 'watch'].some((wanted) => verb(rule, wanted));
}

function unnamed(rule: PolicyRule): boolean {
  return rule.resourceNames === undefined || rule.resourceNames.length === 0;
}

/** Sentences, worst first; undefined when nothing stands out. */
export function riskOf(rule: PolicyRule, scope: 'namespace' | 'cluster'): string | undefined {
  const found = FINDINGS.filter(({ test }) => test(rule, scope));
  const [worst] = found;
  const told = worst?.complete === true ? [worst] : found;
  return told.length === 0 ? undefined : told.map(({ risk }) => risk).join(' ');
}

/** One summary per account and reach; risky lines first, and lines that say the same only once. */
export function permissionSummaries(requests: readonly PermissionRequest[]): PermissionSummary[] {
  return requests
    .map(({ serviceAccount, scope, rules }) => ({
      serviceAccount,
      scope,
      lines: unique(rules.map((rule) => lineOf(rule, scope))).sort(
        (left, right) => Number(right.risk !== undefined) - Number(left.risk !== undefined),
      ),
    }))
    .filter(({ lines }) => lines.length > 0);
}

export function countRisks(summaries: readonly PermissionSummary[]): number {
  return summaries.flatMap(({ lines }) => lines).filter(({ risk }) => risk !== undefined).length;
}

function unique(lines: readonly PermissionLine[]): PermissionLine[] {
  const byText = new Map<string, PermissionLine>();
  for (const line of lines) {
    const known = byText.get(line.text);
    byText.set(line.text, known === undefined ? line : mergeLines(known, line));
  }
  return [...byText.values()];
}

function mergeLines(left: PermissionLine, right: PermissionLine): PermissionLine {
  const risk = left.risk ?? right.risk;
  return {
    text: left.text,
    groups: [...new Set([...left.groups, ...right.groups])],
    ...(risk === undefined ? {} : { risk }),
  };
}

function lineOf(rule: PolicyRule, scope: 'namespace' | 'cluster'): PermissionLine {
  const risk = riskOf(rule, scope);
  return {
    text: `${verbWords(rule.verbs)} ${objectWords(rule)}`,
    groups: (rule.apiGroups ?? []).map((name) => (name === '' ? 'core' : name)),
    ...(risk === undefined ? {} : { risk }),
  };
}

/** "Read, create and delete". */
export function verbWords(verbs: readonly string[]): string {
  if (verbs.includes('*')) return 'Do anything with';
  const words: string[] = [];
  const add = (word: string): void => {
    if (!words.includes(word)) words.push(word);
  };
  if (verbs.some((name) => READ.has(name))) add('read');
  if (verbs.includes('create')) add('create');
  if (verbs.some((name) => CHANGE.has(name))) add('change');
  if (verbs.some((name) => name === 'delete' || name === 'deletecollection')) add('delete');
  const usual = new Set([...READ, ...CHANGE, 'create', 'delete', 'deletecollection']);
  for (const name of verbs) if (!usual.has(name)) add(name);
  return capitalised(joined(words));
}

function objectWords(rule: PolicyRule): string {
  const paths = rule.nonResourceURLs ?? [];
  if (paths.length > 0) return `the paths ${joined(paths)}`;
  const names = rule.resources ?? [];
  const only = unnamed(rule) ? '' : ` named ${joined(rule.resourceNames ?? [])}`;
  if (names.includes('*')) return `everything in ${groupWords(rule.apiGroups ?? [])}${only}`;
  const shown = names.slice(0, SHOWN_RESOURCES);
  const more = names.length - shown.length;
  return `${joined(more > 0 ? [...shown, `${String(more)} more kinds`] : shown)}${only}`;
}

function groupWords(groups: readonly string[]): string {
  if (groups.includes('*')) return 'all API groups';
  return joined(groups.map((name) => (name === '' ? 'the core group' : name)));
}

function joined(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? 'nothing';
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
