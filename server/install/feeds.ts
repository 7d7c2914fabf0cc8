/** Which keys an event concerns (OLM 7, 44): what people and catalogs decide, what came of it, and what others do to it. */
import { keyOf, type KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { crdFacts } from '#lib/olm/plan/crd.ts';
import { groupOfRole, ownerOfRoles } from '#lib/olm/tenancy/api-roles.ts';
import { copiedFrom } from '#lib/olm/api/labels.ts';
import { groupTargets } from '#lib/olm/observed/namespace.ts';
import { ownerKey } from '#lib/olm/observed/objects.ts';
import { planBundles } from '#lib/olm/plan/bundle.ts';
import type { ClusterServiceVersion, InstallPlan, Subscription } from '#lib/olm/api/types.ts';
import type { CatalogRef } from '#server/catalog/types.ts';
import type { CacheEvent, ResourceCache, WorkQueue } from '#server/kube/types.ts';
import { apiServiceKey, BY_CRD } from './caches.ts';
import {
  isCatalogSource,
  isCsv,
  isInstallPlan,
  isOperatorGroup,
  isSubscription,
} from '#lib/olm/observed/shapes.ts';
import { providedApisOf, saidToProvide } from '#lib/olm/tenancy/provided.ts';
import { getOf, listOf, readerOfWorld, type World } from './world.ts';

/** By what their keys stand for: `namespace/name`, or for `subscriptions` the namespace. */
export type Queues = Record<
  | 'catalogSources'
  | 'operatorGroups'
  | 'groupRoles'
  | 'operatorConditions'
  | 'subscriptions'
  | 'plans'
  | 'csvs'
  | 'csvCopies'
  | 'olmConfigs'
  | 'operators',
  WorkQueue
>;

/**
 * What others did to a plan or CSV is shown on the Subscription, and nothing waits for it: ends soon, so that several are
 * taken together; progress only when it drags on.
 */
const END_PAUSE_MS = 50;
const PROGRESS_PAUSE_MS = 500;

/** Feeds the queues from now on; each of the answers ends one of the feeds. */
export function feed(world: World, queues: Queues): (() => void)[] {
  return [...feedInputs(world, queues), ...feedOutputs(world, queues)];
}

type Handler = (object: KubeObject, event: CacheEvent) => void;

/** Calls the handler for all that is there and for every change; the answer ends it. */
export function on(cache: ResourceCache, handler: Handler): () => void {
  return cache.subscribe((event) => {
    handler(event.object, event);
  });
}

/** What people and catalogs decide. */
function feedInputs(world: World, queues: Queues): (() => void)[] {
  const { caches } = world;
  return [
    on(caches.catalogSources, (object) => {
      onCatalogSource(world, queues, object);
    }),
    world.store.subscribe((ref) => {
      const source = getOf(caches.catalogSources, isCatalogSource, ref);
      if (source !== undefined) onCatalogSource(world, queues, source);
    }),
    world.bundleImages.subscribe((ref) => {
      onBundleImage(world, queues, ref);
    }),
    on(caches.operatorGroups, (object, event) => {
      queues.operatorGroups.add(keyOf(object));
      queues.groupRoles.add(keyOf(object));
      onTenancyChange(world, queues, object.metadata.namespace ?? '');
      onProvided(world, queues, event);
    }),
    on(caches.namespaces, (_object, event) => {
      onNamespace(world, queues, event);
    }),
    on(caches.subscriptions, (object, event) => {
      onSubscription(queues, object, event);
    }),
  ];
}

/** What came of it, and what others do to it. */
function feedOutputs(world: World, queues: Queues): (() => void)[] {
  const { caches } = world;
  const { deployments, roles, roleBindings, clusterRoles, clusterRoleBindings } = caches;
  const { validatingWebhookConfigurations, mutatingWebhookConfigurations } = caches;
  return [
    on(caches.installPlans, (object, event) => {
      queues.plans.add(keyOf(object));
      if (isInstallPlan(object)) onPlan(queues, object, event);
    }),
    on(caches.clusterServiceVersions, (object, event) => {
      // Copies only tell of an operator that lives elsewhere.
      if (isCsv(object) && copiedFrom(object) === undefined) onCsv(world, queues, object, event);
    }),
    on(caches.operatorConditions, (object) => {
      queues.operatorConditions.add(keyOf(object));
      onOperatorCondition(world, queues, object);
    }),
    on(caches.customResourceDefinitions, (object) => {
      onCrd(world, queues, object);
    }),
    on(caches.serviceAccounts, (object, event) => {
      if (event.type !== 'modified') onAccount(world, queues, object);
    }),
    ...[validatingWebhookConfigurations, mutatingWebhookConfigurations, caches.services].map((cache) =>
      on(cache, (object) => {
        const owner = ownerKey(object);
        if (owner !== undefined) queues.csvs.add(owner);
      }),
    ),
    on(caches.apiServices, (object) => {
      onApiService(world, queues, object);
    }),
    ...[deployments, roles, roleBindings, clusterRoles, clusterRoleBindings].map((cache) =>
      on(cache, (object) => {
        const owner = ownerKey(object);
        if (owner !== undefined) queues.csvs.add(owner);
        for (const key of groupsOfRole(world, object)) queues.groupRoles.add(key);
        if (speaksOfCondition(object)) queues.operatorConditions.add(keyOf(object));
      }),
    ),
  ];
}

/** Whoever owns or requires the API by its CSV; and whoever made it, as a CSV that is gone has left it. */
function onApiService(world: World, queues: Queues, object: KubeObject): void {
  const { name } = object.metadata;
  const owner = ownerKey(object);
  if (owner !== undefined) queues.csvs.add(owner);
  for (const csv of world.caches.clusterServiceVersions.byIndex(BY_CRD, apiServiceKey(name)))
    queues.csvs.add(keyOf(csv));
}

function onCatalogSource(world: World, queues: Queues, source: KubeObject): void {
  queues.catalogSources.add(keyOf(source));
  resolveUsersOf(world, queues, source);
}

/** Subscriptions to the catalog may go on, and so may plans whose content had to be pulled again. */
function onBundleImage(world: World, queues: Queues, ref: CatalogRef): void {
  for (const { spec, metadata } of listOf(world.caches.subscriptions, isSubscription)) {
    if (spec.source === ref.name && spec.sourceNamespace === ref.namespace) {
      queues.subscriptions.add(metadata.namespace ?? '');
    }
  }
  for (const plan of listOf(world.caches.installPlans, isInstallPlan)) {
    const { phase } = plan.status ?? {};
    if (phase !== 'Complete' && phase !== 'Failed') queues.plans.add(keyOf(plan));
  }
}

function onNamespace(world: World, queues: Queues, event: CacheEvent): void {
  if (event.type === 'modified' && sameLabels(event.object, event.previous)) return;
  for (const group of world.caches.operatorGroups.list()) {
    if (!usesSelectorOrNames(group)) continue;
    queues.operatorGroups.add(keyOf(group));
    onTenancyChange(world, queues, group.metadata.namespace ?? '');
  }
}

/** Every namespace that may use the catalog, if only for dependencies: its own, or all for a global one (OLM 8). */
function resolveUsersOf(world: World, queues: Queues, source: KubeObject): void {
  const { namespace = '' } = source.metadata;
  const global = namespace === world.globalNamespace;
  const users = listOf(world.caches.subscriptions, isSubscription, global ? undefined : namespace);
  for (const { metadata } of users) queues.subscriptions.add(metadata.namespace ?? '');
}

function onTenancyChange(world: World, queues: Queues, namespace: string): void {
  if (world.caches.subscriptions.list(namespace).length > 0) queues.subscriptions.add(namespace);
  for (const csv of world.caches.clusterServiceVersions.list(namespace)) queues.csvs.add(keyOf(csv));
  for (const plan of world.caches.installPlans.list(namespace)) queues.plans.add(keyOf(plan));
}

/** OLM 64: operators elsewhere that provide what the group says, or said, its own do. */
function onProvided(world: World, queues: Queues, event: CacheEvent): void {
  const before = event.type === 'modified' ? [event.previous] : [];
  const apis = new Set([event.object, ...before].filter(isOperatorGroup).flatMap(saidToProvide));
  if (apis.size === 0) return;
  for (const csv of listOf(world.caches.clusterServiceVersions, isCsv)) {
    const isElsewhere = csv.metadata.namespace !== event.object.metadata.namespace;
    if (isElsewhere && providedApisOf(csv).some((api) => apis.has(api))) queues.csvs.add(keyOf(csv));
  }
}

function sameLabels(a: KubeObject, b: KubeObject): boolean {
  return JSON.stringify(a.metadata.labels ?? {}) === JSON.stringify(b.metadata.labels ?? {});
}

/** An OperatorGroup without either means all namespaces, whatever they are. */
function usesSelectorOrNames(group: KubeObject): boolean {
  const spec = group['spec'];
  return typeof spec === 'object' && spec !== null && ('selector' in spec || 'targetNamespaces' in spec);
}

function onSubscription(queues: Queues, object: KubeObject, event: CacheEvent): void {
  const { namespace = '', generation } = object.metadata;
  // What we wrote ourselves comes back, too: only the spec is somebody's wish.
  const echo = event.type === 'modified' && event.previous.metadata.generation === generation;
  queues.subscriptions.addAfter(namespace, echo ? PROGRESS_PAUSE_MS : 0);
  if (isSubscription(object)) addInstalled(queues, object);
}

function addInstalled(queues: Queues, subscription: Subscription): void {
  const { namespace = '' } = subscription.metadata;
  const { installedCSV, currentCSV } = subscription.status ?? {};
  for (const name of new Set([installedCSV, currentCSV])) {
    if (name !== undefined) queues.csvs.add(`${namespace}/${name}`);
  }
}

function onPlan(queues: Queues, plan: InstallPlan, { type }: CacheEvent): void {
  const { namespace = '' } = plan.metadata;
  const { phase } = plan.status ?? {};
  const ended = phase === 'Complete' || phase === 'Failed' || type === 'deleted';
  const rests = ended || phase === 'RequiresApproval';
  queues.subscriptions.addAfter(namespace, rests ? END_PAUSE_MS : PROGRESS_PAUSE_MS);
  if (!ended) return;
  for (const { csv } of planBundles(plan) ?? []) queues.csvs.add(`${namespace}/${csv}`);
}

function onCsv(world: World, queues: Queues, csv: ClusterServiceVersion, event: CacheEvent): void {
  const { namespace = '' } = csv.metadata;
  queues.csvs.add(keyOf(csv));
  if (event.type === 'modified' && isCsv(event.previous) && samePhase(csv, event.previous)) return;
  // Others of the namespace look at its phase: the one it replaces, and the one that replaces it.
  for (const other of world.caches.clusterServiceVersions.list(namespace)) queues.csvs.add(keyOf(other));
  for (const group of world.caches.operatorGroups.list(namespace)) {
    queues.operatorGroups.add(keyOf(group));
    queues.groupRoles.add(keyOf(group));
  }
  for (const plan of world.caches.installPlans.list(namespace)) queues.plans.add(keyOf(plan));
  const ended = event.type === 'deleted' || ENDS.has(csv.status?.phase ?? '');
  queues.subscriptions.addAfter(namespace, ended ? END_PAUSE_MS : PROGRESS_PAUSE_MS);
}

const ENDS: ReadonlySet<string> = new Set(['Succeeded', 'Failed']);

function samePhase(a: ClusterServiceVersion, b: ClusterServiceVersion): boolean {
  return a.status?.phase === b.status?.phase && a.metadata.deletionTimestamp === b.metadata.deletionTimestamp;
}

/** Its own CSV keeps it in place; the one that is to replace that waits for what it says. */
function onOperatorCondition(world: World, queues: Queues, { metadata }: KubeObject): void {
  for (const csv of listOf(world.caches.clusterServiceVersions, isCsv, metadata.namespace)) {
    const concerned = csv.metadata.name === metadata.name || csv.spec.replaces === metadata.name;
    if (concerned) queues.csvs.add(keyOf(csv));
  }
}

/** Groups made it, if that is what its labels say; one that is gone looks after what it left. */
function groupsOfRole(world: World, role: KubeObject): string[] {
  const owner = groupOfRole(role);
  if (owner === undefined) return [];
  const [namespace] = owner.split('/');
  const groups = listOf(world.caches.operatorGroups, isOperatorGroup, namespace).filter(
    (group) => ownerOfRoles(group) === owner,
  );
  // One that went while no controller was there: nothing else would ever tell of it.
  return groups.length === 0 ? [owner] : groups.map(keyOf);
}

/** The Role and the RoleBinding of an OperatorCondition have its name. */
function speaksOfCondition({ metadata }: KubeObject): boolean {
  return metadata.ownerReferences?.some((owner) => owner.kind === resources.operatorConditions.kind) ?? false;
}

function onCrd(world: World, queues: Queues, crd: KubeObject): void {
  const { name } = crd.metadata;
  for (const csv of world.caches.clusterServiceVersions.byIndex(BY_CRD, name)) queues.csvs.add(keyOf(csv));
  if (crdFacts(crd)?.established !== true) return;
  for (const plan of listOf(world.caches.installPlans, isInstallPlan)) {
    const waits = plan.status?.plan?.some((step) => step.status === 'WaitingForApi') ?? false;
    if (waits) queues.plans.add(keyOf(plan));
  }
}

function onAccount(world: World, queues: Queues, account: KubeObject): void {
  const { namespace = '' } = account.metadata;
  for (const csv of world.caches.clusterServiceVersions.list(namespace)) queues.csvs.add(keyOf(csv));
  // OLM 53: plans may be waiting for the account whose rights they are limited to.
  const isNamed = groupTargets(readerOfWorld(world), namespace).some(
    ({ serviceAccount }) => serviceAccount === account.metadata.name,
  );
  if (!isNamed) return;
  for (const group of world.caches.operatorGroups.list(namespace)) queues.operatorGroups.add(keyOf(group));
  for (const plan of world.caches.installPlans.list(namespace)) queues.plans.add(keyOf(plan));
}
