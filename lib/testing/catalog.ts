/** Builders for catalog content; each shows only what a test cares about. */
import type { CatalogBundle, CatalogPackage, ChannelEntry, CsvSummary } from '../olm/api/catalog.ts';
import { orderChannel } from '../olm/content/channels.ts';

/** A summary of a CSV that says nothing but its display name. */
export function aCsvSummary(more: Partial<CsvSummary> = {}): CsvSummary {
  return {
    displayName: 'Sample',
    summary: '',
    description: '',
    keywords: [],
    categories: [],
    links: [],
    maintainers: [],
    installModes: [],
    examples: [],
    infrastructureFeatures: [],
    permissions: [],
    webhooks: [],
    ...more,
  };
}

/** A bundle named `<package>.v<version>`. */
export function aBundle(
  packageName: string,
  version: string,
  more: Partial<CatalogBundle> = {},
): CatalogBundle {
  return {
    name: `${packageName}.v${version}`,
    package: packageName,
    version,
    properties: [],
    providedApis: [],
    requiredApis: [],
    csv: aCsvSummary(),
    ...more,
  };
}

/** Entries are written `name` or with all their fields; heads are worked out where the channel has one. */
export function aPackage(
  name: string,
  channels: Record<string, readonly ChannelEntry[]>,
  more: Partial<CatalogPackage> & { bundleList?: readonly CatalogBundle[] } = {},
): CatalogPackage {
  const { bundleList = [], ...rest } = more;
  return {
    name,
    defaultChannel: Object.keys(channels)[0] ?? '',
    channels: Object.entries(channels).map(([channel, entries]) => {
      const order = orderChannel({ package: name, channel }, entries);
      return { name: channel, entries: [...entries], head: order.ok ? order.head.name : '' };
    }),
    bundles: Object.fromEntries(bundleList.map((bundle) => [bundle.name, bundle])),
    ...rest,
  };
}
