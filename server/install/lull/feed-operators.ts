/** Which Operators an event concerns (OLM 81): those that an object says, or said, it belongs to. */
import { operatorsOf } from '#lib/olm/csv/operator-object.ts';
import type { WorkQueue } from '#server/kube/types.ts';
import { allCaches } from '../caches.ts';
import { on } from '../feeds.ts';
import type { World } from '../world.ts';

/** Feeds the queue from now on; each of the answers ends one of the feeds. */
export function feedOperators({ caches }: World, queue: Pick<WorkQueue, 'add'>): (() => void)[] {
  return [
    ...allCaches(caches).map((cache) =>
      on(cache, (object, event) => {
        const before = event.type === 'modified' ? operatorsOf(event.previous) : [];
        for (const name of new Set([...operatorsOf(object), ...before])) queue.add(name);
      }),
    ),
    on(caches.operators, ({ metadata: { name = '' } }) => {
      queue.add(name);
    }),
  ];
}
