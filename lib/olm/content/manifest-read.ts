/**
 * Packages out of PackageManifests, for clusters where a real OLM keeps the catalogs. They tell less than a catalog does:
 * of older versions only names, of upgrades nothing, of manifests and permissions nothing.
 */
import { z } from 'zod';
import type { KubeObject } from '../../k8s/object.ts';
import type { CatalogBundle, CatalogChannel, CatalogPackage } from '../api/catalog.ts';
import { readCsv } from './csv-summary.ts';
import { optional } from '../../base/loose.ts';

const text = z.string().optional().catch(undefined);
const deprecation = z.object({ message: z.string() }).optional().catch(undefined);
const Entry = z.object({ name: z.string().min(1), version: text, deprecation });
const Channel = z.object({
  name: z.string().min(1),
  currentCSV: z.string().min(1),
  currentCSVDesc: z.record(z.string(), z.unknown()).catch({}),
  deprecation,
  entries: z.array(Entry).catch([]),
});
const Status = z.object({
  catalogSource: z.string().min(1),
  catalogSourceNamespace: z.string().min(1),
  catalogSourceDisplayName: text,
  catalogSourcePublisher: text,
  packageName: z.string().min(1),
  deprecation,
  channels: z.array(z.unknown()),
  defaultChannel: z.string().catch(''),
});
type Status = z.infer<typeof Status>;
type Channel = z.infer<typeof Channel>;

/** A package as a real OLM tells of it, with its catalog. */
export interface ManifestPackage {
  catalog: { namespace: string; name: string; displayName?: string; publisher?: string };
  pkg: CatalogPackage;
}

/** Undefined for what is no PackageManifest, or has no channel that can be read. */
export function readPackageManifest(object: KubeObject): ManifestPackage | undefined {
  const status = Status.safeParse(object['status']);
  if (!status.success) return undefined;
  const channels = status.data.channels.flatMap((value) => {
    const parsed = Channel.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });
  if (channels.length === 0) return undefined;
  return { catalog: catalogOf(status.data), pkg: packageOf(status.data, channels) };
}

function catalogOf(status: Status): ManifestPackage['catalog'] {
  const named = (name: string | undefined): string | undefined => (name === '' ? undefined : name);
  return {
    namespace: status.catalogSourceNamespace,
    name: status.catalogSource,
    ...optional({
      displayName: named(status.catalogSourceDisplayName),
      publisher: named(status.catalogSourcePublisher),
    }),
  };
}

function packageOf(status: Status, channels: readonly Channel[]): CatalogPackage {
  const bundles = new Map<string, CatalogBundle>();
  for (const { entries } of channels) {
    for (const entry of entries) bundles.set(entry.name, olderBundle(status.packageName, entry));
  }
  for (const channel of channels) {
    const known = bundles.get(channel.currentCSV);
    bundles.set(channel.currentCSV, headBundle(status.packageName, channel, known));
  }
  const isThere = channels.some(({ name }) => name === status.defaultChannel);
  return {
    name: status.packageName,
    defaultChannel: isThere ? status.defaultChannel : (channels[0]?.name ?? ''),
    channels: channels.map(channelOf),
    bundles: Object.fromEntries(bundles),
    ...optional({ deprecation: status.deprecation?.message }),
  };
}

function channelOf({ name, currentCSV, entries, deprecation: retired }: Channel): CatalogChannel {
  const others = entries.map((entry) => entry.name).filter((entry) => entry !== currentCSV);
  return {
    name,
    entries: [currentCSV, ...others].map((entry) => ({ name: entry })),
    head: currentCSV,
    ...optional({ deprecation: retired?.message }),
  };
}

function headBundle(
  packageName: string,
  { currentCSV, currentCSVDesc }: Channel,
  entry: CatalogBundle | undefined,
): CatalogBundle {
  const { annotations } = currentCSVDesc;
  const version = currentCSVDesc['version'];
  const { summary, providedApis, requiredApis } = readCsv({
    metadata: { name: currentCSV, annotations },
    spec: currentCSVDesc,
  });
  return {
    name: currentCSV,
    package: packageName,
    version: typeof version === 'string' ? version : (entry?.version ?? ''),
    properties: [],
    providedApis,
    requiredApis,
    csv: summary,
    ...optional({ deprecation: entry?.deprecation }),
  };
}

function olderBundle(packageName: string, entry: z.infer<typeof Entry>): CatalogBundle {
  return {
    name: entry.name,
    package: packageName,
    version: entry.version ?? '',
    properties: [],
    providedApis: [],
    requiredApis: [],
    csv: readCsv({ metadata: { name: entry.name } }).summary,
    ...optional({ deprecation: entry.deprecation?.message }),
  };
}
