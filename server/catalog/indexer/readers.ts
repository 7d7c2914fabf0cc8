/**
 * Processes that read catalogs. A catalog may be large or hostile: it is read beside the controller, with bounds on memory
 * and time, and when it takes its process down it takes nobody else with it.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { extname, join } from 'node:path';
import { limits } from '../read/limits.ts';
import { Slots } from '../store/slots.ts';
import { SourceError } from '../sources/reader.ts';
import type * as Jobs from './job.ts';
import type { Job, JobOutcome } from './job.ts';

/** A process that has grown is not used again: its memory goes back with it. */
const REUSABLE = 160 * 1024 * 1024;
/** How long a process waits for another job, in ms. */
const IDLE_MS = 1_000;

/** Beside this file, and beside the bundle that this file is part of. */
const entry = join(import.meta.dirname, '..', 'indexer', `main${extname(import.meta.filename)}`);

interface Lane {
  /** Of all and of one namespace, so that neither a slow catalog nor a tenant with many holds up all. */
  slots: Slots;
  /** Longest time in ms; absent: whoever asks ends it. */
  timeMs?: number;
}

type Sending = Pick<typeof Jobs, 'JobOutcome' | 'unexpected'> & { timeMs: number | undefined };

/** Starts processes when there is work and ends them when there is none; `close` kills those that run. */
export class Readers {
  private readonly idle = new Map<ChildProcess, NodeJS.Timeout>();
  private readonly all = new Set<ChildProcess>();
  /** Bundles and packages are small, and somebody waits for them: they do not queue behind catalogs. Fetches wait for servers. */
  private readonly lanes: Readonly<Record<'catalogs' | 'bundles' | 'fetches', Lane>> = {
    catalogs: { slots: new Slots(3, 2), timeMs: limits.readerTime },
    bundles: { slots: new Slots(2, 1), timeMs: limits.readerTime },
    fetches: { slots: new Slots(4, 2) },
  };
  private closed = false;

  /**
   * Rejects with SourceError when the process ends over it, or with the signal's reason.
   * @param group the namespace for which it is done
   */
  run(job: Job, signal: AbortSignal, group: string): Promise<JobOutcome> {
    const { slots, timeMs } = this.lanes[laneOf(job)];
    return slots.use(
      signal,
      async () => {
        // What checks outcomes is loaded with the first one that is awaited.
        const shapes = await import('./job.ts');
        signal.throwIfAborted();
        if (this.closed) throw new SourceError('unreachable', 'the controller is stopping');
        return this.send(job, signal, { timeMs, ...shapes });
      },
      group,
    );
  }

  close(): void {
    this.closed = true;
    for (const child of this.all) child.kill('SIGKILL');
  }

  private send(
    job: Job,
    signal: AbortSignal,
    { timeMs, JobOutcome: Outcome, unexpected }: Sending,
  ): Promise<JobOutcome> {
    const child = this.take();
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        child.removeAllListeners('message').removeAllListeners('exit').removeAllListeners('error');
        act();
      };
      const fail = (error: unknown): void =>
        settle(() => {
          this.drop(child);
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a signal's reason is the caller's
          reject(error);
        });
      const abort = (): void => fail(signal.reason);
      const timer =
        timeMs === undefined
          ? undefined
          : setTimeout(
              () => fail(new SourceError('limit', `reading it takes longer than ${String(timeMs / 1000)} s`)),
              timeMs,
            );
      signal.addEventListener('abort', abort);
      child.on('error', fail).on('exit', (code, name) => fail(died(code, name)));
      child.on('message', (message) => {
        const outcome = Outcome.safeParse(message);
        if (!outcome.success) {
          fail(unexpected());
          return;
        }
        settle(() => {
          this.release(child, outcome.data.rss);
          resolve(outcome.data);
        });
      });
      child.send(job, (error) => {
        if (error !== null) fail(error);
      });
    });
  }

  private take(): ChildProcess {
    const [waiting] = this.idle;
    if (waiting === undefined) return this.start();
    const [child, timer] = waiting;
    clearTimeout(timer);
    this.idle.delete(child);
    child.ref();
    child.channel?.ref();
    return child;
  }

  private start(): ChildProcess {
    const child = fork(entry, [], {
      execArgv: [`--max-old-space-size=${String(limits.readerHeap)}`, '--max-semi-space-size=32'],
      // It needs nothing of ours, and what it prints when it dies is for nobody.
      env: { NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Bytes as bytes.
      serialization: 'advanced',
    });
    this.all.add(child);
    child.once('close', () => this.all.delete(child));
    return child;
  }

  private release(child: ChildProcess, rss: number): void {
    if (rss > REUSABLE || this.closed) {
      this.drop(child);
      return;
    }
    child.unref();
    child.channel?.unref();
    child.once('exit', () => this.drop(child));
    const timer = setTimeout(() => this.drop(child), IDLE_MS);
    this.idle.set(child, timer.unref());
  }

  private drop(child: ChildProcess): void {
    clearTimeout(this.idle.get(child));
    this.idle.delete(child);
    child.kill('SIGKILL');
  }
}

function laneOf({ kind }: Job): 'catalogs' | 'bundles' | 'fetches' {
  if (kind === 'grpc') return 'fetches';
  return kind === 'bundle' || kind === 'package' ? 'bundles' : 'catalogs';
}

/** V8 aborts when its heap is full; the kernel kills when the machine's memory is. */
function died(code: number | null, name: NodeJS.Signals | null): SourceError {
  const how = name ?? `exit code ${String(code)}`;
  const memory = name === 'SIGABRT' || name === 'SIGTRAP' || code === 134 || code === 5;
  const message = memory
    ? `reading it needs more memory than ${String(limits.readerHeap)} MB (${how})`
    : `the process that read it ended (${how})`;
  return new SourceError('limit', message);
}
