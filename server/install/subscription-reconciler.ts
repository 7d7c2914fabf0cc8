/** Reconciles the Subscriptions of one namespace; the key is the namespace. */
import { refKey } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import {
  bundleImageKey,
  type BundleImage,
  type BundleImageState,
} from '#lib/olm/subscription/bundle-image.ts';
import { durationMs } from '#lib/k8s/duration.ts';
import { operatorGroups } from '#lib/olm/observed/namespace.ts';
import { componentLabel } from '#lib/olm/api/labels.ts';
import { explanationText } from '#lib/olm/resolver/explanation-text.ts';
import { RESOLUTION_ANNOTATION, type Explanation } from '#lib/olm/resolver/explanation.ts';
import { decideSubscriptions, resolveFacts } from '#lib/olm/subscription/decide.ts';
import type { SubscriptionDecision, SubscriptionFacts } from '#lib/olm/subscription/facts.ts';
import { quietMs } from '#lib/olm/subscription/progress.ts';
import type { Subscription } from '#lib/olm/api/types.ts';
import type { Paced } from '#server/catalog/service/paced.ts';
import type { ReconcileOutcome } from '#server/kube/types.ts';
import { recordResolutionEvents, recordUnpackEvent } from './events.ts';
import { beginPlans } from './plan-begin.ts';
import { observeSubscriptions } from './subscription-observe.ts';
import { readerOfWorld, type World } from './world.ts';
import { deleteObject, patchMetadata, writeStatus } from './write.ts';

/** Creating a plan changes the facts; more rounds than that mean that the caches do not keep up. */
const MAX_ROUNDS = 3;
const UNPACK_TIMEOUT = 'operatorframework.io/bundle-unpack-timeout';
/** News of an image comes by itself; this keeps the interest in it alive. */
const IMAGE_LOOK_MS = 60_000;

/** What all namespaces share. */
export interface SubscriptionWork {
  world: World;
  /** Shared by all namespaces: what one costs is not added to what the next one costs. */
  resolving: Paced;
}

/** Resolves the namespace, makes the plans that follow, and writes what there is to say of each Subscription. */
export async function reconcileSubscriptions(
  { world, resolving }: SubscriptionWork,
  namespace: string,
  signal: AbortSignal,
): Promise<ReconcileOutcome> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const decided = await resolving.do(() => (signal.aborted ? undefined : decide(world, namespace)));
    if (decided === undefined) return { kind: 'done' };
    const { facts, decision } = decided;
    const problems = await beginPlans(world, decision.plans, signal);
    // Nothing new to be seen: what there is to say can be said.
    if (problems.length === decision.plans.length) {
      const quiet = await record(world, facts, decision, signal);
      const retry = problems[0] ?? decision.retry;
      if (retry !== undefined) return { kind: 'retry', error: new Error(retry) };
      if (quiet > 0) return { kind: 'requeueAfter', ms: quiet };
      return mayBecomeReady(facts) ? { kind: 'requeueAfter', ms: IMAGE_LOOK_MS } : { kind: 'done' };
    }
  }
  return {
    kind: 'retry',
    error: new Error(`a new InstallPlan of namespace ${namespace} is not to be seen yet`),
  };
}

/** Undefined when there is nothing to decide. */
function decide(world: World, namespace: string): ReturnType<typeof decideWithImages> | undefined {
  const observed = observeSubscriptions(world, namespace);
  if (observed.subscriptions.length + observed.plans.length === 0) return undefined;
  return decideWithImages(world, observed);
}

/** Asks for the images that the decision turns out to depend on, and decides again with what is known of them. */
function decideWithImages(
  world: World,
  observed: SubscriptionFacts,
): { facts: SubscriptionFacts; decision: SubscriptionDecision } {
  const timeoutMs = unpackTimeoutMs(world, observed.namespace);
  const images = new Map<string, BundleImageState>();
  const facts = { ...observed, images };
  const now = world.clock.now();
  const resolved = resolveFacts(facts, now);
  for (;;) {
    const decision = decideSubscriptions(facts, now, resolved);
    const unasked = decision.images.filter((image) => !images.has(bundleImageKey(image)));
    if (unasked.length === 0) return { facts, decision };
    for (const image of unasked) images.set(bundleImageKey(image), ask(world, image, timeoutMs));
  }
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

function mayBecomeReady({ images }: SubscriptionFacts): boolean {
  return [...images.values()].some(
    (state) => state.kind === 'pulling' || (state.kind === 'failed' && state.retryAt !== undefined),
  );
}

/** Resolves to the milliseconds for which something was left unsaid. */
async function record(
  world: World,
  facts: SubscriptionFacts,
  decision: SubscriptionDecision,
  signal: AbortSignal,
): Promise<number> {
  const quiet = await Promise.all(
    facts.subscriptions.map((subscription) => recordOne(world, subscription, decision, signal)),
  );
  for (const plan of decision.outdatedPlans) {
    const { name = '', namespace = '', uid = '' } = plan.metadata;
    await deleteObject(world, { resource: resources.installPlans, ref: { name, namespace }, uid }, signal);
  }
  return Math.max(0, ...quiet);
}

async function recordOne(
  world: World,
  subscription: Subscription,
  { statuses, explanations }: SubscriptionDecision,
  signal: AbortSignal,
): Promise<number> {
  const { name = '', namespace = '' } = subscription.metadata;
  const status = statuses.get(name);
  if (status === undefined) return 0;
  const quiet = quietMs(subscription.status, status, world.clock.now());
  const resource = resources.subscriptions;
  let current = world.caches.subscriptions.get({ namespace, name }) ?? subscription;
  if (status !== subscription.status && quiet <= 0) {
    current = await writeStatus(world, { resource, object: subscription }, status, signal);
    await recordUnpackEvent(world, { ...subscription, status }, subscription.status, signal);
    await recordResolutionEvents(world, { ...subscription, status }, subscription.status, signal);
    world.log.info(
      {
        controller: 'subscription',
        key: refKey({ namespace, name }),
        state: status.state,
        currentCSV: status.currentCSV,
      },
      'subscription status written',
    );
  }
  const metadata = metadataChanges(subscription, explanations.get(name));
  if (metadata !== undefined) await patchMetadata(world, { resource, object: current }, metadata, signal);
  return quiet;
}

/** The label that ties it to its operator, and why it cannot be resolved; undefined when all is as it should be. */
function metadataChanges(
  { metadata, spec }: Subscription,
  explanation: Explanation | undefined,
): Record<string, unknown> | undefined {
  const label = componentLabel(spec.name, metadata.namespace ?? '');
  const isLabelled = metadata.labels?.[label] !== undefined;
  const said = metadata.annotations?.[RESOLUTION_ANNOTATION];
  const text = explanation === undefined ? undefined : explanationText(explanation);
  if (isLabelled && said === text) return undefined;
  return {
    ...(isLabelled ? {} : { labels: { [label]: '' } }),
    ...(said === text ? {} : { annotations: { [RESOLUTION_ANNOTATION]: text ?? null } }),
  };
}
