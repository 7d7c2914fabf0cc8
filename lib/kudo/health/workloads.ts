/** Whether everything that belongs to an instance runs. Finished pods are of Jobs, and fine (KUDO 55, 56). */
import { at } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { objectHealth } from './object-health.ts';

const COUNTED = new Set(['Deployment', 'StatefulSet', 'ReplicaSet', 'DaemonSet', 'Pod']);
const FINISHED = new Set<unknown>(['Succeeded', 'Failed']);

/** What is not healthy, in words; empty when everything is. */
export function workloadsHealth(objects: readonly KubeObject[]): string[] {
  return objects.flatMap((object) => {
    if (!COUNTED.has(object.kind)) return [];
    if (object.kind === 'Pod' && FINISHED.has(at(object, 'status', 'phase'))) return [];
    const health = objectHealth(object, { strict: true });
    return health.kind === 'healthy' ? [] : [health.why];
  });
}
