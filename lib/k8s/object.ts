/**
 * The shapes every Kubernetes object shares.
 * Source: k8s.io/apimachinery `meta/v1` (ObjectMeta, OwnerReference, Condition) and the API conventions.
 */
import { isJsonObject } from '../base/json.ts';

/** An entry of `metadata.ownerReferences`; the owner is cluster-scoped or in the same namespace. */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

/**
 * Metadata as far as something reads it; times are RFC 3339 text. Whatever the API server keeps has a name; the empty one, which to
 * it is none, is for what has none yet (`generateName`) and for what is only asked, as reviews of access are.
 * Source: meta/v1 ObjectMeta.
 */
export interface ObjectMeta {
  name: string;
  generateName?: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: OwnerReference[];
  finalizers?: string[];
  managedFields?: unknown[];
}

/** Any object of the API. Unknown fields are kept, so that what was read can be written back unchanged. */
export interface KubeObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  [field: string]: unknown;
}

/** A condition as `meta/v1` and OLM write it; OLM's CSV conditions are another shape (see lib/olm). */
export interface Condition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  reason?: string;
  message?: string;
  lastTransitionTime?: string;
  lastUpdateTime?: string;
  observedGeneration?: number;
}

/** Where one object is. `namespace` is absent for cluster-scoped objects. */
export interface ObjectRef {
  namespace?: string;
  name: string;
}

/** One resource type of the API: how to build its URL and what its objects call themselves. */
export interface Resource {
  /** API group; empty for the core group. */
  group: string;
  version: string;
  /** Plural, lower case, as in URLs. */
  plural: string;
  kind: string;
  namespaced: boolean;
}

/** `group/version`, or `version` for the core group. */
export function apiVersionOf(resource: Pick<Resource, 'group' | 'version'>): string {
  return resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
}

/** `flighttickets.flights.com`, as kubectl and RBAC rules write it; the plural alone for the core group. */
export function resourceText(resource: Pick<Resource, 'group' | 'plural'>): string {
  return resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`;
}

/** Splits `group/version`; the core group comes out empty. */
export function parseApiVersion(apiVersion: string): { group: string; version: string } {
  const slash = apiVersion.indexOf('/');
  return slash < 0
    ? { group: '', version: apiVersion }
    : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

/** The key under which caches and queues know an object: `namespace/name`, or `name`. */
export function keyOf(object: { metadata: ObjectMeta }): string {
  return refKey(refTo(object));
}

/** Where an object is; one without a name is where nothing can be. */
export function refTo({ metadata: { namespace, name } }: { metadata: ObjectMeta }): ObjectRef {
  return namespace === undefined ? { name } : { namespace, name };
}

/** `namespace/name`, or `name` where the namespace is absent or empty. */
export function refKey(ref: ObjectRef): string {
  return ref.namespace === undefined || ref.namespace === '' ? ref.name : `${ref.namespace}/${ref.name}`;
}

/** What `refKey` wrote, split at the first slash. */
export function parseKey(key: string): ObjectRef {
  const slash = key.indexOf('/');
  return slash < 0 ? { name: key } : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}

/** Objects of one namespace, or of the whole cluster, by `metadata.name`; the last one of a name counts. */
export function byName<T extends { metadata: ObjectMeta }>(objects: readonly T[]): Map<string, T> {
  return new Map(objects.map((object) => [object.metadata.name, object]));
}

/** Fields of `metadata` that the API server writes by itself. */
export const SERVER_FIELDS: ReadonlySet<string> = new Set([
  'creationTimestamp',
  'deletionGracePeriodSeconds',
  'deletionTimestamp',
  'generation',
  'managedFields',
  'resourceVersion',
  'selfLink',
  'uid',
]);

/** Has it metadata? For answers of the API server, which has validated the rest. */
export function hasMetadata(value: unknown): value is KubeObject {
  return isJsonObject(value) && isJsonObject(value['metadata']);
}

/** Has it apiVersion, kind and a name? More is not looked at: the API server judges what it is sent. */
export function isManifest(value: unknown): value is KubeObject {
  return (
    hasMetadata(value) &&
    typeof value.apiVersion === 'string' &&
    typeof value.kind === 'string' &&
    typeof value.metadata.name === 'string'
  );
}
