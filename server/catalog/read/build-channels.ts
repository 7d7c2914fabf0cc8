/** The channels of one package, entry by entry. */
import type { CatalogBundle, CatalogChannel, CatalogWarning, ChannelEntry } from '#lib/olm/api/catalog.ts';
import { orderChannel, strandedEntries } from '#lib/olm/content/channels.ts';
import { parseRange } from '#lib/olm/api/version.ts';
import { limits } from './limits.ts';
import { type ChannelPiece, warningAt } from './pieces.ts';

/** Told of whatever is left out, and why. */
export type Warn = (warning: CatalogWarning) => void;

/** The usable channels of one package, in their order. */
export function buildChannels(
  pieces: readonly ChannelPiece[],
  bundles: ReadonlyMap<string, CatalogBundle>,
  warn: Warn,
): CatalogChannel[] {
  const built = new Map<string, CatalogChannel>();
  for (const piece of pieces) {
    if (built.has(piece.name)) {
      const message = 'a channel of that name is there already; keep one of the two; this one is left out';
      warn(warningAt(piece, { package: piece.package, entry: piece.name }, message));
      continue;
    }
    const channel = buildChannel(piece, bundles, warn);
    if (channel !== undefined) built.set(piece.name, channel);
  }
  return [...built.values()];
}

function buildChannel(
  piece: ChannelPiece,
  bundles: ReadonlyMap<string, CatalogBundle>,
  warn: Warn,
): CatalogChannel | undefined {
  const told = (entry: string, message: string): void =>
    warn(warningAt(piece, { package: piece.package, entry }, message));
  const skips = piece.entries.reduce((sum, entry) => sum + (entry.skips?.length ?? 0), 0);
  if (skips > limits.channelSkips) {
    told(
      piece.name,
      `its entries skip more than ${String(limits.channelSkips)} names; the channel is left out`,
    );
    return undefined;
  }
  const entries = checkedEntries(piece, bundles, told);
  const order = orderChannel({ package: piece.package, channel: piece.name }, entries);
  if (!order.ok) {
    told(piece.name, `${order.message}; ${ADVICE[order.reason]}; the channel is left out`);
    return undefined;
  }
  for (const { name } of strandedEntries(entries, order.head)) {
    const message = `no chain of replacement from the head reaches this entry; let another entry replace or skip it`;
    told(name, `channel ${piece.name}: ${message}`);
  }
  // A head without a bundle was dropped from the catalog: the best that is left stands in for it.
  const head = order.chain.find(({ name }) => bundles.has(name));
  if (head === undefined) {
    told(piece.name, 'no entry of the channel has a usable bundle; the channel is left out');
    return undefined;
  }
  return { name: piece.name, entries, head: head.name };
}

const ADVICE = {
  empty: 'list its bundles',
  'no-head': 'let one entry be replaced and skipped by none',
  cycle: 'let the last entry of the chain replace none of the others',
  'several-heads': 'let the newest entry replace or skip the heads of the other chains',
} as const;

/** Entries stay even when their bundle is gone: what replaces them has to keep its place in the chain. */
function checkedEntries(
  piece: ChannelPiece,
  bundles: ReadonlyMap<string, CatalogBundle>,
  told: (entry: string, message: string) => void,
): ChannelEntry[] {
  const seen = new Set<string>();
  return piece.entries.flatMap((entry) => {
    if (seen.has(entry.name)) {
      told(entry.name, `is listed twice in channel ${piece.name}; the second time is left out`);
      return [];
    }
    seen.add(entry.name);
    if (!bundles.has(entry.name))
      told(entry.name, `channel ${piece.name} lists it, but there is no usable bundle of that name; add one`);
    if (entry.skipRange === undefined || isRange(entry.skipRange)) return [entry];
    const { skipRange, ...kept } = entry;
    told(entry.name, `skipRange ${JSON.stringify(skipRange)} is no version range; it counts for nothing`);
    return [kept];
  });
}

function isRange(text: string): boolean {
  return text.length <= limits.range && parseRange(text) !== undefined;
}
