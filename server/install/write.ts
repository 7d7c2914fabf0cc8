/** Writes that are safe to repeat. Each puts its answer into the caches, so that the next look sees it. */
import { optional } from '#lib/base/loose.ts';
import { refTo, type KubeObject, type ObjectRef, type Resource } from '#lib/k8s/object.ts';
import type { ObjectPatch } from '#lib/olm/plan/decision.ts';
import { isKubeError, undefinedIf } from '#server/kube/errors.ts';
import { observe } from './caches.ts';
import { FIELD_MANAGER, type World } from './world.ts';

/**
 * Server-side apply. Objects of real bundles may carry fields that the API server does not know, or list entries of
 * the same name; create and update let these pass with a warning, apply does not: then they are written the old way.
 */
export function applyObject(
  world: World,
  resource: Resource,
  object: KubeObject,
  signal: AbortSignal,
): Promise<KubeObject> {
  return applyTelling(world, resource, object, { signal });
}

/** The same; tells what the API server had to say against it. */
export async function applyTelling(
  world: World,
  resource: Resource,
  object: KubeObject,
  how: { signal: AbortSignal; onWarnings?: (texts: readonly string[]) => void },
): Promise<KubeObject> {
  const options = { fieldManager: FIELD_MANAGER, ...how };
  try {
    const written = await world.client.apply(resource, object, options);
    observe(world.caches, resource, written);
    return written;
  } catch (error) {
    if (!isKubeError(error) || !APPLY_REFUSES.test(error.message)) throw error;
    const written = await createOrReplace(world, resource, object, options);
    observe(world.caches, resource, written);
    return written;
  }
}

const APPLY_REFUSES = /field not declared in schema|duplicate entries for key/;

async function createOrReplace(
  world: World,
  resource: Resource,
  object: KubeObject,
  options: { fieldManager: string; signal: AbortSignal; onWarnings?: (texts: readonly string[]) => void },
): Promise<KubeObject> {
  try {
    return await world.client.create(resource, object, options);
  } catch (error) {
    if (!isKubeError(error, 'alreadyExists')) throw error;
  }
  const existing = await world.client.get(resource, refTo(object), { signal: options.signal });
  const { resourceVersion, finalizers, labels, annotations } = existing.metadata;
  return world.client.replace(
    resource,
    {
      ...object,
      metadata: {
        ...object.metadata,
        labels: { ...labels, ...object.metadata.labels },
        annotations: { ...annotations, ...object.metadata.annotations },
        ...(resourceVersion === undefined ? {} : { resourceVersion }),
        ...(finalizers === undefined ? {} : { finalizers }),
      },
    },
    options,
  );
}

/** Refused when it is there already. */
export async function createObject(
  world: World,
  { resource, object }: WriteTarget,
  how: { signal: AbortSignal; onWarnings?: (texts: readonly string[]) => void },
): Promise<KubeObject> {
  const created = await world.client.create(resource, object, { fieldManager: FIELD_MANAGER, ...how });
  observe(world.caches, resource, created);
  return created;
}

/** An object as it was looked at, and its type. */
export interface WriteTarget {
  resource: Resource;
  object: KubeObject;
}

/** PUT of the status alone; carries the resourceVersion that was decided from, so that a newer object wins. */
export async function writeStatus(
  world: World,
  { resource, object }: WriteTarget,
  status: object,
  signal: AbortSignal,
): Promise<KubeObject> {
  const { name, namespace, resourceVersion, uid } = object.metadata;
  const body: KubeObject = {
    apiVersion: object.apiVersion,
    kind: object.kind,
    metadata: { name, ...optional({ namespace, resourceVersion, uid }) },
    status,
  };
  const written = await world.client.replace(resource, body, {
    subresource: 'status',
    fieldManager: FIELD_MANAGER,
    signal,
  });
  observe(world.caches, resource, written);
  return written;
}

/** Merge patch, refused when the object has changed since it was looked at. */
export async function patchObject(
  world: World,
  { resource, object }: WriteTarget,
  { metadata, spec }: ObjectPatch,
  signal: AbortSignal,
): Promise<KubeObject> {
  const { resourceVersion } = object.metadata;
  const written = await world.client.patch(
    resource,
    refTo(object),
    { type: 'merge', body: { metadata: { ...metadata, resourceVersion }, ...optional({ spec }) } },
    { fieldManager: FIELD_MANAGER, signal },
  );
  const gone =
    written.metadata.deletionTimestamp !== undefined && (written.metadata.finalizers ?? []).length === 0;
  if (!gone) observe(world.caches, resource, written);
  return written;
}

/** Of the very object with that UID, and in that version if one is given; what hangs on it follows by itself. */
export async function deleteObject(
  { client }: World,
  { resource, ref, ...only }: { resource: Resource; ref: ObjectRef; uid: string; resourceVersion?: string },
  signal: AbortSignal,
): Promise<void> {
  const { uid, resourceVersion } = only;
  const condition = resourceVersion === undefined ? { uid } : { uid, resourceVersion };
  await client.delete(resource, ref, { ...condition, propagation: 'Background', signal });
}

/** The object as the API server has it; undefined when there is none. Rejects with KubeError. */
export async function findAny(
  { client }: Pick<World, 'client'>,
  resource: Resource,
  ref: ObjectRef,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  return undefinedIf(client.get(resource, ref, { signal }), 'notFound');
}
