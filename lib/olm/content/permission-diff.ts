/** What one version of an operator may do that another may not. */
import type { PermissionRequest, PolicyRule } from '../api/catalog.ts';
import type { PermissionScope } from './permission-risks.ts';

/** One verb on one kind, or one path. */
interface Right {
  scope: PermissionScope;
  group: string;
  resource: string;
  /** Empty for every object. */
  name: string;
  path: string;
  verb: string;
}

/** Beyond this rules are compared no more: no real operator has a tenth of it. */
const LIMIT = 20_000;

/**
 * Rights of `after` that `before` does not cover, as rules of one verb list per kind; wildcards cover what they stand for.
 * Rights are compared whatever account has them.
 */
export function addedPermissions(
  before: readonly PermissionRequest[],
  after: readonly PermissionRequest[],
): PermissionRequest[] {
  const known = before.flatMap(({ scope, rules }) => rules.map((rule) => ({ scope, rule })));
  const added = rightsOf(after).filter(
    (right) => !known.some(({ scope, rule }) => reaches(scope, right.scope) && covers(rule, right)),
  );
  return grouped(added);
}

function rightsOf(requests: readonly PermissionRequest[]): Right[] {
  const rights = requests.flatMap(({ scope, rules }) =>
    rules.flatMap((rule) => rightsOfRule(rule).map((right) => ({ scope, ...right }))),
  );
  return rights.slice(0, LIMIT);
}

function rightsOfRule(rule: PolicyRule): Omit<Right, 'scope'>[] {
  const paths = rule.nonResourceURLs ?? [];
  const places =
    paths.length > 0
      ? paths.map((path) => ({ group: '', resource: '', name: '', path }))
      : (rule.apiGroups ?? []).flatMap((group) =>
          (rule.resources ?? []).flatMap((resource) =>
            namesOf(rule).map((name) => ({ group, resource, name, path: '' })),
          ),
        );
  return places.flatMap((place) => rule.verbs.map((verb) => ({ ...place, verb })));
}

function namesOf({ resourceNames = [] }: PolicyRule): readonly string[] {
  return resourceNames.length === 0 ? [''] : resourceNames;
}

const reaches = (scope: PermissionScope, wanted: PermissionScope): boolean =>
  scope === 'cluster' || scope === wanted;

function covers(rule: PolicyRule, { group, resource, name, path, verb }: Right): boolean {
  if (!within(rule.verbs, verb)) return false;
  if (path !== '') return within(rule.nonResourceURLs, path);
  const names = namesOf(rule);
  return (
    within(rule.apiGroups, group) &&
    within(rule.resources, resource) &&
    (names.includes('') || names.includes(name))
  );
}

const within = (values: readonly string[] | undefined, wanted: string): boolean =>
  values?.includes('*') === true || values?.includes(wanted) === true;

/** Kinds that gain the same verbs share a rule. */
function grouped(rights: readonly Right[]): PermissionRequest[] {
  const verbs = new Map<string, { right: Right; verbs: string[] }>();
  for (const right of rights) {
    const key = JSON.stringify([right.scope, right.group, right.resource, right.name, right.path]);
    const known = verbs.get(key) ?? { right, verbs: [] };
    if (!known.verbs.includes(right.verb)) known.verbs.push(right.verb);
    verbs.set(key, known);
  }
  const rules = new Map<string, { scope: PermissionScope; rule: PolicyRule }>();
  for (const { right, verbs: gained } of verbs.values()) {
    const { scope, group, name, path } = right;
    const key = JSON.stringify([scope, group, name, path, gained]);
    const known = rules.get(key)?.rule.resources ?? [];
    rules.set(key, { scope, rule: ruleOf(right, [...known, right.resource], gained) });
  }
  return (['cluster', 'namespace'] as const).flatMap((scope) => {
    const own = [...rules.values()].filter((entry) => entry.scope === scope).map(({ rule }) => rule);
    return own.length === 0 ? [] : [{ serviceAccount: '', scope, rules: own }];
  });
}

function ruleOf({ group, name, path }: Right, resources: string[], verbs: string[]): PolicyRule {
  if (path !== '') return { nonResourceURLs: [path], verbs };
  return { apiGroups: [group], resources, ...(name === '' ? {} : { resourceNames: [name] }), verbs };
}
