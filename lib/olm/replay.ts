/**
 * One door for tables from outside: what the controller would decide about plain Kubernetes objects at a moment, asked by
 * the same observers and deciders that it uses. No program of ours imports it; it stays as it is while what lies behind it
 * moves, so that whoever holds a table of upstream's behaviour against this project needs to know this file alone.
 *
 * Objects are as the API server gives them: `apiVersion`, `kind`, `metadata`, the rest. Those that the controller could not
 * read, as their spec is no valid one, are not seen, as in the controller. What only an install has made is looked for by
 * its labels (`olm.managed: "true"` on Deployments and RBAC objects, the owner labels on the latter); rights count whoever
 * made them.
 */
import { optional } from '../base/loose.ts';
import type { KubeObject, Resource } from '../k8s/object.ts';
import type { Grants } from '../k8s/rbac.ts';
import { resources } from '../k8s/resources.ts';
import type { ObjectWrite } from './plan/decision.ts';
import type { ClusterServiceVersion, CsvStatus } from './api/types.ts';
import { checkComponents } from './csv/components.ts';
import { stepOfCsv } from './csv/decide.ts';
import type { CsvAction, CsvFacts, CsvTransition } from './csv/facts.ts';
import { checkRequirements, type RequirementsVerdict } from './csv/requirements.ts';
import { withTransition } from './csv/status.ts';
import { csvFacts } from './observed/csv-facts.ts';
import { failsForward, operatorGroups, ownCsvsIn } from './observed/namespace.ts';
import { objectsOf, readerOf, type ObjectReader } from './observed/objects.ts';
import { isSoleOwner, SHARED_TYPES, solelyOwned } from './observed/owned.ts';
import { planFacts } from './observed/plan-facts.ts';
import { isCsv, isInstallPlan, isSubscription } from './observed/shapes.ts';
import { resolutionScope } from './observed/subscription-facts.ts';
import { planBundles } from './plan/bundle.ts';
import { crdFacts } from './plan/crd.ts';
import { stepOfPlan, type PlanDecision } from './plan/decide.ts';
import { resolveNamespace } from './resolver/resolve-namespace.ts';
import type { CatalogRef, ChosenDependency, ResolverPackage, SubscriptionOutcome } from './resolver/types.ts';
import { visibleCatalogs } from './resolver/visible-catalogs.ts';

/** What is there, and when. */
export interface ReplayWorld {
  /** Unix ms. */
  now: number;
  /** In any order, of any namespaces. */
  objects: readonly KubeObject[];
  /** Content of CatalogSources; those without content here count as not there. */
  catalogs?: readonly ReplayCatalog[];
  /** Such as `1.36.3`, which is also what it is when absent. */
  serverVersion?: string;
  /** `group/version/Kind` of what the API server serves, besides what the definitions among the objects make it serve. */
  servedApis?: readonly string[];
  /** Whose catalogs every namespace may use; `olm` when absent. */
  globalNamespace?: string;
  /** Objects of bundles by digest, for plans whose steps refer to them. */
  contents?: Readonly<Record<string, readonly KubeObject[]>>;
  /** Upstream's way for every namespace: what cannot be resolved stops all of it (OLM 25, 30). */
  wholeNamespace?: boolean;
}

/** One catalog; `priority` and `problem` as in `ResolverCatalog`. */
export interface ReplayCatalog extends CatalogRef {
  packages: readonly ResolverPackage[];
  priority?: number;
  problem?: string;
}

/** Where an object is. */
export interface ReplayRef {
  namespace: string;
  name: string;
}

/** `NamespaceResolution` without maps. */
export interface ReplayResolution {
  /** By the name of the Subscription. */
  outcomes: Readonly<Record<string, SubscriptionOutcome>>;
  dependencies: readonly ChosenDependency[];
  /** Names of the Subscriptions of each connected part. */
  parts: readonly (readonly string[])[];
}

/** Which bundles the Subscriptions of a namespace lead to now. */
export function resolve(world: ReplayWorld, namespace: string): ReplayResolution {
  const reader = readerOf(world.objects);
  const groups = operatorGroups(reader, namespace);
  const { wholeNamespace, excludeGlobal } = resolutionScope(groups, world.wholeNamespace === true);
  const catalogs = (world.catalogs ?? []).map(({ packages, priority, problem, ...ref }) => ({
    ref: { namespace: ref.namespace, name: ref.name },
    packages: new Map(packages.map((one) => [one.name, one])),
    ...optional({ priority, problem }),
  }));
  const { outcomes, dependencies, parts } = resolveNamespace({
    namespace,
    subscriptions: objectsOf(reader, [resources.subscriptions, isSubscription], namespace),
    csvs: ownCsvsIn(reader, namespace).filter(({ metadata }) => metadata.deletionTimestamp === undefined),
    catalogs: visibleCatalogs(catalogs, { namespace, globalNamespace: globalOf(world), excludeGlobal }),
    options: { failForward: failsForward(groups), wholeNamespace },
  });
  return { outcomes: Object.fromEntries(outcomes), dependencies, parts };
}

/** One step of a CSV's state machine. */
export interface ReplayTransition {
  /** Absent where it stays as it is. */
  next?: CsvTransition;
  /** The status after the step, with history and requirements; the one it had where it stays as it is. */
  status: CsvStatus;
  /** What is written and deleted in the step. */
  actions: readonly CsvAction[];
  /** When to look again although nothing has changed. */
  requeueAfterMs?: number;
}

/**
 * The next step of a CSV; the caller puts `status` into the object, carries `actions` out if it likes, and asks again.
 * @throws RangeError when the objects hold no such CSV, or one that the controller could not read
 */
export function transition(world: ReplayWorld, ref: ReplayRef): ReplayTransition {
  const facts = factsOf(world, ref);
  const { next, requirementStatus, actions, requeueAfterMs } = stepOfCsv(facts, world.now);
  const old = facts.csv.status ?? {};
  const status = next === undefined ? old : withTransition(old, next, requirementStatus, world.now);
  return {
    // A decision that says nothing new is no step.
    ...optional({ next: status === old ? undefined : next }),
    status,
    actions: actions.flatMap(asCsvAction),
    ...optional({ requeueAfterMs }),
  };
}

/** What is patched besides the CSV itself is nothing of its state. */
function asCsvAction(action: ObjectWrite): CsvAction[] {
  if (action.kind !== 'patch') return [action];
  if (action.resource !== resources.clusterServiceVersions) return [];
  const { annotations = {}, finalizers = [] } = action.metadata;
  return [
    {
      kind: 'annotate',
      annotations: { ...annotations } as Record<string, string>,
      finalizers: [...finalizers],
    },
  ];
}

/** How the Deployments of a CSV are. */
export interface ReplayHealth {
  healthy: boolean;
  /** What is waited for, in upstream's words; empty when nothing is. */
  why: string;
  /** Set when a Deployment is past its progress deadline. */
  expired?: string;
  /** Names of Deployments that are absent, or made from another spec. */
  missing: readonly string[];
  /** Names of Deployments of the CSV that it does not list any more. */
  stale: readonly string[];
}

/** @throws RangeError as `transition` */
export function health(world: ReplayWorld, ref: ReplayRef): ReplayHealth {
  const { healthy, why, expired, missing, stale } = checkComponents(factsOf(world, ref));
  const names = (objects: readonly KubeObject[]): string[] => objects.map(({ metadata }) => metadata.name);
  return { healthy, why, ...optional({ expired }), missing: names(missing), stale: names(stale) };
}

/**
 * What a CSV needs before its Deployments may run, each with whether it is there.
 * @throws RangeError as `transition`
 */
export function requirements(world: ReplayWorld, ref: ReplayRef): RequirementsVerdict {
  return checkRequirements(factsOf(world, ref));
}

/**
 * What becomes of an InstallPlan now; undefined for one whose status does not say in our words what it installs: it is left
 * to whoever made it.
 * @throws RangeError when the objects hold no such plan, or one that the controller could not read
 */
export function plan(world: ReplayWorld, ref: ReplayRef): PlanDecision | undefined {
  const reader = readerOf(world.objects);
  const object = reader.get(resources.installPlans, ref);
  if (object === undefined || !isInstallPlan(object)) throw absent('InstallPlan', ref);
  const bundles = planBundles(object);
  if (bundles === undefined) return undefined;
  const contents = new Map(Object.entries(world.contents ?? {}));
  const facts = planFacts(reader, object, { bundles, contents, globalNamespace: globalOf(world) });
  return stepOfPlan(facts, world.now);
}

function factsOf(world: ReplayWorld, ref: ReplayRef): CsvFacts {
  const reader = readerOf(world.objects);
  const csv = reader.get(resources.clusterServiceVersions, ref);
  if (csv === undefined || !isCsv(csv)) throw absent('ClusterServiceVersion', ref);
  return csvFacts(reader, csv, {
    serverVersion: world.serverVersion ?? '1.36.3',
    servedApis: new Set([...(world.servedApis ?? []), ...definedApis(reader)]),
    ownedObjects: csv.metadata.deletionTimestamp === undefined ? [] : ownedObjects(reader, csv),
    grants: grantsOf(world.objects),
  });
}

function definedApis(reader: ObjectReader): string[] {
  return reader.list(resources.customResourceDefinitions).flatMap((object) => {
    const crd = crdFacts(object);
    if (crd?.established !== true) return [];
    return crd.servedVersions.map((version) => `${crd.group}/${version}/${crd.kind}`);
  });
}

function grantsOf(objects: readonly KubeObject[]): Grants {
  const of = ({ kind }: Resource): KubeObject[] => objects.filter((object) => object.kind === kind);
  return {
    roles: of(resources.roles),
    roleBindings: of(resources.roleBindings),
    clusterRoles: of(resources.clusterRoles),
    clusterRoleBindings: of(resources.clusterRoleBindings),
  };
}

function ownedObjects(reader: ObjectReader, csv: ClusterServiceVersion): CsvFacts['ownedObjects'] {
  const { name, namespace = '' } = csv.metadata;
  const shared = SHARED_TYPES.flatMap((resource) =>
    reader
      .ownedBy(resource, { name, namespace })
      .filter((object) => object.metadata.namespace === namespace && isSoleOwner(object, csv))
      .map((object) => ({ resource, object })),
  );
  return [...solelyOwned(reader, csv), ...shared];
}

const globalOf = ({ globalNamespace = 'olm' }: ReplayWorld): string => globalNamespace;

const absent = (kind: string, { namespace, name }: ReplayRef): RangeError =>
  new RangeError(`the objects hold no ${kind} ${namespace}/${name} that can be read`);
