/** Events (core/v1) for the ends of an install: few, since each is a request and an object. */
import { keyOf, type KubeObject } from '#lib/k8s/object.ts';
import { rfc3339 } from '#lib/base/time.ts';
import { resources } from '#lib/k8s/resources.ts';
import { shortHash } from '#lib/base/hash.ts';
import { findCondition } from '#lib/k8s/conditions.ts';
import type { Happening } from '#lib/olm/api/decision.ts';
import type { Subscription, SubscriptionStatus } from '#lib/olm/api/types.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { FIELD_MANAGER, type World } from './world.ts';
import { createObject } from './write.ts';

const HASH_LENGTH = 12;
const UNPACK_FAILED = 'BundleUnpackFailed';

/** Told when the bundle of a Subscription turns out to be impossible to unpack, or impossible for another reason. */
export async function recordUnpackEvent(
  world: World,
  subscription: Subscription,
  before: SubscriptionStatus | undefined,
  signal: AbortSignal,
): Promise<void> {
  const failed = findCondition(subscription.status?.conditions, UNPACK_FAILED);
  if (failed === undefined || findCondition(before?.conditions, UNPACK_FAILED)?.message === failed.message)
    return;
  const time = rfc3339(world.clock.now());
  await record(
    world,
    subscription,
    { reason: UNPACK_FAILED, message: failed.message ?? '', type: 'Warning', time },
    signal,
  );
}

const RESOLUTION_FAILED = 'ResolutionFailed';

/** OLM 25: told when a Subscription turns out to be impossible to resolve, or impossible for another reason. */
export async function recordResolutionEvents(
  world: World,
  subscription: Subscription,
  before: SubscriptionStatus | undefined,
  signal: AbortSignal,
): Promise<void> {
  const failed = findCondition(subscription.status?.conditions, RESOLUTION_FAILED);
  const known = findCondition(before?.conditions, RESOLUTION_FAILED);
  if (failed === undefined || known?.message === failed.message) return;
  const { message = '', lastTransitionTime } = failed;
  const time = lastTransitionTime ?? rfc3339(world.clock.now());
  const what = { reason: RESOLUTION_FAILED, message, type: 'Warning', time } as const;
  const { namespace = '' } = subscription.metadata;
  const space = world.caches.namespaces.get({ name: namespace });
  // Its name follows from the message: one Event for all Subscriptions that fail for the same reason.
  await record(world, subscription, what, signal);
  if (space !== undefined)
    await record(world, { ...space, apiVersion: 'v1', kind: 'Namespace' }, what, signal);
}

type What = Omit<Happening, 'about'>;

/** What happened, as an Event; one that is there already is the same. */
export async function recordEvent(
  world: World,
  { about, ...what }: Happening,
  signal: AbortSignal,
): Promise<void> {
  return record(world, about, what, signal);
}

async function record(world: World, about: KubeObject, what: What, signal: AbortSignal): Promise<void> {
  try {
    await createObject(world, { resource: resources.events, object: eventOf(about, what) }, { signal });
  } catch (error) {
    if (isKubeError(error, 'alreadyExists')) return;
    // An Event is a courtesy: nothing depends on it.
    world.log.warn({ key: keyOf(about), error: String(error) }, 'event not written');
  }
}

/** What fits into an Event of any version. */
const LONGEST_MESSAGE = 1_024;

function eventOf(about: KubeObject, happening: What): KubeObject {
  const { reason, type, time, phase, fieldPath } = happening;
  const message =
    happening.message.length > LONGEST_MESSAGE
      ? `${happening.message.slice(0, LONGEST_MESSAGE - 2)} …`
      : happening.message;
  const { name = '', namespace = '', uid = '' } = about.metadata;
  const hash = shortHash([uid, phase, reason, happening.message, time], HASH_LENGTH);
  return {
    apiVersion: 'v1',
    kind: 'Event',
    // Events about what has no namespace are kept in this one.
    metadata: { name: `${name}.${hash}`, namespace: namespace === '' ? 'default' : namespace },
    involvedObject: {
      apiVersion: about.apiVersion,
      kind: about.kind,
      name,
      ...(namespace === '' ? {} : { namespace }),
      ...(uid === '' ? {} : { uid }),
      ...(fieldPath === undefined ? {} : { fieldPath }),
    },
    reason,
    message,
    type,
    source: { component: FIELD_MANAGER },
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
  };
}
