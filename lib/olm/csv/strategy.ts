/** Whether an install strategy can be carried out at all. Source: OLM `pkg/controller/install/rule_checker.go` (ruleValid). */
import type { PolicyRule } from '../api/catalog.ts';
import type { ClusterServiceVersion } from '../api/types.ts';
import { to, type CsvTransition } from './facts.ts';

/** Why it cannot, in upstream's words; undefined when it can. */
export function invalidStrategy({ spec }: ClusterServiceVersion): CsvTransition | undefined {
  const { strategy, spec: details } = spec.install;
  const invalid = (why: string): CsvTransition =>
    to('Failed', 'InvalidInstallStrategy', `install strategy invalid: ${why}`);
  if (strategy !== 'deployment') return invalid('unrecognized install strategy');
  const all = [...(details?.permissions ?? []), ...(details?.clusterPermissions ?? [])];
  const problem = all.flatMap(({ rules }) => rules.flatMap((rule) => invalidRule(rule) ?? []))[0];
  return problem === undefined ? undefined : invalid(`rule invalid: ${problem}`);
}

function invalidRule(rule: PolicyRule): string | undefined {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  if (verbs.length === 0) return 'policy rule must have at least one verb';
  const namesResources = apiGroups.length + resources.length + resourceNames.length > 0;
  return namesResources && nonResourceURLs.length > 0
    ? 'rule cannot apply to both regular resources and non-resource URLs'
    : undefined;
}
