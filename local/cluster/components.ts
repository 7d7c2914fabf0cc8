/** The processes of one cluster, told by the program they run rather than by their number, which may be reused. */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClusterPaths } from './paths.ts';

/** In the order in which they are stopped: etcd last, so that it has everything the others wrote. */
export const componentNames = [
  'kwok-controller',
  'kube-scheduler',
  'kube-controller-manager',
  'kube-apiserver',
  'etcd',
] as const;

export type ComponentName = (typeof componentNames)[number];

/** The running processes of a cluster. Also finds one whose number was never written down. */
export function runningComponents(paths: ClusterPaths): Map<ComponentName, number[]> {
  const running = new Map<ComponentName, number[]>();
  for (const { pid, program } of listProcesses()) {
    const name = componentNames.find((candidate) => program === join(paths.binaries, candidate));
    if (name !== undefined) running.set(name, [...(running.get(name) ?? []), pid]);
  }
  return running;
}

/** Every process with the program it was started as (its first argument); zombies have none. */
function listProcesses(): { pid: number; program: string }[] {
  return process.platform === 'linux' ? listFromProc() : listFromPs();
}

function listFromProc(): { pid: number; program: string }[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => ({ pid: Number(entry), program: firstArgument(`/proc/${entry}/cmdline`) }))
    .filter(({ program }) => program !== '');
}

function firstArgument(path: string): string {
  try {
    return readFileSync(path, 'utf8').split('\0', 1)[0] ?? '';
  } catch {
    // The process ended between the two reads.
    return '';
  }
}

function listFromPs(): { pid: number; program: string }[] {
  const out = execFileSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8', maxBuffer: 64 << 20 });
  return out.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(.*)$/.exec(line);
    if (match?.[1] === undefined || match[2] === undefined) return [];
    // ps joins the arguments by spaces; a component's first argument ends where its options begin.
    return [{ pid: Number(match[1]), program: match[2].split(' --', 1)[0] ?? '' }];
  });
}

/**
 * Removes the pid files whose process is gone. kwokctl believes any process with that number to be the component:
 * after a reboot it would not start the component, and stopping would kill a stranger.
 */
export function forgetDeadComponents(paths: ClusterPaths): void {
  const running = runningComponents(paths);
  for (const name of componentNames) {
    const file = join(paths.pids, `${name}.pid`);
    const pid = readPid(file);
    if (pid !== undefined && running.get(name)?.includes(pid) !== true) rmSync(file, { force: true });
  }
}

function readPid(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) ? pid : -1;
  } catch {
    return undefined;
  }
}

/**
 * Stops the given components and waits until they are gone. Only etcd gets a chance to close its files: the others
 * keep nothing on disk, and the API server would wait for its open watches.
 */
export async function stopComponents(
  paths: ClusterPaths,
  names: readonly ComponentName[] = componentNames,
): Promise<void> {
  const running = runningComponents(paths);
  for (const name of names) {
    for (const pid of running.get(name) ?? []) signalProcess(pid, name === 'etcd' ? 'SIGTERM' : 'SIGKILL');
  }
  const gone = (): boolean => {
    const left = runningComponents(paths);
    return names.every((name) => !left.has(name));
  };
  if (!(await waitUntil(gone, 5000))) {
    for (const pid of runningComponents(paths).get('etcd') ?? []) signalProcess(pid, 'SIGKILL');
    if (!(await waitUntil(gone, 5000))) {
      throw new Error(`processes of the cluster in ${paths.folder}${sep} do not end`);
    }
  }
  forgetDeadComponents(paths);
}

/** Kills every component at once, and waits for the moment that takes without giving up control. */
export function killComponentsNow(paths: ClusterPaths): void {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (let round = 0; round < 40; round += 1) {
    const running = [...runningComponents(paths).values()].flat();
    if (running.length === 0) return;
    for (const pid of running) signalProcess(pid, 'SIGKILL');
    Atomics.wait(sleeper, 0, 0, 50);
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Already gone, which is what we wanted.
  }
}

async function waitUntil(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (!condition()) {
    if (performance.now() > end) return false;
    await delay(25);
  }
  return true;
}
