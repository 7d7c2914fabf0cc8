/** A map whose values are fetched when they are asked for. */
export class LazyMap<V> implements ReadonlyMap<string, V> {
  private readonly names: ReadonlySet<string>;
  private readonly fetch: (name: string) => V | undefined;

  /** @param fetch undefined for what turns out not to be there */
  constructor(names: Iterable<string>, fetch: (name: string) => V | undefined) {
    this.names = new Set(names);
    this.fetch = fetch;
  }

  get size(): number {
    return this.names.size;
  }

  has(name: string): boolean {
    return this.names.has(name);
  }

  get(name: string): V | undefined {
    return this.names.has(name) ? this.fetch(name) : undefined;
  }

  keys(): SetIterator<string> {
    return this.names.keys();
  }

  *entries(): MapIterator<[string, V]> {
    for (const name of this.names) {
      const value = this.fetch(name);
      if (value !== undefined) yield [name, value];
    }
    return undefined;
  }

  *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value;
    return undefined;
  }

  [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries();
  }

  forEach(handle: (value: V, name: string, map: ReadonlyMap<string, V>) => void): void {
    for (const [name, value] of this.entries()) handle(value, name, this);
  }
}
