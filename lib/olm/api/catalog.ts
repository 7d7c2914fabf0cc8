/**
 * Catalog content as the resolver and the console see it: packages, channels, bundles. Plain data, made by the
 * readers of server/catalog from file-based catalogs or bundle directories.
 * Source: operator-registry, file-based catalog schemas `olm.package`, `olm.channel`, `olm.bundle`, `olm.deprecations`.
 */

/** One operator of a catalog with all its versions; `deprecation` is the message of a deprecated one. */
export interface CatalogPackage {
  name: string;
  defaultChannel: string;
  channels: CatalogChannel[];
  /** All bundles of the package by CSV name. */
  bundles: Record<string, CatalogBundle>;
  description?: string;
  icon?: CatalogIcon;
  deprecation?: string;
}

/** An icon as the catalog holds it, neither decoded nor checked: whoever shows it does that. */
export interface CatalogIcon {
  mediaType: string;
  base64: string;
}

/** A line of versions that a Subscription can follow; what replaces what stands in the entries, not in their order. */
export interface CatalogChannel {
  name: string;
  entries: ChannelEntry[];
  /** CSV name of the entry that no other entry replaces or skips. */
  head: string;
  deprecation?: string;
}

/**
 * One version in a channel, by CSV name, and which ones it upgrades from: by name, or by a range of versions in `skipRange`.
 */
export interface ChannelEntry {
  name: string;
  replaces?: string;
  skips?: string[];
  skipRange?: string;
}

/** What a bundle says of itself to the resolver, such as `olm.gvk.required`; `type` decides the shape of `value` (OLM 13). */
export interface BundleProperty {
  type: string;
  value: unknown;
}

/** An API by group, version and kind; the core group is the empty text. */
export interface GroupVersionKind {
  group: string;
  version: string;
  kind: string;
}

/** One version of an operator: what it provides, requires and shows to people. Its manifests are kept apart, by `digest`. */
export interface CatalogBundle {
  /** Name of the CSV. */
  name: string;
  package: string;
  version: string;
  properties: BundleProperty[];
  /** `sha256:<hex>` over the manifests; absent when the manifests are elsewhere (image only). */
  digest?: string;
  image?: string;
  providedApis: ProvidedApi[];
  requiredApis: GroupVersionKind[];
  csv: CsvSummary;
  deprecation?: string;
}

/** An API that a bundle brings, with the CSV's words for people. */
export interface ProvidedApi extends GroupVersionKind {
  /** CRD name `<plural>.<group>`. */
  name: string;
  displayName?: string;
  description?: string;
}

/** What catalog and install pages show of a CSV, without its icon and its install spec. All strings are hostile text. */
export interface CsvSummary {
  displayName: string;
  /** One line (annotation `description`, else the first sentence of the description). */
  summary: string;
  /** Markdown. */
  description: string;
  provider?: string;
  maturity?: string;
  keywords: string[];
  categories: string[];
  links: { name: string; url: string }[];
  maintainers: { name: string; email: string }[];
  installModes: { type: InstallModeType; supported: boolean }[];
  capabilityLevel?: string;
  minKubeVersion?: string;
  createdAt?: string;
  containerImage?: string;
  repository?: string;
  suggestedNamespace?: string;
  /** Parsed from `alm-examples`; entries that are no objects are dropped. */
  examples: unknown[];
  infrastructureFeatures: string[];
  permissions: PermissionRequest[];
  webhooks: CsvWebhook[];
  /** Aggregated APIs that it serves: absent where it has none. */
  aggregatedApis?: AggregatedApi[];
  extras?: CsvExtras;
}

/** A webhook that an operator brings. */
export interface CsvWebhook {
  type: string;
  name: string;
  /** Such as `CREATE, UPDATE deployments.apps`; of a conversion its definitions. */
  matches: string[];
  /** Resources of others, as `deployments.apps`, that the API server takes no changes of while the webhook gives no answer. */
  closesOn?: string[];
}

/** An API of the cluster that an operator serves itself. */
export interface AggregatedApi {
  /** `<version>.<group>`. */
  name: string;
  kinds: string[];
}

/** What of a CSV no page shows, but a PackageManifest tells. Read from the CSV; answers of the catalog service leave it out. */
export interface CsvExtras {
  /** Without `alm-examples`. */
  annotations: Record<string, string>;
  labels: Record<string, string>;
  providerUrl?: string;
  nativeApis: GroupVersionKind[];
  /** CRDs that others have to bring, by name `<plural>.<group>`. */
  requiredCrds: { name: string; version: string; kind: string }[];
  relatedImages: string[];
}

/** Which namespaces an operator can watch from where it runs, in the API's words. */
export type InstallModeType = 'OwnNamespace' | 'SingleNamespace' | 'MultiNamespace' | 'AllNamespaces';

/** What the operator's ServiceAccount will be allowed to do. */
export interface PermissionRequest {
  serviceAccount: string;
  scope: 'namespace' | 'cluster';
  rules: PolicyRule[];
}

/** RBAC policy rule (rbac.authorization.k8s.io/v1). */
export interface PolicyRule {
  apiGroups?: string[];
  resources?: string[];
  resourceNames?: string[];
  nonResourceURLs?: string[];
  verbs: string[];
}

/** One thing a reader had to leave out. */
export interface CatalogWarning {
  /** File relative to the catalog's root. */
  file?: string;
  package?: string;
  entry?: string;
  message: string;
}
