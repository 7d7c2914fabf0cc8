/**
 * What resolving a namespace starts from and ends in. One problem is made of all Subscriptions and own CSVs of a
 * namespace (OLM 31), and solved for each connected part of it by itself. Source: OLM `pkg/controller/registry/resolver`.
 */
import type { CatalogBundle, CatalogPackage, GroupVersionKind } from '../api/catalog.ts';
import type { UpgradeEdge } from '../content/graph.ts';
import type { ClusterServiceVersion, Subscription } from '../api/types.ts';
import type { Explanation } from './explanation.ts';

/** A CatalogSource by namespace and name. */
export interface CatalogRef {
  namespace: string;
  name: string;
}

/** What the resolver looks at of a bundle, and where its manifests are; a CatalogBundle is one. */
export type ResolverBundle = Pick<
  CatalogBundle,
  'name' | 'package' | 'version' | 'properties' | 'requiredApis' | 'deprecation' | 'digest' | 'image'
> & { providedApis: readonly GroupVersionKind[] };

/** A CatalogPackage is one. */
export type ResolverPackage = Pick<CatalogPackage, 'name' | 'defaultChannel' | 'channels' | 'deprecation'> & {
  bundles: Readonly<Record<string, ResolverBundle>>;
};

/** A catalog that the namespace may use. */
export interface ResolverCatalog {
  ref: CatalogRef;
  /** `spec.priority` of its CatalogSource; 0 when absent. */
  priority?: number;
  /** Looked up one at a time; iterating may be dear. */
  packages: ReadonlyMap<string, ResolverPackage>;
  /** Names of packages of which some bundle provides the API. Absent: every package is looked at. */
  providers?: (api: GroupVersionKind) => readonly string[];
  /** Why its content cannot be used now, in words that follow a colon; what was read before is not offered then. */
  problem?: string;
}

/** Where a namespace or its operator wants it otherwise than by default. */
export interface ResolveOptions {
  /** OLM 43: the OperatorGroup lets an upgrade pass a Failed version. */
  failForward?: boolean;
  /**
   * Upstream's behaviour, off by default: one problem for the whole namespace, so that a Subscription that cannot be
   * resolved, or a catalog that cannot be reached, stops all others (OLM 25, 30).
   */
  wholeNamespace?: boolean;
  /** Asked now and then; true ends the search as undecided. The caller brings the clock. */
  outOfTime?: () => boolean;
}

/** Everything that the answer depends on; nothing else is read, no clock either. */
export interface ResolveNamespaceInput {
  namespace: string;
  subscriptions: readonly Subscription[];
  /** CSVs of the namespace, copies and those being deleted left out. */
  csvs: readonly ClusterServiceVersion[];
  /** See `visibleCatalogs`; in order of preference. */
  catalogs: readonly ResolverCatalog[];
  options?: ResolveOptions;
}

/** A bundle as the resolver chose it. */
export interface ChosenBundle {
  catalog: CatalogRef;
  package: string;
  channel: string;
  /** CSV name. */
  csv: string;
  version: string;
  /** What `spec.replaces` of the CSV has to say: the installed CSV, or for a first install what the channel says. */
  replaces?: string;
  /** For upgrades: by which edge the installed version leads to it. */
  edge?: UpgradeEdge;
}

/** A bundle that comes only because others need it; it gets a Subscription of its own (OLM 28). */
export interface ChosenDependency extends ChosenBundle {
  /** `<package>-<channel>-<catalog>-<catalog namespace>`. */
  subscription: string;
  /** CSV names of the chosen or installed bundles that need it. */
  requiredBy: readonly string[];
}

/** What a Subscription leads to: a bundle to install or upgrade to, what it has already, or why there is none. */
export type SubscriptionOutcome =
  | { kind: 'install' | 'upgrade'; chosen: ChosenBundle }
  /**
   * `held`: a newer version was there, but something else keeps it back; `heldBack` names it. `not-ready`: it was there,
   * but what is installed does not run yet.
   */
  | {
      kind: 'current';
      reason: 'at-head' | 'no-successor' | 'pinned' | 'not-ready' | 'held';
      csv: string;
      heldBack?: { csv: string; explanation: Explanation };
    }
  | {
      kind: 'unresolvable';
      /** `ConstraintsNotSatisfiable` stays until an input changes, `ErrorPreventedResolution` is tried again. */
      reason: 'ConstraintsNotSatisfiable' | 'ErrorPreventedResolution';
      /** Upstream's words (OLM 35, 37, 39-42), with the prefix `constraints not satisfiable: ` where upstream has it. */
      message: string;
      explanation: Explanation;
    }
  /** Not decided within the time; the message says what was tried. */
  | { kind: 'undecided'; message: string; explanation: Explanation };

/** The answer for a whole namespace. */
export interface NamespaceResolution {
  /** One for each Subscription, by its name. */
  outcomes: ReadonlyMap<string, SubscriptionOutcome>;
  /** Each belongs to the same connected part as what requires it. */
  dependencies: readonly ChosenDependency[];
  /** The connected parts: names of the Subscriptions in each; those of one part are installed together. */
  parts: readonly (readonly string[])[];
  /** Catalogs whose content or absence decided about the Subscription, by its name. */
  dependsOn: ReadonlyMap<string, readonly CatalogRef[]>;
  /** Work done: partial assignments that were looked at. */
  steps: number;
}
