/**
 * What may be installed, and what may follow an installed version.
 * Source: OLM's resolver, `getSubscriptionVariables` (32-34 of the behaviours this code follows).
 */
import type { CatalogBundle, CatalogChannel, CatalogPackage, ChannelEntry } from '../api/catalog.ts';
import { bundleOf, channelsInOrder, orderChannel, type ChannelOrder } from './channels.ts';
import { compareVersions, inRange } from '../api/version.ts';

/** How an entry names what it can replace. */
export type UpgradeEdge = 'replaces' | 'skips' | 'skipRange';

/** What the graph looks at of a bundle. */
type GraphBundle = Pick<CatalogBundle, 'name' | 'version'>;

type GraphPackage<B> = Pick<CatalogPackage, 'name' | 'defaultChannel' | 'channels'> & {
  readonly bundles: Readonly<Record<string, B>>;
};

/** A bundle that could be installed, and by which entry of which channel. */
export interface Candidate<B = CatalogBundle> {
  bundle: B;
  channel: string;
  entry: ChannelEntry;
  /** Only for successors. */
  edge?: UpgradeEdge;
}

/** All that could be installed; channels that cannot be put in order give a sentence instead (OLM 42). */
export interface Candidates<B = CatalogBundle> {
  /** Best first. */
  candidates: Candidate<B>[];
  /** Why a channel that was asked for could not be used. */
  channelErrors: string[];
}

/** The installed version, by CSV name. */
export interface Installed {
  name: string;
  /** Absent when the installed object does not say. */
  version?: string;
}

/** The property by which a catalog forbids to install a bundle; `olm.deprecations` entries only warn. */
export function isForbidden(bundle: Pick<CatalogBundle, 'properties'>): boolean {
  return bundle.properties.some((property) => property.type === 'olm.deprecated');
}

function chosenChannels(
  pkg: GraphPackage<unknown>,
  channel: string | undefined,
): ReturnType<typeof channelsInOrder> {
  const all = channelsInOrder(pkg);
  return channel === undefined || channel === '' ? all : all.filter(({ name }) => name === channel);
}

/** Candidates while nothing is installed: head to tail along `replaces`, in the default channel first. */
export function freshCandidates<B extends GraphBundle>(
  pkg: GraphPackage<B>,
  wanted: { channel?: string; startingCSV?: string } = {},
): Candidates<B> {
  const result: Candidates<B> = { candidates: [], channelErrors: [] };
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
    const order = channelOrder(pkg.name, channel);
    if (order.ok) {
      collect(result, pkg, channel.name, order.chain);
    } else {
      result.channelErrors.push(order.message);
    }
  }
  return result;
}

/** Catalogs do not change while they are open: a channel is put in order once. */
const orders = new WeakMap<readonly ChannelEntry[], ChannelOrder>();

/** The order of a channel, as `orderChannel` gives it; the same entries are put in order only once. */
export function channelOrder(packageName: string, channel: CatalogChannel): ChannelOrder {
  const known = orders.get(channel.entries);
  if (known !== undefined) return known;
  const order = orderChannel({ package: packageName, channel: channel.name }, channel.entries);
  orders.set(channel.entries, order);
  return order;
}

function collect<B>(
  result: Candidates<B>,
  pkg: GraphPackage<B>,
  channel: string,
  entries: readonly ChannelEntry[],
): void {
  for (const entry of entries) {
    const bundle = bundleOf(pkg, entry.name);
    if (bundle !== undefined) result.candidates.push({ bundle, channel, entry });
  }
}

/**
 * What may replace the installed version, nearest the head first. Unlike upstream, a channel is followed only as far
 * as the installed version, and `skipRange` never leads to a lower one: ranges without an upper bound, of which real
 * catalogs have many, would otherwise downgrade.
 */
export function successors<B extends GraphBundle>(
  pkg: GraphPackage<B>,
  installed: Installed,
  channel?: string,
): Candidates<B> {
  const result: Candidates<B> = { candidates: [], channelErrors: [] };
  for (const chosen of chosenChannels(pkg, channel)) {
    const { name } = chosen;
    const order = channelOrder(pkg.name, chosen);
    if (!order.ok) {
      result.channelErrors.push(order.message);
      continue;
    }
    for (const entry of order.chain) {
      if (entry.name === installed.name) break;
      const bundle = bundleOf(pkg, entry.name);
      const edge = bundle === undefined ? undefined : edgeTo(entry, bundle, installed);
      if (bundle !== undefined && edge !== undefined)
        result.candidates.push({ bundle, channel: name, entry, edge });
    }
  }
  return result;
}

/** How the entry leads on from the installed version; undefined when it does not. A range never leads to a lower version. */
export function edgeTo(
  entry: ChannelEntry,
  bundle: GraphBundle,
  installed: Installed,
): UpgradeEdge | undefined {
  if (entry.replaces === installed.name) return 'replaces';
  if (entry.skips?.includes(installed.name) === true) return 'skips';
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
    if (next === undefined || seen.has(next.bundle.name)) return path;
    path.push(next);
    seen.add(next.bundle.name);
    from = { name: next.bundle.name, version: next.bundle.version };
  }
}
