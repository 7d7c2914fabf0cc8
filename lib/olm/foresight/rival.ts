/**
 * Before an install: the operator that looks after the same APIs for the same namespaces. Of two such the controller lets one
 * fail (OLM 64, 67); operators of namespaces that have nothing to do with each other may well provide the same.
 */
import type { CatalogBundle } from '../api/catalog.ts';
import type { ClusterServiceVersion } from '../api/types.ts';
import { meet, targetList } from '../tenancy/targets.ts';
import { isCopied, ownedApis, targetsOf } from '../views/operator-view.ts';

/** What would be installed, where, and for whom. */
export interface Newcomer {
  readonly bundle: Pick<CatalogBundle, 'providedApis'>;
  readonly namespace: string;
  /** `['']` for all namespaces. */
  readonly watched: readonly string[];
}

/** The operator in the way, with the kinds that both provide. */
export interface Rival {
  readonly csv: ClusterServiceVersion;
  readonly kinds: readonly string[];
}

/** Undefined when none of these CSVs is in the way. One that does not say yet what it watches may be. */
export function rivalOf(
  { bundle, namespace, watched }: Newcomer,
  csvs: readonly ClusterServiceVersion[],
): Rival | undefined {
  const brought = new Set(bundle.providedApis.map(({ name }) => name));
  for (const csv of csvs) {
    const shared = ownedApis(csv).filter(({ plural, group }) => brought.has(`${plural}.${group}`));
    if (shared.length === 0 || isCopied(csv)) continue;
    if (csv.metadata.namespace === namespace || meet(watchedBy(csv), watched))
      return { csv, kinds: shared.map(({ kind }) => kind) };
  }
  return undefined;
}

function watchedBy(csv: ClusterServiceVersion): readonly string[] {
  const targets = targetsOf(csv);
  return targets.length === 0 ? [''] : targetList(targets);
}
