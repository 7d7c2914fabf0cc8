/** The live copies that reconcilers read, trimmed to what they need (OLM 86). */
import { optional as given } from '#lib/base/loose.ts';
import { keyOf, type KubeObject, type Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { copiedFrom, MANAGED_LABEL } from '#lib/olm/api/labels.ts';
import type { ClusterServiceVersion } from '#lib/olm/api/types.ts';
import { apiServiceName } from '#lib/olm/api/api-service-name.ts';
import { operatorsOf, type Component } from '#lib/olm/csv/operator-object.ts';
import type { CopiesOf } from '#lib/olm/observed/copies.ts';
import { ownerKey, ownerKeyOf, type ObjectReader } from '#lib/olm/observed/objects.ts';
import { createCache } from '#server/kube/cache.ts';
import type { CacheOptions, KubeClient, ResourceCache } from '#server/kube/types.ts';
import { isCsv } from '#lib/olm/observed/shapes.ts';

/** By the plural of the type. */
export type Caches = Record<CacheName, ResourceCache>;

const CACHED = [
  'catalogSources',
  'subscriptions',
  'installPlans',
  'clusterServiceVersions',
  'operatorGroups',
  'operatorConditions',
  'olmConfigs',
  'operators',
  'customResourceDefinitions',
  'deployments',
  'services',
  'serviceAccounts',
  'roles',
  'roleBindings',
  'clusterRoles',
  'clusterRoleBindings',
  'validatingWebhookConfigurations',
  'mutatingWebhookConfigurations',
  'apiServices',
  'namespaces',
] as const satisfies (keyof typeof resources)[];
type CacheName = (typeof CACHED)[number];

/** Index of managed objects by the CSV in their owner labels. */
export const BY_OWNER = 'owner';
/** Index of CSVs by the CRDs that they own or require; of APIServices by `apiServiceKey`. */
export const BY_CRD = 'crd';
/** Index of all that says it belongs to an Operator, by its name. */
const BY_OPERATOR = 'operator';
/** Index of copies of CSVs by what they are copies of, `namespace/name`. */
const BY_ORIGINAL = 'original';

/** The name of an APIService in `BY_CRD`, where no definition has it: names of those have no slash. */
export const apiServiceKey = (apiService: string): string => `apiservices/${apiService}`;

/** The cache of definitions alone: what has to be looked at before anything else can be. */
export function createCrdCache(client: KubeClient): ResourceCache {
  return createCache(client, resources.customResourceDefinitions, {
    transform: trimCrd,
    indexes: { [BY_OPERATOR]: operatorsOf },
  });
}

/** Starts to follow everything at once; of what the controller made for CSVs, only what carries its label. */
export function createCaches(client: KubeClient, customResourceDefinitions: ResourceCache): Caches {
  const of = (name: CacheName, options: CacheOptions = {}): ResourceCache =>
    createCache(client, resources[name], {
      ...options,
      indexes: { ...options.indexes, [BY_OPERATOR]: operatorsOf },
    });
  const byOwner: CacheOptions['indexes'] = { [BY_OWNER]: (object) => optional(ownerKey(object)) };
  const managed: CacheOptions = {
    labelSelector: `${MANAGED_LABEL}=true`,
    indexes: byOwner,
  };
  const managedNames: CacheOptions = { ...managed, metadataOnly: true };
  const managedRights: CacheOptions = { ...managed, transform: trimRights };
  return {
    catalogSources: of('catalogSources'),
    subscriptions: of('subscriptions'),
    installPlans: of('installPlans'),
    clusterServiceVersions: of('clusterServiceVersions', {
      transform: trimCsv,
      indexes: { [BY_CRD]: crdsOf, [BY_ORIGINAL]: (object) => optional(originalOf(object)) },
    }),
    operatorGroups: of('operatorGroups'),
    operatorConditions: of('operatorConditions', { indexes: byOwner }),
    olmConfigs: of('olmConfigs'),
    operators: of('operators'),
    customResourceDefinitions,
    deployments: of('deployments', { ...managed, transform: trimDeployment }),
    services: of('services', { ...managed, transform: trimService }),
    serviceAccounts: of('serviceAccounts', { metadataOnly: true }),
    roles: of('roles', managedRights),
    roleBindings: of('roleBindings', managedRights),
    clusterRoles: of('clusterRoles', managedNames),
    clusterRoleBindings: of('clusterRoleBindings', managedNames),
    validatingWebhookConfigurations: of('validatingWebhookConfigurations', managed),
    mutatingWebhookConfigurations: of('mutatingWebhookConfigurations', managed),
    apiServices: of('apiServices', { indexes: byOwner }),
    namespaces: of('namespaces', { metadataOnly: true }),
  };
}

/** For what is done with each: waiting until they are complete, stopping. */
export function allCaches(caches: Caches): ResourceCache[] {
  return Object.values(caches);
}

/** What the caches hold, for whatever observes the cluster. A type without a cache is a mistake of the caller. */
export function readerOfCaches(caches: Caches): ObjectReader {
  const of = (resource: Resource): ResourceCache => {
    const name = CACHE_OF.get(resource);
    if (name === undefined) throw new TypeError(`no cache holds ${resource.plural}`);
    return caches[name];
  };
  return {
    get: (resource, ref) => of(resource).get(ref),
    list: (resource, namespace) => of(resource).list(namespace),
    ownedBy: (resource, csv) => of(resource).byIndex(BY_OWNER, ownerKeyOf(csv)),
  };
}

const CACHE_OF = new Map<Resource, CacheName>(CACHED.map((name) => [resources[name], name]));

/** `namespace/name` of the CSV that a copy is made of; undefined for what is no copy. */
export function originalOf(csv: KubeObject): string | undefined {
  const namespace = copiedFrom(csv);
  return namespace === undefined ? undefined : keyOf({ ...csv, metadata: { ...csv.metadata, namespace } });
}

/** OLM lists no Services among the components of an Operator. */
const COMPONENT_TYPES = CACHED.filter((type) => type !== 'services');

/** All that says it belongs to the Operator of that name. */
export function componentsIn(caches: Caches, name: string): Component[] {
  return COMPONENT_TYPES.flatMap((type) =>
    caches[type].byIndex(BY_OPERATOR, name).map((object) => ({ resource: resources[type], object })),
  );
}

/** Finds the copies of a CSV. */
export function copiesIn({ clusterServiceVersions }: Caches): CopiesOf {
  return ({ namespace, name }) =>
    clusterServiceVersions.byIndex(BY_ORIGINAL, `${namespace}/${name}`).filter(isCsv);
}

/** Puts the answer of a write into the cache of its type, when there is one. */
export function observe(caches: Caches, resource: Resource, object: KubeObject): void {
  const found = allCaches(caches).find(
    (cache) => cache.resource.plural === resource.plural && cache.resource.group === resource.group,
  );
  found?.observe(object);
}

const optional = (value: string | undefined): string[] => (value === undefined ? [] : [value]);

function crdsOf(object: KubeObject): string[] {
  if (!isCsv(object)) return [];
  const { owned = [], required = [] } = object.spec.customresourcedefinitions ?? {};
  const apis = object.spec.apiservicedefinitions ?? {};
  const names = [...(apis.owned ?? []), ...(apis.required ?? [])].map((api) =>
    apiServiceKey(apiServiceName(api)),
  );
  return [...owned.map(({ name }) => name), ...required.map(({ name }) => name), ...names];
}

/** Without the parts that only pages show: half of a CSV is icon, description and descriptors. */
function trimCsv(object: KubeObject): KubeObject {
  if (!isCsv(object)) return object;
  if (copiedFrom(object) !== undefined) return trimCopy(object);
  const { icon: _icon, description: _description, ...spec } = object.spec;
  const crds = spec.customresourcedefinitions;
  if (crds === undefined) return { ...object, spec };
  const slim = (list: typeof crds.owned): { name: string; version: string; kind: string }[] =>
    (list ?? []).map(({ name, version, kind }) => ({ name, version, kind }));
  return {
    ...object,
    spec: { ...spec, customresourcedefinitions: { owned: slim(crds.owned), required: slim(crds.required) } },
  };
}

/** There may be one for each operator and namespace: only what it says counts. */
function trimCopy({ apiVersion, kind, metadata, spec, status = {} }: ClusterServiceVersion): KubeObject {
  const { phase, reason, message, lastUpdateTime } = status;
  const { strategy } = spec.install;
  return {
    ...{ apiVersion, kind, metadata, spec: { install: { strategy } } },
    status: given({ phase, reason, message, lastUpdateTime }),
  };
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Without schemas, which make up nearly all of a definition. */
function trimCrd(object: KubeObject): KubeObject {
  const spec = fields(object['spec']);
  const versions: unknown[] = Array.isArray(spec['versions']) ? spec['versions'] : [];
  return {
    apiVersion: object.apiVersion,
    kind: object.kind,
    metadata: object.metadata,
    spec: {
      group: spec['group'],
      scope: spec['scope'],
      names: spec['names'],
      conversion: spec['conversion'],
      preserveUnknownFields: spec['preserveUnknownFields'],
      versions: versions.map((version) => {
        const { name, served, storage } = fields(version);
        return { name, served, storage };
      }),
    },
    status: object['status'],
  };
}

/** What was copied to other namespaces is never copied again: only its name matters. */
function trimRights(object: KubeObject): KubeObject {
  if (copiedFrom(object) === undefined) return object;
  return { apiVersion: object.apiVersion, kind: object.kind, metadata: object.metadata };
}

/** Only what leads to pods. */
function trimService(object: KubeObject): KubeObject {
  const { selector, ports } = fields(object['spec']);
  const { apiVersion, kind, metadata } = object;
  return { apiVersion, kind, metadata, spec: { selector, ports } };
}

/** Without the pod template but its annotations: the hash in its labels says what it was made from. */
function trimDeployment(object: KubeObject): KubeObject {
  const { replicas, template } = fields(object['spec']);
  const { annotations } = fields(fields(template)['metadata']);
  const metadata = annotations === undefined ? {} : { annotations };
  return { ...object, spec: { replicas, template: { metadata } } };
}
