/** Between the document's value and what the API takes and gives. */
import type { KubeObject, ObjectRef, Resource } from '#lib/k8s/object.ts';
import { isDictionary } from '#lib/schema-form/schema/path.ts';

/** True for what can be sent at all; everything else is the API server's to judge. */
export function canBeSent(value: unknown): value is KubeObject {
  return (
    isDictionary(value) &&
    typeof value['apiVersion'] === 'string' &&
    typeof value['kind'] === 'string' &&
    isDictionary(value['metadata'])
  );
}

export function instanceRefOf(resource: Resource, object: KubeObject): ObjectRef {
  const { name, namespace } = object.metadata;
  return resource.namespaced && namespace !== undefined ? { namespace, name } : { name };
}
