/** Bundles that are images: what is known of them where a Subscription is decided. */
import type { SourceProblem } from '../api/catalog-answers.ts';
import type { CatalogRef } from '../resolver/types.ts';

/** What is known of a bundle image. */
export type BundleImageState =
  | { kind: 'pulling'; since: number }
  /** `digest` is that of the manifests (`sha256:<hex>`), by which catalogs give them. */
  | { kind: 'ready'; digest: string }
  /** `retryAt`: unix ms; absent when no try can help (the image holds no bundle). */
  | { kind: 'failed'; reason: SourceProblem['kind']; message: string; retryAt?: number };

/** An image as a catalog names it. */
export interface BundleImage {
  catalog: CatalogRef;
  image: string;
}

/** Key of an image; one that two catalogs name has two, since each catalog has pull secrets of its own. */
export function bundleImageKey({ catalog, image }: BundleImage): string {
  return `${catalog.namespace}/${catalog.name} ${image}`;
}
