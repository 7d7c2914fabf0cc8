/** What deciding about the Subscriptions of one namespace starts from. */
import type { BundleImage, BundleImageState } from './bundle-image.ts';
import type { PlanBundle } from './plan-bundle.ts';
import type { ResolvableCatalog } from './resolve.ts';
import type { ClusterServiceVersion, InstallPlan, Subscription, SubscriptionStatus } from './types.ts';

export interface CatalogFacts {
  namespace: string;
  name: string;
  uid: string;
  healthy: boolean;
}

export interface KnownPlan {
  plan: InstallPlan;
  bundles: readonly PlanBundle[];
}

export interface SubscriptionFacts {
  namespace: string;
  operatorGroups: number;
  /** The OperatorGroup lets an upgrade pass a Failed version. */
  failForward: boolean;
  subscriptions: readonly Subscription[];
  /** CSVs of the namespace, copies left out. */
  csvs: readonly ClusterServiceVersion[];
  plans: readonly KnownPlan[];
  /** CatalogSources that the namespace may use. */
  catalogSources: readonly CatalogFacts[];
  /** Their content, as far as it could be read; same order. */
  catalogs: readonly ResolvableCatalog[];
  /** What is known of bundle images, by `bundleImageKey`; those that are missing here have not been asked for. */
  images: ReadonlyMap<string, BundleImageState>;
}

export interface SubscriptionDecision {
  /** New status by Subscription name; the very same object where nothing changed. */
  statuses: ReadonlyMap<string, SubscriptionStatus>;
  /** An InstallPlan to create. Afterwards the caller decides again, with the plan among the facts. */
  plan?: InstallPlan;
  /** Bundle images that the decision depends on. Afterwards the caller decides again, with what is known of them. */
  images: readonly BundleImage[];
  /** InstallPlans that nobody needs any more. */
  outdatedPlans: readonly InstallPlan[];
}
