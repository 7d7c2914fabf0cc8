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
