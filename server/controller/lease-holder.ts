/** Who we are in the Lease, and freeing a Lease whose holder ran on this host and is dead. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { z } from 'zod';
import { resources } from '#lib/k8s/resources.ts';
import { isKubeError } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';

/** `<host>_<pid>_<random>`. */
export function ownIdentity(): string {
  return `${hostname()}_${String(process.pid)}_${randomBytes(4).toString('hex')}`;
}

const Spec = z.looseObject({ holderIdentity: z.string().nullish() });

/**
 * A controller that was killed cannot give its lease back. When it ran here, we can see that it is gone and need not
 * wait for the lease to run out.
 */
export async function freeDeadHolder(
  client: KubeClient,
  ref: { namespace: string; name: string },
): Promise<void> {
  try {
    const lease = await client.get(resources.leases, ref);
    const spec = Spec.safeParse(lease['spec']).data;
    if (spec === undefined || !isDeadHere(spec.holderIdentity ?? '')) return;
    await client.replace(resources.leases, { ...lease, spec: { ...spec, holderIdentity: '' } });
  } catch (error) {
    // Gone, or somebody else was quicker: the election sorts it out.
    if (!isKubeError(error, 'notFound', 'conflict')) throw error;
  }
}

function isDeadHere(identity: string): boolean {
  const [host, pidText] = identity.split('_');
  const pid = Number(pidText);
  if (host !== hostname() || !Number.isInteger(pid) || pid <= 0) return false;
  // The same number on the same host is an earlier life of this very process (as in a restarted container).
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
