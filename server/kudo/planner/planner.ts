/**
 * Threads that look at plans which take long. An OperatorVersion may be large or hostile: it is rendered beside the controller,
 * with bounds on memory and time, and keeps nobody else waiting.
 */
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Slots } from '#server/catalog/store/slots.ts';
import type {
  FromThread,
  PlannerAnswer,
  PlannerJob,
  PlannerQuestion,
  PlannerResult,
  ToThread,
} from './messages.ts';

/** Why a job cannot be done, for people: another try would end alike. */
export class PlannerLimit extends Error {
  override readonly name = 'PlannerLimit';
}

/** Heap of a thread, in MB. Engine and webhook have two each, beside which the controller has to fit into its pod. */
const HEAP_MB = 160;
/** Of one job, without the time in which it waits for answers; what is allowed takes seconds, and some times that on a machine at its end. */
const LONGEST_MS = 60_000;
/** How long a thread waits for another job. */
const IDLE_MS = 2_000;
/** Threads, and those that work for one namespace. */
const AT_ONCE = 2;
const AT_ONCE_OF_ONE = 1;

/** Beside this file, and beside the bundle that this file is part of. */
const entry = join(import.meta.dirname, '..', 'planner', `main${extname(import.meta.filename)}`);

/** Who asks, and what is answered to what the thread wants to know. */
export interface PlannerCall {
  /** Namespace of the instance. */
  group: string;
  answer: (question: PlannerQuestion) => Promise<PlannerAnswer>;
  signal?: AbortSignal | undefined;
}

/** Starts threads when there is work and ends them when there is none. */
export class Planner {
  readonly #slots = new Slots(AT_ONCE, AT_ONCE_OF_ONE);
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  readonly #all = new Set<Worker>();
  #isClosed = false;

  /** Whether a job for the namespace begins at once, as far as the namespace is concerned. */
  isFree(group: string): boolean {
    return this.#slots.isIdle(group);
  }

  /** Rejects with PlannerLimit, with what `answer` rejects with, or with the signal's reason. */
  run(job: PlannerJob, call: PlannerCall): Promise<PlannerResult> {
    const { group, signal = new AbortController().signal } = call;
    return this.#slots.use(signal, () => this.#talk(job, { ...call, signal }), group);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#all].map((thread) => thread.terminate()));
  }

  #talk(job: PlannerJob, { answer, signal }: PlannerCall & { signal: AbortSignal }): Promise<PlannerResult> {
    if (this.#isClosed) throw new Error('the controller is stopping');
    const thread = this.#take();
    return new Promise((resolve, reject) => {
      const watch = stopwatch(LONGEST_MS, () =>
        fail(
          new PlannerLimit(`its plans take longer than ${String(LONGEST_MS / 1000)} s: split the operator`),
        ),
      );
      const over = new AbortController();
      const settle = (act: () => void): void => {
        over.abort();
        watch.stop();
        signal.removeEventListener('abort', abort);
        for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
        act();
      };
      const fail = (error: unknown): void =>
        settle(() => {
          this.#drop(thread);
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a signal's reason is the caller's
          reject(error);
        });
      const abort = (): void => fail(signal.reason);
      const tell = (message: ToThread): void => {
        // What was asked for is answered late.
        if (over.signal.aborted) return;
        watch.start();
        thread.postMessage(message);
      };
      const hear = (message: FromThread): void => {
        watch.stop();
        if (message.kind === 'question')
          answer(message.question).then((told) => tell({ kind: 'answer', answer: told }), fail);
        else if (message.kind === 'failed') fail(new Error(message.why));
        else
          settle(() => {
            this.#release(thread);
            resolve(message.result);
          });
      };
      signal.addEventListener('abort', abort);
      thread.on('message', hear).on('error', (error) => fail(overMemory(error) ?? error));
      thread.on('exit', () => fail(new Error('the thread ended')));
      tell({ kind: 'job', job });
    });
  }

  #take(): Worker {
    const [waiting] = this.#idle;
    if (waiting === undefined) return this.#start();
    const [thread, timer] = waiting;
    clearTimeout(timer);
    this.#idle.delete(thread);
    thread.ref();
    return thread;
  }

  #start(): Worker {
    const thread = new Worker(entry, {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16 },
      // It needs nothing of ours.
      env: {},
      execArgv: [],
    });
    this.#all.add(thread);
    return thread;
  }

  #release(thread: Worker): void {
    thread.unref();
    thread.on('error', () => this.#drop(thread)).on('exit', () => this.#drop(thread));
    this.#idle.set(thread, setTimeout(() => this.#drop(thread), IDLE_MS).unref());
  }

  #drop(thread: Worker): void {
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
    this.#all.delete(thread);
    // One that ended already is no error.
    thread.on('error', () => undefined);
    void thread.terminate();
  }
}

function overMemory(error: unknown): PlannerLimit | undefined {
  const isOver = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isOver
    ? new PlannerLimit(`its plans need more memory than ${String(HEAP_MB)} MB: split the operator`)
    : undefined;
}

/** Counts only while it runs; what was counted stays. */
function stopwatch(ms: number, onEnd: () => void): { start: () => void; stop: () => void } {
  let left = ms;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    start: () => {
      since = performance.now();
      timer = setTimeout(onEnd, left);
    },
    stop: () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      left -= performance.now() - since;
    },
  };
}
