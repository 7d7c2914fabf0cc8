/** Takes objects from what the API server sent. */
import { isJsonObject } from '#lib/base/json.ts';
import { apiVersionOf } from '#lib/k8s/object.ts';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { KubeError } from './errors.ts';

/**
 * Checks the parts that everything relies on. The rest of the body stays as it came: the API server has validated it
 * against its schema, and a deep parse of every watch event would cost more than all other work on it.
 */
function isKubeObject(value: unknown): value is KubeObject {
  if (!isJsonObject(value) || typeof value['kind'] !== 'string' || typeof value['apiVersion'] !== 'string')
    return false;
  const { metadata } = value;
  if (!isJsonObject(metadata)) return false;
  const { name, namespace, resourceVersion } = metadata;
  return (
    typeof name === 'string' &&
    [namespace, resourceVersion].every((text) => text === undefined || typeof text === 'string')
  );
}

/** The API server names all that it keeps; it answers reviews of access without a name. */
function named(value: unknown): unknown {
  if (!isJsonObject(value) || !isJsonObject(value['metadata'])) return value;
  const { metadata } = value;
  return metadata['name'] === undefined ? { ...value, metadata: { ...metadata, name: '' } } : value;
}

/** @throws KubeError `unknown` when it is no object */
export function objectFrom(value: unknown): KubeObject {
  const object = named(value);
  if (isKubeObject(object)) return object;
  throw new KubeError({
    kind: 'unknown',
    message: 'the API server answered with something that is not a Kubernetes object',
    problem: { code: 'unexpected' },
  });
}

/** An item of a list or watch of `resource`: lists leave kind and apiVersion out, metadata-only answers name another. */
export function itemFrom(value: unknown, resource: Resource): KubeObject {
  if (!isJsonObject(value)) return objectFrom(value);
  return objectFrom({ ...value, apiVersion: apiVersionOf(resource), kind: resource.kind });
}

/** managedFields are bulky, and nothing that reads lists and watches looks at them. */
export function withoutManagedFields(object: KubeObject): KubeObject {
  if (object.metadata.managedFields === undefined) return object;
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** Type and metadata, as `PartialObjectMetadata` would bring them. */
export function metadataOnly(object: KubeObject): KubeObject {
  return { apiVersion: object.apiVersion, kind: object.kind, metadata: object.metadata };
}

/**
 * Whether resourceVersion `a` is later than `b`; undefined when they cannot be compared.
 * They are decimal numbers of one sequence per cluster (comparable by contract since Kubernetes 1.35).
 */
export function isLater(a: string | undefined, b: string | undefined): boolean | undefined {
  if (a === undefined || b === undefined || !isVersion.test(a) || !isVersion.test(b)) return undefined;
  return a.length === b.length ? a > b : a.length > b.length;
}
const isVersion = /^(?:0|[1-9][0-9]*)$/;
