/** A child that is started again when it ends: later and later, until it has been well for a while. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Child, ChildEnd, ChildOptions } from './child.ts';
import { startChild } from './child.ts';
import { afterEnd, CLEAN } from './restart.ts';

export interface KeptOptions extends Omit<ChildOptions, 'args' | 'appends'> {
  /** Its arguments; of a later life when told what the first one said when it was ready. */
  readonly args: (first: RegExpExecArray | undefined) => readonly string[];
  /** The line by which it says that it is ready. */
  readonly ready: RegExp;
  /** It has ended and is started again. */
  readonly onEnd?: (end: ChildEnd, afterMs: number) => void;
  /** It is ready once more. */
  readonly onAgain?: (match: RegExpExecArray) => void;
  /** Waits before it is started again, unless the signal comes first. Tests are less patient. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface KeptChild {
  readonly name: string;
  /** Of its present life. */
  readonly pid: number | undefined;
  /** What it said when it was ready for the first time. Rejects with ChildFailed when it ends before. */
  readonly ready: Promise<RegExpExecArray>;
  /** Of its present life: see `Child`. */
  ask(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves when it has ended at once over and over, and is left alone. */
  readonly gaveUp: Promise<ChildEnd>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** A child that ends before it was ever ready is not started again: mostly it was asked for something impossible. */
export function keepChild(options: KeptOptions): KeptChild {
  const stopping = new AbortController();
  const gaveUp = Promise.withResolvers<ChildEnd>();
  let child = startChild({ ...options, args: options.args(undefined) });
  const ready = child.line(options.ready);
  const start = (first: RegExpExecArray): Child => {
    child = startChild({ ...options, args: options.args(first), appends: true });
    child.line(options.ready).then(options.onAgain, () => undefined);
    return child;
  };
  const kept = ready
    .then((first) => keep(options, { first, child, start, signal: stopping.signal }))
    .then(
      (end) => {
        if (end !== undefined) gaveUp.resolve(end);
      },
      // Told by `ready`.
      () => undefined,
    );
  return {
    name: options.name,
    get pid() {
      return child.pid;
    },
    ready,
    ask: (pattern) => child.ask(pattern),
    gaveUp: gaveUp.promise,
    async stop(signal) {
      stopping.abort();
      await child.stop(signal);
      await kept;
    },
  };
}

interface Life {
  readonly first: RegExpExecArray;
  readonly child: Child;
  readonly start: (first: RegExpExecArray) => Child;
  readonly signal: AbortSignal;
}

/** Resolves to the end after which it is left alone; to nothing when it was stopped. */
async function keep(
  { onEnd, pause = patiently }: KeptOptions,
  { first, child, start, signal }: Life,
): Promise<ChildEnd | undefined> {
  const isStopped = (): boolean => signal.aborted;
  let record = CLEAN;
  for (let current = child, begun = performance.now(); ; begun = performance.now()) {
    const end = await current.ended;
    if (isStopped()) return undefined;
    const verdict = afterEnd(record, performance.now() - begun, Math.random);
    if (!verdict.again) return end;
    ({ record } = verdict);
    onEnd?.(end, verdict.afterMs);
    await pause(verdict.afterMs, signal);
    if (isStopped()) return undefined;
    current = start(first);
  }
}

async function patiently(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
