/** Where what is installed goes from here, by the rules of the resolver. */
import { optional } from '../../base/loose.ts';
import type { PackageDetail } from '../api/catalog-answers.ts';
import { upgradePath, type UpgradeEdge } from '../content/graph.ts';
import type { PictureRoute } from '../content/picture-edges.ts';
import type { InstalledPackage } from './installed-state.ts';

/** An installation, and the way that upgrades would take it to the head. */
export interface InstalledVersion {
  namespace: string;
  csv: string;
  version: string;
  /** Of its Subscription. */
  channel: string;
  /** The catalog does not hold it, or not in that channel; it may still be followed by a range. */
  isInChannel: boolean;
  steps: readonly UpgradeStep[];
}

/** One InstallPlan further, and by which kind of entry. */
export interface UpgradeStep {
  csv: string;
  version: string;
  edge: UpgradeEdge;
}

/** One for each namespace where the package is installed. */
export function installedVersions(
  pkg: PackageDetail,
  installed: readonly InstalledPackage[],
): InstalledVersion[] {
  return installed.flatMap((one) => installedVersion(pkg, one) ?? []);
}

function installedVersion(
  pkg: PackageDetail,
  { subscription, csv }: InstalledPackage,
): InstalledVersion | undefined {
  const name = csv?.metadata.name ?? subscription.status?.installedCSV ?? '';
  if (name === '') return undefined;
  const version = csv?.spec.version ?? versionHeld(pkg, name);
  const channel = subscription.spec.channel ?? pkg.defaultChannel;
  const from = { name, ...optional({ version }) };
  return {
    namespace: subscription.metadata.namespace ?? '',
    csv: name,
    version: version ?? name,
    channel,
    isInChannel: isIn(pkg, channel, name),
    steps: upgradePath(pkg, from, channel).map(({ bundle, edge = 'replaces' }) => ({
      csv: bundle.name,
      version: bundle.version,
      edge,
    })),
  };
}

function versionHeld(pkg: PackageDetail, csv: string): string | undefined {
  return Object.hasOwn(pkg.bundles, csv) ? pkg.bundles[csv]?.version : undefined;
}

function isIn(pkg: PackageDetail, channel: string, csv: string): boolean {
  return pkg.channels.some(
    ({ name, entries }) => name === channel && entries.some((entry) => entry.name === csv),
  );
}

/** The ways of upgrades as the picture of the graph draws them, from what is installed on. */
export function routesOf(installed: readonly InstalledVersion[]): PictureRoute[] {
  return installed.map(({ channel, csv, steps }) => ({
    channel,
    steps: [csv, ...steps.map((step) => step.csv)],
  }));
}
