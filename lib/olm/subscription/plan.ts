/** From resolved bundles to the InstallPlan that brings them. */
import { shortHash } from '../../base/hash.ts';
import type { NewPlan } from '../plan/decision.ts';
import type { PlanBundle } from '../plan/bundle.ts';
import { componentLabel, MANAGED_LABEL } from '../api/labels.ts';
import type { KnownPlan, SubscriptionFacts } from './facts.ts';
import type { InstallPlan, Subscription } from '../api/types.ts';

const HASH_LENGTH = 5;
/** Finished plans that are kept in a namespace for people to look at (OLM 45). */
const KEPT_PLANS = 5;
const PRUNED_AT_ONCE = 5;

/** What the bundles of one plan may take in its status, beside a line for each of their objects. */
const MAX_BUNDLES_TEXT = 150_000;

/** Bundles that go into one plan together. */
export interface PlanRequest {
  /** Subscriptions that asked for them. */
  subscriptions: readonly Subscription[];
  bundles: readonly PlanBundle[];
}

/**
 * OLM 45: a plan for all that is asked for, in the name of every Subscription of the namespace, or one for each request. Names
 * follow from what a plan is for, so that a controller that was killed between creating it and writing it down does not
 * create a second one.
 */
export function newInstallPlans(facts: SubscriptionFacts, requests: readonly PlanRequest[]): NewPlan[] {
  const { namespace, planPerSubscription } = facts;
  const everybody = facts.subscriptions.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  // One without status was left by an earlier life, and is to be found under the name that it would have now.
  const begun = facts.plans.filter(({ plan }) => plan.status !== undefined);
  const newest = Math.max(0, ...begun.map(({ plan }) => plan.spec.generation ?? 0));
  const wholes = planPerSubscription ? requests : joined(requests);
  return wholes.map((request, index) => {
    const owners = planPerSubscription ? request.subscriptions : everybody;
    const plan = newInstallPlan(namespace, request, owners, newest + index + 1);
    return { plan, bundles: request.bundles };
  });
}

/** In as few plans as can be written down. */
function joined(requests: readonly PlanRequest[]): PlanRequest[] {
  const plans: PlanRequest[] = [];
  let room = 0;
  for (const request of requests) {
    const size = JSON.stringify(request.bundles).length;
    const last = plans.at(-1);
    if (last === undefined || size > room) {
      plans.push(request);
      room = MAX_BUNDLES_TEXT - size;
      continue;
    }
    room -= size;
    plans[plans.length - 1] = {
      subscriptions: [...last.subscriptions, ...request.subscriptions],
      bundles: [...last.bundles, ...request.bundles],
    };
  }
  return plans;
}

function newInstallPlan(
  namespace: string,
  { subscriptions, bundles }: PlanRequest,
  owners: readonly Subscription[],
  generation: number,
): InstallPlan {
  const csvNames = [...new Set(bundles.map((bundle) => bundle.csv))].sort();
  const uids = subscriptions.map(({ metadata }) => metadata.uid ?? '').sort();
  const labels = bundles.map((bundle): [string, string] => [componentLabel(bundle.package, namespace), '']);
  const manual = owners.some(({ spec }) => spec.installPlanApproval === 'Manual');
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'InstallPlan',
    metadata: {
      name: `install-${shortHash([namespace, generation, csvNames, uids], HASH_LENGTH)}`,
      namespace,
      labels: Object.fromEntries([[MANAGED_LABEL, 'true'], ...labels]),
      ownerReferences: owners.map(({ metadata }) => ({
        apiVersion: 'operators.coreos.com/v1alpha1',
        kind: 'Subscription',
        name: metadata.name,
        uid: metadata.uid ?? '',
        controller: false,
        blockOwnerDeletion: false,
      })),
    },
    spec: {
      clusterServiceVersionNames: csvNames,
      approval: manual ? 'Manual' : 'Automatic',
      approved: !manual,
      generation,
    },
  };
}

/** Plans of ours whose Subscriptions are all gone. Garbage collection would find them too, half a minute later. */
export function plansWithout(
  subscriptions: readonly Subscription[],
  plans: readonly KnownPlan[],
): InstallPlan[] {
  const alive = new Set(subscriptions.map(({ metadata }) => metadata.uid));
  return plans
    .filter(({ bundles }) => bundles.length > 0)
    .map(({ plan }) => plan)
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined && !hasOwner(metadata, alive));
}

function hasOwner(
  { ownerReferences = [] }: InstallPlan['metadata'],
  uids: ReadonlySet<string | undefined>,
): boolean {
  return ownerReferences.length === 0 || ownerReferences.some((owner) => uids.has(owner.uid));
}

/**
 * Plans that wait for an approval that nobody wants any more: every Subscription that they were made for is gone, or has
 * gone on with a newer plan.
 */
export function supersededPlans(
  latest: ReadonlyMap<string, InstallPlan | undefined>,
  plans: readonly KnownPlan[],
): InstallPlan[] {
  const isOver = (plan: InstallPlan, subscription: string): boolean => {
    if (!latest.has(subscription)) return true;
    const newest = latest.get(subscription);
    return newest?.spec.approved === true && newest.metadata.name !== plan.metadata.name;
  };
  return plans
    .filter(({ plan, bundles }) => {
      const own = bundles.filter(({ generated }) => generated === undefined);
      const waits = plan.status?.phase === 'RequiresApproval' && !plan.spec.approved;
      const known = plan.metadata.deletionTimestamp === undefined && own.length > 0;
      return known && waits && own.every(({ subscription }) => isOver(plan, subscription));
    })
    .map(({ plan }) => plan);
}

/**
 * Plans that an earlier life of the controller made and left without status, while others were made since: what they were
 * for has been seen to. One that is still wanted is found by its name instead.
 */
export function abandonedPlans(plans: readonly KnownPlan[]): InstallPlan[] {
  const madeAt = ({ metadata }: InstallPlan): number => Date.parse(metadata.creationTimestamp ?? '');
  const newest = Math.max(
    ...plans.flatMap(({ plan, bundles }) => (bundles.length === 0 ? [] : [madeAt(plan)])),
  );
  return plans
    .map(({ plan }) => plan)
    .filter(
      (plan) =>
        plan.status === undefined &&
        plan.metadata.deletionTimestamp === undefined &&
        plan.metadata.labels?.[MANAGED_LABEL] === 'true' &&
        madeAt(plan) < newest,
    );
}

/** Finished plans beyond the newest few, oldest first; those that a Subscription shows are kept. */
export function outdatedPlans(plans: readonly KnownPlan[], referred: ReadonlySet<string>): InstallPlan[] {
  const finished = plans
    .map(({ plan }) => plan)
    .filter((plan) => plan.status?.phase === 'Complete' || plan.status?.phase === 'Failed')
    .sort((a, b) => (b.spec.generation ?? 0) - (a.spec.generation ?? 0));
  return finished
    .slice(KEPT_PLANS)
    .filter((plan) => !referred.has(plan.metadata.name) && plan.metadata.deletionTimestamp === undefined)
    .reverse()
    .slice(0, PRUNED_AT_ONCE);
}
