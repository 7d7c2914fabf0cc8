/**
 * Two operators of one namespace that claim the same API (OLM 57). Source: OLM competingCRDOwnersExist, which looks at CSVs that
 * the plan's spec does not announce. Anybody who may approve a plan may change its spec: here it is the dependencies, for
 * which somebody may have brought another provider since they were chosen.
 */
import type { PlanBundle } from './bundle.ts';
import type { PlanFacts } from './facts.ts';
import { COPIED_FROM_LABEL } from '../api/labels.ts';
import type { ClusterServiceVersion } from '../api/types.ts';

/** Why the CSV must not be created; undefined when nothing stands against it. */
export function competingOwners(
  facts: PlanFacts,
  csv: ClusterServiceVersion,
  bundle: PlanBundle,
): string | undefined {
  const { plan } = facts;
  if (bundle.generated === undefined) return undefined;
  for (const name of claimsOf(csv)) {
    const owners = ownersOf(facts, name);
    const [owner] = owners;
    if (owners.length > 1) {
      const where = plan.metadata.namespace ?? '';
      return (
        `error checking crd owners of CSV ${bundle.csv}: ` +
        `Existing CSVs [${owners.join(' ')}] in namespace ${where} all claim to own CRD ${name}`
      );
    }
    if (owner !== undefined && owner !== bundle.csv && owner !== bundle.replaces) {
      return `pre-existing CRD owners found for owned CRD(s) of dependent CSV ${bundle.csv}`;
    }
  }
  return undefined;
}

/** Names of its definitions, and the groups of APIs that it serves itself. */
function claimsOf({ spec }: ClusterServiceVersion): string[] {
  const crds = (spec.customresourcedefinitions?.owned ?? []).map((crd) => crd.name);
  const groups = (spec.apiservicedefinitions?.owned ?? []).map((api) => api.group);
  return [...new Set([...crds, ...groups])];
}

function ownersOf({ csvs, isCsv }: PlanFacts, name: string): string[] {
  return [...csvs.values()]
    .filter((csv) => csv.metadata.labels?.[COPIED_FROM_LABEL] === undefined)
    .filter(isCsv)
    .filter((csv) => claimsOf(csv).includes(name))
    .map((csv) => csv.metadata.name);
}
