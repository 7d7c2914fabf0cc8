import { describe, expect, it } from 'vitest';
import { simulatedClock } from '#local/testing/simulated-clock.ts';
import { Paced } from '#server/catalog/service/paced.ts';
import { reconcile } from './reconcile.ts';
import { subscriptionKind } from './subscription-reconciler.ts';
import type { World } from './world.ts';

describe('resolving one namespace after another', () => {
  it('leaves this process as long for everything else as each of them took', async () => {
    const clock = simulatedClock();
    const begun: number[] = [];
    let spent = 0;
    const world = worldWhere(() => {
      begun.push(clock.now());
      spent += 2_000;
    });
    const resolving = new Paced(clock, () => spent, Infinity);
    const start = clock.now();
    const { signal } = new AbortController();
    for (const key of ['a', 'b', 'c']) void reconcile(subscriptionKind(resolving), { world, key, signal });
    await clock.advance(1_999);
    expect(begun.map((at) => at - start)).toEqual([0]);
    await clock.advance(1);
    await clock.advance(2_000);
    expect(begun.map((at) => at - start)).toEqual([0, 2_000, 4_000]);
  });

  it('does not begin when it was stopped while it waited', async () => {
    const clock = simulatedClock();
    let begun = 0;
    const world = worldWhere(() => {
      begun += 1;
    });
    const stopped = new AbortController();
    const resolving = new Paced(clock, () => 0, Infinity);
    const outcome = reconcile(subscriptionKind(resolving), { world, key: 'a', signal: stopped.signal });
    stopped.abort();
    await clock.advance(0);
    expect(await outcome).toEqual({ kind: 'done' });
    expect(begun).toBe(0);
  });
});

/** Nothing is there; looking for Subscriptions costs what `look` does. */
function worldWhere(look: () => void): World {
  const nothing = { list: () => [], get: () => undefined };
  const subscriptions = {
    ...nothing,
    list: () => {
      look();
      return [];
    },
  };
  const caches = new Proxy({}, { get: (_, name) => (name === 'subscriptions' ? subscriptions : nothing) });
  return {
    caches,
    clock: simulatedClock(),
    globalNamespace: 'olm',
    wholeNamespace: false,
  } as unknown as World;
}
