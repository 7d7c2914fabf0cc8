/** From resolved bundles to the InstallPlan that brings them. */
import { shortHash } from './plan-hash.ts';
import { propertiesAnnotation, type PlanBundle } from './plan-bundle.ts';
import { BUNDLES_ANNOTATION, componentLabel, MANAGED_LABEL } from './plan-labels.ts';
import type { Resolved } from './resolve.ts';
import type { KnownPlan } from './subscription-facts.ts';
import type { InstallPlan, Subscription } from './types.ts';

const HASH_LENGTH = 5;
/** Finished plans that are kept in a namespace for people to look at (45). */
const KEPT_PLANS = 5;
const PRUNED_AT_ONCE = 5;

export interface PlanRequest {
  subscription: Subscription;
  resolved: Resolved;
  /** Of the manifests. */
  digest: string;
  /** Where they were pulled from, when no catalog holds them. */
  image?: string;
}

export function planBundleOf({ subscription, resolved, digest, image }: PlanRequest): PlanBundle {
  const { bundle, catalog, replaces } = resolved;
  return {
    csv: bundle.name,
    package: bundle.package,
    subscription: subscription.metadata.name ?? '',
    catalog: catalog.name,
    catalogNamespace: catalog.namespace,
    digest,
    ...(image === undefined ? {} : { image }),
    ...(replaces === undefined ? {} : { replaces }),
    properties: propertiesAnnotation(bundle.properties),
  };
}

/**
 * The name follows from what the plan is for, so that a controller that was killed between creating it and writing
 * it down does not create a second one.
 */
export function newInstallPlan(
  namespace: string,
  requests: readonly { subscription: Subscription; bundle: PlanBundle }[],
  plans: readonly KnownPlan[],
  manual: boolean,
): InstallPlan {
  const generation = Math.max(0, ...plans.map(({ plan }) => plan.spec.generation ?? 0)) + 1;
  const bundles = requests.map((request) => request.bundle);
  const csvNames = [...new Set(bundles.map((bundle) => bundle.csv))].sort();
  const uids = requests.map(({ subscription }) => subscription.metadata.uid ?? '').sort();
  const name = `install-${shortHash([namespace, generation, csvNames, uids], HASH_LENGTH)}`;
  const labels = bundles.map((bundle): [string, string] => [componentLabel(bundle.package, namespace), '']);
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'InstallPlan',
    metadata: {
      name,
      namespace,
      labels: Object.fromEntries([[MANAGED_LABEL, 'true'], ...labels]),
      annotations: { [BUNDLES_ANNOTATION]: JSON.stringify(bundles) },
      ownerReferences: requests.map(({ subscription }) => ({
        apiVersion: 'operators.coreos.com/v1alpha1',
        kind: 'Subscription',
        name: subscription.metadata.name ?? '',
        uid: subscription.metadata.uid ?? '',
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

/** Finished plans beyond the newest few, oldest first; those that a Subscription shows are kept. */
export function outdatedPlans(plans: readonly KnownPlan[], referred: ReadonlySet<string>): InstallPlan[] {
  const finished = plans
    .map(({ plan }) => plan)
    .filter((plan) => plan.status?.phase === 'Complete' || plan.status?.phase === 'Failed')
    .sort((a, b) => (b.spec.generation ?? 0) - (a.spec.generation ?? 0));
  return finished
    .slice(KEPT_PLANS)
    .filter(
      (plan) => !referred.has(plan.metadata.name ?? '') && plan.metadata.deletionTimestamp === undefined,
    )
    .reverse()
    .slice(0, PRUNED_AT_ONCE);
}
