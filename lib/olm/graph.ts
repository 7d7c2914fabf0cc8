/**
 * What may be installed, and what may follow an installed version.
 * Source: OLM's resolver, `getSubscriptionVariables` (32-34 of the behaviours this code follows).
 */
import type { CatalogBundle, CatalogPackage, ChannelEntry } from './catalog.ts';
import { bundleOf, channelsInOrder, orderChannel } from './channels.ts';
import { compareVersions, inRange } from './version.ts';

/** How an entry names what it can replace. */
export type UpgradeEdge = 'replaces' | 'skips' | 'skipRange';

export interface Candidate {
  bundle: CatalogBundle;
  channel: string;
  entry: ChannelEntry;
  /** Only for successors. */
  edge?: UpgradeEdge;
}

export interface Candidates {
  /** Best first. */
  candidates: Candidate[];
  /** Why a channel that was asked for could not be used. */
  channelErrors: string[];
}

export interface Installed {
  name: string;
  /** Absent when the installed object does not say. */
  version?: string;
}

/** The property by which a catalog forbids to install a bundle; `olm.deprecations` entries only warn. */
export function isForbidden(bundle: CatalogBundle): boolean {
  return bundle.properties.some((property) => property.type === 'olm.deprecated');
}

function chosenChannels(
  pkg: CatalogPackage,
  channel: string | undefined,
): ReturnType<typeof channelsInOrder> {
  const all = channelsInOrder(pkg);
  return channel === undefined || channel === '' ? all : all.filter(({ name }) => name === channel);
}

/** Candidates while nothing is installed: head to tail along `replaces`, in the default channel first. */
export function freshCandidates(
  pkg: CatalogPackage,
  wanted: { channel?: string; startingCSV?: string } = {},
): Candidates {
  const result: Candidates = { candidates: [], channelErrors: [] };
  for (const channel of chosenChannels(pkg, wanted.channel)) {
    const starting = wanted.startingCSV;
    if (starting !== undefined && starting !== '') {
      // By name even a skipped entry, or one of a channel without order, may be installed.
      collect(
        result,
        pkg,
        channel.name,
        channel.entries.filter(({ name }) => name === starting),
      );
      continue;
    }
    const order = orderChannel({ package: pkg.name, channel: channel.name }, channel.entries);
    if (order.ok) {
      collect(result, pkg, channel.name, order.chain);
    } else {
      result.channelErrors.push(order.message);
    }
  }
  return result;
}

function collect(
  result: Candidates,
  pkg: CatalogPackage,
  channel: string,
  entries: readonly ChannelEntry[],
): void {
  for (const entry of entries) {
    const bundle = bundleOf(pkg, entry.name);
    if (bundle !== undefined) {
      result.candidates.push({ bundle, channel, entry });
    }
  }
}

/**
 * What may replace the installed version, nearest the head first. Unlike upstream, a channel is followed only as far
 * as the installed version, and `skipRange` never leads to a lower one: ranges without an upper bound, of which real
 * catalogs have many, would otherwise downgrade.
 */
export function successors(pkg: CatalogPackage, installed: Installed, channel?: string): Candidates {
  const result: Candidates = { candidates: [], channelErrors: [] };
  for (const { name, entries } of chosenChannels(pkg, channel)) {
    const order = orderChannel({ package: pkg.name, channel: name }, entries);
    if (!order.ok) {
      result.channelErrors.push(order.message);
      continue;
    }
    for (const entry of order.chain) {
      if (entry.name === installed.name) {
        break;
      }
      const bundle = bundleOf(pkg, entry.name);
      const edge = bundle === undefined ? undefined : edgeTo(entry, bundle, installed);
      if (bundle !== undefined && edge !== undefined) {
        result.candidates.push({ bundle, channel: name, entry, edge });
      }
    }
  }
  return result;
}

function edgeTo(entry: ChannelEntry, bundle: CatalogBundle, installed: Installed): UpgradeEdge | undefined {
  if (entry.replaces === installed.name) {
    return 'replaces';
  }
  if (entry.skips?.includes(installed.name) === true) {
    return 'skips';
  }
  const { version } = installed;
  const reachable =
    entry.skipRange !== undefined &&
    version !== undefined &&
    inRange(version, entry.skipRange) &&
    compareVersions(bundle.version, version) > 0;
  return reachable ? 'skipRange' : undefined;
}

/** The way an installed version would go to the head if every step were taken, one candidate per InstallPlan. */
export function upgradePath(pkg: CatalogPackage, installed: Installed, channel?: string): Candidate[] {
  const path: Candidate[] = [];
  const seen = new Set([installed.name]);
  let from = installed;
  for (;;) {
    const [next] = successors(pkg, from, channel).candidates.filter(({ bundle }) => !isForbidden(bundle));
    if (next === undefined || seen.has(next.bundle.name)) {
      return path;
    }
    path.push(next);
    seen.add(next.bundle.name);
    from = { name: next.bundle.name, version: next.bundle.version };
  }
}
