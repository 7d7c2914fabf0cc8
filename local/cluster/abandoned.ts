/** Throwaway clusters that nobody will remove any more. */
import { processIdentity } from '../bootstrap/process-identity.mjs';
import { downCluster, listFolders, pathsOf } from './cluster.ts';
import { readRecord } from './record.ts';

/** Removes the throwaway clusters whose owner has died without doing so, half-made ones included. */
export async function removeAbandonedClusters(): Promise<void> {
  for (const name of listFolders()) {
    const record = readRecord(pathsOf(name));
    const owner = record === undefined ? halfMadeOwner(name) : record.owner;
    if (owner === undefined) continue;
    const identity = processIdentity(owner.pid);
    if (identity === undefined || (owner.identity !== undefined && owner.identity !== identity)) {
      await downCluster(name);
    }
  }
}

/** Without a record, the name of a throwaway cluster tells its owner: `test-PID-…`. */
function halfMadeOwner(name: string): { pid: number; identity: undefined } | undefined {
  const pid = /^test-(\d+)-/.exec(name)?.[1];
  return pid === undefined ? undefined : { pid: Number(pid), identity: undefined };
}
