/** Which of the named resources an operator may write, or read. */
import type { PolicyRule } from '../api/catalog.ts';

/** By API group, which is empty for the core. `*` as a resource: any that a rule names. */
export type Wanted = Readonly<Record<string, readonly string[]>>;

const WRITES = ['create', 'update', 'patch'];

/**
 * As `<plural>.<group>`, each once, in the order of `wanted`. A rule for every group says nothing of any of them and does not count;
 * `*` for the resources of a group that is named does, and so does `*` for the verbs.
 */
export function resourcesGranted(
  rules: readonly PolicyRule[],
  wanted: Wanted,
  verbs: readonly string[] = WRITES,
): string[] {
  const granting = rules.filter((rule) => rule.verbs.some((verb) => verb === '*' || verbs.includes(verb)));
  const found = Object.entries(wanted).flatMap(([group, resources]) => {
    const stated = granting
      .filter(({ apiGroups = [] }) => apiGroups.includes(group))
      .flatMap((rule) => rule.resources ?? []);
    const names = resources.includes('*') ? stated.filter((name) => !name.includes('/')) : resources;
    return names
      .filter((name) => stated.includes(name) || stated.includes('*'))
      .map((name) => (group === '' ? name : `${name}.${group}`));
  });
  return [...new Set(found)];
}
