/**
 * Subscriptions whose bundle is an image that has to be pulled first (OLM 26). Texts are upstream's; the conditions are set
 * only on the Subscriptions that need the image, where upstream sets them on all of the namespace.
 */
import { withCondition, withoutCondition } from '../../k8s/conditions.ts';
import type { Condition } from '../../k8s/object.ts';
import type { CatalogBundle } from '../api/catalog.ts';
import { bundleImageKey, type BundleImage, type BundleImageState } from './bundle-image.ts';
import type { CatalogRef } from '../resolver/types.ts';
import type { OwnCondition } from '../api/vocabulary.ts';

/** Where the manifests of a resolved bundle are. */
export type BundlePlace =
  | { kind: 'content'; digest: string; image?: string }
  | { kind: 'image'; image: BundleImage; state: BundleImageState | undefined }
  | { kind: 'nowhere' };

/** Where a bundle's manifests are: in the catalog, in an image that was or has to be pulled, or nowhere. */
export function bundlePlace(
  { bundle, catalog }: { bundle: Pick<CatalogBundle, 'digest' | 'image'>; catalog: CatalogRef },
  images: ReadonlyMap<string, BundleImageState>,
): BundlePlace {
  if (bundle.digest !== undefined) return { kind: 'content', digest: bundle.digest };
  if (bundle.image === undefined) return { kind: 'nowhere' };
  const image = { catalog, image: bundle.image };
  const state = images.get(bundleImageKey(image));
  return state?.kind === 'ready'
    ? { kind: 'content', digest: state.digest, image: bundle.image }
    : { kind: 'image', image, state };
}

const UNPACK_CONDITIONS = ['BundleUnpacking', 'BundleUnpackFailed'] as const;

/** The conditions with what `state` comes to; undefined: the Subscription waits for no image. */
export function unpackConditions(
  conditions: readonly Condition[] | undefined,
  state: BundleImageState | undefined,
  time: string,
): readonly Condition[] | undefined {
  const wanted = state === undefined ? undefined : conditionOf(state);
  const others = UNPACK_CONDITIONS.filter((type) => type !== wanted?.type);
  const isThere = conditions?.some(({ type }) => others.some((other) => other === type)) ?? false;
  const rest = isThere ? withoutCondition(conditions, ...others) : conditions;
  return wanted === undefined ? rest : withCondition(rest, { ...wanted, status: 'True' }, time);
}

function conditionOf(state: BundleImageState): (OwnCondition & { message?: string }) | undefined {
  switch (state.kind) {
    case 'ready':
      return undefined;
    case 'pulling':
      return { type: 'BundleUnpacking', reason: 'UnpackingInProgress' };
    case 'failed': {
      const message = `Bundle unpacking failed - ${words[state.reason]}: ${state.message}.`;
      return state.retryAt === undefined
        ? { type: 'BundleUnpackFailed', reason: 'ErrorPreventedUnpacking', message }
        : {
            type: 'BundleUnpackFailed',
            reason: 'BundleUnpackFailed',
            message: `${message} Auto-retry in ~5 min, sooner after the first failures`,
          };
    }
  }
}

/** In the manner of the reasons of Jobs and image pulls that stand here upstream. */
const words: Record<Extract<BundleImageState, { kind: 'failed' }>['reason'], string> = {
  unreachable: 'ErrImagePull',
  denied: 'ImagePullDenied',
  missing: 'ImageNotFound',
  throttled: 'ImagePullBackOff',
  refused: 'ImageRefused',
  limit: 'BundleTooLarge',
  invalid: 'InvalidBundle',
};
