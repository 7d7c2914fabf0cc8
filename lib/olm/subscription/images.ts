/** Bundle images that a decision about Subscriptions depends on: which they are turns out in deciding. */
import { bundleImageKey, type BundleImage, type BundleImageState } from './bundle-image.ts';
import { namespaceOutcome, resolveFacts, type ResolvedFacts } from './decide.ts';
import type { SubscriptionFacts } from './facts.ts';

/** The facts with all that was asked, and the dear part of the decision, which that does not change. `now`: unix ms. */
export function withImages(
  known: SubscriptionFacts,
  now: number,
  ask: (image: BundleImage) => BundleImageState,
): { facts: SubscriptionFacts; resolved: ResolvedFacts } {
  const images = new Map(known.images);
  const facts = { ...known, images };
  const resolved = resolveFacts(facts, now);
  for (;;) {
    const wanted = namespaceOutcome(facts, now, resolved).images;
    const unasked = wanted.filter((image) => !images.has(bundleImageKey(image)));
    if (unasked.length === 0) return { facts, resolved };
    for (const image of unasked) images.set(bundleImageKey(image), ask(image));
  }
}
