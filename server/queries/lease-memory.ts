/**
 * Whether somebody renews a Lease. Clocks of machines differ, so what counts is that it is seen to change, by our own
 * time; what it says of itself is believed at the first look only.
 */
import { z } from 'zod';
import type { KubeObject } from '#lib/k8s/object.ts';
import { monotonicClock, pause, realClock } from '#server/kube/clock.ts';
import type { Clock } from '#server/kube/types.ts';

/** A holder that has not renewed for this many lease durations is gone. */
const GRACE_FACTOR = 4;
/** A living holder renews within this time. */
const LOOK_AGAIN_MS = 3_000;

const Spec = z.object({
  holderIdentity: z.string().min(1),
  renewTime: z.string(),
  leaseDurationSeconds: z.number().default(15),
});

/** What was seen of Leases before. */
export interface LeaseMemory {
  /** Rejects as `read` does. May read twice, a moment apart. */
  isRenewed(read: () => Promise<KubeObject>): Promise<boolean>;
}

/** @param wallTime only for what the Lease says of itself */
export function createLeaseMemory(
  clock: Clock = monotonicClock,
  wallTime: () => number = () => realClock.now(),
): LeaseMemory {
  let seen: { version: string; at: number; renewed: boolean } | undefined;
  const look = ({ metadata, spec }: KubeObject): { renewed: boolean; at: number } | undefined => {
    const parsed = Spec.safeParse(spec).data;
    if (parsed === undefined) return undefined;
    const graceMs = parsed.leaseDurationSeconds * GRACE_FACTOR * 1000;
    const version = metadata.resourceVersion ?? '';
    if (version !== seen?.version) {
      const fresh = Math.abs(wallTime() - Date.parse(parsed.renewTime)) < graceMs;
      seen = { version, at: clock.now(), renewed: seen !== undefined || fresh };
    }
    return { at: seen.at, renewed: seen.renewed && clock.now() - seen.at < graceMs };
  };
  return {
    isRenewed: async (read) => {
      const first = look(await read());
      if (first === undefined || first.renewed) return first !== undefined;
      const left = first.at + LOOK_AGAIN_MS - clock.now();
      if (left <= 0) return false;
      await pause(clock, left);
      return look(await read())?.renewed === true;
    },
  };
}
