/** What no install can be quicker than: the API server making and establishing the same definitions, for a bare client. */
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { startTestCluster } from '#local/testing/cluster.ts';
import { at, bench as workbench, type Bench } from '#local/testing/installs.ts';
import { createCache } from '#server/kube/cache.ts';
import { quantile } from '../figures.ts';

const { customResourceDefinitions } = resources;

/** As a bare client would make it. */
function bare({ apiVersion, kind, metadata, spec }: KubeObject & { spec?: unknown }): KubeObject {
  const { name, labels, annotations } = metadata;
  return {
    ...{ apiVersion, kind, spec },
    metadata: {
      name,
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
    },
  };
}

/** The definitions that are there and were not before; `before`: their names. */
export async function newDefinitions(user: Bench, before: ReadonlySet<string>): Promise<KubeObject[]> {
  const all = await user.list(customResourceDefinitions);
  return all.filter(({ metadata }) => !before.has(metadata.name)).map((crd) => bare(crd));
}

/** Names of the definitions that are there. */
export async function definitionNames(user: Bench): Promise<Set<string>> {
  return new Set((await user.list(customResourceDefinitions)).map(({ metadata }) => metadata.name));
}

/** Milliseconds from the first request until all are established, all made at once on a fresh cluster without a controller. */
export async function floorOf(definitions: readonly KubeObject[]): Promise<number> {
  await using cluster = await startTestCluster();
  return await established(workbench(cluster.kubeconfig), definitions);
}

/** The median of making each alone, one after the other. */
export async function floorOfEach(definitions: readonly KubeObject[]): Promise<number> {
  await using cluster = await startTestCluster();
  const user = workbench(cluster.kubeconfig);
  const times: number[] = [];
  for (const definition of definitions) times.push(await established(user, [definition]));
  return quantile(
    times.sort((a, b) => a - b),
    0.5,
  );
}

async function established(user: Bench, definitions: readonly KubeObject[]): Promise<number> {
  const cache = createCache(user.client, customResourceDefinitions);
  const left = new Set(definitions.map(({ metadata }) => metadata.name));
  if (left.size === 0) throw new Error('there is nothing to measure: the installs brought no definitions');
  const { promise, resolve } = Promise.withResolvers<number>();
  cache.subscribe(({ type, object }) => {
    if (type === 'deleted' || !isEstablished(object) || !left.delete(object.metadata.name)) return;
    if (left.size === 0) resolve(performance.now());
  });
  try {
    await cache.synced;
    const begun = performance.now();
    await Promise.all(definitions.map((one) => user.client.create(customResourceDefinitions, one)));
    return (await promise) - begun;
  } finally {
    cache.stop();
  }
}

function isEstablished(crd: KubeObject): boolean {
  const conditions = at(crd, 'status.conditions');
  return (
    Array.isArray(conditions) &&
    conditions.some((one: unknown) => at(one, 'type') === 'Established' && at(one, 'status') === 'True')
  );
}
