/** What pods say of themselves. Pure. */
import { at, items } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';

/** Evicted, for one: nothing starts it again. */
export function hasEnded(pod: KubeObject): boolean {
  const phase = at(pod, 'status', 'phase');
  return phase === 'Failed' || phase === 'Succeeded';
}

export function isReady(pod: KubeObject | undefined): boolean {
  return items(at(pod, 'status', 'conditions')).some(
    (one) => at(one, 'type') === 'Ready' && at(one, 'status') === 'True',
  );
}
