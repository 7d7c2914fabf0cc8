/** What the catalog endpoints answer, as the console's pages read it. */
import type { KubeObject } from '../../k8s/object.ts';
import type { CatalogBundle, CatalogPackage, CatalogWarning, GroupVersionKind } from './catalog.ts';

/** One catalog and how it is. */
export interface SourceHealth {
  namespace: string;
  name: string;
  displayName?: string;
  publisher?: string;
  /** `spec.priority`; absent for 0. */
  priority?: number;
  /** Taken out of service by annotation `capstan.dev/disabled`. */
  disabled?: boolean;
  /** False when nothing of it can be offered. */
  healthy: boolean;
  packages: number;
  bundles: number;
  warnings: readonly CatalogWarning[];
  /** Unix ms of the last successful read; 0 when there was none. */
  readAt: number;
  digest: string;
  /** Unix ms of the last time the source answered, with new content or without; absent where that is not known. */
  checkedAt?: number;
  /** Content is being fetched for the first time, or newer one. */
  fetching?: boolean;
  /** Why newer content cannot be had at the moment. What was read before stays offered. */
  problem?: SourceProblem;
}

/** `kind` is one of the kinds of `server/catalog/sources/reader.ts`. */
export interface SourceProblem {
  kind: 'unreachable' | 'denied' | 'missing' | 'throttled' | 'refused' | 'limit' | 'invalid';
  /** For the user. */
  message: string;
  /** Unix ms of the first failure in a row. */
  since: number;
  /** Unix ms; absent when only a change can help. */
  retryAt?: number;
}

/**
 * A package without its icon. Bundles that head no channel come without description and examples: those are asked for
 * by bundle when somebody looks at an older version.
 */
export type PackageDetail = Omit<CatalogPackage, 'icon'> & {
  hasIcon: boolean;
  /** Of the channels only the heads are known, not what replaces what: a real OLM does not tell. */
  noGraph?: true;
};

/** One version of a package with its manifests, as far as they are at hand. Without `csv`, `image` says what is awaited. */
export interface BundleDetail {
  bundle: CatalogBundle;
  /** Absent while the manifests are not here: the catalog only names their image. */
  csv?: KubeObject;
  crds: KubeObject[];
  /** What else the bundle brings; absent when that is nothing, or not here. */
  others?: BundleObject[];
  /** How far the manifests of an image are; absent when the catalog holds them itself, or nobody can get them. */
  image?: BundleImageProgress;
}

/** An object of a bundle that is neither its CSV nor a CRD, without its content. All texts are hostile. */
export interface BundleObject {
  /** API group; empty for the core. */
  group: string;
  kind: string;
  name: string;
  /** Names of the ports of a Service, those without a name left out. */
  ports?: string[];
}

/** From and to which namespace the content of a bundle goes: that of its catalog, and the one it is installed in. */
export interface ContentPlace {
  from: string;
  to: string;
}

/** The manifests of one bundle. */
export interface ContentAnswer {
  objects: readonly KubeObject[];
}

/** As `BundleImageState` of `server/catalog/store/bundle-images.ts`, for pages. */
export type BundleImageProgress =
  | { kind: 'ready' }
  | { kind: 'pulling'; since: number }
  /** `retryAt`: unix ms; absent when only a change can help. */
  | { kind: 'failed'; message: string; retryAt?: number };

/** What somebody needs and asks the catalogs for. */
export interface Needs {
  apis: readonly GroupVersionKind[];
  /** Names of packages. */
  packages: readonly string[];
}

/** Where a need would be met. */
export interface ProviderRef {
  catalogNamespace: string;
  catalog: string;
  package: string;
}

/** The needs in their order, each with what would meet it; none where nothing does. */
export interface ProvidersAnswer {
  apis: (GroupVersionKind & { providers: ProviderRef[] })[];
  packages: { name: string; providers: ProviderRef[] }[];
}
