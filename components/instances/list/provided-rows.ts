/** The APIs of installed operators, each once; pure. */
import { isCopied, type OwnedApi, ownedApis } from '#lib/olm/views/operator-view.ts';
import type { ClusterServiceVersion } from '#lib/olm/api/types.ts';

export interface ProvidedRow extends OwnedApi {
  readonly operator: string;
}

/** By kind. Where several CSVs own an API (an upgrade under way, copies), the original and newest speaks. */
export function providedRows(csvs: readonly ClusterServiceVersion[]): ProvidedRow[] {
  const rows = new Map<string, ProvidedRow>();
  for (const csv of [...csvs].sort((left, right) => rank(left) - rank(right))) {
    for (const api of ownedApis(csv)) {
      rows.set(`${api.plural}.${api.group}`, {
        ...api,
        operator: csv.spec.displayName || csv.metadata.name,
      });
    }
  }
  return [...rows.values()].sort((left, right) => left.kind.localeCompare(right.kind, 'en'));
}

function rank(csv: ClusterServiceVersion): number {
  return (isCopied(csv) ? 0 : 2) + (csv.status?.phase === 'Succeeded' ? 1 : 0);
}
