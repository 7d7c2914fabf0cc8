/** What is done about the Subscriptions of one namespace: plans first, then what there is to say. */
import { rfc3339 } from '../../base/time.ts';
import { findCondition } from '../../k8s/conditions.ts';
import { refTo, type Condition, type KubeObject } from '../../k8s/object.ts';
import { resources } from '../../k8s/resources.ts';
import { componentLabel } from '../api/labels.ts';
import type { InstallPlan, Subscription, SubscriptionStatus } from '../api/types.ts';
import type { OwnCondition } from '../api/vocabulary.ts';
import type { Action, Again, Decision, MetadataPatch } from '../plan/decision.ts';
import { contentGone } from '../plan/facts.ts';
import { explanationText } from '../resolver/explanation-text.ts';
import { RESOLUTION_ANNOTATION, type Explanation } from '../resolver/explanation.ts';
import { namespaceOutcome, resolveFacts, type ResolvedFacts } from './decide.ts';
import type { NamespaceOutcome, SubscriptionFacts } from './facts.ts';
import { quietMs } from './progress.ts';

/** News of an image comes by itself; this keeps the interest in it alive. */
const IMAGE_LOOK_MS = 60_000;

/**
 * Makes the plans whose content is there, and decides again; when there is none to make, writes what there is to say of each
 * Subscription and removes the plans that nobody needs. `now`: unix ms.
 */
export function decideSubscriptions(
  facts: SubscriptionFacts,
  now: number,
  resolved: ResolvedFacts = resolveFacts(facts, now),
): Decision<never> {
  const outcome = namespaceOutcome(facts, now, resolved);
  const lost = outcome.plans.map(({ bundles }) => bundles.find(({ digest }) => facts.missing?.has(digest)));
  const makeable = outcome.plans.filter((_, index) => lost[index] === undefined);
  if (makeable.length > 0)
    return { actions: makeable.map((plan) => ({ kind: 'begin', ...plan })), again: { kind: 'now' } };
  const quiet = Math.max(0, ...facts.subscriptions.map((one) => quietFor(one, outcome, now)));
  const gone = lost.find((bundle) => bundle !== undefined);
  const again = againAt(facts, gone === undefined ? outcome.retry : contentGone(gone), quiet);
  const actions = [
    ...facts.subscriptions.flatMap((subscription) => saying(facts, subscription, outcome, now)),
    ...outcome.outdatedPlans.map(removal),
  ];
  return again === undefined ? { actions } : { actions, again };
}

function againAt({ images }: SubscriptionFacts, why: string | undefined, quiet: number): Again | undefined {
  if (why !== undefined) return { kind: 'retry', why };
  if (quiet > 0) return { kind: 'after', ms: quiet };
  const isAwaited = [...images.values()].some(
    (state) => state.kind === 'pulling' || (state.kind === 'failed' && state.retryAt !== undefined),
  );
  return isAwaited ? { kind: 'after', ms: IMAGE_LOOK_MS } : undefined;
}

function removal(plan: InstallPlan): Action {
  const resource = resources.installPlans;
  return { kind: 'delete', resource, ref: refTo(plan), uid: plan.metadata.uid ?? '' };
}

/** For how long something of it is left unsaid. */
function quietFor(
  { metadata, status: old }: Subscription,
  { statuses }: NamespaceOutcome,
  now: number,
): number {
  const status = statuses.get(metadata.name);
  return status === undefined ? 0 : quietMs(old, status, now);
}

function saying(
  facts: SubscriptionFacts,
  object: Subscription,
  outcome: NamespaceOutcome,
  now: number,
): Action[] {
  const { name } = object.metadata;
  const status = outcome.statuses.get(name);
  if (status === undefined) return [];
  const resource = resources.subscriptions;
  const isNews = status !== object.status && quietFor(object, outcome, now) <= 0;
  const log = { controller: 'subscription', state: status.state, currentCSV: status.currentCSV };
  const metadata = metadataChanges(object, outcome.explanations.get(name));
  return [
    ...(isNews
      ? [{ kind: 'status', resource, object, status, log } as const, ...told(facts, object, status, now)]
      : []),
    ...(metadata === undefined ? [] : [{ kind: 'patch', resource, object, metadata } as const]),
  ];
}

/** The label that ties it to its operator, and why it cannot be resolved; undefined when all is as it should be. */
function metadataChanges(
  { metadata, spec }: Subscription,
  explanation: Explanation | undefined,
): MetadataPatch | undefined {
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

/** Told when its bundle cannot be unpacked, or it cannot be resolved (OLM 25), and when the reason becomes another. */
function told(
  { space }: SubscriptionFacts,
  subscription: Subscription,
  status: SubscriptionStatus,
  now: number,
): Action[] {
  const time = rfc3339(now);
  const unpacking = news('BundleUnpackFailed', subscription, status);
  const resolution = news('ResolutionFailed', subscription, status);
  const events = unpacking === undefined ? [] : [warning(subscription, unpacking, time)];
  if (resolution === undefined) return events;
  const since = resolution.lastTransitionTime ?? time;
  // Its name follows from the message: one Event for all Subscriptions that fail for the same reason.
  const namespace = space === undefined ? [] : [{ ...space, apiVersion: 'v1', kind: 'Namespace' }];
  return [...events, ...[subscription, ...namespace].map((about) => warning(about, resolution, since))];
}

/** The condition, when it does not say what it said before. */
function news(
  type: OwnCondition['type'],
  { status: old }: Subscription,
  status: SubscriptionStatus,
): Condition | undefined {
  const said = findCondition(status.conditions, type);
  return said?.message === findCondition(old?.conditions, type)?.message ? undefined : said;
}

function warning(about: KubeObject, { type: reason, message = '' }: Condition, time: string): Action {
  return { kind: 'event', about, reason, message, type: 'Warning', time };
}
