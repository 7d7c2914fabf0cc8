import { expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { anInstallableCsv } from '#lib/testing/install-facts.ts';
import { plainWorld, type PlainWorld } from '#local/testing/worlds/plain-world.ts';
import { KubeError } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { endEvents, eventsWritten, recordEvent } from './events.ts';

interface Telling extends PlainWorld {
  tell(...reasons: readonly string[]): void;
  /** Reasons of the Events that the API server was sent, refused ones included. */
  sent: unknown[];
}

/** @param answer of the API server; undefined: it takes the Event */
function telling(answer: (reason: unknown, times: number) => KubeError | undefined): Telling {
  const sent: unknown[] = [];
  const create = (_resource: unknown, event: KubeObject): Promise<KubeObject> => {
    sent.push(event['reason']);
    const error = answer(event['reason'], sent.filter((reason) => reason === event['reason']).length);
    return error === undefined ? Promise.resolve(event) : Promise.reject(error);
  };
  const plain = plainWorld();
  const world = { ...plain.world, client: { ...plain.world.client, create } as KubeClient };
  const about = anInstallableCsv('a.v1');
  return {
    ...plain,
    world,
    sent,
    tell(...reasons) {
      for (const reason of reasons)
        recordEvent(world, { about, reason, message: 'so', type: 'Normal', time: '2026-01-01T00:00:00Z' });
    },
  };
}

const away = new KubeError({ kind: 'unavailable', message: 'the API server is away' });

it('writes Events in the order in which they were told', async () => {
  const { tell, sent, world } = telling(() => undefined);
  tell('one', 'two');
  tell('three');
  await eventsWritten(world);
  expect(sent).toEqual(['one', 'two', 'three']);
});

it('goes on with an Event that was lost on the way before the next, however long that takes', async () => {
  const { tell, sent, world, clock } = telling((reason, times) =>
    reason === 'one' && times < 4 ? away : undefined,
  );
  tell('one', 'two');
  await clock.next();
  expect(sent).toEqual(['one', 'one']);
  while (await clock.next());
  await eventsWritten(world);
  expect(sent).toEqual(['one', 'one', 'one', 'one', 'two']);
});

it.each(['alreadyExists', 'forbidden', 'notFound'] as const)(
  'does not try again what is refused as %s',
  async (kind) => {
    const refusal = new KubeError({ kind, message: 'no' });
    const { tell, sent, world } = telling((reason) => (reason === 'one' ? refusal : undefined));
    tell('one', 'two');
    await eventsWritten(world);
    expect(sent).toEqual(['one', 'two']);
  },
);

it('tries each once more when the controller stops, and waits for none', async () => {
  const { tell, sent, world, clock } = telling(() => away);
  tell('one', 'two');
  await clock.advance(0);
  expect(sent).toEqual(['one']);
  await endEvents(world);
  expect(sent).toEqual(['one', 'one', 'two']);
  // Who leads again begins anew.
  tell('three');
  await clock.next();
  expect(sent.slice(3)).toEqual(['three', 'three']);
});

it('forgets the oldest where nobody takes them for hours', async () => {
  const { tell, world } = telling(() => away);
  for (let count = 0; count < 10_001; count += 1) tell(`reason${String(count)}`);
  expect(world.memory.events.waiting).toHaveLength(10_000);
  expect(world.memory.events.waiting.at(-1)?.['reason']).toBe('reason10000');
  await endEvents(world);
});
