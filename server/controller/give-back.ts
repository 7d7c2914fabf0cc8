/**
 * Gives memory back when there is nothing to do. V8 keeps what a burst of work took, after every start some 30 MB, until there
 * is more work to do; an idle controller never has any.
 */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_MS = 1_000;
/** Share of the time between two looks in which there was something to do. */
const IDLE = 0.05;
/** Bytes held and not used; collecting takes 0.1 s, which less is not worth. */
const SLACK = 10 * 1024 * 1024;

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/** Looks again and again until it is stopped; keeps no process alive. */
export function giveBackWhenIdle(everyMs = LOOK_MS): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    const { total_heap_size: held, used_heap_size: used } = getHeapStatistics();
    if (utilization < IDLE && held - used > SLACK)
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
