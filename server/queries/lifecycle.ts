/**
 * Who reconciles OLM's kinds in this cluster: our controller, a real OLM, or nobody. Found with the user's own rights,
 * so it may come out unknown.
 */
import { resources } from '#lib/k8s/resources.ts';
import type { Lifecycle } from '#lib/session.ts';
import type { Identity } from '#server/auth/identity.ts';
import { isKubeError } from '#server/kube/errors.ts';
import type { LeaseMemory } from './lease-memory.ts';

export interface LifecycleAnswer {
  lifecycle: Lifecycle;
  reason?: string;
}

/** The Lease that a running controller renews. */
export interface ControllerLease {
  namespace: string;
  name: string;
}

/** Never rejects. */
export async function detectLifecycle(
  identity: Identity,
  lease: ControllerLease,
  memory: LeaseMemory,
): Promise<LifecycleAnswer> {
  const [capstan, olm] = await Promise.all([
    attempt(() => hasCapstan(identity, lease, memory)),
    attempt(() => hasOlm(identity)),
  ]);
  if (capstan === true) return { lifecycle: 'capstan' };
  if (olm === true) return { lifecycle: 'olm' };
  if (capstan === undefined || olm === undefined) {
    return { lifecycle: 'unknown', reason: 'You may not look for the controllers of this cluster.' };
  }
  return { lifecycle: 'none' };
}

async function attempt(find: () => Promise<boolean>): Promise<boolean | undefined> {
  try {
    return await find();
  } catch {
    return undefined;
  }
}

async function hasCapstan(
  { client }: Identity,
  lease: ControllerLease,
  memory: LeaseMemory,
): Promise<boolean> {
  try {
    return await memory.isRenewed(() => client.get(resources.leases, lease));
  } catch (error) {
    if (isKubeError(error, 'notFound')) return false;
    throw error;
  }
}

/** Source: OLM's own manifests name its Deployments so, in whatever namespace. */
async function hasOlm({ client }: Identity): Promise<boolean> {
  const lists = await Promise.all(
    ['olm-operator', 'catalog-operator'].map((name) =>
      client.list(resources.deployments, {
        fieldSelector: `metadata.name=${name}`,
        metadataOnly: true,
        limit: 1,
      }),
    ),
  );
  return lists.some(({ items }) => items.length > 0);
}
