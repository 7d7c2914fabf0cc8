/**
 * The thread that watches the loop of its process. A loop that stands still answers nobody and can end nothing, not even
 * itself; its process is ended for it, so that whoever started it can start it again.
 */
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { WatchdogData } from './data.ts';
import { nextSeen, type Seen } from './judge.ts';

// From our own process: small as it is, the thread shall not load a parser.
const { beats, limitMs, everyMs } = workerData as WatchdogData;
const counter = new Int32Array(beats);
let seen: Seen = { beat: Atomics.load(counter, 0), silentMs: 0 };
let lookedAt = performance.now();

setInterval(() => {
  const now = performance.now();
  seen = nextSeen(seen, { beat: Atomics.load(counter, 0), sinceLastMs: now - lookedAt, everyMs });
  lookedAt = now;
  if (seen.silentMs >= limitMs) end(seen.silentMs);
}, everyMs);

function end(silentMs: number): void {
  const msg = `the event loop has stood still for ${(silentMs / 1000).toFixed(1)} s: this process is ended, to be started again`;
  try {
    // Past the loop: whatever a thread prints otherwise has to pass through it.
    writeSync(2, `${JSON.stringify({ level: 60, time: new Date().toISOString(), msg })}\n`);
  } catch {
    // Nobody reads it; that is no reason to go on standing still.
  }
  process.kill(process.pid, 'SIGKILL');
}
