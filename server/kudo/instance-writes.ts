/** Writes of an Instance itself, each refused when it has changed since it was looked at. */
import { rfc3339 } from '#lib/base/time.ts';
import { refTo, type KubeObject } from '#lib/k8s/object.ts';
import { kudoResources, type KudoInstance, type KudoInstanceStatus } from '#lib/kudo/api/types.ts';
import type { KudoAction } from '#lib/kudo/plan/decision.ts';
import { recordEvent } from '#server/install/events.ts';
import { FIELD_MANAGER } from '#server/install/world.ts';
import type { KudoWorld } from './kudo-world.ts';

const { instances } = kudoResources;

/** Of a map that becomes another one: null takes away. */
function changes(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key) || after[key] === undefined);
  const changed = Object.entries(after).filter(
    ([key, value]) => value !== undefined && before[key] !== value,
  );
  return { ...Object.fromEntries(changed), ...Object.fromEntries(gone.map((key) => [key, null])) };
}

/** Spec and metadata, as admission wants them. Resolves to what the API server has made of it. */
export async function writeInstance(
  world: KudoWorld,
  before: KudoInstance,
  after: KudoInstance,
  signal: AbortSignal,
): Promise<KubeObject> {
  const { resourceVersion, annotations = {}, finalizers = [] } = before.metadata;
  const now = after.metadata;
  const isHeldAlike = JSON.stringify(finalizers) === JSON.stringify(now.finalizers ?? []);
  const body = {
    metadata: {
      resourceVersion,
      annotations: changes(annotations, now.annotations ?? {}),
      ...(isHeldAlike ? {} : { finalizers: now.finalizers ?? [] }),
    },
    spec: {
      parameters: changes(before.spec.parameters ?? {}, after.spec.parameters ?? {}),
      planExecution: changes({ ...before.spec.planExecution }, { ...after.spec.planExecution }),
    },
  };
  const patch = { type: 'merge', body } as const;
  const options = { fieldManager: FIELD_MANAGER, signal };
  const written = await world.client.patch(instances, refTo(before), patch, options);
  const isGone =
    written.metadata.deletionTimestamp !== undefined && (written.metadata.finalizers ?? []).length === 0;
  if (!isGone) world.instances.observe(written);
  return written;
}

/** The status alone. */
export async function writeInstanceStatus(
  world: KudoWorld,
  { apiVersion, kind, metadata }: KudoInstance,
  status: KudoInstanceStatus,
  signal: AbortSignal,
): Promise<void> {
  const { name, namespace = '', resourceVersion = '', uid = '' } = metadata;
  const object = { apiVersion, kind, metadata: { name, namespace, resourceVersion, uid }, status };
  const options = { subresource: 'status', fieldManager: FIELD_MANAGER, signal } as const;
  world.instances.observe(await world.client.replace(instances, object, options));
}

/** What a decision has to tell (KUDO 59). */
export function tellOf(
  { events }: KudoWorld,
  about: KubeObject,
  { type, reason, message }: Extract<KudoAction, { kind: 'event' }>,
): void {
  recordEvent(events, { about, type, reason, message, time: rfc3339(events.clock.now()) });
}
