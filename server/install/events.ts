/** Events (core/v1) for the ends of an install: few, since each is a request and an object. */
import { keyOf, type KubeObject } from '#lib/k8s/object.ts';
import { rfc3339 } from '#lib/k8s/time.ts';
import { resources } from '#lib/k8s/resources.ts';
import { shortHash } from '#lib/olm/plan-hash.ts';
import type { ClusterServiceVersion, CsvStatus } from '#lib/olm/types.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { FIELD_MANAGER, type World } from './world.ts';

const HASH_LENGTH = 12;

/** Told once per CSV, transition and moment: the name follows from them, so that a repeated call finds it made. */
export async function recordPhaseEvent(
  world: World,
  csv: ClusterServiceVersion,
  status: CsvStatus,
  signal: AbortSignal,
): Promise<void> {
  if (status.phase !== 'Succeeded' && status.phase !== 'Failed') return;
  try {
    await world.client.create(resources.events, eventOf(csv, status, world.clock.now()), { signal });
  } catch (error) {
    if (isKubeError(error, 'alreadyExists')) return;
    // An Event is a courtesy: nothing depends on it.
    world.log.warn({ key: keyOf(csv), error: String(error) }, 'event not written');
  }
}

function eventOf(csv: ClusterServiceVersion, status: CsvStatus, now: number): KubeObject {
  const { name = '', namespace = '', uid = '' } = csv.metadata;
  const time = status.lastUpdateTime ?? rfc3339(now);
  const hash = shortHash([uid, status.phase, status.reason, status.message, time], HASH_LENGTH);
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${name}.${hash}`, namespace },
    involvedObject: {
      apiVersion: csv.apiVersion,
      kind: csv.kind,
      name,
      namespace,
      ...(uid === '' ? {} : { uid }),
    },
    reason: status.reason ?? '',
    message: status.message ?? '',
    type: status.phase === 'Failed' ? 'Warning' : 'Normal',
    source: { component: FIELD_MANAGER },
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
  };
}
