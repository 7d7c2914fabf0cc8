import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { optional } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { ObjectEvent } from '#server/kube/types.ts';
import { Channel, eventMessage } from './channel.ts';
import type { SharedWatch, WatchStatus } from './shared-watch.ts';
import { newStreamStats } from './stream-stats.ts';
import { messageReader, shownAfter } from '../testing/test-stream.ts';
import { WatchContent } from './watch-content.ts';

const aMap = (name: string, version: number, filler = ''): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace: 'n', name, resourceVersion: String(version) },
  filler,
});

/** A shared watch whose content and status a test decides. */
class Bench implements SharedWatch {
  readonly content: WatchContent;
  readonly stats = newStreamStats();
  now: WatchStatus = { phase: 'live' };

  constructor(keptChanges?: number) {
    this.content = new WatchContent({
      type: { apiVersion: 'v1', kind: 'ConfigMap' },
      reduce: (object) => object,
      ...optional({ keptChanges }),
    });
  }

  status(): WatchStatus {
    return this.now;
  }

  frame(id: string, from: number): ReturnType<SharedWatch['frame']> {
    const changes = this.content.changes(from);
    if (changes === undefined) return undefined;
    const { events, to, skipped } = changes;
    return {
      bytes: eventMessage(id, events, this.content.position(to)),
      to,
      events: events.length,
      skipped,
    };
  }

  list(...items: KubeObject[]): void {
    this.content.stage(items, true);
    this.content.commit(undefined);
  }

  tab(resourceVersion?: string): Tab {
    const interest = {
      id: 'w',
      group: '',
      version: 'v1',
      plural: 'configmaps',
      ...optional({ resourceVersion }),
    };
    return new Tab(new Channel(interest, this, this.stats));
  }
}

class Tab {
  readonly channel: Channel;
  readonly messages: ReturnType<ReturnType<typeof messageReader>> = [];
  largest = 0;

  constructor(channel: Channel) {
    this.channel = channel;
  }

  /** Takes at most so many messages. */
  read(limit = Infinity): this {
    const read = messageReader();
    for (let count = 0; count < limit; count += 1) {
      const bytes = this.channel.next();
      if (bytes === undefined) break;
      this.largest = Math.max(this.largest, bytes.length);
      this.messages.push(...read(Buffer.from(bytes).toString('utf8')));
    }
    return this;
  }

  get types(): string[] {
    return this.messages.map(({ type }) => type);
  }

  get shown(): Record<string, string | undefined> {
    const shown = shownAfter(this.messages.flatMap((one) => (one.type === 'reconnect' ? [] : [one])));
    return Object.fromEntries([...shown].map(([key, { metadata }]) => [key, metadata.resourceVersion]));
  }

  get position(): string {
    const last = this.messages.findLast((one) => one.type === 'snapshot' || one.type === 'event');
    return last !== undefined && 'resourceVersion' in last ? last.resourceVersion : '';
  }
}

const event = (type: ObjectEvent['type'], name: string, version: number): ObjectEvent => ({
  type,
  object: aMap(name, version),
});

describe('what is held', () => {
  const content = (keptChanges = 2): WatchContent => new Bench(keptChanges).content;
  const of = (name: string, version: number, filler = ''): number =>
    JSON.stringify(aMap(name, version, filler)).length + `n/${name}`.length;

  it('is each object once, and a log that has an end', () => {
    const held = content();
    expect(held.heldBytes).toBe(0);
    held.stage([aMap('a', 1), aMap('b', 2, 'ü')], true);
    const both = of('a', 1) + of('b', 2, 'ue');
    expect(held.heldBytes).toBe(both);
    held.commit(undefined);
    expect(held.heldBytes).toBe(both);
    // The same list once more, as after an interruption, is not held twice.
    held.stage([aMap('a', 1), aMap('b', 2, 'ü')], true);
    expect(held.heldBytes).toBe(both);
    held.commit(undefined);
    for (let version = 3; version < 1_000; version += 1) held.take([event('MODIFIED', 'a', version)]);
    expect(held.heldBytes).toBeLessThan(both + 100);
    held.take([event('DELETED', 'a', 1_001), event('DELETED', 'b', 1_002)]);
    for (let version = 1_003; version < 1_020; version += 1) {
      held.take([event('ADDED', 'c', version), event('DELETED', 'c', version)]);
    }
    expect(held.heldBytes).toBeLessThan(250);
    held.clear();
    expect(held.heldBytes).toBe(0);
  });

  it('is what is there in the end, whatever happened', () => {
    const step = fc.record({
      name: fc.constantFrom('a', 'b', 'c'),
      type: fc.constantFrom<ObjectEvent['type']>('ADDED', 'MODIFIED', 'DELETED'),
      filler: fc.string({ maxLength: 20 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.array(step, { maxLength: 5 }), (steps, late) => {
        const held = content();
        held.stage([], true);
        held.commit(undefined);
        for (const [at, { name, type, filler }] of steps.entries()) {
          held.take([{ type, object: aMap(name, at, filler) }]);
        }
        held.stage(
          late.map(({ name, filler }, at) => aMap(name, 100 + at, filler)),
          true,
        );
        held.commit(undefined);
        for (const name of ['a', 'b', 'c']) held.take([event('DELETED', name, 200)]);
        for (let round = 0; round < 6; round += 1) held.take([event('ADDED', 'z', 300 + round)]);
        // Nothing is left but the last object and the log of it.
        expect(held.heldBytes).toBeGreaterThan(of('z', 305));
        expect(held.heldBytes).toBeLessThanOrEqual(of('z', 305) + 4 * 'n/z'.length);
      }),
    );
  });
});

describe('a tab', () => {
  it('is told the list, then what changes, each object at most once', () => {
    const bench = new Bench();
    bench.list(aMap('a', 1));
    const tab = bench.tab().read();
    expect(tab.types).toEqual(['snapshot', 'live']);
    bench.content.take([
      event('ADDED', 'b', 2),
      event('MODIFIED', 'a', 3),
      event('MODIFIED', 'a', 4),
      event('DELETED', 'b', 5),
    ]);
    tab.read();
    expect(tab.messages.at(-1)).toEqual({
      id: 'w',
      type: 'event',
      resourceVersion: bench.content.position(),
      events: [
        { type: 'MODIFIED', object: aMap('a', 4) },
        {
          type: 'DELETED',
          object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'n', name: 'b' } },
        },
      ],
    });
    expect(bench.stats).toMatchObject({ delivered: 2, coalesced: 2 });
  });

  it('goes on from its position, unless that is unknown or too old', () => {
    const bench = new Bench(2);
    bench.list(aMap('a', 1));
    const { position } = bench.tab().read();
    bench.content.take([event('ADDED', 'b', 2)]);
    expect(bench.tab(position).read().types).toEqual(['event', 'live']);
    expect(bench.tab('other.0').read().types).toEqual(['snapshot', 'live']);
    for (let version = 3; version < 9; version += 1) bench.content.take([event('MODIFIED', 'a', version)]);
    expect(bench.tab(position).read().types).toEqual(['snapshot', 'live']);
  });

  it.each(['forbidden', 'unauthorized', 'notFound'])('gets nothing more after "%s"', (kind) => {
    const bench = new Bench();
    bench.list(aMap('a', 1));
    const tab = bench.tab().read();
    bench.content.take([event('ADDED', 'b', 2)]);
    bench.now = { phase: 'failing', synced: true, trouble: { kind, message: 'no' } };
    const late = bench.tab(tab.position).read();
    for (const one of [tab.read(), late]) {
      expect(one.messages.at(-1)).toEqual({ id: 'w', type: 'error', kind, message: 'no' });
    }
    expect(late.types).toEqual(['error']);
    bench.now = { phase: 'live' };
    expect(tab.read().types).toEqual(['snapshot', 'live', 'error', 'snapshot', 'live']);
    expect(late.read().shown).toEqual({ 'n/a': '1', 'n/b': '2' });
  });

  it('hears that its list is stale, and nothing is repeated afterwards', () => {
    const bench = new Bench();
    bench.list(aMap('a', 1));
    const tab = bench.tab().read();
    bench.now = { phase: 'failing', synced: true, trouble: { kind: 'unavailable', message: 'down' } };
    tab.read().read();
    bench.now = { phase: 'live' };
    bench.list(aMap('a', 1));
    expect(tab.read().types).toEqual(['snapshot', 'live', 'stale', 'live']);
  });

  it('gets everything anew when the columns change', () => {
    const bench = new Bench();
    const columns = (name: string): Parameters<WatchContent['commit']>[0] => [
      { name, type: 'string', format: '', description: '', priority: 0 },
    ];
    bench.content.stage([aMap('a', 1)], true);
    bench.content.commit(columns('A'));
    const tab = bench.tab().read();
    bench.content.stage([aMap('a', 1)], true);
    bench.content.commit(columns('B'));
    tab.read();
    expect(tab.types).toEqual(['snapshot', 'live', 'snapshot']);
    expect(tab.messages.at(-1)).toMatchObject({ columns: columns('B') });
  });

  it('gets a long list in pieces while it changes', () => {
    const bench = new Bench();
    const filler = 'x'.repeat(1_000);
    bench.list(...Array.from({ length: 10_000 }, (_, index) => aMap(`m${String(index)}`, index, filler)));
    const tab = bench.tab().read(3);
    bench.content.take([event('DELETED', 'm5', 20_000), event('MODIFIED', 'm9999', 20_001)]);
    bench.content.take([event('DELETED', 'm9998', 20_002)]);
    tab.read();
    // Of what it has not been sent yet, nothing old is kept for it.
    const listed = shownAfter(
      tab.messages.flatMap((one) => (one.type === 'part' || one.type === 'snapshot' ? [one] : [])),
    );
    expect(listed.get('n/m9999')?.metadata.resourceVersion).toBe('20001');
    expect(listed.has('n/m9998')).toBe(false);
    expect(tab.largest).toBeLessThan(100_000);
    expect(tab.types.slice(-3)).toEqual(['snapshot', 'event', 'live']);
    expect(Object.keys(tab.shown)).toHaveLength(9_998);
    expect(tab.shown['n/m9999']).toBe('20001');
  });

  it('shows what the cluster has, however slowly it reads', () => {
    const step = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({ kind: fc.constant('put' as const), name: fc.integer({ max: 6 }) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant('delete' as const), name: fc.integer({ max: 6 }) }),
      },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('read' as const), name: fc.nat(2) }) },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constantFrom('list', 'clear', 'resume'), name: fc.nat() }),
      },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const bench = new Bench(8);
        const cluster = new Map<string, number>();
        const objects = (): KubeObject[] => [...cluster].map(([name, version]) => aMap(name, version));
        bench.list();
        let tab = bench.tab();
        for (const [at, { kind, name }] of steps.entries()) {
          const key = String(name);
          if (kind === 'put') {
            const type = cluster.has(key) ? 'MODIFIED' : 'ADDED';
            cluster.set(key, at);
            bench.content.take([event(type, key, at)]);
          } else if (kind === 'delete' && cluster.delete(key))
            bench.content.take([event('DELETED', key, at)]);
          else if (kind === 'read') tab.read(name);
          else if (kind === 'list') bench.list(...objects());
          else if (kind === 'clear') {
            bench.content.clear();
            bench.list(...objects());
          } else if (kind === 'resume') {
            const next = bench.tab(tab.position);
            next.messages.push(...tab.messages);
            tab = next;
          }
        }
        tab.read();
        const want = [...cluster].map(([name, version]) => [`n/${name}`, String(version)]);
        expect(tab.shown).toEqual(Object.fromEntries(want));
      }),
    );
  });
});
