/**
 * What the Subscriptions of one namespace come to: their status, and the InstallPlans to create.
 * Source: OLM `pkg/controller/operators/catalog/operator.go` (syncResolvingNamespace). Two things are deliberately better:
 * a Subscription that cannot be resolved holds up only those that depend on it, and a plan holds only what no live plan
 * brings already.
 */
import { rfc3339 } from '../../base/time.ts';
import type { NewPlan } from '../plan/decision.ts';
import { optional } from '../../base/loose.ts';
import { stableJson } from '../../base/hash.ts';
import type { NamespaceResolution } from '../resolver/types.ts';
import { readySets, type Readiness } from './bundles.ts';
import { draftsOf, isFrozen, draftName, type StatusDraft } from './draft.ts';
import type { NamespaceOutcome, SubscriptionFacts } from './facts.ts';
import { refused, settled, takeOutcomes, withoutOneGroup } from './outcome.ts';
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

/** What the Subscriptions of a namespace come to: their statuses, and which plans come and go. `now`: unix ms. */
export function namespaceOutcome(
  facts: SubscriptionFacts,
  now: number,
  resolved: ResolvedFacts = resolveFacts(facts, now),
): NamespaceOutcome {
  const time = rfc3339(now);
  const { drafts, plans, images, retry } = planned(facts, resolved, time);
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
    images,
    outdatedPlans: [
      ...new Set([
        ...gone,
        ...superseded,
        ...abandonedPlans(facts.plans),
        ...outdatedPlans(facts.plans, referred),
      ]),
    ],
    ...optional({ retry }),
  };
}

type Planned = Pick<Readiness, 'drafts' | 'images'> & {
  plans: readonly NewPlan[];
  retry: string | undefined;
};

function planned(facts: SubscriptionFacts, { drafts, resolution }: ResolvedFacts, time: string): Planned {
  if (resolution === undefined) {
    // Each has its plan, so each was resolved; or nobody can be.
    const isResolved = drafts.every(isFrozen);
    const refusal = withoutOneGroup(facts.operatorGroups);
    const told = drafts.map((draft) => (isResolved ? settled(draft, time) : refused(draft, refusal, time)));
    return { drafts: told, plans: [], images: [], retry: undefined };
  }
  const { retry, ...taken } = takeOutcomes(facts, drafts, resolution, time);
  const sets = wantedSets(facts, taken.drafts, resolution, taken.mayMove);
  const { requests, ...ready } = readySets(facts, sets, taken.drafts, time);
  return { ...ready, plans: newInstallPlans(facts, requests), retry };
}

function ifChanged(subscription: Subscription, status: SubscriptionStatus, time: string): SubscriptionStatus {
  const old = subscription.status;
  const strip = ({ lastUpdated: _lastUpdated, ...rest }: SubscriptionStatus): string => stableJson(rest);
  if (old !== undefined && strip(old) === strip(status)) return old;
  return { ...status, lastUpdated: time };
}
