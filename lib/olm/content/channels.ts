/**
 * The order of a channel: one head, and from it a chain of `replaces` down to the tail. Entries that another entry
 * skips are no part of the chain. Texts and rules are those of OLM's resolver (`sortChannel` in
 * pkg/controller/registry/resolver/resolver.go).
 */
import type { CatalogChannel, CatalogPackage, ChannelEntry } from '../api/catalog.ts';

/** A channel in order, or OLM's sentence why it has none (OLM 42); `heads` are the CSV names that compete. */
export type ChannelOrder =
  | { ok: true; head: ChannelEntry; chain: readonly ChannelEntry[] }
  | {
      ok: false;
      reason: 'no-head' | 'cycle' | 'several-heads' | 'empty';
      message: string;
      heads: readonly string[];
    };

interface Where {
  package: string;
  channel: string;
}

/** Orders the entries of one channel from head to tail; entry names are taken to be unique. */
export function orderChannel(where: Where, entries: readonly ChannelEntry[]): ChannelOrder {
  const place = `channel ${JSON.stringify(where.channel)} of package ${JSON.stringify(where.package)}`;
  if (entries.length === 0)
    return { ok: false, reason: 'empty', message: `no entries found in ${place}`, heads: [] };
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const superseded = new Set(entries.flatMap((entry) => [entry.replaces ?? '', ...(entry.skips ?? [])]));
  const skipped = new Set(entries.flatMap((entry) => entry.skips ?? []));
  const heads = entries.filter((entry) => !superseded.has(entry.name));
  if (heads.length === 0) {
    const message = `no channel heads (entries not replaced by another entry) found in ${place}`;
    return { ok: false, reason: 'no-head', message, heads: [] };
  }
  const chains: ChannelEntry[][] = [];
  for (const head of heads) {
    const walked = walk(head, byName);
    if (walked === undefined) {
      const message = `a cycle exists in the chain of replacement beginning with ${JSON.stringify(head.name)} in ${place}`;
      return { ok: false, reason: 'cycle', message, heads: [head.name] };
    }
    chains.push(walked.filter((entry) => !skipped.has(entry.name)));
  }
  const [head, another] = heads;
  if (head === undefined || another !== undefined) {
    const found = chains.map(chainText).join(', ');
    const message = `a unique replacement chain within a channel is required to determine the relative order between channel entries, but ${String(chains.length)} replacement chains were found in ${place}: ${found}`;
    return { ok: false, reason: 'several-heads', message, heads: heads.map((entry) => entry.name) };
  }
  return { ok: true, head, chain: chains[0] ?? [] };
}

/** Follows `replaces` as long as it names an entry; undefined when that comes round again. */
function walk(head: ChannelEntry, byName: ReadonlyMap<string, ChannelEntry>): ChannelEntry[] | undefined {
  const chain = new Set<ChannelEntry>();
  let current: ChannelEntry | undefined = head;
  while (current !== undefined) {
    if (chain.has(current)) return undefined;
    chain.add(current);
    current = current.replaces === undefined ? undefined : byName.get(current.replaces);
  }
  return [...chain];
}

function chainText(chain: readonly ChannelEntry[]): string {
  const [first, last] = [chain[0]?.name ?? '[]', chain.at(-1)?.name ?? '[]'];
  return first === last ? first : `${first}...${last}`;
}

/** Entries that neither the chain from the head nor any `skips` reaches: nothing could ever upgrade from or to them. */
export function strandedEntries(entries: readonly ChannelEntry[], head: ChannelEntry): ChannelEntry[] {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const reached = new Set((walk(head, byName) ?? []).map((entry) => entry.name));
  const skipped = new Set(entries.flatMap((entry) => entry.skips ?? []));
  return entries.filter((entry) => !reached.has(entry.name) && !skipped.has(entry.name));
}

/** The default channel first, the others by name (OLM 32). */
export function channelsInOrder(pkg: Pick<CatalogPackage, 'channels' | 'defaultChannel'>): CatalogChannel[] {
  const rank = (channel: CatalogChannel): number => (channel.name === pkg.defaultChannel ? 0 : 1);
  return [...pkg.channels].sort(
    (a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );
}

/** The channel of that name, or the default one when no name is given. */
export function channelOf(pkg: CatalogPackage, name?: string): CatalogChannel | undefined {
  const wanted = name === undefined || name === '' ? pkg.defaultChannel : name;
  return pkg.channels.find((channel) => channel.name === wanted);
}

/** The bundle of that name. Names are the catalog's: one called `constructor` is no bundle because every object has it. */
export function bundleOf<B>(
  pkg: { readonly bundles: Readonly<Record<string, B>> },
  name: string,
): B | undefined {
  return Object.hasOwn(pkg.bundles, name) ? pkg.bundles[name] : undefined;
}
