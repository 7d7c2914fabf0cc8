/** Who we are in the Lease, and freeing a Lease whose holder ran on this host and is dead. */
import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';
import { shortHash } from '#lib/base/hash.ts';
import { resources } from '#lib/k8s/resources.ts';
import { isKubeError } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';

/** `<host>_<pid>_<place>_<random>`. */
export function ownIdentity(): string {
  return `${hostname()}_${String(process.pid)}_${processTable()}_${randomBytes(4).toString('hex')}`;
}

const NOWHERE = 'none';

/**
 * Tells in which table a process number stands: that of this boot of this machine and of this PID namespace. Host names do
 * not: containers share them by hostNetwork or by their template, each with a process 1 of its own.
 */
function processTable(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return shortHash([boot, readlinkSync('/proc/self/ns/pid')], 8);
  } catch {
    return NOWHERE;
  }
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

/** Only what is certain: a holder in another process table may live, whatever its name and number. */
export function isDeadHere(identity: string): boolean {
  const [host, pidText, table] = identity.split('_');
  const pid = Number(pidText);
  if (host !== hostname() || !Number.isInteger(pid) || pid <= 0) return false;
  if (table === NOWHERE || table !== processTable()) return false;
  // The same number in the same table is somebody before us.
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
