/**
 * Packages as `packages.operators.coreos.com/v1` PackageManifest, the view of catalogs that kubectl and other tools read.
 * Source: OLM `pkg/package-server` (apis/operators and provider/registry.go);
 * OLM 16-19.
 */
import type { KubeObject } from '../../k8s/object.ts';
import type {
  CatalogBundle,
  CatalogChannel,
  CatalogPackage,
  CsvExtras,
  CsvSummary,
  GroupVersionKind,
  InstallModeType,
  ProvidedApi,
} from '../api/catalog.ts';
import { optional } from '../../base/loose.ts';
import { bundleOf } from './channels.ts';
import { compareBuilds } from '../api/version.ts';

/** Where the API server has them; the API is served by an aggregated server and has no definition. */
export const PACKAGE_MANIFESTS = {
  group: 'packages.operators.coreos.com',
  version: 'v1',
  plural: 'packagemanifests',
  kind: 'PackageManifest',
  namespaced: true,
} as const;

/** What a PackageManifest says of the CatalogSource behind it. */
export interface ManifestSource {
  namespace: string;
  name: string;
  labels?: Record<string, string>;
  creationTimestamp?: string;
  displayName?: string;
  publisher?: string;
}

/** A name and an address, as CSVs give them for providers and links. */
export interface AppLink {
  name?: string;
  url?: string;
}

interface CrdDescription {
  name: string;
  version: string;
  kind: string;
  displayName?: string;
  description?: string;
}

/** What a channel says of its head: a copy of what its CSV says (OLM 17). */
export interface CsvDescription {
  displayName?: string;
  icon?: { base64data?: string; mediatype?: string }[];
  version?: string;
  provider?: AppLink;
  annotations?: Record<string, string>;
  keywords?: string[];
  links?: AppLink[];
  maintainers?: { name?: string; email?: string }[];
  maturity?: string;
  description?: string;
  installModes: { type: InstallModeType; supported: boolean }[];
  customresourcedefinitions?: { owned?: CrdDescription[]; required?: CrdDescription[] };
  nativeApis?: GroupVersionKind[];
  minKubeVersion?: string;
  relatedImages?: string[];
}

interface Deprecation {
  message: string;
}

/** A channel with its head, and all its entries newest first (OLM 17). */
export interface PackageChannel {
  name: string;
  currentCSV: string;
  currentCSVDesc: CsvDescription;
  deprecation?: Deprecation;
  entries: { name: string; version?: string; deprecation?: Deprecation }[];
}

/** One package of one catalog (OLM 16); the same name may stand for two of them (OLM 19). */
export interface PackageManifest extends KubeObject {
  status: {
    catalogSource: string;
    catalogSourceDisplayName: string;
    catalogSourcePublisher: string;
    catalogSourceNamespace: string;
    provider?: AppLink;
    packageName: string;
    deprecation?: Deprecation;
    channels: PackageChannel[];
    defaultChannel: string;
  };
}

/**
 * @param namespace under which it is asked for: the catalog's own, or one that a global catalog serves
 * @returns undefined when no channel of the package has a head
 */
export function packageManifest(
  source: ManifestSource,
  pkg: CatalogPackage,
  namespace: string,
): PackageManifest | undefined {
  const channels = pkg.channels
    .map((channel) => channelOf(pkg, channel))
    .filter((channel) => channel !== undefined)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const shown = channels.find(({ name }) => name === pkg.defaultChannel) ?? channels[0];
  const head = shown === undefined ? undefined : pkg.bundles[shown.currentCSV];
  if (shown === undefined || head === undefined) return undefined;
  const provider = providerOf(head.csv);
  return {
    apiVersion: `${PACKAGE_MANIFESTS.group}/${PACKAGE_MANIFESTS.version}`,
    kind: PACKAGE_MANIFESTS.kind,
    metadata: {
      name: pkg.name,
      namespace,
      ...optional({ creationTimestamp: source.creationTimestamp }),
      labels: manifestLabels(source, head.csv),
    },
    status: {
      catalogSource: source.name,
      catalogSourceDisplayName: source.displayName ?? '',
      catalogSourcePublisher: source.publisher ?? '',
      catalogSourceNamespace: source.namespace,
      provider,
      packageName: pkg.name,
      ...deprecationOf(pkg.deprecation),
      channels,
      defaultChannel: shown.name,
    },
  };
}

const OS_OR_ARCH = /^operatorframework\.io\/(os|arch)\./;

/** Without any word of it, an operator is taken to run on Linux and amd64. */
function manifestLabels(source: ManifestSource, csv: CsvSummary): Record<string, string> {
  const own = csv.extras?.labels ?? {};
  const platforms = Object.keys(own).some((label) => OS_OR_ARCH.test(label))
    ? {}
    : {
        'operatorframework.io/os.linux': 'supported',
        'operatorframework.io/arch.amd64': 'supported',
      };
  const { name = '', url = '' } = providerOf(csv);
  return {
    ...source.labels,
    catalog: source.name,
    'catalog-namespace': source.namespace,
    provider: name,
    'provider-url': url,
    ...own,
    ...platforms,
  };
}

function providerOf({ provider, extras }: CsvSummary): AppLink {
  return optional({ name: provider, url: extras?.providerUrl });
}

function channelOf(pkg: CatalogPackage, channel: CatalogChannel): PackageChannel | undefined {
  const head = pkg.bundles[channel.head];
  if (head === undefined) return undefined;
  const entries = channel.entries
    .map(({ name }) => bundleOf(pkg, name))
    .filter((bundle) => bundle !== undefined)
    .filter((bundle) => !isWithdrawn(bundle))
    .sort((a, b) => compareBuilds(b.version, a.version));
  return {
    name: channel.name,
    currentCSV: head.name,
    currentCSVDesc: describe(head),
    ...deprecationOf(channel.deprecation),
    entries: entries.map(({ name, version, deprecation }) => ({
      name,
      version,
      ...deprecationOf(deprecation),
    })),
  };
}

function isWithdrawn({ properties }: CatalogBundle): boolean {
  return properties.some(({ type }) => type === 'olm.deprecated');
}

function deprecationOf(message: string | undefined): { deprecation?: Deprecation } {
  return message === undefined ? {} : { deprecation: { message } };
}

function describe({ csv, version, providedApis }: CatalogBundle): CsvDescription {
  const extras: Partial<CsvExtras> = csv.extras ?? {};
  const { examples } = csv;
  return {
    displayName: csv.displayName,
    // Pictures are asked for one by one, by the subresource `icon`.
    icon: [],
    version,
    provider: providerOf(csv),
    annotations: {
      ...extras.annotations,
      ...(examples.length === 0 ? {} : { 'alm-examples': JSON.stringify(examples) }),
    },
    keywords: csv.keywords,
    links: csv.links,
    maintainers: csv.maintainers,
    ...optional({ maturity: csv.maturity }),
    description: csv.description,
    installModes: csv.installModes,
    customresourcedefinitions: {
      owned: providedApis.map(crdDescription),
      ...optional({ required: extras.requiredCrds }),
    },
    ...optional({
      nativeApis: extras.nativeApis,
      minKubeVersion: csv.minKubeVersion,
      relatedImages: extras.relatedImages,
    }),
  };
}

function crdDescription({ name, version, kind, displayName, description }: ProvidedApi): CrdDescription {
  return {
    name,
    version,
    kind,
    ...optional({ displayName, description }),
  };
}
