/**
 * So many at a time, and of one group never all of them: what one tenant asks for holds up nobody else. The others wait in
 * the order in which they came, but for those whose group has its share.
 */
export class Slots {
  private readonly share: number;
  private readonly held = new Map<string, number>();
  private readonly waiting: { group: string; take: () => void }[] = [];
  private free: number;

  /** @param share of one group; default: all */
  constructor(count: number, share = count) {
    this.free = count;
    this.share = share;
  }

  /**
   * Rejects with the signal's reason when that is aborted before there is room.
   * @param group whoever must not have more than a share
   */
  async use<T>(signal: AbortSignal, work: () => Promise<T>, group = ''): Promise<T> {
    signal.throwIfAborted();
    if (this.hasRoom(group)) this.hold(group);
    else await this.turn(signal, group);
    try {
      return await work();
    } finally {
      this.giveBack(group);
    }
  }

  /** Whether nothing is at work for the group, and nothing of it waits. */
  isIdle(group: string): boolean {
    return !this.held.has(group) && this.waiting.every((waiter) => waiter.group !== group);
  }

  private hasRoom(group: string): boolean {
    return this.free > 0 && (this.held.get(group) ?? 0) < this.share;
  }

  private hold(group: string): void {
    this.free -= 1;
    this.held.set(group, (this.held.get(group) ?? 0) + 1);
  }

  /** Whoever waits longest and may have a slot gets it at once: nobody can come in between. */
  private giveBack(group: string): void {
    const left = (this.held.get(group) ?? 0) - 1;
    if (left > 0) this.held.set(group, left);
    else this.held.delete(group);
    this.free += 1;
    const next = this.waiting.findIndex((waiter) => this.hasRoom(waiter.group));
    for (const waiter of next < 0 ? [] : this.waiting.splice(next, 1)) {
      this.hold(waiter.group);
      waiter.take();
    }
  }

  private turn(signal: AbortSignal, group: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter = {
        group,
        take: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      const giveUp = (): void => {
        this.waiting.splice(this.waiting.indexOf(waiter), 1);
        reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.waiting.push(waiter);
    });
  }
}
