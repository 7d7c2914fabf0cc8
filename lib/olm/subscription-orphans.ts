/** CSVs that no Subscription refers to, and what they mean for a new Subscription to their package (40). */
import { z } from 'zod';
import { PROPERTIES_ANNOTATION } from './plan-labels.ts';
import type { ClusterServiceVersion } from './types.ts';

const Properties = z.object({ properties: z.array(z.object({ type: z.string(), value: z.unknown() })) });
const PackageProperty = z.object({ packageName: z.string() });

/** Package that a CSV says it comes from; undefined when it does not say. */
export function packageOfCsv(csv: ClusterServiceVersion): string | undefined {
  try {
    const parsed = Properties.safeParse(JSON.parse(csv.metadata.annotations?.[PROPERTIES_ANNOTATION] ?? ''));
    const property = parsed.data?.properties.find(({ type }) => type === 'olm.package');
    return PackageProperty.safeParse(property?.value).data?.packageName;
  } catch {
    return undefined;
  }
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
