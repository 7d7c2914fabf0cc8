/** The versions of a channel as people choose among them: newest first, with what each replaces. */
import { optional } from '../../base/loose.ts';
import type { CatalogChannel, ChannelEntry } from '../api/catalog.ts';
import type { PackageDetail } from '../api/catalog-answers.ts';
import { bundleOf, orderChannel } from './channels.ts';

/** One entry of a channel; `replaces` and `skips` are versions where the catalog has the bundles, else CSV names. */
export interface VersionRow {
  /** Name of the CSV. */
  csv: string;
  version: string;
  isHead: boolean;
  replaces?: string;
  skips: readonly string[];
  skipRange?: string;
  deprecation?: string;
  /** Nothing of it can be installed: the catalog names it but holds no bundle. */
  missing: boolean;
}

/** In order of replacement where the channel has one, entries outside of that order last. */
export function versionRows(pkg: PackageDetail, channel: CatalogChannel): VersionRow[] {
  const order = orderChannel({ package: pkg.name, channel: channel.name }, channel.entries);
  const chain = order.ok ? order.chain : [];
  const rest = channel.entries.filter((entry) => !chain.includes(entry));
  return [...chain, ...rest].map((entry) => rowOf(pkg, channel, entry));
}

function rowOf(pkg: PackageDetail, channel: CatalogChannel, entry: ChannelEntry): VersionRow {
  const bundle = bundleOf(pkg, entry.name);
  const versionOf = (csv: string): string => bundleOf(pkg, csv)?.version ?? csv;
  return {
    csv: entry.name,
    version: versionOf(entry.name),
    isHead: entry.name === channel.head,
    ...(entry.replaces === undefined || entry.replaces === '' ? {} : { replaces: versionOf(entry.replaces) }),
    skips: (entry.skips ?? []).map(versionOf),
    ...optional({ skipRange: entry.skipRange }),
    ...(bundle?.deprecation === undefined ? {} : { deprecation: bundle.deprecation }),
    missing: bundle === undefined,
  };
}

/** The channel asked for, else the default one, else the first. */
export function chosenChannel(pkg: PackageDetail, name?: string): CatalogChannel | undefined {
  const named = (wanted: string | undefined): CatalogChannel | undefined =>
    pkg.channels.find((channel) => channel.name === wanted);
  return named(name) ?? named(pkg.defaultChannel) ?? pkg.channels[0];
}
