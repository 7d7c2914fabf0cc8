/**
 * Who reconciles OLM's kinds in this cluster: our controller, a real OLM, or nobody. Found with the user's own rights,
 * so it may come out unknown.
 */
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { isAllowed, OLM_DEPLOYMENTS, olmReview } from '#lib/olm/api/olm-itself.ts';
import type { Lifecycle } from '#lib/session.ts';
import type { Identity } from '#server/auth/identity.ts';
import { ask } from '#server/kube/ask.ts';
import { isKubeError, undefinedIf } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';
import type { LeaseMemory } from './lease-memory.ts';

/** What was found. */
export interface LifecycleAnswer {
  lifecycle: Lifecycle;
}

/** The Lease that a running controller renews. */
export interface ControllerLease {
  namespace: string;
  name: string;
}

/** Namesakes beyond that many are not looked at; each costs a question. */
const MOST_LOOKED_AT = 20;

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
    return { lifecycle: 'unknown' };
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
  const renewed = memory.isRenewed(() => client.get(resources.leases, lease));
  return (await undefinedIf(renewed, 'notFound')) ?? false;
}

async function hasOlm({ client }: Identity): Promise<boolean> {
  const lists = await Promise.all(
    OLM_DEPLOYMENTS.map((name) =>
      client.list(resources.deployments, { fieldSelector: `metadata.name=${name}`, limit: MOST_LOOKED_AT }),
    ),
  );
  const found = await Promise.all(lists.flatMap(({ items }) => items.map((one) => isOlm(client, one))));
  return found.includes(true);
}

/** Those who may not ask what others may do have to go by the name: it is a claim on a page, and gives nobody a right. */
async function isOlm(client: KubeClient, deployment: KubeObject): Promise<boolean> {
  const spec = olmReview(deployment);
  if (spec === undefined) return false;
  try {
    return isAllowed(await ask(client, resources.subjectAccessReviews, { spec }));
  } catch (error) {
    if (isKubeError(error, 'forbidden')) return true;
    throw error;
  }
}
