/** Keeps one process running until it is told to stop: starts it, and after a crash starts it again with back-off. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { optional } from '#lib/base/loose.ts';
import { backoffMs } from '#lib/k8s/backoff.ts';
import { refKey } from '#lib/k8s/object.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { pause } from '#server/kube/clock.ts';
import { anyFreePort } from '../cluster/ports.ts';
import { createProcessLog } from '../door/process-log.ts';
import type { ProcessLog } from '../door/process-log.ts';
import type { LocalPort } from '../door/way.ts';
import { openIdentity, openNobody } from './identity.ts';
import type { Identity, IdentityDependencies } from './identity.ts';
import type { Job } from './job.ts';
import { openMounts } from './mounts.ts';
import type { Mounts } from './mounts.ts';
import type { NativePlace, NativePrograms } from './native.ts';
import { afterEnd, afterStart, tellPods, type ContainerTale } from './pod-state.ts';
import { createScratch } from './scratch.ts';
import type { Scratch } from './scratch.ts';

export interface Supervised {
  readonly job: Job;
  now(): Lately;
  /**
   * Resolves when the process has ended and its credentials are gone; with it go the folders that it wrote to, unless the
   * next job is one of the same pod, which is to have them. Never rejects.
   */
  stop(next?: Job): Promise<Scratch | undefined>;
}

/** What can be seen of the process from outside. */
export interface Lately {
  /** Where the process that runs now was told to listen; none while none runs. */
  readonly ports: readonly LocalPort[];
  /** Of the process that runs, or ran last. */
  readonly log: ProcessLog | undefined;
  /** Of the one before. */
  readonly previous: ProcessLog | undefined;
}

export interface SuperviseDependencies extends Omit<IdentityDependencies, 'onError'> {
  readonly log: (message: string, fields: Record<string, unknown>) => void;
  /** Told of each line that a process writes. */
  readonly output: (workload: string, line: string) => void;
  readonly native: NativePrograms;
  /** Where what single pods write is kept for the next runner; it goes with this one when absent. */
  readonly volumes?: string;
  /** The way to Services and pods, for those that may know it; none without a door. */
  readonly proxy?: string;
}

const BACKOFF = { baseMs: 1_000, maxMs: 60_000 };
/** A process that ran this long was well; its next crash counts as the first. */
const STEADY_MS = 60_000;
/** Time between asking a process to end and ending it. */
const GRACE_MS = 5_000;

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Its packages may lie elsewhere. */
const PROGRAM_FOLDERS = [...new Set([ROOT, `${realpathSync(join(ROOT, 'node_modules'))}/`])];
const LEASH = fileURLToPath(new URL('./leash.ts', import.meta.url));

/** @param scratch what the job before it, of the same pod, has left */
export function supervise(
  job: Job,
  dependencies: SuperviseDependencies,
  scratch: Scratch = createScratch(job, dependencies.volumes),
): Supervised {
  const stop = new AbortController();
  let lately: Lately = { ports: [], log: undefined, previous: undefined };
  const onStart = (ports: readonly LocalPort[], log: ProcessLog): void => {
    lately = { ports, log, previous: lately.log };
  };
  const onEnd = (): void => {
    lately.log?.end();
    // What ended is the run before, until the next one begins.
    lately = { ...lately, ports: [], previous: lately.log };
  };
  const life = { job, dependencies, signal: stop.signal, scratch, onStart, onEnd };
  const ended = keepRunning(life);
  return {
    job,
    now: () => lately,
    stop: async (next) => {
      stop.abort();
      await ended;
      if (job.podUid !== undefined && next?.podUid === job.podUid) return scratch;
      await scratch.close().catch(() => undefined);
      return undefined;
    },
  };
}

interface Life {
  readonly job: Job;
  readonly dependencies: SuperviseDependencies;
  readonly signal: AbortSignal;
  readonly scratch: Scratch;
  /** Told of each process where it listens and what it is going to say. */
  readonly onStart: (ports: readonly LocalPort[], log: ProcessLog) => void;
  readonly onEnd: () => void;
}

async function keepRunning(life: Life): Promise<void> {
  const { job, dependencies, signal } = life;
  const { clock, log } = dependencies;
  const about = { workload: nameOf(job), module: job.module };
  for (let crashes = 0; !signal.aborted; crashes += 1) {
    const startedAt = clock.now();
    const since = timestamp();
    try {
      const end = await runTold(life);
      log('process ended', { ...about, ...end });
      if (clock.now() - startedAt > STEADY_MS) crashes = 0;
      await tell(life, endedTale(end, since, crashes));
    } catch (error) {
      log('process could not be started', { ...about, error: messageOf(error) });
    }
    await pause(
      clock,
      backoffMs(crashes, BACKOFF, () => clock.random()),
      signal,
    );
  }
}

/** A process that ends at once was never ready. */
async function runTold(life: Life): Promise<Ending> {
  const ended = new AbortController();
  void pause(life.dependencies.clock, READY_MS, AbortSignal.any([life.signal, ended.signal])).then(
    async () => {
      if (!ended.signal.aborted) await tell(life, startedTale);
    },
  );
  return runOnce(life).finally(() => {
    ended.abort();
  });
}

/** After this long, in ms, a process counts as running. */
const READY_MS = 2_000;

const timestamp = (): string => new Date().toISOString().replace(/\.\d+Z$/, 'Z');

const startedTale = (pod: KubeObject, container: string): ContainerTale | undefined =>
  afterStart(pod, container, timestamp());

/** A kubelet starts a container again at once when it ends for the first time. */
function endedTale(end: Ending, startedAt: string, crashes: number): Tale {
  const waitMs = crashes === 0 ? 0 : backoffMs(crashes, BACKOFF, () => 1);
  const signal = end.signal === null ? undefined : constants.signals[end.signal];
  const exitCode = end.code ?? 128 + (signal ?? 0);
  return (pod, container) =>
    afterEnd(pod, container, {
      exitCode,
      ...optional({ signal }),
      startedAt,
      finishedAt: timestamp(),
      waitMs,
    });
}

type Tale = (pod: KubeObject, container: string) => ContainerTale | undefined;

/** What pods say is for people: a process runs on without it. */
async function tell({ job, signal, dependencies: { client, log } }: Life, tale: Tale): Promise<void> {
  if (signal.aborted) return;
  try {
    await tellPods(client, job, tale);
  } catch (error) {
    log('pods could not be told', {
      workload: nameOf(job),
      error: messageOf(error),
    });
  }
}

async function runOnce(life: Life): Promise<Ending> {
  const { job, dependencies, signal, onStart, onEnd } = life;
  const workload = nameOf(job);
  const onError = (error: unknown): void => {
    dependencies.log('token or Secret could not be renewed', { workload, error: messageOf(error) });
  };
  const identity = await identityOf(job, { ...dependencies, onError });
  await using held = new AsyncDisposableStack();
  held.defer(() => identity.close());
  const mounts = await openMounts({ ...job, ...identity, client: dependencies.client, onError });
  held.defer(() => {
    mounts.close();
  });
  const writable = await life.scratch.place(mounts.folder);
  const ports = await localPorts(job);
  if (signal.aborted) return { code: null, signal: null };
  const env = { ...portEnv(ports), ...mountsEnv(job, mounts), ...proxyEnv(job, dependencies) };
  const child =
    job.native === undefined && job.upstream === undefined
      ? start(job, { ...identity, writable }, env)
      : await dependencies.native.start(job, {
          ...{ folder: identity.folder, root: mounts.folder, ports, env, cluster: dependencies.cluster },
          ...optional({ account: accountOf(identity) }),
        });
  const log = createProcessLog();
  onStart(ports, log);
  dependencies.log('process started', { workload, pid: child.pid });
  relay(child, (line) => {
    log.write({ at: dependencies.clock.now(), text: line });
    dependencies.output(workload, line);
  });
  return await endOf(child, dependencies, signal).finally(onEnd);
}

/** What a process has on this machine besides its program. */
type Belongings = Pick<Identity, 'folder' | 'close'> &
  Partial<Pick<Identity, 'kubeconfig' | 'tokenFile'>> & { readonly writable: readonly string[] };

function identityOf(
  { namespace, serviceAccount }: Job,
  dependencies: IdentityDependencies,
): Promise<Omit<Belongings, 'writable'>> {
  return serviceAccount === undefined
    ? openNobody()
    : openIdentity({ namespace, serviceAccount }, dependencies);
}

function accountOf({ kubeconfig, tokenFile }: Omit<Belongings, 'writable'>): NativePlace['account'] {
  return kubeconfig === undefined || tokenFile === undefined ? undefined : { kubeconfig, tokenFile };
}

/** As `namespace/deployment`, or `namespace/pod/name`. */
function nameOf({ namespace, workload }: Job): string {
  return refKey({ namespace, name: workload });
}

/** Anew for each start: another program may have taken one in the meantime, and the next attempt finds others. */
function localPorts({ ports }: Job): Promise<LocalPort[]> {
  return Promise.all(ports.map(async (port) => ({ ...port, localPort: await anyFreePort() })));
}

/**
 * The process gets what its pod would have: its own settings and the credentials of its ServiceAccount. Nothing of this
 * process's environment, and no more of the machine than reading the program and writing to its empty folders.
 */
function start(
  job: Job,
  { folder, kubeconfig, writable }: Belongings,
  places: Readonly<Record<string, string>>,
): ChildProcess {
  const permissions = [
    '--permission',
    ...[...PROGRAM_FOLDERS, folder].map((path) => `--allow-fs-read=${path}`),
    ...writable.map((path) => `--allow-fs-write=${path}`),
  ];
  const given = optional({ KUBECONFIG: kubeconfig });
  return spawn(process.execPath, [...permissions, '--import', LEASH, job.entry], {
    cwd: folder,
    env: { ...job.env, ...places, ...given, NODE_ENV: 'production', HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

/** Pods have addresses of their own and processes share one: `CAPSTAN_PORT_9443` says what 9443 is here. */
function portEnv(ports: readonly LocalPort[]): Record<string, string> {
  return Object.fromEntries(
    ports.map(({ containerPort, localPort }) => [`CAPSTAN_PORT_${String(containerPort)}`, String(localPort)]),
  );
}

/** So is the file system: what the pod has at `/certs` is here at `$CAPSTAN_MOUNTS/certs`. */
function mountsEnv({ mounts, scratch }: Job, { folder }: Mounts): Record<string, string> {
  return mounts.length + scratch.length === 0 ? {} : { CAPSTAN_MOUNTS: folder };
}

/** As programs of every language read it; this machine itself is never meant. */
function proxyEnv(
  { network, native, upstream }: Job,
  { proxy }: SuperviseDependencies,
): Record<string, string> {
  if (!network || proxy === undefined) return {};
  const isNode = native === undefined && upstream === undefined;
  return { HTTP_PROXY: proxy, ...(isNode && { NODE_USE_ENV_PROXY: '1' }) };
}

interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
}

async function endOf(
  child: ChildProcess,
  { clock }: SuperviseDependencies,
  signal: AbortSignal,
): Promise<Ending> {
  let cancelKill: () => void = () => undefined;
  const askToEnd = (): void => {
    child.kill('SIGTERM');
    cancelKill = clock.setTimer(GRACE_MS, () => child.kill('SIGKILL'));
  };
  signal.addEventListener('abort', askToEnd, { once: true });
  try {
    await once(child, 'close');
    return { code: child.exitCode, signal: child.signalCode };
  } finally {
    signal.removeEventListener('abort', askToEnd);
    cancelKill();
  }
}

function relay(child: ChildProcess, onLine: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) {
    if (stream !== null) createInterface({ input: stream }).on('line', onLine);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
