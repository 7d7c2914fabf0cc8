/** CSVs that no Subscription refers to, and what they mean for a new Subscription to their package (OLM 40). */
import { statedPackage, statedProperties } from '../api/csv-properties.ts';
import type { ClusterServiceVersion } from '../api/types.ts';

/** Package that a CSV says it comes from; undefined when it does not say. */
export function packageOfCsv(csv: ClusterServiceVersion): string | undefined {
  return statedPackage(statedProperties(csv))?.packageName;
}

/** CSVs of a package that are referred to neither by a Subscription nor by the upgrade of one. */
export function orphansOf(
  csvs: readonly ClusterServiceVersion[],
  packageName: string,
  referred: ReadonlySet<string | undefined>,
): ClusterServiceVersion[] {
  return csvs.filter(
    (csv) =>
      !referred.has(csv.metadata.name) &&
      csv.status?.phase !== 'Replacing' &&
      csv.status?.phase !== 'Deleting' &&
      packageOfCsv(csv) === packageName,
  );
}
