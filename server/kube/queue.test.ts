import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort } from '#local/testing/effort.ts';
import { simulatedClock } from '#local/testing/simulated-clock.ts';
import type { SimulatedClock } from '#local/testing/simulated-clock.ts';
import { backoffMs } from '#lib/k8s/backoff.ts';
import { createQueue } from './queue.ts';
import type { ReconcileOutcome, WorkQueue } from './types.ts';

const done: ReconcileOutcome = { kind: 'done' };

interface Run {
  key: string;
  at: number;
  end: (outcome: ReconcileOutcome) => void;
}

/** A queue whose runs end only when the test says so. */
function handRun(concurrency = 2): {
  queue: WorkQueue;
  runs: Run[];
  clock: SimulatedClock;
  errors: number[];
} {
  const clock = simulatedClock(() => 1);
  const runs: Run[] = [];
  const errors: number[] = [];
  const queue = createQueue({
    name: 'test',
    concurrency,
    clock,
    onError: (_key, _error, attempt) => errors.push(attempt),
    reconcile: (key) =>
      new Promise((resolve) => {
        runs.push({ key, at: clock.now(), end: resolve });
      }),
  });
  return { queue, runs, clock, errors };
}

type Step =
  | { do: 'add'; key: string }
  | { do: 'addAfter'; key: string; ms: number }
  | { do: 'wait'; ms: number }
  | { do: 'end'; pick: number; outcome: 'done' | 'retry' | 'requeue' | 'stop' | 'throw' };

const key = fc.constantFrom('a', 'b', 'c');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('add' as const), key }),
  fc.record({ do: fc.constant('addAfter' as const), key, ms: fc.integer({ min: 0, max: 50 }) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 100 }) }),
  fc.record({
    do: fc.constant('end' as const),
    pick: fc.nat(5),
    outcome: fc.constantFrom(
      'done' as const,
      'retry' as const,
      'requeue' as const,
      'stop' as const,
      'throw' as const,
    ),
  }),
);

/** Plays steps against a queue and keeps book of what must happen. */
class Model {
  readonly clock = simulatedClock(() => 1);
  readonly running = new Map<
    string,
    { resolve: (outcome: ReconcileOutcome) => void; reject: (error: unknown) => void }
  >();
  /** The moment at or after which each key must be started: now for adds, later for wishes; of two the earlier. */
  readonly owed = { add: new Map<string, number>(), wish: new Map<string, number>() };
  readonly queue: WorkQueue;
  constructor(concurrency: number) {
    this.queue = createQueue({
      name: 'model',
      concurrency,
      clock: this.clock,
      reconcile: (key) => {
        expect(this.running.has(key)).toBe(false);
        expect(this.running.size).toBeLessThan(concurrency);
        for (const owed of Object.values(this.owed)) {
          if ((owed.get(key) ?? Number.POSITIVE_INFINITY) <= this.clock.now()) owed.delete(key);
        }
        return new Promise((resolve, reject) => {
          this.running.set(key, { resolve, reject });
        });
      },
    });
  }

  #owe(kind: 'add' | 'wish', key: string, at: number): void {
    // A wish whose moment has come waits for a worker like an add; what is wished from now on is another wish.
    const due = this.owed.wish.get(key);
    if (due !== undefined && due <= this.clock.now()) {
      this.owed.wish.delete(key);
      this.owed.add.set(key, due);
    }
    this.owed[kind].set(key, Math.min(at, this.owed[kind].get(key) ?? at));
  }

  async play(one: Step): Promise<void> {
    if (one.do === 'add') {
      this.#owe('add', one.key, this.clock.now());
      this.queue.add(one.key);
    } else if (one.do === 'addAfter') {
      // After no time at all is an add: it leaves an earlier wish for later as it is.
      this.#owe(one.ms === 0 ? 'add' : 'wish', one.key, this.clock.now() + one.ms);
      this.queue.addAfter(one.key, one.ms);
    } else if (one.do === 'wait') await this.clock.advance(one.ms);
    else this.#end(one);
    await this.clock.advance(0);
  }

  #end(one: Extract<Step, { do: 'end' }>): void {
    const [key, run] = [...this.running][one.pick % Math.max(this.running.size, 1)] ?? [];
    if (key === undefined || run === undefined) return;
    this.running.delete(key);
    if (one.outcome === 'throw') run.reject(new Error('x'));
    else if (one.outcome === 'retry') run.resolve({ kind: 'retry', error: new Error('x') });
    else if (one.outcome === 'stop') run.resolve({ kind: 'stop', error: new Error('x') });
    else run.resolve(one.outcome === 'done' ? done : { kind: 'requeueAfter', ms: 7 });
  }

  /** Ends every run with `done` until nothing is left, timers included. */
  async drain(): Promise<void> {
    for (let more = true; more || this.running.size > 0;) {
      for (const [key, run] of [...this.running]) {
        this.running.delete(key);
        run.resolve(done);
      }
      more = await this.clock.next();
    }
  }
}

describe('every schedule of adds, waits and outcomes', () => {
  it('never runs a key twice at once, never exceeds its workers, never loses a key', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(step, { maxLength: 40 }),
        async (workers, steps) => {
          const model = new Model(workers);
          for (const one of steps) await model.play(one);
          await model.drain();
          expect([...model.owed.add.keys(), ...model.owed.wish.keys()]).toEqual([]);
          expect(model.queue.size()).toBe(0);
          await model.queue.idle();
        },
      ),
      {
        numRuns: effort(200, 2000),
        examples: [
          [1, [1, 0, 2].map((ms): Step => ({ do: 'addAfter', key: 'a', ms }))],
          [
            1,
            [
              { do: 'addAfter', key: 'b', ms: 1 },
              { do: 'add', key: 'a' },
              { do: 'wait', ms: 1 },
              { do: 'addAfter', key: 'b', ms: 1 },
              { do: 'end', pick: 0, outcome: 'done' },
              { do: 'addAfter', key: 'b', ms: 2 },
            ],
          ],
        ],
      },
    );
  });
});

describe('createQueue', () => {
  it('runs nothing inside add', () => {
    const { queue, runs } = handRun();
    queue.add('a');
    expect(runs).toEqual([]);
  });

  it('joins adds of a waiting key and repeats a key added while it runs', async () => {
    const { queue, runs, clock } = handRun(1);
    queue.add('a');
    queue.add('a');
    await clock.advance(0);
    expect(runs.map((run) => run.key)).toEqual(['a']);
    queue.add('a');
    queue.add('b');
    queue.add('a');
    runs[0]?.end(done);
    await clock.advance(0);
    runs[1]?.end(done);
    await clock.advance(0);
    expect(runs.map((run) => run.key)).toEqual(['a', 'b', 'a']);
    expect(queue.size()).toBe(1);
  });

  it('tells how long the first key has been waiting for a worker', async () => {
    const { queue, runs, clock } = handRun(1);
    queue.add('a');
    await clock.advance(0);
    expect(queue.oldestMs()).toBe(0);
    queue.add('b');
    await clock.advance(1000);
    queue.add('c');
    queue.add('b');
    await clock.advance(500);
    expect(queue.oldestMs()).toBe(1500);
    runs[0]?.end(done);
    await clock.advance(0);
    expect(queue.oldestMs()).toBe(500);
  });

  it('backs off from 5 ms doubling to 5 min, and forgets on success', async () => {
    const { queue, runs, clock, errors } = handRun();
    queue.add('a');
    await clock.advance(0);
    const gaps: number[] = [];
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const before = clock.now();
      runs.at(-1)?.end({ kind: 'retry', error: new Error('x') });
      await clock.next();
      gaps.push(clock.now() - before);
    }
    expect(gaps.slice(0, 4)).toEqual([5, 10, 20, 40]);
    expect(gaps.slice(-2)).toEqual([300_000, 300_000]);
    expect(errors).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    runs.at(-1)?.end({ kind: 'requeueAfter', ms: 1000 });
    await clock.advance(1000);
    const before = clock.now();
    runs.at(-1)?.end({ kind: 'retry', error: new Error('x') });
    await clock.next();
    expect(clock.now() - before).toBe(5);
  });

  it('keeps the earlier of two wishes', async () => {
    const { queue, runs, clock } = handRun();
    const start = clock.now();
    queue.addAfter('a', 100);
    queue.addAfter('a', 50);
    queue.addAfter('a', 80);
    await clock.advance(200);
    expect(runs.map((run) => run.at - start)).toEqual([50]);
  });

  it('replaces the requeue of an earlier run, not the wish of somebody else', async () => {
    const { queue, runs, clock } = handRun();
    const start = clock.now();
    queue.add('a');
    await clock.advance(0);
    runs[0]?.end({ kind: 'requeueAfter', ms: 50 });
    await clock.advance(0);
    queue.addAfter('a', 90);
    await clock.advance(10);
    queue.add('a');
    await clock.advance(0);
    runs[1]?.end(done);
    await clock.advance(200);
    expect(runs.map((run) => run.at - start)).toEqual([0, 10, 90]);
  });

  it('does not repeat what was stopped', async () => {
    const { queue, runs, clock, errors } = handRun();
    queue.add('a');
    await clock.advance(0);
    runs[0]?.end({ kind: 'stop', error: new Error('x') });
    await clock.advance(1_000_000);
    expect(runs).toHaveLength(1);
    expect(errors).toEqual([1]);
  });

  it('stops: aborts what runs, drops what waits, resolves when the last run has ended', async () => {
    const clock = simulatedClock();
    const seen: string[] = [];
    const queue = createQueue({
      name: 'test',
      concurrency: 1,
      clock,
      reconcile: (key, signal) =>
        new Promise((resolve) => {
          seen.push(key);
          signal.addEventListener('abort', () => {
            seen.push('aborted');
            resolve(done);
          });
        }),
    });
    queue.add('a');
    queue.add('b');
    queue.addAfter('c', 5);
    await clock.advance(0);
    await queue.stop();
    queue.add('d');
    await clock.advance(1000);
    expect(seen).toEqual(['a', 'aborted']);
    expect(clock.timers()).toBe(0);
  });
});

describe('backoffMs', () => {
  it('stays between half and all of its step, and finite', () => {
    fc.assert(
      fc.property(
        fc.nat(5000),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempt, random) => {
          const full = Math.min(5 * 2 ** attempt, 1000);
          const ms = backoffMs(attempt, { baseMs: 5, maxMs: 1000 }, () => random);
          expect(ms).toBeGreaterThanOrEqual(full / 2);
          expect(ms).toBeLessThanOrEqual(full);
        },
      ),
    );
  });
});
