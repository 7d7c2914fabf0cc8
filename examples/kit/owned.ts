/** Whose an object is, and what keeps one from going before its operator has tidied up. Pure but for `setFinalizer`. */
import type { KubeObject, ObjectRef, OwnerReference, Resource } from '#lib/k8s/object.ts';
import { apiVersionOf, refTo } from '#lib/k8s/object.ts';
import { undefinedIf } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';

interface Named {
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly uid?: string };
}

/** For what an object makes: the garbage collector takes it away with its owner. */
export function controlledBy(resource: Resource, { metadata }: Named): OwnerReference {
  const { name, uid = '' } = metadata;
  return { apiVersion: apiVersionOf(resource), kind: resource.kind, name, uid, controller: true };
}

/** The uid of the one that controls it. */
export function controllerOf({ metadata }: KubeObject): string | undefined {
  return metadata.ownerReferences?.find(({ controller }) => controller === true)?.uid;
}

/** Where its owners of that kind are, controlling or not. */
export function ownersOf(resource: Resource, { metadata }: KubeObject): ObjectRef[] {
  const { namespace, ownerReferences = [] } = metadata;
  return ownerReferences
    .filter(({ apiVersion, kind }) => kind === resource.kind && apiVersion === apiVersionOf(resource))
    .map(({ name }) => (namespace === undefined ? { name } : { namespace, name }));
}

export function isLeaving({
  metadata,
}: {
  readonly metadata: { readonly deletionTimestamp?: string | undefined };
}): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/**
 * Adds or takes off a finalizer, on the state that was looked at: a newer one is left alone and comes by the watch. What
 * the API server answered; undefined where nothing was written.
 */
export async function setFinalizer(
  client: KubeClient,
  resource: Resource,
  object: KubeObject,
  { finalizer, there }: { readonly finalizer: string; readonly there: boolean },
): Promise<KubeObject | undefined> {
  const { finalizers = [], resourceVersion } = object.metadata;
  if (finalizers.includes(finalizer) === there) return undefined;
  const next = there ? [...finalizers, finalizer] : finalizers.filter((one) => one !== finalizer);
  const body = { metadata: { finalizers: next, resourceVersion } };
  return undefinedIf(client.patch(resource, refTo(object), { type: 'merge', body }), 'notFound', 'conflict');
}
