/**
 * Events (core/v1), written behind what they tell of: nobody waits for them, and one comes after the other, in the order in
 * which they were told.
 */
import { keyOf, type KubeObject } from '#lib/k8s/object.ts';
import { backoffMs } from '#lib/k8s/backoff.ts';
import { resources } from '#lib/k8s/resources.ts';
import { shortHash } from '#lib/base/hash.ts';
import type { Happening } from '#lib/olm/plan/decision.ts';
import { monotonicClock, pause } from '#server/kube/clock.ts';
import { asKubeError } from '#server/kube/errors.ts';
import { isTransient } from './transient.ts';
import { FIELD_MANAGER, type World } from './world.ts';

/** More than this is told of an API server that has been out of reach for hours: the oldest go. */
const MOST_WAITING = 10_000;
const BACKOFF = { baseMs: 50, maxMs: 30_000 };
/** How long a controller that stops waits for what it has told. */
const LAST_WORDS_MS = 3_000;

/** Who tells: those of one memory write one after the other. */
export type EventsWorld = Pick<World, 'client' | 'clock' | 'log'> & {
  memory: Pick<World['memory'], 'events'>;
};

/** Tells what happened; it is written when its turn comes. */
export function recordEvent(world: EventsWorld, happening: Happening): void {
  const { events } = world.memory;
  events.waiting.push(eventOf(happening));
  if (events.waiting.length > MOST_WAITING) {
    events.waiting.splice(1, 1);
    world.log.warn({ waiting: events.waiting.length }, 'event not written');
  }
  events.writing ??= writeWaiting(world);
}

/** Resolves when all that was told is written. */
export async function eventsWritten({ memory: { events } }: Pick<EventsWorld, 'memory'>): Promise<void> {
  while (events.writing !== undefined) await events.writing;
}

/** The same for a controller that stops: what cannot be written now is lost. */
export async function endEvents(world: EventsWorld): Promise<void> {
  const { events } = world.memory;
  events.stop.abort();
  const late = new AbortController();
  await Promise.race([eventsWritten(world), pause(monotonicClock, LAST_WORDS_MS, late.signal)]);
  late.abort();
  events.waiting.length = 0;
  events.stop = new AbortController();
}

async function writeWaiting(world: EventsWorld): Promise<void> {
  const { events } = world.memory;
  for (let event = events.waiting[0]; event !== undefined; event = events.waiting[0]) {
    await writeEvent(world, event);
    events.waiting.shift();
  }
  events.writing = undefined;
}

/** One that is there already is the same. */
async function writeEvent(world: EventsWorld, event: KubeObject): Promise<void> {
  const { signal } = world.memory.events.stop;
  for (let attempt = 0; ; attempt += 1) {
    try {
      await world.client.create(resources.events, event, { fieldManager: FIELD_MANAGER });
      return;
    } catch (thrown) {
      const error = asKubeError(thrown);
      if (error.kind === 'alreadyExists') return;
      if (!isTransient(error) || signal.aborted) {
        // An Event is a courtesy: nothing depends on it.
        world.log.warn({ key: keyOf(event), error: String(error) }, 'event not written');
        return;
      }
    }
    await pause(
      world.clock,
      backoffMs(attempt, BACKOFF, () => world.clock.random()),
      signal,
    );
  }
}

const HASH_LENGTH = 12;
/** What fits into an Event of any version. */
const LONGEST_MESSAGE = 1_024;

function eventOf(happening: Happening): KubeObject {
  const { about, reason, type, time, phase, fieldPath } = happening;
  const message =
    happening.message.length > LONGEST_MESSAGE
      ? `${happening.message.slice(0, LONGEST_MESSAGE - 2)} …`
      : happening.message;
  const { name, namespace = '', uid = '' } = about.metadata;
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
