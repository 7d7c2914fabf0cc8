/** So many at a time; the others wait in the order in which they came. */
export class Slots {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(count: number) {
    this.free = count;
  }

  /** Rejects with the signal's reason when that is aborted before there is room. */
  async use<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.free > 0) this.free -= 1;
    else await this.turn(signal);
    try {
      return await work();
    } finally {
      // Handed on, not given back first: nobody can come in between.
      const next = this.waiting.shift();
      if (next === undefined) this.free += 1;
      else next();
    }
  }

  private turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        signal.removeEventListener('abort', giveUp);
      };
      const take = (): void => {
        end();
        resolve();
      };
      const giveUp = (): void => {
        this.waiting.splice(this.waiting.indexOf(take), 1);
        reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.waiting.push(take);
    });
  }
}
