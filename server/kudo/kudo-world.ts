/** What the engine of plans has at hand. */
import type { KubeObject, ObjectRef } from '#lib/k8s/object.ts';
import { readInstance, readOperatorVersion, type Reading } from '#lib/kudo/api/parse.ts';
import { kudoResources, type KudoInstance, type KudoOperatorVersion } from '#lib/kudo/api/types.ts';
import type { PipeOutput } from '#lib/kudo/tasks/world.ts';
import type { EventsWorld } from '#server/install/events.ts';
import type { Log } from '#server/install/world.ts';
import { undefinedIf } from '#server/kube/errors.ts';
import type { Clock, KubeClient, ResourceCache } from '#server/kube/types.ts';
import type { OwnObjects } from './own-objects.ts';
import type { DecisionDesk } from './planner/decide.ts';
import type { ServedTypes } from './served-types.ts';

/** Made once for an engine. */
export interface KudoWorld extends DecisionDesk {
  client: KubeClient;
  clock: Clock;
  log: Log;
  instances: ResourceCache;
  versions: ResourceCache;
  objects: OwnObjects;
  types: ServedTypes;
  events: EventsWorld;
  /** By `namespace/name` of the instance; each goes with it. */
  memory: Map<string, InstanceMemory>;
  /** What was read of an object of the cache, which is another one once it has changed. */
  read: WeakMap<KubeObject, Reading<KudoInstance | KudoOperatorVersion>>;
  newUid: () => string;
  /** What reviews of authors are sealed with; absent where plans run with the rights of the engine, whoever wrote the instance. */
  reviewKey: Buffer | undefined;
}

/** One run about one instance. */
export interface InstanceRun {
  world: KudoWorld;
  /** `namespace/name`. */
  key: string;
  signal: AbortSignal;
}

/** What is known of an instance and does not stand in the cluster; losing it costs time alone. */
export interface InstanceMemory {
  /** Why the last write to an object was refused, by its place. */
  refusals: Map<string, string>;
  /** What was read from pods, by their place. */
  outputs: Map<string, PipeOutput>;
  /** Warnings that stand in no status, since something was taken. */
  warned: Set<string>;
}

/** That of the instance with this key; a new one where there was none. */
export function instanceMemory({ memory }: KudoWorld, key: string): InstanceMemory {
  const known = memory.get(key) ?? { refusals: new Map(), outputs: new Map(), warned: new Set() };
  memory.set(key, known);
  return known;
}

/** The instance as it stands; undefined where it is gone. */
export function instanceAt(world: KudoWorld, ref: ObjectRef): Reading<KudoInstance> | undefined {
  return readOnce(world, world.instances.get(ref), readInstance);
}

/** The version that the spec names; one that cannot be read is none. */
export function versionFor(world: KudoWorld, instance: KudoInstance): KudoOperatorVersion | undefined {
  return versionAt(world, versionRefOf(instance));
}

function versionRefOf({ spec, metadata }: KudoInstance): ObjectRef {
  const { namespace = '', name = '' } = spec.operatorVersion;
  return { namespace: namespace === '' ? (metadata.namespace ?? '') : namespace, name };
}

/**
 * Whether its version stands in the cluster and is only not known here yet: each kind has a watch of its own, and who installs
 * a package makes the version just before the Instance. Rejects with KubeError.
 */
export async function isVersionOnItsWay(
  { world, signal }: InstanceRun,
  instance: KudoInstance,
): Promise<boolean> {
  const ref = versionRefOf(instance);
  if (world.versions.get(ref) !== undefined || ref.name === '') return false;
  const asked = world.client.get(kudoResources.operatorVersions, ref, { signal });
  return (await undefinedIf(asked, 'notFound')) !== undefined;
}

/** The version of that name; one that cannot be read is none. */
export function versionAt(world: KudoWorld, ref: ObjectRef): KudoOperatorVersion | undefined {
  const read = readOnce(world, world.versions.get(ref), readOperatorVersion);
  return read !== undefined && 'value' in read ? read.value : undefined;
}

function readOnce<T extends KudoInstance | KudoOperatorVersion>(
  world: KudoWorld,
  object: KubeObject | undefined,
  read: (object: unknown) => Reading<T>,
): Reading<T> | undefined {
  if (object === undefined) return undefined;
  const known = world.read.get(object) as Reading<T> | undefined;
  const reading = known ?? read(object);
  if (known === undefined) world.read.set(object, reading);
  return reading;
}
