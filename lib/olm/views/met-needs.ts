/** Which needs of a bundle are met already, by what a user can see of the cluster. */
import type { Need } from '../content/dependencies.ts';
import { at, items } from '../../base/loose.ts';
import type { ClusterServiceVersion, Subscription } from '../api/types.ts';
import { inRange } from '../api/version.ts';

/** A package that is installed, in whatever namespace. */
export interface PackageVersionThere {
  package: string;
  version: string;
}

/** What Subscriptions have installed. */
export function installedPackageVersions(
  subscriptions: readonly Subscription[],
  csvs: readonly ClusterServiceVersion[],
): PackageVersionThere[] {
  return subscriptions.flatMap(({ metadata, spec, status }) => {
    const csv = csvs.find(
      (one) => one.metadata.namespace === metadata.namespace && one.metadata.name === status?.installedCSV,
    );
    return csv?.spec.version === undefined ? [] : [{ package: spec.name, version: csv.spec.version }];
  });
}

/** Whether an installed package meets the need; false also where its range cannot be read. */
export function isServed(
  need: Extract<Need, { kind: 'package' }>,
  installed: readonly PackageVersionThere[],
): boolean {
  return installed.some((one) => one.package === need.package && inRange(one.version, need.range));
}

/** Kinds of an APIResourceList, without subresources. */
export function kindsInDiscovery(list: unknown): string[] {
  return items(at(list, 'resources')).flatMap((resource) => {
    const [name, kind] = [at(resource, 'name'), at(resource, 'kind')];
    return typeof kind === 'string' && typeof name === 'string' && !name.includes('/') ? [kind] : [];
  });
}
