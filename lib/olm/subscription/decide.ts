/**
 * What the Subscriptions of one namespace come to: their status, and the InstallPlans to create.
 * Source: OLM `pkg/controller/operators/catalog/operator.go` (syncResolvingNamespace). Two things are deliberately better:
 * a Subscription that cannot be resolved holds up only those that depend on it, and a plan holds only what no live plan
 * brings already.
 */
import { rfc3339 } from '../../base/time.ts';
import type { NewPlan } from '../plan/begin.ts';
import { stableJson } from '../../base/hash.ts';
import type { NamespaceResolution } from '../resolver/types.ts';
import { readySets } from './bundles.ts';
import { draftsOf, isFrozen, draftName, type StatusDraft } from './draft.ts';
import type { SubscriptionDecision, SubscriptionFacts } from './facts.ts';
import { refuse, settle, takeOutcomes, withoutOneGroup } from './outcome.ts';
import { abandonedPlans, newInstallPlans, outdatedPlans, plansWithout, supersededPlans } from './plan.ts';
import { resolveDrafts } from './resolve.ts';
import { wantedSets } from './wanted.ts';
import type { Subscription, SubscriptionStatus } from '../api/types.ts';

/** The dear part of the decision; what is known of bundle images does not change it. */
export interface ResolvedFacts {
  drafts: readonly StatusDraft[];
  /** Absent: nothing is to be resolved now. */
  resolution?: NamespaceResolution;
}

/**
 * Asks the resolver, unless all Subscriptions wait for their plans (OLM 22) or there is not exactly one OperatorGroup
 * (OLM 29). `now`: unix ms.
 */
export function resolveFacts(facts: SubscriptionFacts, now: number): ResolvedFacts {
  const live = facts.subscriptions.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const drafts = draftsOf(facts, live, rfc3339(now));
  const rests = drafts.every(isFrozen) || facts.operatorGroups !== 1;
  return rests ? { drafts } : { drafts, resolution: resolveDrafts(facts, drafts) };
}

/** Decides the statuses of a namespace's Subscriptions, and which plans come and go. `now`: unix ms. */
export function decideSubscriptions(
  facts: SubscriptionFacts,
  now: number,
  resolved: ResolvedFacts = resolveFacts(facts, now),
): SubscriptionDecision {
  const time = rfc3339(now);
  const drafts = resolved.drafts.map((draft): StatusDraft => ({ ...draft, images: [] }));
  const { plans, retry } = planFor(facts, drafts, resolved.resolution, time);
  const referred = new Set(drafts.map(({ status }) => status.installPlanRef?.name ?? ''));
  const gone = plansWithout(
    drafts.map(({ subscription }) => subscription),
    facts.plans,
  );
  const latest = new Map(drafts.map((draft) => [draftName(draft), draft.latest?.plan]));
  const superseded = supersededPlans(latest, facts.plans);
  return {
    statuses: new Map(
      drafts.map((draft) => [draftName(draft), ifChanged(draft.subscription, draft.status, time)]),
    ),
    explanations: new Map(
      drafts.flatMap((draft) =>
        draft.explanation === undefined ? [] : [[draftName(draft), draft.explanation] as const],
      ),
    ),
    plans,
    images: drafts.flatMap(({ images }) => images),
    outdatedPlans: [
      ...new Set([
        ...gone,
        ...superseded,
        ...abandonedPlans(facts.plans),
        ...outdatedPlans(facts.plans, referred),
      ]),
    ],
    ...(retry === undefined ? {} : { retry }),
  };
}

/** Writes into the drafts what came of them. */
function planFor(
  facts: SubscriptionFacts,
  drafts: readonly StatusDraft[],
  resolution: NamespaceResolution | undefined,
  time: string,
): { plans: readonly NewPlan[]; retry: string | undefined } {
  if (resolution === undefined) {
    // Each has its plan, so each was resolved; or nobody can be.
    const isResolved = drafts.every(isFrozen);
    for (const draft of drafts) {
      if (isResolved) settle(draft, time);
      else refuse(draft, withoutOneGroup(facts.operatorGroups), time);
    }
    return { plans: [], retry: undefined };
  }
  const { mayMove, retry } = takeOutcomes(facts, drafts, resolution, time);
  const sets = wantedSets(facts, drafts, resolution, mayMove);
  return { plans: newInstallPlans(facts, readySets(facts, sets, drafts, time)), retry };
}

function ifChanged(subscription: Subscription, status: SubscriptionStatus, time: string): SubscriptionStatus {
  const old = subscription.status;
  const strip = ({ lastUpdated: _lastUpdated, ...rest }: SubscriptionStatus): string => stableJson(rest);
  if (old !== undefined && strip(old) === strip(status)) return old;
  return { ...status, lastUpdated: time };
}
