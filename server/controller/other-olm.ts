/** Is a real OLM at work in this cluster? Two controllers would fight over every object. */
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { isAllowed, OLM_DEPLOYMENTS, olmReview } from '#lib/olm/api/olm-itself.ts';
import { ask } from '#server/kube/ask.ts';
import { createCache } from '#server/kube/cache.ts';
import { monotonicClock } from '#server/kube/clock.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { startUpkeep } from './upkeep.ts';

/** Rights that come later than the Deployment are noticed so late. */
const LOOK_AGAIN_MS = 60_000;

/** A sentence that names what was found; undefined when there is no other OLM. */
export async function findOtherOlm(client: KubeClient): Promise<string | undefined> {
  for (const name of OLM_DEPLOYMENTS) {
    const { items } = await client.list(resources.deployments, { fieldSelector: `metadata.name=${name}` });
    for (const deployment of items) {
      if (!(await doesOlmsWork(client, deployment))) continue;
      const where = `Deployment ${deployment.metadata.namespace ?? ''}/${name}`;
      return `OLM is installed here (${where}) and reconciles these kinds itself; Capstan leaves them to it`;
    }
  }
  return undefined;
}

async function doesOlmsWork(client: KubeClient, deployment: KubeObject): Promise<boolean> {
  const spec = olmReview(deployment);
  if (spec === undefined) return false;
  return isAllowed(await ask(client, resources.subjectAccessReviews, { spec }));
}

/** What is known of another OLM, as it changes. */
export interface OlmWatch {
  /** What `findOtherOlm` said last. */
  found(): string | undefined;
  /** Aborted when an OLM comes, or the one that is there goes. A new one from then on. */
  turn(): AbortSignal;
  stop(): Promise<void>;
}

/** Looks again whenever such a Deployment changes, and now and then. @param found what was found at the start */
export function watchOtherOlm(
  client: KubeClient,
  found: string | undefined,
  onError: (error: unknown) => void,
): OlmWatch {
  let last = found;
  let turn = new AbortController();
  const look = async (): Promise<void> => {
    const now = await findOtherOlm(client);
    const turned = (now === undefined) !== (last === undefined);
    last = now;
    if (!turned) return;
    const ended = turn;
    turn = new AbortController();
    ended.abort();
  };
  const task = { name: 'another OLM', everyMs: LOOK_AGAIN_MS, look };
  const upkeep = startUpkeep([task], monotonicClock, (_task, error) => onError(error));
  const caches = OLM_DEPLOYMENTS.map((name) =>
    createCache(client, resources.deployments, {
      fieldSelector: `metadata.name=${name}`,
      metadataOnly: true,
    }),
  );
  for (const cache of caches) {
    cache.subscribe(() => upkeep.look(task.name));
  }
  return {
    found: () => last,
    turn: () => turn.signal,
    stop: async () => {
      for (const cache of caches) cache.stop();
      await upkeep.stop();
    },
  };
}
