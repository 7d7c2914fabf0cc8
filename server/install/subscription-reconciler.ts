/** The Subscriptions of one namespace, which are decided together; the key is the namespace. */
import { durationMs } from '#lib/k8s/duration.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { Subscription, SubscriptionStatus } from '#lib/olm/api/types.ts';
import { operatorGroups } from '#lib/olm/observed/namespace.ts';
import { isSubscription } from '#lib/olm/observed/shapes.ts';
import type { BundleImage, BundleImageState } from '#lib/olm/subscription/bundle-image.ts';
import type { ResolvedFacts } from '#lib/olm/subscription/decide.ts';
import type { SubscriptionFacts } from '#lib/olm/subscription/facts.ts';
import { withImages } from '#lib/olm/subscription/images.ts';
import { decideSubscriptions } from '#lib/olm/subscription/run.ts';
import type { Paced } from '#server/catalog/service/paced.ts';
import { beginPlans } from './plan-begin.ts';
import type { Kind } from './reconcile.ts';
import { observeSubscriptions } from './subscription-observe.ts';
import { readerOfWorld, type World } from './world.ts';

const UNPACK_TIMEOUT = 'operatorframework.io/bundle-unpack-timeout';

interface Seen {
  facts: SubscriptionFacts;
  resolved: ResolvedFacts;
}

/** @param resolving shared by all namespaces: what one costs is not added to what the next one costs */
export function subscriptionKind(resolving: Paced): Kind<Subscription, Seen, SubscriptionStatus> {
  return {
    controller: 'subscription',
    resource: resources.subscriptions,
    isValid: isSubscription,
    observe: ({ world, key, missing, signal }) =>
      resolving.do(() => (signal.aborted ? undefined : observe(world, key, missing))),
    decide: ({ facts, resolved }, now) => decideSubscriptions(facts, now, resolved),
    begin: beginPlans,
  };
}

/** Asks for the images that the decision turns out to depend on. */
function observe(world: World, namespace: string, missing: ReadonlySet<string>): Seen | undefined {
  const observed = observeSubscriptions(world, namespace);
  if (observed.subscriptions.length + observed.plans.length === 0) return undefined;
  const timeoutMs = unpackTimeoutMs(world, namespace);
  const facts = { ...observed, missing, space: world.caches.namespaces.get({ name: namespace }) };
  return withImages(facts, world.clock.now(), (image) => ask(world, image, timeoutMs));
}

function ask(world: World, { catalog, image }: BundleImage, timeoutMs: number | undefined): BundleImageState {
  return world.bundleImages.unpack(catalog, image, timeoutMs === undefined ? {} : { timeoutMs });
}

/** OLM 58: what the OperatorGroup says; 0 is as long as may be. Undefined when it says nothing that can be read. */
function unpackTimeoutMs(world: World, namespace: string): number | undefined {
  const text = operatorGroups(readerOfWorld(world), namespace)[0]?.metadata.annotations?.[UNPACK_TIMEOUT];
  const ms = text === undefined ? undefined : durationMs(text);
  return ms !== undefined && ms >= 0 ? ms : undefined;
}
