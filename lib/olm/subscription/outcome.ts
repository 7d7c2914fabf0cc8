/** What the resolver's answer says on the Subscriptions themselves (OLM 25, 29). */
import { optional } from '../../base/loose.ts';
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

/** Where all stand by now, and which Subscriptions go on from here. */
export interface Taken {
  drafts: readonly StatusDraft[];
  /** Subscriptions that a new version may be planned for. */
  mayMove: ReadonlySet<string>;
  /** What may go better without anything that can be watched. */
  retry: string | undefined;
}

/** What came of each. */
export function takeOutcomes(
  facts: SubscriptionFacts,
  drafts: readonly StatusDraft[],
  resolution: NamespaceResolution,
  time: string,
): Taken {
  const taken = drafts.map((draft) => {
    const hold = holdOf(facts, draft, drafts);
    const outcome = resolution.outcomes.get(draftName(draft));
    const refusal = hold === 'silent' ? undefined : refusalOf(draft, outcome);
    if (refusal === undefined) return { draft: settled(draft, time), moves: hold === undefined };
    return awaitsCatalog(facts, draft, resolution)
      ? { draft: settled(draft, time), moves: false }
      : { draft: refused(draft, refusal, time), moves: false, refusal };
  });
  return {
    drafts: taken.map(({ draft }) => draft),
    mayMove: new Set(taken.flatMap(({ draft, moves }) => (moves ? [draftName(draft)] : []))),
    retry: taken.find(({ refusal }) => refusal?.reason === 'ErrorPreventedResolution')?.refusal?.message,
  };
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

/** With ResolutionFailed, and without what was said of images. `time`: RFC 3339. */
export function refused(
  draft: StatusDraft,
  { reason, message, explanation }: SubscriptionRefusal,
  time: string,
): StatusDraft {
  const condition = { type: RESOLUTION_FAILED, status: 'True', reason, message } as const;
  const { status, ...rest } = withImage(draft, undefined, time);
  return {
    ...rest,
    status: { ...status, conditions: withCondition(status.conditions, condition, time) },
    ...optional({ explanation: explanation ?? draft.explanation }),
  };
}

/** Without ResolutionFailed and what was said of images. `time`: RFC 3339. */
export function settled(draft: StatusDraft, time: string): StatusDraft {
  const { status, ...rest } = withImage(draft, undefined, time);
  if (findCondition(status.conditions, RESOLUTION_FAILED) === undefined) return { ...rest, status };
  return {
    ...rest,
    status: { ...status, conditions: withoutCondition(status.conditions, RESOLUTION_FAILED) },
  };
}

/** 26 */
export function withImage(
  draft: StatusDraft,
  state: BundleImageState | undefined,
  time: string,
): StatusDraft {
  const { status } = draft;
  const conditions = unpackConditions(status.conditions, state, time);
  return conditions === undefined ? draft : { ...draft, status: { ...status, conditions: [...conditions] } };
}
