/** Waiting for the API server to serve new definitions, by what the cache is told and not by asking again. */
import type { KubeObject } from '#lib/k8s/object.ts';
import { crdFacts } from '#lib/olm/plan/crd.ts';
import type { Clock, ResourceCache } from '#server/kube/types.ts';

/**
 * Resolves when the cache knows all the named definitions to be established, or after `limitMs`. The answer tells
 * which are still missing.
 */
export function untilEstablished(
  cache: ResourceCache,
  names: readonly string[],
  clock: Clock,
  limitMs: number,
): Promise<string[]> {
  const left = new Set(names);
  const settle = (object: KubeObject | undefined): void => {
    if (object !== undefined && crdFacts(object)?.established === true) left.delete(object.metadata.name);
  };
  for (const name of names) settle(cache.get({ name }));
  if (left.size === 0) return Promise.resolve([]);
  return new Promise((resolve) => {
    const finish = (): void => {
      cancel();
      unsubscribe();
      resolve([...left]);
    };
    const cancel = clock.setTimer(limitMs, () => {
      finish();
    });
    const unsubscribe = cache.subscribe((event) => {
      if (event.type === 'deleted') return;
      settle(event.object);
      // Not inside `subscribe`, which may call at once with what is known.
      if (left.size === 0) queueMicrotask(finish);
    });
  });
}
