/**
 * Notices that somebody changed who may do what, for plans that run with the rights of a ServiceAccount (OLM 52, 53): a plan
 * that was refused goes on at once. Watched only while such a plan is unfinished somewhere, and only by name.
 */
import { keyOf, type KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { InstallPlan } from '#lib/olm/api/types.ts';
import { createCache } from '#server/kube/cache.ts';
import type { ResourceCache } from '#server/kube/types.ts';
import { isInstallPlan } from '#lib/olm/observed/shapes.ts';
import { listOf, type World } from '../world.ts';

/** Watches that run only while some namespace needs them. */
export interface RightsWatch {
  /** After any change of a plan of the namespace. */
  follow(namespace: string): void;
  stop(): void;
}

/** @param onChange told of the plans that may fare better now */
export function watchRights(world: World, onChange: (planKey: string) => void): RightsWatch {
  const times = world.memory.rightsChanged;
  times.clear();
  const waiting = new Set<string>();
  let watches: ResourceCache[] = [];
  const end = (): void => {
    for (const cache of watches) cache.stop();
    watches = [];
  };
  const tell = (namespace: string | undefined): void => {
    for (const one of namespace === undefined ? [...waiting] : [namespace]) {
      if (!waiting.has(one)) continue;
      times.set(one, world.clock.now());
      for (const plan of limitedPlans(world, one)) onChange(keyOf(plan));
    }
  };
  return {
    follow: (namespace) => {
      if (limitedPlans(world, namespace).length > 0) {
        waiting.add(namespace);
        if (watches.length === 0) watches = startWatches(world, tell);
        return;
      }
      waiting.delete(namespace);
      times.delete(namespace);
      if (waiting.size === 0) end();
    },
    stop: end,
  };
}

function limitedPlans(world: World, namespace: string): InstallPlan[] {
  return listOf(world.caches.installPlans, isInstallPlan, namespace).filter(
    ({ status }) => status?.attenuatedServiceAccountRef !== undefined && status.phase !== 'Complete',
  );
}

/** One of each kind, however many namespaces wait: a plan that failed may do so for weeks. */
function startWatches(world: World, tell: (namespace: string | undefined) => void): ResourceCache[] {
  const { roles, roleBindings, clusterRoles, clusterRoleBindings } = resources;
  return [roles, roleBindings, clusterRoles, clusterRoleBindings].map((resource) => {
    const how = { metadataOnly: true, transform: justNamed, clock: world.clock };
    const cache = createCache(world.client, resource, how);
    let complete = false;
    cache.subscribe(({ object }) => {
      // What is there from the start has changed nothing.
      if (complete) tell(object.metadata.namespace);
    });
    void cache.synced.then(() => {
      complete = true;
    });
    return cache;
  });
}

/** Only that they change is of interest, and a cluster may have thousands. */
function justNamed({ apiVersion, kind, metadata }: KubeObject): KubeObject {
  const { name, namespace, uid = '', resourceVersion = '' } = metadata;
  const place = namespace === undefined ? {} : { namespace };
  return { apiVersion, kind, metadata: { name, ...place, uid, resourceVersion } };
}
