/** What a SelfSubjectRulesReview says about reading. Source: authorization.k8s.io/v1 ResourceRule. */
import type { Resource } from './k8s/object.ts';

/**
 * One rule of `status.resourceRules`; `*` stands for all. An absent list grants nothing, except absent
 * `resourceNames`: all names.
 */
export interface ResourceRule {
  verbs: readonly string[];
  apiGroups?: readonly string[] | undefined;
  resources?: readonly string[] | undefined;
  resourceNames?: readonly string[] | undefined;
}

const following = ['list', 'watch'];

/** Types of which all objects may be followed, as `plural.group`; either part may be `*`. */
export function readableTypes(rules: readonly ResourceRule[]): string[] {
  const granted = new Map<string, Set<string>>();
  for (const { verbs, apiGroups = [], resources = [], resourceNames = [] } of rules) {
    if (resourceNames.length > 0) continue;
    const types = apiGroups.flatMap((group) => resources.map((plural) => typeName({ group, plural })));
    for (const type of types) {
      const known = granted.get(type) ?? new Set();
      granted.set(type, known);
      for (const verb of verbs.includes('*') ? following : verbs) known.add(verb);
    }
  }
  return [...granted]
    .filter(([, verbs]) => following.every((verb) => verbs.has(verb)))
    .map(([type]) => type)
    .sort();
}

/** Is the type among those? */
export function isReadable(
  types: readonly string[],
  { group, plural }: Pick<Resource, 'group' | 'plural'>,
): boolean {
  const ways = [
    { group, plural },
    { group: '*', plural },
    { group, plural: '*' },
    { group: '*', plural: '*' },
  ];
  return ways.some((way) => types.includes(typeName(way)));
}

function typeName({ group, plural }: Pick<Resource, 'group' | 'plural'>): string {
  return group === '' ? plural : `${plural}.${group}`;
}
