/** Channels out of bundle directories: which version follows which. */
import { optional } from '#lib/base/loose.ts';
import type { ChannelEntry } from '#lib/olm/api/catalog.ts';
import { orderChannel } from '#lib/olm/content/channels.ts';
import { compareBuilds } from '#lib/olm/api/version.ts';
import type { ChannelPiece, DirectoryBundlePiece, PackagePiece } from './pieces.ts';

/** The package and channels that the bundles of one package make. @param bundles at least one, versions distinct */
export function linkBundles(bundles: readonly DirectoryBundlePiece[]): {
  pkg: PackagePiece;
  channels: ChannelPiece[];
} {
  const newestFirst = [...bundles].sort((a, b) => compareBuilds(b.bundle.version, a.bundle.version));
  const [newest] = newestFirst;
  if (newest === undefined) throw new Error('a package needs at least one bundle');
  const name = newest.bundle.package;
  const channelNames = [...new Set(newestFirst.flatMap(({ channels }) => channels))];
  const channels = channelNames.map((channel): ChannelPiece => {
    const members = newestFirst.filter((piece) => piece.channels.includes(channel));
    return {
      file: members[0]?.file ?? newest.file,
      package: name,
      name: channel,
      entries: linkChannel(name, channel, members),
    };
  });
  const declared = newestFirst.find(({ defaultChannel }) => defaultChannel !== undefined)?.defaultChannel;
  return {
    pkg: {
      file: newest.file,
      name,
      ...optional({ defaultChannel: declared, icon: newest.icon }),
    },
    channels,
  };
}

/**
 * As the bundles say where that gives one head; else in order of versions, each replacing the next lower one, with
 * what they say kept where it names versions outside the channel.
 */
function linkChannel(
  packageName: string,
  channel: string,
  newestFirst: readonly DirectoryBundlePiece[],
): ChannelEntry[] {
  const asSaid = newestFirst.map(({ entry }) => entry);
  if (orderChannel({ package: packageName, channel }, asSaid).ok) return asSaid;
  const members = new Set(asSaid.map(({ name }) => name));
  return newestFirst.map(({ entry }, index) => {
    const lowerNames = new Set(newestFirst.slice(index + 1).map((piece) => piece.entry.name));
    const outside = entry.replaces !== undefined && !members.has(entry.replaces) ? [entry.replaces] : [];
    // What a higher version in the channel is called must not be skipped: the order of versions rules here.
    const skips = [...(entry.skips ?? []), ...outside].filter(
      (name) => !members.has(name) || lowerNames.has(name),
    );
    const [next] = lowerNames;
    const replaces = next ?? outside[0];
    return {
      name: entry.name,
      ...optional({ replaces }),
      ...(skips.length === 0 ? {} : { skips }),
      ...optional({ skipRange: entry.skipRange }),
    };
  });
}

/** The channel that stands in for a default that is not there: the one with the highest head, then the fullest, then by name. */
export function bestChannel(
  channels: readonly { name: string; headVersion: string; size: number }[],
): string | undefined {
  const ranked = [...channels].sort(
    (a, b) => compareBuilds(b.headVersion, a.headVersion) || b.size - a.size || (a.name < b.name ? -1 : 1),
  );
  return ranked[0]?.name;
}
