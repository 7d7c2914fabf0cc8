/** What an operator may do, from its RBAC rules, as a page tells it: one line for each thing, the risky ones first. */
import type { PermissionRequest, PolicyRule } from '../api/catalog.ts';
import { compareSeverity, risksOf, type PermissionScope, type Risk } from './permission-risks.ts';

/** What people call verbs; any other verb stays as it is. */
export type VerbWord = 'all' | 'read' | 'create' | 'change' | 'delete';

/** One rule, or several that say the same, in words. */
export interface PermissionLine {
  verbs: readonly VerbWord[];
  /** Verbs of no common word, such as `use`. */
  otherVerbs: readonly string[];
  /** `paths`: addresses of the API server. `groups`: all kinds of these API groups. */
  objects: { kind: 'resources' | 'paths' | 'groups'; names: readonly string[] };
  /** Only objects of these names. */
  only: readonly string[];
  /** The API groups meant; `core` for the empty one. */
  groups: readonly string[];
  /** Why this asks for a second look, worst first. */
  risks: readonly Risk[];
}

/** What one ServiceAccount may do; its name is empty for roles that the bundle brings itself. */
export interface PermissionSummary {
  serviceAccount: string;
  scope: PermissionScope;
  lines: PermissionLine[];
}

/** One summary per account and reach, the whole cluster first; risky lines first, and lines that say the same only once. */
export function permissionSummaries(
  requests: readonly PermissionRequest[],
  own: ReadonlySet<string> = new Set(),
): PermissionSummary[] {
  const byPlace = new Map<string, PermissionSummary & { rules: PolicyRule[] }>();
  for (const { serviceAccount, scope, rules } of requests) {
    const key = `${scope}/${serviceAccount}`;
    const known = byPlace.get(key) ?? { serviceAccount, scope, lines: [], rules: [] };
    known.rules.push(...rules);
    byPlace.set(key, known);
  }
  return [...byPlace.values()]
    .map(({ serviceAccount, scope, rules }) => ({
      serviceAccount,
      scope,
      lines: unique(rules.map((rule) => lineOf(rule, scope, own))).sort((left, right) =>
        compareSeverity(left.risks[0]?.severity, right.risks[0]?.severity),
      ),
    }))
    .filter(({ lines }) => lines.length > 0)
    .sort((left, right) => Number(left.scope !== 'cluster') - Number(right.scope !== 'cluster'));
}

/** The risks of all lines, each once, worst first. */
export function allRisks(summaries: readonly PermissionSummary[]): Risk[] {
  const risks = summaries.flatMap(({ lines }) => lines).flatMap((line) => line.risks);
  const once = new Map(risks.map((risk) => [risk.code, risk]));
  return [...once.values()].sort((left, right) => compareSeverity(left.severity, right.severity));
}

function unique(lines: readonly PermissionLine[]): PermissionLine[] {
  const known = new Map<string, PermissionLine>();
  for (const line of lines) {
    const key = JSON.stringify([line.verbs, line.otherVerbs, line.objects, line.only]);
    const before = known.get(key);
    known.set(key, before === undefined ? line : merged(before, line));
  }
  return [...known.values()];
}

function merged(left: PermissionLine, right: PermissionLine): PermissionLine {
  const risks = new Map([...left.risks, ...right.risks].map((risk) => [risk.code, risk]));
  return { ...left, groups: [...new Set([...left.groups, ...right.groups])], risks: [...risks.values()] };
}

function lineOf(rule: PolicyRule, scope: PermissionScope, own: ReadonlySet<string>): PermissionLine {
  const groups = (rule.apiGroups ?? []).map((name) => (name === '' ? 'core' : name));
  return {
    ...verbsOf(rule.verbs),
    objects: objectsOf(rule, groups),
    only: rule.resourceNames ?? [],
    groups,
    risks: risksOf(rule, scope, own),
  };
}

function objectsOf(rule: PolicyRule, groups: readonly string[]): PermissionLine['objects'] {
  const paths = rule.nonResourceURLs ?? [];
  if (paths.length > 0) return { kind: 'paths', names: paths };
  const names = rule.resources ?? [];
  return names.includes('*') ? { kind: 'groups', names: groups } : { kind: 'resources', names };
}

const WORDS: Readonly<Record<string, VerbWord>> = {
  get: 'read',
  list: 'read',
  watch: 'read',
  create: 'create',
  update: 'change',
  patch: 'change',
  delete: 'delete',
  deletecollection: 'delete',
};
const WORD_ORDER: readonly VerbWord[] = ['read', 'create', 'change', 'delete'];

function wordOf(verb: string): VerbWord | undefined {
  return Object.hasOwn(WORDS, verb) ? WORDS[verb] : undefined;
}

/** Verbs in people's words and in a fixed order; those without a word stay as they are, `*` becomes `all`. */
export function verbsOf(verbs: readonly string[]): Pick<PermissionLine, 'verbs' | 'otherVerbs'> {
  if (verbs.includes('*')) return { verbs: ['all'], otherVerbs: [] };
  const found = new Set(verbs.map(wordOf));
  return {
    verbs: WORD_ORDER.filter((word) => found.has(word)),
    otherVerbs: [...new Set(verbs.filter((verb) => wordOf(verb) === undefined))],
  };
}
