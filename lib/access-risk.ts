/** Rights that lead further than they look. */
import type { AccessCheck } from './access.ts';

const writes: ReadonlySet<string> = new Set(['create', 'update', 'patch', '*']);
const decisive: ReadonlySet<string> = new Set(['catalogsources', 'operatorgroups', '*']);

/**
 * Whether one of the rights helps its holder to every right in the cluster. What a catalog offers is installed with the
 * rights that its operators ask for: who brings a catalog of their own, and the OperatorGroup that lets it be installed,
 * decides what those are. So it is with OLM.
 */
export function leadsToAdmin(checks: readonly Pick<AccessCheck, 'verb' | 'group' | 'resource'>[]): boolean {
  return checks.some(
    ({ verb, group, resource }) =>
      (group === 'operators.coreos.com' || group === '*') && writes.has(verb) && decisive.has(resource),
  );
}
