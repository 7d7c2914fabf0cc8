/** All versions of a package, whatever channel they are in, newest first. */
import { optional } from '../../base/loose.ts';
import type { PackageDetail } from '../api/catalog-answers.ts';
import type { ChannelEntry } from '../api/catalog.ts';
import { channelsInOrder } from './channels.ts';
import { compareBuilds, compareVersions, isVersion } from '../api/version.ts';

/** A version of a package wherever it stands; `missing` ones only have a name. */
export interface PackageVersion {
  /** Name of the CSV. */
  csv: string;
  version: string;
  /** RFC 3339 or whatever the provider wrote; absent when the catalog does not say. */
  createdAt?: string;
  /** In the order of the package. */
  channels: readonly VersionChannel[];
  minKubeVersion?: string;
  deprecation?: string;
  /** A channel names it, but the catalog holds no bundle. */
  missing: boolean;
}

/** A channel that names the version, and by which entry. */
export interface VersionChannel {
  name: string;
  isHead: boolean;
  entry: ChannelEntry;
}

/** Every version with the channels that name it, also one that no channel names; texts that are no version sort last. */
export function packageVersions(pkg: PackageDetail): PackageVersion[] {
  const channels = new Map<string, VersionChannel[]>();
  for (const { name, head, entries } of channelsInOrder(pkg)) {
    for (const entry of entries) {
      const known = channels.get(entry.name) ?? [];
      known.push({ name, isHead: entry.name === head, entry });
      channels.set(entry.name, known);
    }
  }
  const names = new Set([...Object.keys(pkg.bundles), ...channels.keys()]);
  return [...names]
    .map((csv) => versionOf(pkg, csv, channels.get(csv) ?? []))
    .sort((a, b) => compareBuilds(b.version, a.version) || (a.csv < b.csv ? -1 : 1));
}

function versionOf(pkg: PackageDetail, csv: string, channels: readonly VersionChannel[]): PackageVersion {
  const bundle = Object.hasOwn(pkg.bundles, csv) ? pkg.bundles[csv] : undefined;
  const { createdAt, minKubeVersion } = bundle?.csv ?? {};
  return {
    csv,
    version: bundle?.version ?? versionInName(csv),
    channels,
    missing: bundle === undefined,
    ...optional({ createdAt, minKubeVersion }),
    ...(bundle?.deprecation === undefined ? {} : { deprecation: bundle.deprecation }),
  };
}

/** `1.2.3` of `name.v1.2.3`, where a bundle is not there to tell its version; else the name itself. */
export function versionInName(csv: string): string {
  const found = /\.v?(\d+\.\d+\.\d+[^]*)$/.exec(csv)?.[1];
  return found !== undefined && isVersion(found) ? found : csv;
}

/** Words in whatever case, separated by blanks; empty finds all. */
export interface VersionSearch {
  text: string;
  /** Only what is in this channel; empty for all. */
  channel: string;
}

/** By version, CSV name or the name of a channel; all words must be found. Numbers are the beginning of a version. */
export function findVersions(
  versions: readonly PackageVersion[],
  { text, channel }: VersionSearch,
): PackageVersion[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return versions.filter(({ version, csv, channels }) => {
    if (channel !== '' && !channels.some(({ name }) => name === channel)) return false;
    const names = [csv.replace(version, ''), ...channels.map(({ name }) => name)].join('\n').toLowerCase();
    return words.every((word) => version.toLowerCase().startsWith(word) || names.includes(word));
  });
}

/**
 * Does a cluster of that version (as its `/version` says it, `v1.36.3+k3s1`) have the Kubernetes version that a CSV asks
 * for? Undefined when one of them cannot be read.
 */
export function kubeFits(minimum: string, cluster: string | undefined): boolean | undefined {
  const [wanted, there] = [plain(minimum), plain(cluster ?? '')];
  return wanted === undefined || there === undefined ? undefined : compareVersions(there, wanted) >= 0;
}

/** Distributions mark their builds with a suffix, which says nothing of the age. */
function plain(version: string): string | undefined {
  const found = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(version.trim());
  return found === null ? undefined : `${found[1] ?? ''}.${found[2] ?? ''}.${found[3] ?? '0'}`;
}
