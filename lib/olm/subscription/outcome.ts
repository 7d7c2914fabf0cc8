/** What the resolver's answer says on the Subscriptions themselves (OLM 25, 29). */
import { findCondition, withCondition, withoutCondition } from '../../k8s/conditions.ts';
import { explanationOf, type Explanation } from '../resolver/explanation.ts';
import type { NamespaceResolution, SubscriptionOutcome } from '../resolver/types.ts';
import { draftName, type StatusDraft } from './draft.ts';
import type { SubscriptionFacts } from './facts.ts';
import { holdOf } from './resolve.ts';
import { unpackConditions } from './unpacking.ts';
import type { BundleImageState } from './bundle-image.ts';
import type { OwnCondition } from '../api/vocabulary.ts';

/** What condition ResolutionFailed says (OLM 25). */
export interface SubscriptionRefusal {
  reason: 'ConstraintsNotSatisfiable' | 'ErrorPreventedResolution';
  message: string;
  explanation?: Explanation;
}

/** Which Subscriptions go on from here. */
export interface Taken {
  /** Subscriptions that a new version may be planned for. */
  mayMove: ReadonlySet<string>;
  /** What may go better without anything that can be watched. */
  retry: string | undefined;
}

/** Writes into the drafts what came of each. */
export function takeOutcomes(
  facts: SubscriptionFacts,
  drafts: readonly StatusDraft[],
  resolution: NamespaceResolution,
  time: string,
): Taken {
  const mayMove = new Set<string>();
  let retry: string | undefined;
  for (const draft of drafts) {
    const name = draftName(draft);
    const outcome = resolution.outcomes.get(name);
    const hold = holdOf(facts, draft, drafts);
    const refusal = hold === 'silent' ? undefined : refusalOf(draft, outcome);
    if (refusal === undefined || awaitsCatalog(facts, draft, resolution)) {
      settle(draft, time);
      if (refusal === undefined && hold === undefined) mayMove.add(name);
      continue;
    }
    refuse(draft, refusal, time);
    if (refusal.reason === 'ErrorPreventedResolution') retry ??= refusal.message;
  }
  return { mayMove, retry };
}

/** A catalog that decides about it is being read for the first time: nobody can say yet what is in it. */
function awaitsCatalog(
  { catalogs, wholeNamespace }: SubscriptionFacts,
  draft: StatusDraft,
  { dependsOn }: NamespaceResolution,
): boolean {
  const { source, sourceNamespace } = draft.subscription.spec;
  const deciding = [{ name: source, namespace: sourceNamespace }, ...(dependsOn.get(draftName(draft)) ?? [])];
  return catalogs.some(
    ({ ref, reading }) =>
      reading === true &&
      (wholeNamespace ||
        deciding.some(({ name, namespace }) => name === ref.name && namespace === ref.namespace)),
  );
}

function refusalOf(
  { subscription, status }: StatusDraft,
  outcome: SubscriptionOutcome | undefined,
): SubscriptionRefusal | undefined {
  if (outcome?.kind !== 'unresolvable' && outcome?.kind !== 'undecided') return undefined;
  const { message, explanation } = outcome;
  if (outcome.kind === 'unresolvable') return { reason: outcome.reason, message, explanation };
  const refusal = { reason: 'ErrorPreventedResolution', message, explanation } as const;
  // How far a search came differs from time to time, and is no news.
  const said = findCondition(status.conditions, RESOLUTION_FAILED);
  const before = explanationOf(subscription.metadata.annotations);
  if (said?.message === undefined || before?.tried === undefined) return refusal;
  if (withoutCounts(said.message) !== withoutCounts(message)) return refusal;
  return { ...refusal, message: said.message, explanation: before };
}

function withoutCounts(text: string): string {
  return text.replaceAll(/\d+/g, '0');
}

/** 29 */
export function withoutOneGroup(count: number): SubscriptionRefusal {
  const message =
    count === 0
      ? 'expected 1 OperatorGroup in the namespace, found 0'
      : `found ${String(count)} operatorGroups, expected 1`;
  const explanation: Explanation = {
    facts: [{ kind: 'operator-groups', count }],
    actions: [{ kind: 'one-operator-group', count }],
  };
  return { reason: 'ErrorPreventedResolution', message, explanation };
}

const RESOLUTION_FAILED = 'ResolutionFailed' satisfies OwnCondition['type'];

/** Puts ResolutionFailed into the draft and takes out what was said of images. `time`: RFC 3339. */
export function refuse(
  draft: StatusDraft,
  { reason, message, explanation }: SubscriptionRefusal,
  time: string,
): void {
  const condition = { type: RESOLUTION_FAILED, status: 'True', reason, message } as const;
  showImage(draft, undefined, time);
  draft.status = { ...draft.status, conditions: withCondition(draft.status.conditions, condition, time) };
  if (explanation !== undefined) draft.explanation = explanation;
}

/** Takes ResolutionFailed and what was said of images out of the draft. `time`: RFC 3339. */
export function settle(draft: StatusDraft, time: string): void {
  showImage(draft, undefined, time);
  const { status } = draft;
  if (findCondition(status.conditions, RESOLUTION_FAILED) === undefined) return;
  draft.status = { ...status, conditions: withoutCondition(status.conditions, RESOLUTION_FAILED) };
}

/** 26 */
export function showImage(draft: StatusDraft, state: BundleImageState | undefined, time: string): void {
  const conditions = unpackConditions(draft.status.conditions, state, time);
  if (conditions !== undefined) draft.status = { ...draft.status, conditions: [...conditions] };
}
