/** Objects one by one, as somebody may see them: what may not be read is told apart from what is not there. */
import type { ObjectRef, Resource } from '#lib/k8s/object.ts';
import type { StepExisting } from '#lib/olm/plan/review-object.ts';
import { asKubeError, isKubeError } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';

const PARALLEL = 8;

/** Never rejects. */
export async function look(client: KubeClient, resource: Resource, ref: ObjectRef): Promise<StepExisting> {
  try {
    return { kind: 'present', object: await client.get(resource, ref) };
  } catch (error) {
    if (isKubeError(error, 'notFound')) return { kind: 'absent' };
    if (isKubeError(error, 'forbidden')) return { kind: 'forbidden' };
    return { kind: 'failed', message: asKubeError(error).publicMessage };
  }
}

/** All the answers, in order; a few questions at a time. */
export async function inBatches<T, R>(
  all: readonly T[],
  ask: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const answers: R[] = [];
  for (let start = 0; start < all.length; start += PARALLEL) {
    const batch = all.slice(start, start + PARALLEL);
    answers.push(...(await Promise.all(batch.map((item, index) => ask(item, start + index)))));
  }
  return answers;
}
