/** Which Operators an event concerns (OLM 81): those that an object says, or said, it belongs to. */
import { operatorsOf } from '#lib/olm/csv/operator-object.ts';
import type { WorkQueue } from '#server/kube/types.ts';
import { allCaches } from '../caches.ts';
import { on } from '../feeds.ts';
import type { World } from '../world.ts';

/** Nothing waits for them, and an install changes one thing after the other. */
const PAUSE_MS = 5_000;

/** Feeds the queue from now on; each of the answers ends one of the feeds. */
export function feedOperators({ caches }: World, queue: Pick<WorkQueue, 'addAfter'>): (() => void)[] {
  return [
    ...allCaches(caches).map((cache) =>
      on(cache, (object, event) => {
        const before = event.type === 'modified' ? operatorsOf(event.previous) : [];
        for (const name of new Set([...operatorsOf(object), ...before])) queue.addAfter(name, PAUSE_MS);
      }),
    ),
    on(caches.operators, ({ metadata: { name } }) => {
      queue.addAfter(name, PAUSE_MS);
    }),
  ];
}
