/** A few values by key, the least recently used one dropped when the sum of their sizes grows too large. */
export class Recent<V> {
  private readonly entries = new Map<string, { value: V; size: number }>();
  private readonly capacity: number;
  private used = 0;

  /** @param capacity in the unit of the sizes given to `set` */
  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get(key: string): V | undefined {
    const entry = this.entries.get(key);
    if (entry !== undefined) {
      this.entries.delete(key);
      this.entries.set(key, entry);
    }
    return entry?.value;
  }

  /** A value larger than the capacity is not kept. */
  set(key: string, value: V, size: number): void {
    this.delete(key);
    if (size > this.capacity) return;
    this.entries.set(key, { value, size });
    this.used += size;
    for (const oldest of this.entries.keys()) {
      if (this.used <= this.capacity) return;
      this.delete(oldest);
    }
  }

  private delete(key: string): void {
    const entry = this.entries.get(key);
    if (entry !== undefined) {
      this.entries.delete(key);
      this.used -= entry.size;
    }
  }
}

/**
 * The same, and until the garbage collector takes what was let go it can still be had: who goes through more than fits, again
 * and again, would never find any. For few keys and small values, for all that one turn of the event loop asks for is kept
 * until its end.
 */
export class RecentOrAlive<V extends object> {
  private readonly recent: Recent<V>;
  private readonly alive = new Map<string, WeakRef<V>>();

  /** @param capacity as for `Recent` */
  constructor(capacity: number) {
    this.recent = new Recent(capacity);
  }

  get(key: string): V | undefined {
    return this.recent.get(key) ?? this.alive.get(key)?.deref();
  }

  set(key: string, value: V, size: number): void {
    this.recent.set(key, value, size);
    this.alive.set(key, new WeakRef(value));
  }
}
