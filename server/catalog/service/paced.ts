/**
 * Work that holds this process up, one at a time: after each the process has as long for everything else as the work took,
 * so that the lease is renewed and pages are answered however much is asked.
 */
import type { Clock } from '#server/kube/types.ts';

/** A row in which work waits for its turn; work that throws rejects, and lets the next one begin. */
export class Paced {
  private readonly clock: Pick<Clock, 'setTimer'>;
  /** Milliseconds of a clock that never goes back. */
  private readonly now: () => number;
  private readonly most: number;
  private waiting = 0;
  private last: Promise<void> = Promise.resolve();

  /** @param most that may wait */
  constructor(clock: Pick<Clock, 'setTimer'>, now: () => number, most: number) {
    this.clock = clock;
    this.now = now;
    this.most = most;
  }

  /** Undefined when too many wait already. */
  do<T>(work: () => T): Promise<T> | undefined {
    if (this.waiting >= this.most) return undefined;
    this.waiting += 1;
    const begun = this.last.then(() => this.run(work));
    this.last = begun.then(
      ({ rest }) => rest,
      () => undefined,
    );
    return begun.then(({ value }) => value);
  }

  private run<T>(work: () => T): { value: T; rest: Promise<void> } {
    this.waiting -= 1;
    const start = this.now();
    const value = work();
    const took = this.now() - start;
    const rest = new Promise<void>((resolve) => {
      this.clock.setTimer(took, resolve);
    });
    return { value, rest };
  }
}
