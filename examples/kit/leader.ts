/** One operator at a time: who holds a Lease works, the others wait. It saves work and is no lock: see `server/kube/lease.ts`. */
import { randomUUID } from 'node:crypto';
import { runWithLease } from '#server/kube/lease.ts';
import type { OperatorSettings } from './settings.ts';

export interface Leader {
  readonly namespace: string;
  /** Of the Lease. */
  readonly name: string;
}

/** Works while it leads, again and again, until the signal fires. */
export async function lead(
  leader: Leader,
  { client, signal, log }: Pick<OperatorSettings, 'client' | 'signal' | 'log'>,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  await runWithLease(
    client,
    { ...leader, identity: randomUUID() },
    {
      signal,
      onAcquired: (leading) => {
        log('leads', { ...leader });
        return work(leading);
      },
      onHeldByOther: (holder) => log('waits for its turn', { ...leader, holder }),
      onError: (error) => log('lease not taken', { error: error.message }),
    },
  );
}
