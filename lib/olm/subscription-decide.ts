/**
 * What the Subscriptions of one namespace come to: their status, and at most one InstallPlan to create.
 * Source: OLM `pkg/controller/operators/catalog/operator.go` (syncResolvingNamespace). Two things are deliberately better:
 * a Subscription that cannot be resolved holds up only itself, and a plan holds only what no live plan brings already.
 */
import { rfc3339 } from '../k8s/time.ts';
import { findCondition, withCondition, withoutCondition } from '../k8s/conditions.ts';
import { resolveSubscription, type Resolution, type Resolved } from './resolve.ts';
import { catalogHealth, planConditions } from './subscription-conditions.ts';
import type { KnownPlan, SubscriptionDecision, SubscriptionFacts } from './subscription-facts.ts';
import { newInstallPlan, outdatedPlans, planBundleOf, plansWithout } from './subscription-plan.ts';
import { orphanMessage, orphansOf } from './subscription-orphans.ts';
import { stableJson } from './plan-hash.ts';
import type { OwnCondition } from './vocabulary.ts';
import { bundlePlace, unpackConditions } from './subscription-unpacking.ts';
import type { BundleImage, BundleImageState } from './bundle-image.ts';
import type { PlanBundle } from './plan-bundle.ts';
import type { ClusterServiceVersion, Subscription, SubscriptionStatus } from './types.ts';

/** One Subscription on its way through the decision. */
interface Draft {
  subscription: Subscription;
  status: SubscriptionStatus;
  latest: KnownPlan | undefined;
  bundle: PlanBundle | undefined;
  /** What its resolution depends on. */
  image?: BundleImage;
}

export function decideSubscriptions(facts: SubscriptionFacts, now: number): SubscriptionDecision {
  const live = facts.subscriptions.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const time = rfc3339(now);
  const drafts = live.map((subscription) => follow(facts, subscription, time));
  const wanted: { subscription: Subscription; bundle: PlanBundle }[] = [];
  if (drafts.every(isFrozen)) {
    // Each has its plan, so each was resolved.
    for (const draft of drafts) {
      draft.status = settle(draft.status);
      waitFor(draft, undefined, time);
    }
  } else {
    for (const draft of drafts) {
      const bundle = resolveDraft(facts, draft, drafts, time);
      if (bundle !== undefined) wanted.push({ subscription: draft.subscription, bundle });
    }
  }
  const statuses = new Map(
    drafts.map(({ subscription, status }) => [
      subscription.metadata.name ?? '',
      ifChanged(subscription, status, time),
    ]),
  );
  const referred = new Set(drafts.map(({ status }) => status.installPlanRef?.name ?? ''));
  const gone = plansWithout(live, facts.plans);
  const images = drafts.flatMap(({ image }) => image ?? []);
  const result = { statuses, images, outdatedPlans: [...gone, ...outdatedPlans(facts.plans, referred)] };
  if (wanted.length === 0) return result;
  const manual = live.some((subscription) => subscription.spec.installPlanApproval === 'Manual');
  return { ...result, plan: newInstallPlan(facts.namespace, wanted, facts.plans, manual) };
}

/** 22: nothing is resolved while every Subscription waits for its plan. */
function isFrozen({ status }: Draft): boolean {
  return status.state === 'UpgradePending' && status.installPlanRef !== undefined;
}

/** Where the Subscription stands by the plans and CSVs that exist, whatever its status said before. */
function follow(facts: SubscriptionFacts, subscription: Subscription, time: string): Draft {
  const { latest, bundle } = latestPlan(facts, subscription);
  const old: SubscriptionStatus = subscription.status ?? { lastUpdated: time };
  let status = catalogHealth(facts, subscription, old, time);
  if (latest !== undefined && bundle !== undefined) status = referTo(status, latest, bundle.csv);
  else if (old.installPlanRef !== undefined && old.state === 'UpgradePending') status = forgetPlan(status);
  status = {
    ...status,
    conditions: planConditions(status.conditions, status.installPlanRef, latest?.plan, time),
  };
  return { subscription, status: withState(facts, status), latest, bundle };
}

/** The newest plan that this very Subscription owns and that brings something for it. */
function latestPlan(
  facts: SubscriptionFacts,
  subscription: Subscription,
): { latest: KnownPlan | undefined; bundle: PlanBundle | undefined } {
  const { name, uid } = subscription.metadata;
  let latest: KnownPlan | undefined;
  let bundle: PlanBundle | undefined;
  for (const known of facts.plans) {
    const { plan } = known;
    const own = plan.metadata.ownerReferences?.some((owner) => owner.uid === uid) ?? false;
    const brings = known.bundles.find((candidate) => candidate.subscription === name);
    if (!own || brings === undefined || plan.metadata.deletionTimestamp !== undefined) continue;
    if ((plan.spec.generation ?? 0) < (latest?.plan.spec.generation ?? 0)) continue;
    latest = known;
    bundle = brings;
  }
  return { latest, bundle };
}

function referTo(status: SubscriptionStatus, { plan }: KnownPlan, csv: string): SubscriptionStatus {
  const { name = '', namespace = '', uid = '' } = plan.metadata;
  const place = { apiVersion: plan.apiVersion, kind: plan.kind, name };
  return {
    ...status,
    currentCSV: csv,
    installplan: { ...place, uuid: uid },
    installPlanRef: { ...place, namespace, uid },
    ...(plan.spec.generation === undefined ? {} : { installPlanGeneration: plan.spec.generation }),
  };
}

/** 24: a plan that was deleted before it did its work is made anew. */
function forgetPlan(status: SubscriptionStatus): SubscriptionStatus {
  const { installPlanRef: _ref, installplan: _plan, currentCSV: _csv, ...rest } = status;
  return { ...rest, state: '' };
}

/** 21: AtLatestKnown as soon as the current CSV exists, in whatever phase. */
function withState(facts: SubscriptionFacts, status: SubscriptionStatus): SubscriptionStatus {
  const { currentCSV } = status;
  const installed = csvNamed(facts, status.installedCSV);
  const { installedCSV: _installedCSV, ...rest } = status;
  if (currentCSV !== undefined && csvNamed(facts, currentCSV) !== undefined) {
    return { ...rest, installedCSV: currentCSV, state: 'AtLatestKnown' };
  }
  const kept = installed === undefined ? rest : status;
  return { ...kept, state: currentCSV === undefined ? '' : 'UpgradePending' };
}

function csvNamed(facts: SubscriptionFacts, name: string | undefined): ClusterServiceVersion | undefined {
  return facts.csvs.find((csv) => csv.metadata.name === name && csv.metadata.deletionTimestamp === undefined);
}

/** Resolves one Subscription, writes what came of it into its draft, and answers what a new plan must bring. */
function resolveDraft(
  facts: SubscriptionFacts,
  draft: Draft,
  drafts: readonly Draft[],
  time: string,
): PlanBundle | undefined {
  if (facts.operatorGroups !== 1) {
    const count = String(facts.operatorGroups);
    const message =
      facts.operatorGroups === 0
        ? `expected 1 OperatorGroup in the namespace, found ${count}`
        : `found ${count} operatorGroups, expected 1`;
    refuse(draft, 'ErrorPreventedResolution', message, time);
    return undefined;
  }
  const installed = csvNamed(facts, draft.status.installedCSV);
  if (installed !== undefined && !mayUpgrade(facts, installed)) return undefined;
  if (installed === undefined && orphaned(facts, draft, drafts, time)) return undefined;
  return accept(facts, draft, resolve(facts, draft.subscription, installed), time);
}

/** An upgrade begins when the version before it runs; until then it could only wait in the namespace. */
function mayUpgrade(facts: SubscriptionFacts, installed: ClusterServiceVersion): boolean {
  return (
    installed.status?.phase === 'Succeeded' || (facts.failForward && installed.status?.phase === 'Failed')
  );
}

/** A CSV of the package that nobody subscribed to: taken over when the Subscription names it, else in the way. */
function orphaned(facts: SubscriptionFacts, draft: Draft, drafts: readonly Draft[], time: string): boolean {
  const referred = new Set(drafts.flatMap(({ status }) => [status.currentCSV, status.installedCSV]));
  const orphans = orphansOf(facts.csvs, draft.subscription.spec.name, referred);
  const [first] = orphans;
  if (first === undefined) return false;
  // On its way out: its end starts the next round.
  if (orphans.some((csv) => csv.metadata.deletionTimestamp !== undefined)) return true;
  const { name = '' } = first.metadata;
  if (orphans.length === 1 && draft.subscription.spec.startingCSV === name) {
    draft.status = { ...settle(draft.status), currentCSV: name, installedCSV: name, state: 'AtLatestKnown' };
    return true;
  }
  refuse(draft, 'ConstraintsNotSatisfiable', orphanMessage(first, draft.subscription), time);
  return true;
}

function resolve(
  facts: SubscriptionFacts,
  subscription: Subscription,
  installed: ClusterServiceVersion | undefined,
): Resolution {
  const { version } = installed?.spec ?? {};
  return resolveSubscription({
    subscription,
    catalogs: facts.catalogs,
    ...(installed === undefined
      ? {}
      : {
          installed: { name: installed.metadata.name ?? '', ...(version === undefined ? {} : { version }) },
        }),
  });
}

function accept(
  facts: SubscriptionFacts,
  draft: Draft,
  resolution: Resolution,
  time: string,
): PlanBundle | undefined {
  if (resolution.kind === 'unresolvable') {
    const unsatisfiable = resolution.message.startsWith('constraints not satisfiable');
    refuse(
      draft,
      unsatisfiable ? 'ConstraintsNotSatisfiable' : 'ErrorPreventedResolution',
      resolution.message,
      time,
    );
    return undefined;
  }
  draft.status = settle(draft.status);
  if (resolution.kind === 'current' || isCovered(facts, draft, resolution.bundle.name)) {
    waitFor(draft, undefined, time);
    return undefined;
  }
  return bring(facts, draft, resolution, time);
}

/** The bundle as a plan brings it, once its manifests are there. */
function bring(
  facts: SubscriptionFacts,
  draft: Draft,
  resolution: Resolved,
  time: string,
): PlanBundle | undefined {
  const place = bundlePlace(resolution, facts.images);
  switch (place.kind) {
    case 'content':
      waitFor(draft, undefined, time);
      return planBundleOf({ subscription: draft.subscription, resolved: resolution, ...place });
    case 'image':
      draft.image = place.image;
      waitFor(draft, place.state, time);
      return undefined;
    case 'nowhere': {
      const { bundle, catalog } = resolution;
      const message = `bundle ${bundle.name} of package ${bundle.package} in catalog ${catalog.namespace}/${catalog.name} has neither manifests nor an image`;
      refuse(draft, 'ErrorPreventedResolution', message, time);
      return undefined;
    }
  }
}

function waitFor(draft: Draft, state: BundleImageState | undefined, time: string): void {
  const conditions = unpackConditions(draft.status.conditions, state, time);
  if (conditions !== undefined) draft.status = { ...draft.status, conditions: [...conditions] };
}

/** A plan for this CSV is there already: still at work, waiting for approval, or failed for good. */
function isCovered(facts: SubscriptionFacts, draft: Draft, csv: string): boolean {
  if (draft.bundle?.csv !== csv) return false;
  return draft.latest?.plan.status?.phase !== 'Complete' || csvNamed(facts, csv) !== undefined;
}

function refuse(draft: Draft, reason: OwnCondition['reason'], message: string, time: string): void {
  const own = { type: 'ResolutionFailed', reason } satisfies OwnCondition;
  const condition = { ...own, status: 'True', message } as const;
  waitFor(draft, undefined, time);
  draft.status = { ...draft.status, conditions: withCondition(draft.status.conditions, condition, time) };
}

function settle(status: SubscriptionStatus): SubscriptionStatus {
  if (findCondition(status.conditions, 'ResolutionFailed') === undefined) return status;
  return { ...status, conditions: withoutCondition(status.conditions, 'ResolutionFailed') };
}

function ifChanged(subscription: Subscription, status: SubscriptionStatus, time: string): SubscriptionStatus {
  const old = subscription.status;
  const strip = ({ lastUpdated: _lastUpdated, ...rest }: SubscriptionStatus): string => stableJson(rest);
  if (old !== undefined && strip(old) === strip(status)) return old;
  return { ...status, lastUpdated: time };
}
