import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort } from '#local/testing/effort.ts';
import { keyOf } from '#lib/k8s/object.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { CacheContent } from './cache-content.ts';
import type { CacheEvent, ObjectEvent } from './types.ts';

function aConfigMap(name: string, version: number, more: object = {}): KubeObject {
  const metadata = { namespace: 'ns', name, resourceVersion: String(version) };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, ...more };
}

/** What an API server would have done: every change of a few objects, numbered. */
interface Change {
  version: number;
  type: ObjectEvent['type'];
  name: string;
}

function historyOf(steps: readonly { name: string; remove: boolean }[]): Change[] {
  const alive = new Set<string>();
  return steps.flatMap(({ name, remove }, index) => {
    if (remove && !alive.has(name)) return [];
    const type = remove ? 'DELETED' : alive.has(name) ? 'MODIFIED' : 'ADDED';
    if (remove) alive.delete(name);
    else alive.add(name);
    return [{ version: index + 1, type, name }];
  });
}

function stateAt(history: readonly Change[], version: number): Map<string, number> {
  const state = new Map<string, number>();
  for (const change of history.filter((one) => one.version <= version)) {
    if (change.type === 'DELETED') state.delete(change.name);
    else state.set(change.name, change.version);
  }
  return state;
}

type Act =
  /** The stream hands over up to `count` further changes. */
  | { do: 'stream'; count: number }
  /** The writer sees the answer to its write, early or late. */
  | { do: 'observe'; pick: number }
  /** A list of the present state is sent, own writes happen meanwhile, then its answer arrives. */
  | { do: 'relist'; observed: number[] };

const name = fc.constantFrom('a', 'b', 'c');
const steps = fc.array(fc.record({ name, remove: fc.boolean() }), { maxLength: 25 });
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ do: fc.constant('stream' as const), count: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ do: fc.constant('observe' as const), pick: fc.nat(24) }),
  fc.record({ do: fc.constant('relist' as const), observed: fc.array(fc.nat(24), { maxLength: 3 }) }),
);

/** A cache content played against a history; `told` is what somebody who only listens to it believes. */
class Play {
  readonly content = new CacheContent({});
  readonly told = new Map<string, number>();
  readonly #history: readonly Change[];
  #position = 0;

  constructor(history: readonly Change[]) {
    this.#history = history;
    this.content.subscribe((event) => {
      this.#hear(event);
    });
  }

  #hear(event: CacheEvent): void {
    const key = keyOf(event.object);
    const version = Number(event.object.metadata.resourceVersion);
    expect(this.told.has(key)).toBe(event.type !== 'added');
    if (event.type === 'modified') expect(version).toBeGreaterThan(this.told.get(key) ?? 0);
    if (event.type === 'deleted') this.#checkDelete(event.object);
    else this.told.set(key, version);
    if (event.type === 'deleted') this.told.delete(key);
  }

  /** No phantom: whatever is told as deleted was deleted at some time after the version that was known. */
  #checkDelete({ metadata }: KubeObject): void {
    const later = this.#history.filter((one) => one.name === metadata.name && one.type === 'DELETED');
    expect(later.some((one) => one.version > Number(metadata.resourceVersion))).toBe(true);
  }

  act(one: Act): void {
    if (one.do === 'stream') this.#stream(one.count);
    else if (one.do === 'observe') this.#observe(one.pick);
    else {
      // The list is answered with what holds now: at least all that this cache has seen.
      this.content.listStarted();
      const at = Math.max(this.#position, this.#seenVersion());
      for (const pick of one.observed) this.#observe(pick);
      const items = [...stateAt(this.#history, at)].map(([key, version]) => aConfigMap(key, version));
      this.content.replaceAll(items, String(at));
      this.#position = at;
    }
  }

  /** A consistent list is never older than a write that was answered before it. */
  #seenVersion(): number {
    return Math.max(0, ...this.content.store.list().map((object) => Number(object.metadata.resourceVersion)));
  }

  #stream(count: number): void {
    const next = this.#history.filter((one) => one.version > this.#position).slice(0, count);
    const last = next.at(-1);
    if (last === undefined) return;
    this.content.take(
      next.map((one) => ({ type: one.type, object: aConfigMap(one.name, one.version) })),
      String(last.version),
    );
    this.#position = last.version;
  }

  #observe(pick: number): void {
    const change = this.#history[pick % Math.max(this.#history.length, 1)];
    if (change === undefined || change.type === 'DELETED') return;
    const before = this.content.store.get(`ns/${change.name}`);
    this.content.observe(aConfigMap(change.name, change.version));
    const after = this.content.store.get(`ns/${change.name}`);
    // Never backwards.
    if (before !== undefined) {
      expect(Number(after?.metadata.resourceVersion)).toBeGreaterThanOrEqual(
        Number(before.metadata.resourceVersion),
      );
    }
  }

  finish(): void {
    this.#stream(Number.POSITIVE_INFINITY);
    const want = stateAt(this.#history, Number.POSITIVE_INFINITY);
    const got = this.content.store
      .list()
      .map(({ metadata }) => [metadata.name, Number(metadata.resourceVersion)]);
    expect(new Map(got as [string, number][])).toEqual(want);
    expect(new Map([...this.told].map(([key, version]) => [key.slice(3), version]))).toEqual(want);
  }
}

describe('every interleaving of stream, relists and own writes', () => {
  it('ends in the true state, tells no phantom delete, never goes backwards, resurrects nothing', () => {
    fc.assert(
      fc.property(steps, fc.array(act, { maxLength: 25 }), (given, acts) => {
        const play = new Play(historyOf(given));
        for (const one of acts) play.act(one);
        play.finish();
      }),
      { numRuns: effort(1000, 10_000) },
    );
  });
});

function recorded(content: CacheContent): string[] {
  const events: string[] = [];
  content.subscribe((event) => {
    events.push(`${event.type} ${event.object.metadata.name}@${event.object.metadata.resourceVersion ?? ''}`);
  });
  return events;
}

describe('CacheContent', () => {
  it('does not bring back what was deleted after the write that is observed late', () => {
    const content = new CacheContent({});
    const events = recorded(content);
    content.replaceAll([], '1');
    content.take(
      [
        { type: 'ADDED', object: aConfigMap('a', 2) },
        { type: 'DELETED', object: aConfigMap('a', 3) },
      ],
      '3',
    );
    content.observe(aConfigMap('a', 2));
    expect(events).toEqual(['added a@2', 'deleted a@2']);
  });

  it('keeps a write that the list under way cannot know, and drops an older one that is missing', () => {
    const content = new CacheContent({});
    content.replaceAll([aConfigMap('old', 1)], '1');
    content.listStarted();
    content.observe(aConfigMap('new', 9));
    const events = recorded(content);
    content.replaceAll([], '8');
    expect(events.slice(2)).toEqual(['deleted old@1']);
  });

  it('tells its own write once', () => {
    const content = new CacheContent({});
    const events = recorded(content);
    content.replaceAll([], '1');
    content.observe(aConfigMap('a', 2));
    content.take([{ type: 'ADDED', object: aConfigMap('a', 2) }], '2');
    expect(events).toEqual(['added a@2']);
  });

  it('empties itself when an etcd was set back', () => {
    const content = new CacheContent({});
    content.replaceAll([aConfigMap('a', 900)], '900');
    content.listStarted();
    content.replaceAll([aConfigMap('b', 4)], '5');
    expect(content.store.list().map((object) => object.metadata.name)).toEqual(['b']);
    content.observe(aConfigMap('b', 6));
    expect(content.store.get('ns/b')?.metadata.resourceVersion).toBe('6');
  });

  it('takes over a write that has the labels of its selector', () => {
    const labelled = (name: string, labels: Record<string, string>): KubeObject => {
      const object = aConfigMap(name, 2);
      return { ...object, metadata: { ...object.metadata, labels } };
    };
    const content = new CacheContent({ labelSelector: 'a=1,b=2' });
    content.replaceAll([], '1');
    content.observe(labelled('half', { a: '1' }));
    content.observe(labelled('other', { a: '1', b: '3' }));
    content.observe(labelled('both', { a: '1', b: '2', c: '3' }));
    expect(content.store.list().map(keyOf)).toEqual(['ns/both']);
    for (const labelSelector of ['a', '!a', 'a!=1', 'a in (1)']) {
      const judged = new CacheContent({ labelSelector });
      judged.observe(labelled('both', { a: '1' }));
      expect(judged.store.list()).toEqual([]);
    }
  });

  it('keeps to its namespace and leaves selectors to the server', () => {
    const inOther = new CacheContent({ namespace: 'other' });
    inOther.observe(aConfigMap('a', 1));
    const selected = new CacheContent({ labelSelector: 'x=y' });
    selected.observe(aConfigMap('a', 1));
    expect([...inOther.store.list(), ...selected.store.list()]).toEqual([]);
    selected.replaceAll([aConfigMap('a', 1)], '1');
    selected.observe(aConfigMap('a', 2));
    expect(selected.store.get('ns/a')?.metadata.resourceVersion).toBe('2');
  });

  it('indexes, and forgets old values', () => {
    const content = new CacheContent({ indexes: { color: (object) => [String(object['color'])] } });
    content.replaceAll([aConfigMap('a', 1, { color: 'red' }), aConfigMap('b', 1, { color: 'red' })], '1');
    content.take([{ type: 'MODIFIED', object: aConfigMap('a', 2, { color: 'blue' }) }], '2');
    expect(content.store.byIndex('color', 'red').map(keyOf)).toEqual(['ns/b']);
    expect(content.store.byIndex('color', 'blue').map(keyOf)).toEqual(['ns/a']);
    expect(content.store.list('ns')).toHaveLength(2);
    expect(content.store.list('elsewhere')).toEqual([]);
    expect(() => content.store.byIndex('taste', 'sweet')).toThrow('no index "taste"');
  });

  it('holds a strange object without losing its neighbours', () => {
    const fail = (): never => {
      throw new TypeError('strange');
    };
    const content = new CacheContent({ indexes: { any: fail }, transform: fail });
    content.replaceAll([aConfigMap('a', 1), aConfigMap('b', 1)], '1');
    expect(content.store.list()).toHaveLength(2);
  });
});

describe('a handler that throws', () => {
  it('ends neither the process nor what others are told, and is reported with the object', async () => {
    const content = new CacheContent({});
    const told: string[] = [];
    const warned = new Promise<Error>((resolve) => process.once('warning', resolve));
    content.subscribe(() => {
      throw new Error('never thought of this');
    });
    content.subscribe((event) => told.push(keyOf(event.object)));
    content.take([{ type: 'ADDED', object: aConfigMap('strange', 1) }], '1');
    content.take([{ type: 'ADDED', object: aConfigMap('plain', 2) }], '2');
    expect(told).toEqual(['ns/strange', 'ns/plain']);
    expect((await warned).message).toMatch(/^ConfigMap ns\/strange .*never thought of this/);
    // Also what is known already when somebody comes.
    expect(() =>
      content.subscribe(() => {
        throw new Error('nor of this');
      }),
    ).not.toThrow();
  });
});
