/** Bundles that are images: their manifests are pulled in this process when a plan needs them, with no pod and no Job. */
import type { KubeObject } from '#lib/k8s/object.ts';
import type { SourceErrorKind } from './sources/reader.ts';

/** What is known of a bundle image. */
export type BundleImageState =
  | { kind: 'pulling'; since: number }
  /** `digest` is that of the manifests (`sha256:<hex>`), by which `CatalogStore.content` finds them. */
  | { kind: 'ready'; digest: string }
  /** `retryAt`: unix ms; absent when no try can help (the image holds no bundle). */
  | { kind: 'failed'; reason: SourceErrorKind; message: string; retryAt?: number };

/** Credentials for a registry, from Secrets of type `kubernetes.io/dockerconfigjson` or `kubernetes.io/dockercfg`. */
export interface RegistryCredentials {
  /** By host (`quay.io`, `registry.example:5000`) or host and path prefix, as in `.docker/config.json`. */
  auths: ReadonlyMap<string, { username: string; password: string }>;
}

/** Pulls one bundle image and gives its manifests. Rejects with SourceError. */
export type PullBundle = (
  image: string,
  options: { credentials: RegistryCredentials; signal: AbortSignal },
) => Promise<{ objects: readonly KubeObject[]; imageDigest: string }>;
