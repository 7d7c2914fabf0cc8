/** Which packages of the catalogs are installed, as seen from one namespace or from all. */
import { optional } from '../../base/loose.ts';
import type { TileState } from '../search/facets.ts';
import { isCopied, targetsOf } from './operator-view.ts';
import type { ClusterServiceVersion, Subscription } from '../api/types.ts';

/** A package by the catalog that offers it. */
export interface PackageKey {
  catalogNamespace: string;
  catalog: string;
  package: string;
  /** Of a tile that is no operator of OLM: it shares no key with one of its name. */
  format?: 'kudo';
}

/** One installation of a package; without `csv` while there is none yet, or it may not be seen. */
export interface InstalledPackage {
  state: Exclude<TileState, 'available'>;
  subscription: Subscription;
  csv?: ClusterServiceVersion;
}

/** Installations by `packageKey`, in several namespaces one for each. */
export type InstalledPackages = ReadonlyMap<string, readonly InstalledPackage[]>;

/** Key of a package: `namespace/catalog/package`, and its format where it is not OLM's. */
export function packageKey(key: PackageKey): string {
  const parts = [key.catalogNamespace, key.catalog, key.package];
  return (key.format === undefined ? parts : [...parts, key.format]).join('/');
}

/** An operator counts in a namespace when it was installed there or watches it. */
export function installedPackages(
  subscriptions: readonly Subscription[],
  csvs: readonly ClusterServiceVersion[],
  namespace?: string,
): InstalledPackages {
  const found = new Map<string, InstalledPackage[]>();
  const byPlace = new Map(csvs.filter((csv) => !isCopied(csv)).map((csv) => [placeOf(csv.metadata), csv]));
  for (const subscription of subscriptions) {
    const { installedCSV, currentCSV } = subscription.status ?? {};
    const name = installedCSV ?? currentCSV;
    const csv = byPlace.get(placeOf({ namespace: subscription.metadata.namespace, name }));
    if (namespace !== undefined && !counts(subscription, csv, namespace)) continue;
    const { sourceNamespace, source } = subscription.spec;
    const key = packageKey({
      catalogNamespace: sourceNamespace,
      catalog: source,
      package: subscription.spec.name,
    });
    const state = csv?.status?.phase === 'Succeeded' ? 'installed' : 'installing';
    found.set(key, [...(found.get(key) ?? []), { state, subscription, ...optional({ csv }) }]);
  }
  return found;
}

/** Installed where at least one installation has succeeded. */
export function tileState(installed: InstalledPackages, key: PackageKey): TileState {
  const found = installed.get(packageKey(key));
  if (found === undefined) return 'available';
  return found.some(({ state }) => state === 'installed') ? 'installed' : 'installing';
}

/** Something newer is known: by what the Subscription says, or by the head of the channel that it follows. */
export function hasUpdate(
  installed: InstalledPackages,
  tile: PackageKey & { defaultChannel: string; headCsv: string },
): boolean {
  return (installed.get(packageKey(tile)) ?? []).some(({ subscription: { spec, status } }) => {
    if (status?.installedCSV === undefined) return false;
    if (status.state === 'UpgradeAvailable' || status.state === 'UpgradePending') return true;
    const channel = spec.channel ?? tile.defaultChannel;
    return channel === tile.defaultChannel && status.installedCSV !== tile.headCsv;
  });
}

function counts(
  subscription: Subscription,
  csv: ClusterServiceVersion | undefined,
  namespace: string,
): boolean {
  if (subscription.metadata.namespace === namespace) return true;
  if (csv === undefined) return false;
  const targets = targetsOf(csv);
  return targets === 'all' || targets.includes(namespace);
}

function placeOf({
  namespace = '',
  name = '',
}: {
  namespace?: string | undefined;
  name?: string | undefined;
}): string {
  return `${namespace}/${name}`;
}
