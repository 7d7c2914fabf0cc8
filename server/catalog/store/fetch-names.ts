/** Names of folders that are fetched into: they tell whether whoever fetches still lives. */
import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** What this process fetches. */
const own = new Set<string>();

/** A new name, which says which process of which machine fetches; `releaseName` ends that. */
export function fetchName(): string {
  const name = `${HOST}${process.pid.toString(16).padStart(8, '0')}${randomBytes(8).toString('hex')}`;
  own.add(name);
  return name;
}

/** The fetch is over. */
export function releaseName(name: string): void {
  own.delete(name);
}

/** True when the process that made the name is gone; one of another machine, or pod, may live. */
export function isAbandoned(name: string): boolean {
  if (!name.startsWith(HOST)) return false;
  const pid = Number.parseInt(name.slice(HOST.length, HOST.length + 8), 16);
  return pid === process.pid ? !own.has(name) : !isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's is alive, too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
