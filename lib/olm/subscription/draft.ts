/** Where a Subscription stands by the plans and CSVs that exist, whatever its status said before (OLM 21, 24, 28). */
import { optional } from '../../base/loose.ts';
import type { PlanBundle } from '../plan/bundle.ts';
import { GENERATED_BY_ANNOTATION } from '../api/labels.ts';
import type { Explanation } from '../resolver/explanation.ts';
import { catalogHealth, planConditions } from './conditions.ts';
import { withDeprecations } from './deprecation.ts';
import type { KnownPlan, SubscriptionFacts } from './facts.ts';
import { orphansOf } from './orphans.ts';
import type { ClusterServiceVersion, InstallPlan, Subscription, SubscriptionStatus } from '../api/types.ts';

/** One Subscription on its way through the decision. */
export interface StatusDraft {
  readonly subscription: Subscription;
  readonly status: SubscriptionStatus;
  /** The newest plan that brings something for it, and what that is. */
  readonly latest: KnownPlan | undefined;
  readonly bundle: PlanBundle | undefined;
  readonly explanation?: Explanation;
}

/** Name of the draft's Subscription; empty when the object has none. */
export function draftName({ subscription }: Pick<StatusDraft, 'subscription'>): string {
  return subscription.metadata.name;
}

/** A draft for each Subscription, with its newest plan and a status that follows from what exists. `time`: RFC 3339. */
export function draftsOf(
  facts: SubscriptionFacts,
  subscriptions: readonly Subscription[],
  time: string,
): StatusDraft[] {
  const drafts = subscriptions.map((subscription) => follow(facts, subscription, time));
  return drafts.map((draft) => ({ ...draft, status: adopted(facts, draft, drafts) }));
}

/** OLM 22: nothing is resolved while every Subscription waits for its plan. */
export function isFrozen({ status }: StatusDraft): boolean {
  return status.state === 'UpgradePending' && status.installPlanRef !== undefined;
}

/** The namespace's CSV of that name, unless it is being deleted. */
export function csvNamed(
  facts: SubscriptionFacts,
  name: string | undefined,
): ClusterServiceVersion | undefined {
  return facts.csvs.find((csv) => csv.metadata.name === name && csv.metadata.deletionTimestamp === undefined);
}

function follow(facts: SubscriptionFacts, subscription: Subscription, time: string): StatusDraft {
  const { latest, bundle } = latestPlan(facts, subscription);
  const old: SubscriptionStatus = subscription.status ?? { lastUpdated: time };
  let status = catalogHealth(facts, subscription, old, time);
  if (latest !== undefined && bundle !== undefined) status = referTo(status, latest, bundle.csv);
  else if (old.installPlanRef !== undefined && old.state === 'UpgradePending') status = forgetPlan(status);
  status = {
    ...status,
    conditions: planConditions(status.conditions, status.installPlanRef, latest?.plan, time),
  };
  status = withDeprecations(facts, subscription, withState(facts, status, latest), time);
  return { subscription, status, latest, bundle };
}

/** The newest plan that this very Subscription owns, or came from, and that brings something for it. */
function latestPlan(
  facts: SubscriptionFacts,
  subscription: Subscription,
): { latest: KnownPlan | undefined; bundle: PlanBundle | undefined } {
  const { name } = subscription.metadata;
  let latest: KnownPlan | undefined;
  let bundle: PlanBundle | undefined;
  for (const known of facts.plans) {
    const { plan } = known;
    const brings = known.bundles.find((candidate) => candidate.subscription === name);
    if (brings === undefined || plan.metadata.deletionTimestamp !== undefined) continue;
    if (!isOf(plan, brings, subscription)) continue;
    if (latest !== undefined && bundle !== undefined) {
      if (!isAfter(facts, [plan, brings], [latest.plan, bundle])) continue;
    }
    latest = known;
    bundle = brings;
  }
  return { latest, bundle };
}

/** What is about to come counts more than a newer plan that waits: somebody approved the older one. */
function isAfter(facts: SubscriptionFacts, [plan, bundle]: Brings, [other, known]: Brings): boolean {
  const comes = isToBring(facts, plan, bundle.csv);
  if (comes !== isToBring(facts, other, known.csv)) return comes;
  return (plan.spec.generation ?? 0) >= (other.spec.generation ?? 0);
}

type Brings = readonly [plan: InstallPlan, bundle: PlanBundle];

/** It is approved, and has yet to bring the CSV. */
export function isToBring(facts: SubscriptionFacts, { spec, status }: InstallPlan, csv: string): boolean {
  if (!spec.approved || status?.phase === 'Complete' || status?.phase === 'Failed') return false;
  const isBrought = status?.plan?.some(
    ({ resource, status: done }) =>
      resource.kind === 'ClusterServiceVersion' &&
      resource.name === csv &&
      (done === 'Created' || done === 'Present'),
  );
  return isBrought !== true && csvNamed(facts, csv) === undefined;
}

/** OLM 28: the plan that made a Subscription could not name it as its owner, since it came first. */
function isOf({ metadata }: KnownPlan['plan'], brings: PlanBundle, subscription: Subscription): boolean {
  const { uid, annotations } = subscription.metadata;
  const owned = metadata.ownerReferences?.some((owner) => owner.uid === uid) ?? false;
  const made = brings.generated !== undefined && annotations?.[GENERATED_BY_ANNOTATION] === metadata.name;
  return owned || made;
}

function referTo(status: SubscriptionStatus, { plan }: KnownPlan, csv: string): SubscriptionStatus {
  const { name, namespace = '', uid = '' } = plan.metadata;
  const place = { apiVersion: plan.apiVersion, kind: plan.kind, name };
  return {
    ...status,
    currentCSV: csv,
    installplan: { ...place, uuid: uid },
    installPlanRef: { ...place, namespace, uid },
    ...optional({ installPlanGeneration: plan.spec.generation }),
  };
}

/** OLM 24: a plan that was deleted before it did its work is made anew. */
function forgetPlan(status: SubscriptionStatus): SubscriptionStatus {
  const { installPlanRef: _ref, installplan: _plan, currentCSV: _csv, ...rest } = status;
  return { ...rest, state: '' };
}

/** OLM 21: AtLatestKnown as soon as the current CSV exists, in whatever phase. */
function withState(
  facts: SubscriptionFacts,
  status: SubscriptionStatus,
  latest: KnownPlan | undefined,
): SubscriptionStatus {
  const { currentCSV } = status;
  const installed = csvNamed(facts, status.installedCSV);
  const { installedCSV: _installedCSV, ...rest } = status;
  if (currentCSV !== undefined && csvNamed(facts, currentCSV) !== undefined)
    return { ...rest, installedCSV: currentCSV, state: 'AtLatestKnown' };
  const kept = installed === undefined ? rest : status;
  if (currentCSV === undefined) return { ...kept, state: '' };
  // OLM 43: what failed does not hold up the namespace then.
  const failed = facts.failForward && latest?.plan.status?.phase === 'Failed';
  return { ...kept, state: failed ? 'UpgradeFailed' : 'UpgradePending' };
}

/** A CSV of the package that nobody subscribed to is taken over when the Subscription names it (OLM 40). */
function adopted(
  facts: SubscriptionFacts,
  draft: StatusDraft,
  drafts: readonly StatusDraft[],
): SubscriptionStatus {
  const { status } = draft;
  const { name: packageName, startingCSV } = draft.subscription.spec;
  if (startingCSV === undefined || csvNamed(facts, status.installedCSV) !== undefined) return status;
  const orphans = orphansOf(facts.csvs, packageName, referredBy(drafts));
  if (orphans.length !== 1 || csvNamed(facts, startingCSV) !== orphans[0]) return status;
  return { ...status, currentCSV: startingCSV, installedCSV: startingCSV, state: 'AtLatestKnown' };
}

/** CSV names that some Subscription calls its own (OLM 40). */
export function referredBy(drafts: readonly StatusDraft[]): ReadonlySet<string | undefined> {
  return new Set(drafts.flatMap(({ status }) => [status.currentCSV, status.installedCSV]));
}
