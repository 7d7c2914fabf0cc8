/**
 * Notices that somebody changed who may do what, for plans that run with the rights of a ServiceAccount (52, 53): a plan
 * that was refused goes on at once. Watched only where such a plan is unfinished, and only by name.
 */
import { keyOf } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { InstallPlan } from '#lib/olm/types.ts';
import { createCache } from '#server/kube/cache.ts';
import type { ResourceCache } from '#server/kube/types.ts';
import { isInstallPlan } from './parse.ts';
import { listOf, type World } from './world.ts';

export interface RightsWatch {
  /** After any change of a plan of the namespace. */
  follow(namespace: string): void;
  stop(): void;
}

const changes = new WeakMap<World, Map<string, number>>();

/** Unix ms; undefined when nothing has been seen to change. */
export function rightsChangedAt(world: World, namespace: string): number | undefined {
  return changes.get(world)?.get(namespace);
}

/** @param onChange told of the plans that may fare better now */
export function watchRights(world: World, onChange: (planKey: string) => void): RightsWatch {
  const times = new Map<string, number>();
  changes.set(world, times);
  const watched = new Map<string, ResourceCache[]>();
  const end = (namespace: string): void => {
    for (const cache of watched.get(namespace) ?? []) cache.stop();
    watched.delete(namespace);
    times.delete(namespace);
  };
  const tell = (namespace: string): void => {
    times.set(namespace, world.clock.now());
    for (const plan of limitedPlans(world, namespace)) onChange(keyOf(plan));
  };
  return {
    follow: (namespace) => {
      const needed = limitedPlans(world, namespace).length > 0;
      if (!needed) end(namespace);
      else if (!watched.has(namespace)) watched.set(namespace, startWatches(world, namespace, tell));
    },
    stop: () => {
      for (const namespace of [...watched.keys()]) end(namespace);
    },
  };
}

function limitedPlans(world: World, namespace: string): InstallPlan[] {
  return listOf(world.caches.installPlans, isInstallPlan, namespace).filter(
    ({ status }) => status?.attenuatedServiceAccountRef !== undefined && status.phase !== 'Complete',
  );
}

function startWatches(world: World, namespace: string, tell: (namespace: string) => void): ResourceCache[] {
  const { roles, roleBindings, clusterRoles, clusterRoleBindings } = resources;
  return [roles, roleBindings, clusterRoles, clusterRoleBindings].map((resource) => {
    const place = resource.namespaced ? { namespace } : {};
    const cache = createCache(world.client, resource, { ...place, metadataOnly: true, clock: world.clock });
    let complete = false;
    cache.subscribe(() => {
      // What is there from the start has changed nothing.
      if (complete) tell(namespace);
    });
    void cache.synced.then(() => {
      complete = true;
    });
    return cache;
  });
}
