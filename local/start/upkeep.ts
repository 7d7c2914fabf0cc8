/**
 * What local mode does for its cluster while it runs: what of the control plane has died is started again, and its logs
 * stay short.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { clusterState, upCluster } from '../cluster/cluster.ts';
import { trimLogs } from '../cluster/trim-logs.ts';

const LOOK_MS = 5_000;

/** Ends with the signal. Never rejects: what goes wrong is said, once, and tried again. */
export async function lookAfterCluster(
  name: string,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<void> {
  let said = '';
  let wasBroken = false;
  while (!signal.aborted) {
    await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
    try {
      // Seen twice: somebody may be about to stop it on purpose.
      wasBroken = await look(name, { wasBroken, signal, say });
      said = '';
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (problem !== said) say(`! the cluster cannot be looked after: ${problem}`);
      said = problem;
    }
  }
}

interface Look {
  readonly wasBroken: boolean;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/** Resolves to whether a part of the cluster was found dead and left so. */
async function look(name: string, { wasBroken, signal, say }: Look): Promise<boolean> {
  const found = clusterState(name);
  if (signal.aborted || found.state === 'absent') return false;
  trimLogs(join(found.cluster.folder, 'logs'));
  if (found.state !== 'broken') return false;
  if (!wasBroken) return true;
  say(`! of the cluster has ended: ${found.missing.join(', ')}; starting it again`);
  await upCluster({ name });
  say('✓ the cluster is whole again');
  return false;
}
