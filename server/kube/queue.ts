import { backoffMs } from '#lib/k8s/backoff.ts';
import { monotonicClock } from './clock.ts';
import { KubeError } from './errors.ts';
import type { Clock, ReconcileOutcome, QueueOptions, WorkQueue } from './types.ts';

const BACKOFF = { baseMs: 5, maxMs: 5 * 60_000 };

interface Timer {
  at: number;
  cancel: () => void;
}

/**
 * A queue of keys. A key is waiting at most once and running at most once; added while it runs, it runs again.
 * A requeue or retry that an outcome asked for is replaced by the next run's outcome. Of what `addAfter` asked for from
 * outside the earliest stands, also across runs before that moment, which cannot have seen what it is about.
 */
export function createQueue(options: QueueOptions): WorkQueue {
  return new Queue(options);
}

class Queue implements WorkQueue {
  readonly #options: QueueOptions;
  readonly #clock: Clock;
  /** Since when, in the order of waiting. */
  readonly #waiting = new Map<string, number>();
  readonly #running = new Map<string, AbortController>();
  /** Added while running. */
  readonly #dirty = new Set<string>();
  readonly #wishes = new Map<string, Timer>();
  readonly #requeues = new Map<string, Timer>();
  readonly #failures = new Map<string, number>();
  #idleWaiters: (() => void)[] = [];
  #pumpDue = false;
  #stopped = false;

  constructor(options: QueueOptions) {
    if (!(options.concurrency >= 1)) throw new Error(`queue ${options.name}: concurrency must be at least 1`);
    this.#options = options;
    this.#clock = options.clock ?? monotonicClock;
  }

  add(key: string): void {
    if (this.#stopped) return;
    if (this.#running.has(key)) {
      this.#dirty.add(key);
      return;
    }
    this.#wait(key);
    this.#pumpSoon();
  }

  addAfter(key: string, ms: number): void {
    if (ms <= 0) this.add(key);
    else this.#schedule(this.#wishes, key, ms);
  }

  size(): number {
    return this.#waiting.size + this.#running.size;
  }

  oldestMs(): number {
    const { value: since } = this.#waiting.values().next();
    return since === undefined ? 0 : Math.max(0, this.#clock.now() - since);
  }

  idle(): Promise<void> {
    if (this.size() === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#idleWaiters.push(resolve);
    });
  }

  stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of [...this.#wishes.values(), ...this.#requeues.values()]) timer.cancel();
    this.#wishes.clear();
    this.#requeues.clear();
    this.#waiting.clear();
    this.#dirty.clear();
    for (const run of this.#running.values()) run.abort();
    this.#settleIdle();
    return this.idle();
  }

  #wait(key: string): void {
    if (!this.#waiting.has(key)) this.#waiting.set(key, this.#clock.now());
  }

  /** Of two timers for one key the earlier counts. */
  #schedule(timers: Map<string, Timer>, key: string, ms: number): void {
    if (this.#stopped) return;
    const at = this.#clock.now() + ms;
    const known = timers.get(key);
    if (known !== undefined && known.at <= at) return;
    known?.cancel();
    const cancel = this.#clock.setTimer(ms, () => {
      timers.delete(key);
      this.add(key);
    });
    timers.set(key, { at, cancel });
  }

  /** Not at once: whoever calls `add` must not find its reconcile running inside the call. */
  #pumpSoon(): void {
    if (this.#pumpDue) return;
    this.#pumpDue = true;
    queueMicrotask(() => {
      this.#pumpDue = false;
      this.#pump();
    });
  }

  #pump(): void {
    for (const key of this.#waiting.keys()) {
      if (this.#running.size >= this.#options.concurrency) return;
      this.#waiting.delete(key);
      this.#requeues.get(key)?.cancel();
      this.#requeues.delete(key);
      const run = new AbortController();
      this.#running.set(key, run);
      void this.#run(key, run.signal);
    }
  }

  async #run(key: string, signal: AbortSignal): Promise<void> {
    const outcome = await this.#outcomeOf(key, signal);
    this.#running.delete(key);
    if (!this.#stopped) {
      this.#settle(key, outcome);
      if (this.#dirty.delete(key)) this.#wait(key);
      this.#pumpSoon();
    }
    this.#settleIdle();
  }

  async #outcomeOf(key: string, signal: AbortSignal): Promise<ReconcileOutcome> {
    try {
      return await this.#options.reconcile(key, signal);
    } catch (error) {
      return { kind: 'retry', error };
    }
  }

  #settle(key: string, outcome: ReconcileOutcome): void {
    switch (outcome.kind) {
      case 'done':
        this.#failures.delete(key);
        return;
      case 'requeueAfter':
        this.#failures.delete(key);
        if (outcome.ms <= 0) this.#wait(key);
        else this.#schedule(this.#requeues, key, outcome.ms);
        return;
      case 'stop':
        this.#options.onError?.(key, outcome.error, (this.#failures.get(key) ?? 0) + 1);
        this.#failures.delete(key);
        return;
      case 'retry':
        this.#retry(key, outcome.error);
    }
  }

  #retry(key: string, error: unknown): void {
    const attempt = this.#failures.get(key) ?? 0;
    this.#failures.set(key, attempt + 1);
    const asked = error instanceof KubeError ? (error.retryAfterMs ?? 0) : 0;
    const ms = Math.max(
      backoffMs(attempt, BACKOFF, () => this.#clock.random()),
      asked,
    );
    this.#schedule(this.#requeues, key, ms);
    this.#options.onError?.(key, error, attempt + 1);
  }

  #settleIdle(): void {
    if (this.size() > 0) return;
    const waiters = this.#idleWaiters;
    this.#idleWaiters = [];
    for (const resolve of waiters) resolve();
  }
}
