/** Which channel and version of a package a page is about, from its address. */
import type { CatalogBundle, CatalogChannel } from '../api/catalog.ts';
import type { PackageDetail } from '../api/catalog-answers.ts';
import { channelsInOrder } from './channels.ts';
import { versionRows } from './version-list.ts';

/** The channel and the version to show, and what of the address could not be followed. */
export interface PackageChoice {
  channel: CatalogChannel;
  bundle: CatalogBundle;
  /** The bundle is what the channel offers first. */
  isHead: boolean;
  isDefaultChannel: boolean;
  /** A channel that was asked for and does not exist. */
  unknownChannel?: string;
  /** A version that was asked for and is not in the channel. */
  unknownVersion?: string;
}

/** Channel by name and version as in the address; both may be made up. */
export interface AskedVersion {
  channel?: string | undefined;
  version?: string | undefined;
}

/**
 * The channel asked for, else the first in order that holds the version, else the default one; in it the version asked for,
 * else the head, else the newest that can be installed. Undefined when the catalog holds no version of any channel.
 */
export function choosePackage(pkg: PackageDetail, asked: AskedVersion = {}): PackageChoice | undefined {
  const usable = channelsInOrder(pkg).filter((channel) =>
    channel.entries.some(({ name }) => bundleOf(pkg, name) !== undefined),
  );
  const named = usable.find(({ name }) => name === asked.channel);
  const holding = usable.find((channel) => versionIn(pkg, channel, asked.version) !== undefined);
  const channel = named ?? holding ?? usable[0];
  if (channel === undefined) return undefined;
  const wanted = versionIn(pkg, channel, asked.version);
  const bundle = wanted ?? headOf(pkg, channel);
  if (bundle === undefined) return undefined;
  return {
    channel,
    bundle,
    isHead: bundle.name === channel.head,
    isDefaultChannel: channel.name === pkg.defaultChannel,
    ...(asked.channel === undefined || named !== undefined ? {} : { unknownChannel: asked.channel }),
    ...(asked.version === undefined || wanted !== undefined ? {} : { unknownVersion: asked.version }),
  };
}

function bundleOf(pkg: PackageDetail, name: string): CatalogBundle | undefined {
  return Object.hasOwn(pkg.bundles, name) ? pkg.bundles[name] : undefined;
}

function versionIn(
  pkg: PackageDetail,
  channel: CatalogChannel,
  version: string | undefined,
): CatalogBundle | undefined {
  if (version === undefined) return undefined;
  return channel.entries.map(({ name }) => bundleOf(pkg, name)).find((bundle) => bundle?.version === version);
}

function headOf(pkg: PackageDetail, channel: CatalogChannel): CatalogBundle | undefined {
  const names = [channel.head, ...versionRows(pkg, channel).map(({ csv }) => csv)];
  return names.map((name) => bundleOf(pkg, name)).find((bundle) => bundle !== undefined);
}
