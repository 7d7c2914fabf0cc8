/** The channels of one package, entry by entry. */
import type { CatalogBundle, CatalogChannel, CatalogWarning, ChannelEntry } from '#lib/olm/catalog.ts';
import { orderChannel, strandedEntries } from '#lib/olm/channels.ts';
import { parseRange } from '#lib/olm/version.ts';
import type { ChannelPiece } from './pieces.ts';

export type Warn = (warning: CatalogWarning) => void;

/** The usable channels of one package, in their order. */
export function buildChannels(
  pieces: readonly ChannelPiece[],
  bundles: ReadonlyMap<string, CatalogBundle>,
  warn: Warn,
): CatalogChannel[] {
  const built = new Map<string, CatalogChannel>();
  for (const piece of pieces) {
    const at = { file: piece.file, package: piece.package, entry: piece.name };
    if (built.has(piece.name)) {
      warn({ ...at, message: 'a channel of that name is there already; this one is left out' });
      continue;
    }
    const channel = buildChannel(piece, bundles, warn);
    if (channel !== undefined) {
      built.set(piece.name, channel);
    }
  }
  return [...built.values()];
}

function buildChannel(
  piece: ChannelPiece,
  bundles: ReadonlyMap<string, CatalogBundle>,
  warn: Warn,
): CatalogChannel | undefined {
  const at = { file: piece.file, package: piece.package };
  const entries = checkedEntries(piece, bundles, warn);
  const order = orderChannel({ package: piece.package, channel: piece.name }, entries);
  if (!order.ok) {
    warn({ ...at, entry: piece.name, message: `${order.message}; the channel is left out` });
    return undefined;
  }
  for (const { name } of strandedEntries(entries, order.head)) {
    warn({
      ...at,
      entry: name,
      message: `channel ${piece.name}: no chain of replacement from the head reaches this entry`,
    });
  }
  // A head without a bundle was dropped from the catalog: the best that is left stands in for it.
  const head = order.chain.find(({ name }) => bundles.has(name));
  if (head === undefined) {
    warn({
      ...at,
      entry: piece.name,
      message: 'no entry of the channel has a usable bundle; the channel is left out',
    });
    return undefined;
  }
  return { name: piece.name, entries, head: head.name };
}

/** Entries stay even when their bundle is gone: what replaces them has to keep its place in the chain. */
function checkedEntries(
  piece: ChannelPiece,
  bundles: ReadonlyMap<string, CatalogBundle>,
  warn: Warn,
): ChannelEntry[] {
  const seen = new Set<string>();
  return piece.entries.filter((entry) => {
    const at = { file: piece.file, package: piece.package, entry: entry.name };
    if (seen.has(entry.name)) {
      warn({ ...at, message: `is listed twice in channel ${piece.name}; the second time is left out` });
      return false;
    }
    seen.add(entry.name);
    if (!bundles.has(entry.name)) {
      warn({ ...at, message: `channel ${piece.name} lists it, but there is no usable bundle of that name` });
    }
    if (entry.skipRange !== undefined && parseRange(entry.skipRange) === undefined) {
      warn({
        ...at,
        message: `skipRange ${JSON.stringify(entry.skipRange)} is no version range; it counts for nothing`,
      });
    }
    return true;
  });
}
