/** The writes that tasks ask for, each safe to repeat: what they decided from is part of them. */
import type { KubeObject, ObjectRef, Resource } from '#lib/k8s/object.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import type { ObjectAction, ObjectAt } from '#lib/kudo/plan/decision.ts';
import { objectAt, placeKey } from '#lib/kudo/tasks/world.ts';
import { isTransient } from '#server/install/transient.ts';
import { FIELD_MANAGER } from '#server/install/world.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { isBinding, type AuthorGate } from './author-gate.ts';
import type { InstanceMemory, KudoWorld } from './kudo-world.ts';
import { readPodFiles } from './pod-files.ts';

/** What came of them. */
export interface Written {
  /** Places whose write was refused for good; what stood in its way may be mended. */
  refused: ReadonlySet<string>;
  /** Something was deleted, which takes its time. */
  deleted: boolean;
  wrote: boolean;
}

/** Where a write goes. */
export function placeOfWrite(action: ObjectAction): ObjectAt {
  if (action.kind === 'create') return objectAt(action.object);
  return action.kind === 'read-files' ? action.pod : action.at;
}

/** In their order, one that is refused does not stop the next. Rejects with KubeError for what may pass by itself. */
export async function writeObjects(
  world: KudoWorld,
  memory: InstanceMemory,
  actions: readonly ObjectAction[],
  { gate, signal }: { gate: AuthorGate; signal: AbortSignal },
): Promise<Written> {
  const refused = new Set<string>();
  for (const action of actions) {
    const key = placeKey(placeOfWrite(action));
    try {
      const refusal = await gated(world, memory, action, { gate, signal });
      if (refusal === undefined) memory.refusals.delete(key);
      else {
        memory.refusals.set(key, refusal);
        refused.add(key);
      }
    } catch (error) {
      if (!isKubeError(error) || isTransient(error)) throw error;
      memory.refusals.set(key, error.publicMessage);
      refused.add(key);
    }
  }
  const deleted = actions.some(({ kind }) => kind === 'delete');
  return { refused, deleted, wrote: actions.length > refused.size };
}

/** Resolves to why it was not written. */
async function gated(
  world: KudoWorld,
  memory: InstanceMemory,
  action: ObjectAction,
  { gate, signal }: { gate: AuthorGate; signal: AbortSignal },
): Promise<string | undefined> {
  const { apiVersion, kind } = placeOfWrite(action);
  const resource = world.types.resourceOf(apiVersion, kind);
  const live = resource === undefined ? undefined : await boundRole(world, action, resource, signal);
  const refusal = resource === undefined ? undefined : gate.refusal(action, resource, live);
  if (refusal === undefined)
    await writeOne(world, memory, resource === undefined ? action : gate.passed(action, resource), signal);
  return refusal;
}

/** Of a binding that is patched: whom it serves may change, the role may not, whatever its template says. */
async function boundRole(
  world: KudoWorld,
  action: ObjectAction,
  resource: Resource,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  if (action.kind !== 'patch' || !isBinding(resource)) return undefined;
  const { namespace = '', name } = action.at;
  return world.client.get(resource, resource.namespaced ? { namespace, name } : { name }, { signal });
}

async function writeOne(
  world: KudoWorld,
  memory: InstanceMemory,
  action: ObjectAction,
  signal: AbortSignal,
): Promise<void> {
  const place = placeOfWrite(action);
  const resource = world.types.resourceOf(place.apiVersion, place.kind);
  if (resource === undefined) return;
  const { namespace = '', name } = place;
  const ref = resource.namespaced ? { namespace, name } : { name };
  switch (action.kind) {
    case 'create':
      await create(world, resource, action.object, signal);
      return;
    case 'patch':
      await patch(world, { resource, ref }, action, signal);
      return;
    case 'delete': {
      const only = action.uid === undefined ? {} : { uid: action.uid };
      memory.outputs.delete(placeKey(place));
      await world.client.delete(resource, ref, { ...only, propagation: 'Foreground', signal });
      return;
    }
    case 'read-files': {
      const pod = await world.client.get(resource, ref, { signal });
      memory.outputs.set(placeKey(place), await readPodFiles(world.client, pod, action.files, signal));
    }
  }
}

async function create(
  world: KudoWorld,
  resource: Resource,
  object: KubeObject,
  signal: AbortSignal,
): Promise<void> {
  try {
    observe(
      world,
      resource,
      await world.client.create(resource, object, { fieldManager: FIELD_MANAGER, signal }),
    );
  } catch (error) {
    // Somebody was quicker: it is looked at, and patched.
    if (!isKubeError(error, 'alreadyExists')) throw error;
  }
}

async function patch(
  world: KudoWorld,
  { resource, ref }: { resource: Resource; ref: ObjectRef },
  { type, patch: body, version }: Extract<ObjectAction, { kind: 'patch' }>,
  signal: AbortSignal,
): Promise<void> {
  const metadata = { ...(body['metadata'] as object | undefined), resourceVersion: version };
  const options = { fieldManager: FIELD_MANAGER, signal };
  try {
    const change = { type, body: { ...body, metadata } };
    observe(world, resource, await world.client.patch(resource, ref, change, options));
  } catch (error) {
    // Gone meanwhile: it is made anew.
    if (!isKubeError(error, 'notFound')) throw error;
  }
}

function observe(world: KudoWorld, resource: Resource, object: KubeObject): void {
  const { instances } = kudoResources;
  if (resource.group === instances.group && resource.plural === instances.plural)
    world.instances.observe(object);
  else world.objects.observe(resource, object);
}
