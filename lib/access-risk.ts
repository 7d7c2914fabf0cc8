/** Rights that lead further than they look. */
import type { AccessCheck } from './access.ts';

/**
 * Whether one of the rights helps its holder to every right in the cluster. What a catalog offers is installed with the
 * rights that its operators ask for: who brings a catalog of their own, and the OperatorGroup that lets it be installed,
 * decides what those are. So it is with OLM.
 */
export function leadsToAdmin(checks: readonly Pick<AccessCheck, 'verb' | 'group' | 'resource'>[]): boolean {
  return checks.some(
    ({ verb, group, resource }) =>
      /^(operators\.coreos\.com|\*)$/.test(group) &&
      /^(create|update|patch|\*)$/.test(verb) &&
      /^(catalogsources|operatorgroups|\*)$/.test(resource),
  );
}
