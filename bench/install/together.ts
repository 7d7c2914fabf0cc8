/** Many Subscriptions at one moment: when each CSV has succeeded. */
import { resources } from '#lib/k8s/resources.ts';
import { at, type Bench, type InstallRequest } from '#local/testing/installs.ts';
import { createCache } from '#server/kube/cache.ts';

export interface Wish extends InstallRequest {
  csv: string;
}

export interface Together {
  /** Unix ms of the first Subscription. */
  begunAt: number;
  /** Of each, from asking for its Subscription to its CSV's Succeeded; ascending. */
  latencies: readonly number[];
  /** From the first Subscription to the last CSV. */
  lastMs: number;
}

export async function installTogether(user: Bench, wishes: readonly Wish[]): Promise<Together> {
  const spaces = new Map(wishes.map((wish) => [wish.namespace, wish]));
  for (const wish of spaces.values()) await user.prepare(wish);
  const csvs = createCache(user.client, resources.clusterServiceVersions);
  const succeeded = new Map<string, number>();
  const { promise: all, resolve } = Promise.withResolvers<undefined>();
  const wanted = new Set(wishes.map((wish) => `${wish.namespace}/${wish.csv}`));
  csvs.subscribe(({ object }) => {
    const key = `${object.metadata.namespace ?? ''}/${object.metadata.name}`;
    if (at(object, 'status.phase') !== 'Succeeded' || !wanted.has(key) || succeeded.has(key)) return;
    succeeded.set(key, performance.now());
    if (succeeded.size === wanted.size) resolve(undefined);
  });
  try {
    await csvs.synced;
    const [begun, begunAt] = [performance.now(), Date.now()];
    const asked = new Map<string, number>();
    await Promise.all(
      wishes.map((wish) => {
        asked.set(`${wish.namespace}/${wish.csv}`, performance.now());
        return user.subscribe(wish);
      }),
    );
    await all;
    const latencies = [...wanted].map((key) => (succeeded.get(key) ?? 0) - (asked.get(key) ?? 0));
    return {
      begunAt,
      latencies: latencies.sort((a, b) => a - b),
      lastMs: Math.max(...succeeded.values()) - begun,
    };
  } finally {
    csvs.stop();
  }
}
