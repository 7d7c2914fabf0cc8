/** Events (core/v1) for the ends of an install: few, since each is a request and an object. */
import { keyOf, type KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { shortHash } from '#lib/base/hash.ts';
import type { Happening } from '#lib/olm/plan/decision.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { FIELD_MANAGER, type World } from './world.ts';

const HASH_LENGTH = 12;
/** What happened, as an Event; one that is there already is the same. */
export async function recordEvent(
  { client, log }: Pick<World, 'client' | 'log'>,
  happening: Happening,
  signal: AbortSignal,
): Promise<void> {
  try {
    await client.create(resources.events, eventOf(happening), { fieldManager: FIELD_MANAGER, signal });
  } catch (error) {
    if (isKubeError(error, 'alreadyExists')) return;
    // An Event is a courtesy: nothing depends on it.
    log.warn({ key: keyOf(happening.about), error: String(error) }, 'event not written');
  }
}

/** What fits into an Event of any version. */
const LONGEST_MESSAGE = 1_024;

function eventOf(happening: Happening): KubeObject {
  const { about, reason, type, time, phase, fieldPath } = happening;
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
