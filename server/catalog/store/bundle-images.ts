/** Bundles that are images: their manifests are pulled in this process when a plan needs them, with no pod and no Job. */
import type { BundleImageState } from '#lib/olm/subscription/bundle-image.ts';
import type { CatalogRef } from '../catalog-ref.ts';
import type { PackedContent } from './content-store.ts';

export type { BundleImageState } from '#lib/olm/subscription/bundle-image.ts';

/** Credentials for a registry, from Secrets of type `kubernetes.io/dockerconfigjson` or `kubernetes.io/dockercfg`. */
export interface RegistryCredentials {
  /** By host (`quay.io`, `registry.example:5000`) or host and path prefix, as in `.docker/config.json`. */
  auths: ReadonlyMap<string, { username: string; password: string }>;
}

/** For whom, with what and how long an image is pulled. */
export interface PullOptions {
  /** For which it is pulled. */
  namespace: string;
  credentials: RegistryCredentials;
  signal: AbortSignal;
}

/** The manifests of a bundle image. */
export interface PulledBundle {
  content: PackedContent;
  /** Of the image that was pulled. */
  imageDigest: string;
}

/** Pulls one bundle image and gives its manifests. Rejects with SourceError. */
export type PullBundle = (image: string, options: PullOptions) => Promise<PulledBundle>;

/** How an image is asked for. */
export interface UnpackOptions {
  /** How long one attempt may take, at most an hour; 0: an hour. Default 10 min. */
  timeoutMs?: number;
  /** Digest of manifests that were ready and are not to be found any more: they are pulled again. */
  gone?: string;
}

/** The bundle images of all catalogs. An image is pulled with what its catalog may pull it with, for that catalog alone. */
export interface BundleImages {
  /** What is known of the image; when nothing is, its pull begins. */
  unpack(ref: CatalogRef, image: string, options?: UnpackOptions): BundleImageState;
  /** The first state that is not `pulling`, or `pulling` when that takes longer. Never rejects. */
  settled(ref: CatalogRef, image: string, timeoutMs: number): Promise<BundleImageState>;
  /** Called when the state of an image of the catalog changed. Returns the unsubscriber. */
  subscribe(handler: (ref: CatalogRef, image: string) => void): () => void;
  stop(): void;
}
