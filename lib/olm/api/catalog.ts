/**
 * Catalog content as the resolver and the console see it: packages, channels, bundles. Plain data, made by the
 * readers of server/catalog from file-based catalogs or bundle directories.
 * Source: operator-registry, file-based catalog schemas `olm.package`, `olm.channel`, `olm.bundle`, `olm.deprecations`.
 */

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

export interface CatalogIcon {
  mediaType: string;
  base64: string;
}

export interface CatalogChannel {
  name: string;
  entries: ChannelEntry[];
  /** CSV name of the entry that no other entry replaces or skips. */
  head: string;
  deprecation?: string;
}

export interface ChannelEntry {
  name: string;
  replaces?: string;
  skips?: string[];
  skipRange?: string;
}

export interface BundleProperty {
  type: string;
  value: unknown;
}

export interface GroupVersionKind {
  group: string;
  version: string;
  kind: string;
}

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
  webhooks: { type: string; name: string }[];
  extras?: CsvExtras;
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
