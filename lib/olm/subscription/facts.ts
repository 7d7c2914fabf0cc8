/** What deciding about the Subscriptions of one namespace starts from. */
import type { KubeObject } from '../../k8s/object.ts';
import type { BundleImage, BundleImageState } from './bundle-image.ts';
import type { CatalogPackage } from '../api/catalog.ts';
import type { NewPlan } from '../plan/decision.ts';
import type { PlanBundle } from '../plan/bundle.ts';
import type { Explanation } from '../resolver/explanation.ts';
import type { ResolverCatalog } from '../resolver/types.ts';
import type { ClusterServiceVersion, InstallPlan, Subscription, SubscriptionStatus } from '../api/types.ts';

/** On an OperatorGroup; `subscription`: a plan for each Subscription with its dependencies, not one for the namespace. */
export const INSTALL_PLANS_ANNOTATION = 'capstan.dev/install-plans';
/** On an OperatorGroup; `namespace`: all Subscriptions of the namespace are resolved together, or none (OLM 25, 30). */
export const RESOLUTION_SCOPE_ANNOTATION = 'capstan.dev/resolution-scope';

/** A CatalogSource, and whether its content can be used. */
export interface CatalogFacts {
  namespace: string;
  name: string;
  uid: string;
  healthy: boolean;
}

/** A catalog that the namespace may use, as far as it could be read. */
export interface KnownCatalog extends ResolverCatalog {
  /** `packages` with all there is to them: dearer to look up. */
  content: ReadonlyMap<string, CatalogPackage>;
  /** Nothing is known of it yet: it is being read for the first time. `problem` says so, too. */
  reading?: boolean;
}

/** An InstallPlan of the namespace, with what its status says that it brings. */
export interface KnownPlan {
  plan: InstallPlan;
  /** None: its status does not say, so it brings nothing. */
  bundles: readonly PlanBundle[];
}

/** All that is known of one namespace; gathered anew for each decision. */
export interface SubscriptionFacts {
  namespace: string;
  operatorGroups: number;
  /** The OperatorGroup lets an upgrade pass a Failed version. */
  failForward: boolean;
  /** A plan for each Subscription with its dependencies; upstream's way is one for the namespace (OLM 45). */
  planPerSubscription: boolean;
  /** Upstream's way: what cannot be resolved stops the namespace (OLM 25, 30). */
  wholeNamespace: boolean;
  /** See ResolveOptions. */
  outOfTime?: () => boolean;
  subscriptions: readonly Subscription[];
  /** CSVs of the namespace, copies left out. */
  csvs: readonly ClusterServiceVersion[];
  plans: readonly KnownPlan[];
  /** CatalogSources that the namespace may use. */
  catalogSources: readonly CatalogFacts[];
  /** Their content; in order of preference. Those that are turned off are left out. */
  catalogs: readonly KnownCatalog[];
  /** Digests of content that was looked for in vain just now. */
  missing?: ReadonlySet<string>;
  /** The namespace itself, to tell of what concerns all of it. */
  space?: KubeObject | undefined;
  /** What is known of bundle images, by `bundleImageKey`; those that are missing here have not been asked for. */
  images: ReadonlyMap<string, BundleImageState>;
}

/** What the Subscriptions of one namespace come to; nothing has been written yet. */
export interface NamespaceOutcome {
  /** New status by Subscription name; the very same object where nothing changed. */
  statuses: ReadonlyMap<string, SubscriptionStatus>;
  /** By Subscription name: why it cannot be resolved. */
  explanations: ReadonlyMap<string, Explanation>;
  /** InstallPlans to create. Afterwards the caller decides again, with the plans among the facts. */
  plans: readonly NewPlan[];
  /** Bundle images that the decision depends on. Afterwards the caller decides again, with what is known of them. */
  images: readonly BundleImage[];
  /** InstallPlans that nobody needs any more. */
  outdatedPlans: readonly InstallPlan[];
  /** Why it is worth deciding again although nothing that can be watched changes. */
  retry?: string;
}
