/** Ends this process when its event loop stands still, and tells how late the loop is. */
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { WatchdogData } from './data.ts';

/** A watchdog that runs. */
export interface Watchdog {
  /** By how much the loop was late at most, in the last ten to twenty seconds. */
  readonly lagMs: () => number;
  readonly stop: () => Promise<void>;
}

/** Beside this file, and beside the bundle that this file is part of. */
const entry = join(import.meta.dirname, '..', 'watchdog', `main${extname(import.meta.filename)}`);

const BEAT_MS = 250;
const LOOK_MS = 1_000;
const LAG_WINDOW_MS = 10_000;
/** The thread does next to nothing. */
const SMALL = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 };

/** @param limitMs for how long the loop may stand still; 0 only measures */
export function startWatchdog(limitMs: number, onError: (error: unknown) => void): Watchdog {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const counter = new Int32Array(beats);
  const lag = lagMeter();
  const timer = setInterval(() => {
    Atomics.add(counter, 0, 1);
    lag.tick(performance.now());
  }, BEAT_MS);
  timer.unref();
  const data: WatchdogData = { beats, limitMs, everyMs: Math.min(LOOK_MS, limitMs / 4) };
  const worker = limitMs > 0 ? startThread(data, onError) : undefined;
  return {
    lagMs: () => lag.longest(performance.now()),
    stop: async () => {
      clearInterval(timer);
      await worker?.terminate();
    },
  };
}

function startThread(workerData: WatchdogData, onError: (error: unknown) => void): Worker {
  const worker = new Worker(entry, { workerData, execArgv: [], resourceLimits: SMALL });
  worker.on('error', onError);
  worker.unref();
  return worker;
}

interface LagMeter {
  tick(now: number): void;
  longest(now: number): number;
}

/** The longest delay of this window and of the one before. A tick that is overdue counts before it comes. */
function lagMeter(): LagMeter {
  let last = performance.now();
  let begun = last;
  let [current, before] = [0, 0];
  const late = (now: number): number => Math.max(now - last - BEAT_MS, 0);
  return {
    tick: (now) => {
      if (now - begun > LAG_WINDOW_MS) [before, current, begun] = [current, 0, now];
      current = Math.max(current, late(now));
      last = now;
    },
    longest: (now) => Math.max(before, current, late(now)),
  };
}
