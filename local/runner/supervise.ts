/** Keeps one process running until it is told to stop: starts it, and after a crash starts it again with back-off. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { backoffMs } from '#lib/k8s/backoff.ts';
import { pause } from '#server/kube/clock.ts';
import { openIdentity } from './identity.ts';
import type { Identity, IdentityDependencies } from './identity.ts';
import type { Job } from './judge.ts';

export interface Supervised {
  readonly fingerprint: string;
  /** Resolves when the process has ended and its credentials are gone. Never rejects. */
  stop(): Promise<void>;
}

export interface SuperviseDependencies extends Omit<IdentityDependencies, 'onError'> {
  readonly log: (message: string, fields: Record<string, unknown>) => void;
  /** Told of each line that a process writes. */
  readonly output: (deployment: string, line: string) => void;
}

const BACKOFF = { baseMs: 1_000, maxMs: 60_000 };
/** A process that ran this long was well; its next crash counts as the first. */
const STEADY_MS = 60_000;
/** Time between asking a process to end and ending it. */
const GRACE_MS = 5_000;

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LEASH = fileURLToPath(new URL('./leash.ts', import.meta.url));

export function supervise(job: Job, dependencies: SuperviseDependencies): Supervised {
  const stop = new AbortController();
  const ended = keepRunning(job, dependencies, stop.signal);
  return {
    fingerprint: job.fingerprint,
    stop: async () => {
      stop.abort();
      await ended;
    },
  };
}

async function keepRunning(
  job: Job,
  dependencies: SuperviseDependencies,
  signal: AbortSignal,
): Promise<void> {
  const { clock, log } = dependencies;
  const about = { deployment: `${job.namespace}/${job.deployment}`, module: job.module };
  for (let crashes = 0; !signal.aborted; crashes += 1) {
    const startedAt = clock.now();
    try {
      const end = await runOnce(job, dependencies, signal);
      log('process ended', { ...about, ...end });
    } catch (error) {
      log('process could not be started', { ...about, error: messageOf(error) });
    }
    if (clock.now() - startedAt > STEADY_MS) crashes = 0;
    await pause(
      clock,
      backoffMs(crashes, BACKOFF, () => clock.random()),
      signal,
    );
  }
}

async function runOnce(job: Job, dependencies: SuperviseDependencies, signal: AbortSignal): Promise<Ending> {
  const onError = (error: unknown): void => {
    dependencies.log('token could not be renewed', { deployment: job.deployment, error: messageOf(error) });
  };
  const identity = await openIdentity(job, { ...dependencies, onError });
  try {
    if (signal.aborted) return { code: null, signal: null };
    const child = start(job, identity);
    dependencies.log('process started', { deployment: `${job.namespace}/${job.deployment}`, pid: child.pid });
    relay(job, child, dependencies.output);
    return await endOf(child, dependencies, signal);
  } finally {
    await identity.close();
  }
}

/**
 * The process gets what its pod would have: its own settings and the credentials of its ServiceAccount. Nothing of this
 * process's environment, and no more of the machine than reading the program.
 */
function start(job: Job, { folder, kubeconfig }: Identity): ChildProcess {
  const readable = [ROOT, folder].map((path) => `--allow-fs-read=${path}`);
  return spawn(process.execPath, ['--permission', ...readable, '--import', LEASH, job.entry], {
    cwd: folder,
    env: { ...job.env, NODE_ENV: 'production', KUBECONFIG: kubeconfig, HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
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

function relay(job: Job, child: ChildProcess, output: SuperviseDependencies['output']): void {
  const eachLine = (stream: Readable | null): void => {
    if (stream === null) return;
    createInterface({ input: stream }).on('line', (line) => {
      output(`${job.namespace}/${job.deployment}`, line);
    });
  };
  eachLine(child.stdout);
  eachLine(child.stderr);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
