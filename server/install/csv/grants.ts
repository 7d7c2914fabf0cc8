/**
 * All that RBAC grants, for CSVs whose own roles are not there: others may have made what they need, and may take it away
 * again. Followed only while some CSV needs it, as a cluster may have thousands of roles.
 */
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import type { Grants } from '#lib/k8s/rbac.ts';
import { resources } from '#lib/k8s/resources.ts';
import { createCache } from '#server/kube/cache.ts';
import { abortedError, isKubeError } from '#server/kube/errors.ts';
import type { ResourceCache } from '#server/kube/types.ts';
import type { GrantCaches, GrantsMemory } from '../memory.ts';
import type { World } from '../world.ts';

/** The grants of the CSV's namespace and of the whole cluster; from now on the CSV is told of changes. */
export async function grantsFor(world: World, csvKey: string, namespace: string): Promise<Grants> {
  const { grants } = world.memory;
  grants.users.add(csvKey);
  grants.caches ??= startCaches(world);
  const { ready, ...caches } = grants.caches;
  await ready;
  return {
    roles: caches.roles.list(namespace),
    roleBindings: caches.roleBindings.list(namespace),
    clusterRoles: caches.clusterRoles.list(),
    clusterRoleBindings: caches.clusterRoleBindings.list(),
  };
}

/** The CSV needs it no longer. */
export function forgetGrants({ memory: { grants } }: World, csvKey: string): void {
  if (grants.users.delete(csvKey) && grants.users.size === 0) stopGrants(grants);
}

/** Follows nothing any more, until somebody asks again. */
export function stopGrants(grants: GrantsMemory): void {
  const { caches } = grants;
  grants.caches = undefined;
  for (const name of NAMES) caches?.[name].stop();
  caches?.abandon();
}

const NAMES = [
  'roles',
  'roleBindings',
  'clusterRoles',
  'clusterRoleBindings',
] as const satisfies (keyof Grants)[];

function startCaches(world: World): GrantCaches {
  const { grants } = world.memory;
  let complete = false;
  const waits: Promise<unknown>[] = [];
  const of = (resource: Resource): ResourceCache => {
    const refused = Promise.withResolvers<undefined>();
    const cache = createCache(world.client, resource, {
      transform: trimGrant,
      clock: world.clock,
      // Who may not look sees nothing granted: what is not seen is made, or missed.
      onState: () => {
        if (isKubeError(cache.state().error, 'forbidden')) refused.resolve(undefined);
      },
    });
    waits.push(Promise.race([cache.synced, refused.promise]));
    cache.subscribe(() => {
      // What is there from the start has changed nothing.
      if (complete) for (const key of grants.users) grants.onChange(key);
    });
    return cache;
  };
  const { roles, roleBindings, clusterRoles, clusterRoleBindings } = resources;
  const caches = {
    roles: of(roles),
    roleBindings: of(roleBindings),
    clusterRoles: of(clusterRoles),
    clusterRoleBindings: of(clusterRoleBindings),
  };
  const stopped = Promise.withResolvers<never>();
  const all = Promise.all(waits).then(() => {
    complete = true;
  });
  const ready = Promise.race([all, stopped.promise]);
  // Mostly nobody waits any more.
  ready.catch(() => undefined);
  return { ...caches, ready, abandon: () => stopped.reject(abortedError()) };
}

/** Whom it is about and what it grants. */
function trimGrant({ apiVersion, kind, metadata, ...rest }: KubeObject): KubeObject {
  const { name, namespace, uid = '', resourceVersion = '', ownerReferences } = metadata;
  const { rules, subjects, roleRef } = rest as Record<string, unknown>;
  return {
    apiVersion,
    kind,
    metadata: {
      ...{ name, uid, resourceVersion },
      ...(namespace === undefined ? {} : { namespace }),
      ...(ownerReferences === undefined ? {} : { ownerReferences }),
    },
    ...(kind.endsWith('Binding') ? { subjects, roleRef } : { rules }),
  };
}
