import { expect, it } from 'vitest';
import { simulatedClock } from '#local/testing/simulated-clock.ts';
import { createQueue } from '#server/kube/queue.ts';
import type { ReconcileOutcome, WorkQueue } from '#server/kube/types.ts';
import { createLull } from './lull.ts';

/** A queue whose runs end when the test says so, and what waits for a lull of it. */
function busyQueue(): {
  queue: WorkQueue;
  end: () => void;
  clock: ReturnType<typeof simulatedClock>;
  wait: (signal?: AbortSignal) => { over: boolean };
} {
  const clock = simulatedClock();
  const runs: ((outcome: ReconcileOutcome) => void)[] = [];
  const reconcile = (): Promise<ReconcileOutcome> => new Promise((resolve) => runs.push(resolve));
  const queue = createQueue({ name: 'test', concurrency: 1, clock, reconcile });
  const lull = createLull(clock, [queue]);
  return {
    queue,
    end: () => runs.shift()?.({ kind: 'done' }),
    clock,
    wait(signal = new AbortController().signal) {
      const state = { over: false };
      void lull(signal).then(() => {
        state.over = true;
      });
      return state;
    },
  };
}

it('is at once where nothing is to be done', async () => {
  const { wait, clock } = busyQueue();
  const waiting = wait();
  await clock.advance(0);
  expect(waiting.over).toBe(true);
});

it('is when the last key is done, not between two of them', async () => {
  const { queue, end, clock, wait } = busyQueue();
  queue.add('a');
  queue.add('b');
  const waiting = wait();
  await clock.advance(1);
  end();
  await clock.advance(1);
  expect(waiting.over).toBe(false);
  end();
  await clock.advance(1);
  expect([waiting.over, clock.timers()]).toEqual([true, 0]);
});

it('is not waited for longer than ten seconds, by whoever comes in the meantime', async () => {
  const { queue, clock, wait } = busyQueue();
  queue.add('a');
  const first = wait();
  await clock.advance(9_999);
  const second = wait();
  await clock.advance(0);
  expect([first.over, second.over]).toEqual([false, false]);
  await clock.advance(1);
  expect([first.over, second.over]).toEqual([true, true]);
});

it('is waited for by nobody who stops', async () => {
  const { queue, clock, wait } = busyQueue();
  queue.add('a');
  const stop = new AbortController();
  const waiting = wait(stop.signal);
  stop.abort();
  await clock.advance(0);
  expect([waiting.over, clock.timers()]).toEqual([true, 0]);
});
