/**
 * Programs of others that the runner runs for pods: etcd of the control plane, and operators that were built from their
 * publishers' sources. What they may be told stands in `modules.ts` and `upstream/table.ts`; where etcd listens and keeps
 * its data is decided here.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBinaries } from '../cluster/binaries.ts';
import type { LocalPort } from '../door/way.ts';
import type { Job } from './job.ts';
import { upstreamCommand, type Command, type UpstreamPlace } from './upstream/start.ts';

export interface NativePlace extends UpstreamPlace {
  /** Private, and gone with the process. */
  readonly folder: string;
  readonly ports: readonly LocalPort[];
  readonly env: Readonly<Record<string, string>>;
}

export interface NativePrograms {
  /** Rejects when the pod has no place or port that the program needs. */
  start(job: Job, place: NativePlace): Promise<ChildProcess>;
  close(): void;
}

/** Where the program keeps its data, below the pod's `/`: an `emptyDir` that the pod mounts. */
const DATA = 'var/etcd';

const REAPER = fileURLToPath(new URL('./reaper.ts', import.meta.url));

/** They have no leash of their own, so a process beside the runner ends them when it is gone, even when it was killed. */
export function createNativePrograms(): NativePrograms {
  let reaper: ChildProcess | undefined;
  const tell = (message: readonly ['alive' | 'ended', number]): void => {
    reaper ??= spawn(process.execPath, [REAPER], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      detached: true,
    });
    reaper.send(message);
  };
  return {
    start: async (job, place) => {
      const { upstream } = job;
      const command =
        upstream === undefined
          ? await etcdCommand(job, place)
          : await upstreamCommand({ ...job, upstream }, place);
      const child: ChildProcess = spawn(command.file, command.args, {
        cwd: place.folder,
        env: { ...job.env, ...place.env, ...command.env, HOME: place.folder, NODE_ENV: 'production' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const { pid } = child;
      if (pid !== undefined) {
        tell(['alive', pid]);
        child.once('exit', () => tell(['ended', pid]));
      }
      return child;
    },
    close: () => {
      reaper?.disconnect();
    },
  };
}

async function etcdCommand(job: Job, place: NativePlace): Promise<Command> {
  const args = etcdArguments(job, place);
  const { etcd } = await ensureBinaries();
  return { file: etcd, args, env: {} };
}

/** Only by way of the door's addresses: no page that a browser of this machine shows may ask it. */
export function etcdArguments(
  job: Pick<Job, 'scratch'>,
  { root, ports }: Pick<NativePlace, 'root' | 'ports'>,
): string[] {
  if (!job.scratch.includes(DATA)) throw new Error(`the pod mounts no emptyDir at /${DATA}`);
  const url = (containerPort: number): string => {
    const port = ports.find((one) => one.containerPort === containerPort);
    if (port === undefined) throw new Error(`the pod does not declare port ${String(containerPort)}`);
    return `http://127.0.0.1:${String(port.localPort)}`;
  };
  return [
    ...['--data-dir', join(root, DATA, 'data')],
    ...['--listen-client-urls', url(2379), '--listen-peer-urls', url(2380)],
    ...['--cors', 'http://localhost:1', '--log-level', 'warn'],
    // A laptop that is busy is no reason to elect anew.
    ...['--heartbeat-interval', '200', '--election-timeout', '2000'],
  ];
}
