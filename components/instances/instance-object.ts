/** Between the document's value and what the API takes and gives. */
import type { KubeObject, ObjectRef, Resource } from '#lib/k8s/object.ts';
import { isDictionary, isList } from '#lib/schema-form/path.ts';

/** True for what can be sent at all; everything else is the API server's to judge. */
export function isKubeObject(value: unknown): value is KubeObject {
  return (
    isDictionary(value) &&
    typeof value['apiVersion'] === 'string' &&
    typeof value['kind'] === 'string' &&
    isDictionary(value['metadata'])
  );
}

interface RawJson {
  readonly rawJSON?: (text: string) => unknown;
}

/** Integers beyond exact numbers keep their digits on the way, where the browser can write them. */
export function sendable(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const { rawJSON } = JSON as RawJson;
    return rawJSON === undefined ? Number(value) : rawJSON(value.toString());
  }
  if (isList(value)) return value.map(sendable);
  if (!isDictionary(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, sendable(part)]));
}

export function refOf(resource: Resource, object: KubeObject): ObjectRef {
  const { name = '', namespace } = object.metadata;
  return resource.namespaced && namespace !== undefined ? { namespace, name } : { name };
}
