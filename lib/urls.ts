/**
 * Every address of the console, one builder each. All parts are encoded, so a hostile name stays one path segment.
 * `Scope` is the namespace chosen in the picker; links carry it on, and without it all namespaces are meant.
 */
import { pathOf, queryOf, questionMarked, type Query } from './base/address.ts';
import type { ObjectRef, Resource } from './k8s/object.ts';

/** The namespace that lists are narrowed to; absent or empty: all of them. */
export interface Scope {
  namespace?: string | undefined;
}

/** A package of one catalog, by the CatalogSource's namespace and name and its own name. */
export interface PackageRef {
  catalogNamespace: string;
  catalog: string;
  package: string;
}

/** As much of a type as its pages and API paths need; an empty group is the core group. */
export type ResourceRef = Pick<Resource, 'group' | 'version' | 'plural'>;

/** Tabs of an installed operator's page; `overview` is the one without a query parameter. */
export type OperatorTab = 'overview' | 'instances' | 'subscription' | 'permissions' | 'events' | 'yaml';

/** What is open when the page of an installation is. */
export type SubscriptionDialog = 'uninstall';

/** Choices for a Subscription that a link makes. */
export interface SubscriptionPreset {
  readonly channel?: string | undefined;
  /** Name of a CSV. */
  readonly csv?: string | undefined;
  /** `namespace/name` of a CatalogSource. */
  readonly catalog?: string | undefined;
}

/** Tabs of a package's page in the catalog; `overview` is the one without a query parameter. */
export type PackageTab = 'overview' | 'versions' | 'apis' | 'permissions' | 'dependencies';

/** What a package's page shows first: a channel's name, a version of it (semver, not a CSV name), a tab. */
export interface PackageQuery {
  readonly channel?: string | undefined;
  readonly version?: string | undefined;
  readonly tab?: PackageTab | undefined;
  /** `<plural>.<group>` of the kind to show, on the tab of APIs. */
  readonly api?: string | undefined;
}

/** What the page of a declarative operator's package shows first. */
export interface OperatorPackageQuery {
  readonly version?: string | undefined;
  readonly tab?: string | undefined;
  /** Name of a plan. */
  readonly plan?: string | undefined;
}

/** Tabs of an OperatorGroup's page; `overview` is the one without a query parameter. */
export type OperatorGroupTab = 'overview' | 'yaml';

/** Tabs of a CatalogSource's page; `overview` is the one without a query parameter. */
export type CatalogSourceTab = 'overview' | 'warnings' | 'events' | 'yaml';

/** Segment for what has no name of its own: the core API group, and the namespace of cluster-scoped objects. */
const CORE_GROUP = 'core';
const NO_NAMESPACE = '_';

function address(segments: readonly string[], query: Query = {}): string {
  return pathOf(segments) + queryOf(query);
}

function scopeOf(scope: Scope | undefined): Query {
  return { namespace: scope?.namespace };
}

function packageSegments(ref: PackageRef): string[] {
  return [ref.catalogNamespace, ref.catalog, ref.package];
}

function resourceSegments(resource: ResourceRef): string[] {
  return [
    'instances',
    resource.group === '' ? CORE_GROUP : resource.group,
    resource.version,
    resource.plural,
  ];
}

/** The group that an `/instances/[group]/…` segment names. */
export function groupOfSegment(segment: string): string {
  return segment === CORE_GROUP ? '' : segment;
}

/** The namespace that an `/instances/…/[namespace]/…` segment names; undefined for cluster-scoped objects. */
export function namespaceOfSegment(segment: string): string | undefined {
  return segment === NO_NAMESPACE ? undefined : segment;
}

/**
 * Builders of addresses by page, and of the server's own API under `api`; all answer a path with its query, never a
 * host.
 */
export const urls = {
  catalog: (scope?: Scope, query?: Query): string => address(['catalog'], { ...scopeOf(scope), ...query }),
  package: (ref: PackageRef, scope?: Scope, query?: PackageQuery): string =>
    address(['catalog', ...packageSegments(ref)], {
      ...scopeOf(scope),
      ...query,
      tab: query?.tab === 'overview' ? undefined : query?.tab,
    }),
  install: (
    ref: PackageRef,
    scope?: Scope,
    query?: { channel?: string | undefined; version?: string | undefined },
  ): string => address(['catalog', ...packageSegments(ref), 'install'], { ...scopeOf(scope), ...query }),

  /** Where a package of the list leads to, by its format. */
  tile: (tile: PackageRef & { format?: 'kudo' }, scope?: Scope): string =>
    tile.format === undefined ? urls.package(tile, scope) : urls.operatorPackage(tile, scope),
  /** A declarative operator of a repository; `version` as `versionKey` has it. */
  operatorPackage: (ref: PackageRef, scope?: Scope, query?: OperatorPackageQuery): string =>
    address(['catalog', 'declarative', ...packageSegments(ref)], { ...scopeOf(scope), ...query }),
  /** `upgrade`: the instance that is brought to the version; absent for a new one. */
  installOperatorPackage: (
    ref: PackageRef,
    scope?: Scope,
    query?: { version?: string | undefined; upgrade?: Required<ObjectRef> | undefined },
  ): string =>
    address(['catalog', 'declarative', ...packageSegments(ref), 'install'], {
      ...scopeOf(scope),
      version: query?.version,
      upgrade: query?.upgrade === undefined ? undefined : `${query.upgrade.namespace}/${query.upgrade.name}`,
    }),

  /** Packages side by side; `show`: only the rows in which they differ. */
  compare: (refs: readonly PackageRef[], scope?: Scope, show?: 'differences'): string =>
    address(['catalog', 'compare'], {
      ...scopeOf(scope),
      package: refs.map((ref) => packageSegments(ref).join('/')),
      show,
    }),

  /** The catalogs themselves: where packages come from. */
  catalogSources: (scope?: Scope, query?: Query): string =>
    address(['catalogs'], { ...scopeOf(scope), ...query }),
  /** `ref`: namespace and name of the CatalogSource. */
  catalogSource: (ref: Required<ObjectRef>, scope?: Scope, tab?: CatalogSourceTab): string =>
    address(['catalogs', ref.namespace, ref.name], {
      ...scopeOf(scope),
      tab: tab === 'overview' ? undefined : tab,
    }),
  newCatalogSource: (scope?: Scope, query?: { kind?: string | undefined }): string =>
    address(['catalogs', 'new'], { ...scopeOf(scope), ...query }),
  editCatalogSource: (ref: Required<ObjectRef>, scope?: Scope): string =>
    address(['catalogs', ref.namespace, ref.name, 'edit'], scopeOf(scope)),

  operatorGroups: (scope?: Scope): string => address(['operatorgroups'], scopeOf(scope)),
  operatorGroup: (ref: Required<ObjectRef>, scope?: Scope, tab?: OperatorGroupTab): string =>
    address(['operatorgroups', ref.namespace, ref.name], {
      ...scopeOf(scope),
      tab: tab === 'overview' ? undefined : tab,
    }),

  operators: (scope?: Scope, query?: Query): string =>
    address(['operators'], { ...scopeOf(scope), ...query }),
  /** `ref.name` is the CSV's name. */
  operator: (ref: Required<ObjectRef>, scope?: Scope, tab?: OperatorTab): string =>
    address(['operators', ref.namespace, ref.name], {
      ...scopeOf(scope),
      tab: tab === 'overview' ? undefined : tab,
    }),
  /** The removal of an operator; `rest`: what is left of one that has begun, see `lib/olm/removal/record.ts`. */
  uninstall: (ref: Required<ObjectRef>, scope?: Scope, rest?: string): string =>
    address(['operators', ref.namespace, ref.name, 'uninstall'], { ...scopeOf(scope), rest }),
  /** The live progress of an installation. */
  subscription: (ref: Required<ObjectRef>, scope?: Scope, query?: { dialog?: SubscriptionDialog }): string =>
    address(['operators', ref.namespace, 'subscriptions', ref.name], { ...scopeOf(scope), ...query }),
  /** The form that changes a Subscription, filled in as a link proposes. */
  editSubscription: (ref: Required<ObjectRef>, scope?: Scope, preset?: SubscriptionPreset): string =>
    address(['operators', ref.namespace, 'subscriptions', ref.name, 'edit'], {
      ...scopeOf(scope),
      ...preset,
    }),

  plans: (scope?: Scope): string => address(['plans'], scopeOf(scope)),
  plan: (ref: Required<ObjectRef>, scope?: Scope): string =>
    address(['plans', ref.namespace, ref.name], scopeOf(scope)),

  /** Instances of declarative operators. */
  declarative: (scope?: Scope): string => address(['declarative'], scopeOf(scope)),
  /** `plan`: the one to show; absent for the one that runs, or ran last. */
  declarativeInstance: (
    ref: Required<ObjectRef>,
    scope?: Scope,
    query?: { plan?: string; tab?: string },
  ): string => address(['declarative', ref.namespace, ref.name], { ...scopeOf(scope), ...query }),
  /** All its parameters in one form. */
  editDeclarative: (ref: Required<ObjectRef>, scope?: Scope): string =>
    address(['declarative', ref.namespace, ref.name, 'parameters'], scopeOf(scope)),
  /** Where packages of declarative operators are written. */
  authoring: (scope?: Scope): string => address(['authoring'], scopeOf(scope)),

  /** What could be newer. */
  upgrades: (scope?: Scope): string => address(['upgrades'], scopeOf(scope)),

  /** Every API that installed operators provide. */
  allInstances: (scope?: Scope): string => address(['instances'], scopeOf(scope)),
  instances: (resource: ResourceRef, scope?: Scope): string =>
    address(resourceSegments(resource), scopeOf(scope)),
  /** `clone`: the object to start from, as `namespace/name` or `name`. */
  newInstance: (resource: ResourceRef, scope?: Scope, query?: { clone?: string | undefined }): string =>
    address([...resourceSegments(resource), 'new'], { ...scopeOf(scope), ...query }),
  instance: (
    resource: ResourceRef,
    ref: ObjectRef,
    scope?: Scope,
    query?: { tab?: string | undefined; view?: string | undefined },
  ): string =>
    address([...resourceSegments(resource), ref.namespace ?? NO_NAMESPACE, ref.name], {
      ...scopeOf(scope),
      ...query,
    }),

  /** With the digest that a tile names, the browser keeps the icon for good. */
  icon: (ref: PackageRef, digest?: string): string =>
    address(['api', 'catalog', 'icons', ...packageSegments(ref)], { digest }),
  api: {
    /** @param since the tag of the list that one has */
    packages: (since?: string): string => address(['api', 'catalog', 'packages'], { since }),
    package: (ref: PackageRef): string => address(['api', 'catalog', 'packages', ...packageSegments(ref)]),
    operatorPackage: (ref: PackageRef, version?: string): string =>
      address([
        'api',
        'catalog',
        'declarative',
        ...packageSegments(ref),
        ...(version === undefined ? [] : [version]),
      ]),
    sources: (): string => address(['api', 'catalog', 'sources']),
    bundle: (ref: PackageRef, csv: string): string =>
      address(['api', 'catalog', 'bundles', ...packageSegments(ref), csv]),
    /** `needs`: keys of `lib/olm/content/dependencies.ts`. */
    providers: (needs: readonly string[]): string =>
      address(['api', 'catalog', 'providers'], { need: needs }),
    installPreview: (query: {
      catalogNamespace: string;
      catalog: string;
      package: string;
      csv: string;
      channel?: string | undefined;
      namespace: string;
      mode: string;
      targets?: string | undefined;
    }): string => address(['api', 'v1', 'install-preview'], query),
    whatIf: (): string => address(['api', 'v1', 'what-if']),
    namespaces: (named: readonly string[]): string =>
      address(['api', 'v1', 'namespaces'], { named: named.length === 0 ? undefined : named.join(',') }),
    planReview: (ref: Required<ObjectRef>): string =>
      address(['api', 'v1', 'plans', ref.namespace, ref.name, 'review']),
    /** `step`: its place among those of the plan. */
    stepDifference: (ref: Required<ObjectRef>, step: number): string =>
      address(['api', 'v1', 'plans', ref.namespace, ref.name, 'review', String(step)]),
    upgrades: (namespaces: readonly string[]): string =>
      address(['api', 'v1', 'upgrades'], {
        namespaces: namespaces.length === 0 ? undefined : namespaces.join(','),
      }),
    /** Operators that no CSV brought. */
    unmanaged: (namespace: string | undefined): string => address(['api', 'v1', 'unmanaged'], { namespace }),
    /** Why an object does not do what it is for; `api`: the type of an instance. */
    why: (kind: string, ref: ObjectRef, api?: Resource): string =>
      address(['api', 'v1', 'why'], {
        ...{ kind, namespace: ref.namespace, name: ref.name },
        ...(api === undefined
          ? {}
          : { group: api.group, version: api.version, plural: api.plural, apiKind: api.kind }),
      }),
    /** What is in the way of the operators of a few namespaces. */
    troubles: (namespaces: readonly string[]): string =>
      address(['api', 'v1', 'troubles'], { namespaces: namespaces.join(',') }),
    removal: (ref: Required<ObjectRef>, rest?: string): string =>
      address(['api', 'v1', 'operators', ref.namespace, ref.name, 'removal'], { rest }),
  },
} as const;

/** Pages of one namespaced object, by the segments in front; choosing another namespace leads back to their list. */
const LIST_LENGTHS: Readonly<Record<string, number>> = {
  catalogs: 1,
  declarative: 1,
  operators: 1,
  plans: 1,
  instances: 4,
};

/** Where the picker leads: the same page in another namespace, or the list when the page shows one object. */
export function inNamespace(pathname: string, search: string, namespace: string | undefined): string {
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const length = LIST_LENGTHS[segments[0] ?? ''];
  const isObject = length !== undefined && segments.length > length && segments.at(-1) !== 'new';
  const path = isObject ? `/${segments.slice(0, length).join('/')}` : pathname;
  const parameters = new URLSearchParams(isObject ? '' : search);
  parameters.delete('namespace');
  if (namespace !== undefined && namespace !== '') parameters.set('namespace', namespace);
  return path + questionMarked(parameters);
}
