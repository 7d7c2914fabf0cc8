import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SourcePlace, SourceSpec } from '#lib/olm/sources/spec.ts';
import { simulatedClock, type SimulatedClock } from '#local/testing/simulated-clock.ts';
import { NothingUsable, type CachedSource, type CatalogCache, type StoredCatalog } from './catalog-cache.ts';
import { createSourceStore, type SourceStore } from './source-store.ts';
import { SourceError, type FetchRequest, type Fetched } from '../sources/reader.ts';
import type { Catalog, CatalogRef } from '../types.ts';

const MINUTE = 60_000;

const ref = (name: string, namespace = 'olm'): CatalogRef => ({ namespace, name });
const A = ref('a');
const spec = (place: SourcePlace, more: Partial<SourceSpec> = {}): SourceSpec => ({
  place,
  disabled: false,
  ...more,
});
const image = (tag: string, more: Partial<SourceSpec> = {}): SourceSpec =>
  spec({ kind: 'image', image: `quay.io/a/b:${tag}`, secrets: [] }, more);

function aStored(version: string, readAt: number): StoredCatalog {
  return {
    packages: new Map([[version, { name: version, defaultChannel: '', channels: [], bundles: {} }]]),
    graphs: new Map(),
    tiles: [],
    firstTiles: [],
    counts: { packages: 1, channels: 0, bundles: 0, operators: 0, versions: 0 },
    operators: new Map(),
    warnings: [],
    answer: () => undefined,
    icon: () => undefined,
    providers: () => [],
    digest: `digest of ${version}`,
    version,
    readAt,
  };
}

interface MemoryCache extends CatalogCache {
  kept: Map<string, { source: CachedSource; stored: StoredCatalog }>;
  folders: Set<string>;
}

/** Keeps in memory; the content of a source is its version, and versions that begin with `bad` are unusable. */
function memoryCache(clock: SimulatedClock): MemoryCache {
  const kept: MemoryCache['kept'] = new Map();
  const folders = new Set<string>();
  let made = 0;
  const key = ({ ref: { namespace, name }, address, uid = '' }: CachedSource): string =>
    `${namespace}/${name} ${address} ${uid}`;
  const take: CatalogCache['take'] = (source, { folder, version }) => {
    folders.delete(folder);
    if (version.startsWith('bad'))
      return Promise.reject(new NothingUsable([{ message: `${version} is broken` }]));
    const stored = aStored(version, clock.now());
    kept.set(key(source), { source, stored });
    return Promise.resolve(stored);
  };
  return {
    kept,
    folders,
    known: () =>
      Promise.resolve(
        [...kept.values()].map(({ source, stored }) => ({
          ...source,
          version: stored.version,
          readAt: stored.readAt,
        })),
      ),
    open: (source) => Promise.resolve(kept.get(key(source))?.stored),
    folder: () => {
      const folder = `folder ${String((made += 1))}`;
      folders.add(folder);
      return Promise.resolve(folder);
    },
    discard: (folder) => {
      folders.delete(folder);
      return Promise.resolve();
    },
    take,
    read: (source, { version, signal }) => take(source, { folder: '', version, signal }),
    forget: (source) => {
      kept.delete(key(source));
      return Promise.resolve();
    },
    putContent: () => Promise.resolve(),
    content: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  };
}

/** Answers by image or address: a version, an error, or never. */
class World {
  readonly clock = simulatedClock();
  readonly cache = memoryCache(this.clock);
  readonly answers = new Map<string, string | Error | 'hang'>();
  readonly asked: { place: string; known: string | undefined }[] = [];
  readonly told: string[] = [];
  running = 0;
  mostRunning = 0;
  readonly watched = new Map<string, () => void>();

  async store(more: { onlyOf?: readonly string[] } = {}): Promise<SourceStore> {
    const store = await createSourceStore({
      ...more,
      cache: this.cache,
      directories: [],
      namespace: 'olm',
      clock: this.clock,
      reader: (_ref, place) => ({ fetch: (request) => this.fetch(nameOf(place), request) }),
      watchConfigMap: ({ name }, onChange) => {
        this.watched.set(name, onChange);
        return {
          current: () => ({ uid: 'u1', resourceVersion: '5' }),
          close: () => {
            this.watched.delete(name);
          },
        };
      },
    });
    store.subscribe(({ name }) => this.told.push(name));
    return store;
  }

  private async fetch(place: string, { known, signal }: FetchRequest): Promise<Fetched> {
    this.asked.push({ place, known });
    this.running += 1;
    this.mostRunning = Math.max(this.mostRunning, this.running);
    try {
      const answer = this.answers.get(place) ?? 'v1';
      if (answer instanceof Error) throw answer;
      if (answer === 'hang') await untilAborted(signal);
      return answer === known ? { kind: 'unchanged' } : { kind: 'fetched', version: answer };
    } finally {
      this.running -= 1;
    }
  }
}

function nameOf(place: SourcePlace): string {
  switch (place.kind) {
    case 'image':
      return place.image;
    case 'http':
      return place.url;
    case 'grpc':
      return place.address;
    case 'directory':
    case 'configMap':
      return place.name;
  }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    });
  });
}

const versions = (catalog: Catalog | undefined): string[] | undefined =>
  catalog === undefined ? undefined : [...catalog.packages.keys()];
const gone = (message = 'quay.io does not answer'): SourceError => new SourceError('unreachable', message);

let world: World;
let store: SourceStore;

beforeEach(async () => {
  world = new World();
  store = await world.store();
});

afterEach(async () => {
  store.stop();
  await world.clock.advance(0);
  expect(world.clock.timers()).toBe(0);
});

describe('the store of all sources', () => {
  it('offers what a source gave, and tells of it', async () => {
    store.offer(A, image('1'));
    expect(versions(store.get(A))).toEqual([]);
    expect(store.get(A)?.reading?.fetching).toBe(true);
    await world.clock.advance(0);
    expect(versions(store.get(A))).toEqual(['v1']);
    expect(store.get(A)?.reading).toEqual({ fetching: false, checkedAt: world.clock.now() });
    expect(world.told.length).toBeGreaterThan(0);
    expect(world.cache.folders.size).toBe(0);
    expect(world.clock.timers()).toBe(0);
  });

  it('asks a polled image again and takes newer content, and tells nobody when there is none', async () => {
    store.offer(A, image('1', { pollMs: 10 * MINUTE }));
    await world.clock.advance(0);
    const catalog = store.get(A);
    world.told.length = 0;
    await world.clock.advance(60 * MINUTE);
    expect(world.asked).toHaveLength(7);
    expect(world.asked.at(-1)?.known).toBe('v1');
    expect(world.told).toEqual([]);
    // The very same object, so that whatever was made of it need not be made again.
    expect(store.get(A)).toBe(catalog);
    expect(catalog?.reading?.checkedAt).toBe(world.clock.now());
    world.answers.set('quay.io/a/b:1', 'v2');
    await world.clock.advance(10 * MINUTE);
    expect(versions(store.get(A))).toEqual(['v2']);
    expect(world.told).toEqual(['a']);
  });

  it('keeps what it has while a source fails, says so, and recovers by itself', async () => {
    store.offer(A, image('1', { pollMs: 10 * MINUTE }));
    await world.clock.advance(0);
    world.answers.set('quay.io/a/b:1', gone());
    world.told.length = 0;
    await world.clock.advance(10 * MINUTE);
    const failedAt = world.clock.now();
    await world.clock.advance(50 * MINUTE);
    expect(versions(store.get(A))).toEqual(['v1']);
    expect(store.get(A)?.reading?.problem).toMatchObject({
      kind: 'unreachable',
      message: 'quay.io does not answer',
      since: failedAt,
    });
    // One failure after another that says the same is no news.
    expect(world.told).toEqual(['a']);
    world.answers.set('quay.io/a/b:1', 'v2');
    await world.clock.advance(15 * MINUTE);
    expect(versions(store.get(A))).toEqual(['v2']);
    expect(store.get(A)?.reading?.problem).toBeUndefined();
  });

  it('keeps what it has when newer content is unusable, and does not fetch that again and again', async () => {
    store.offer(A, image('1', { pollMs: 10 * MINUTE }));
    await world.clock.advance(0);
    world.answers.set('quay.io/a/b:1', 'bad');
    await world.clock.advance(60 * MINUTE);
    expect(versions(store.get(A))).toEqual(['v1']);
    expect(store.get(A)?.warnings).toEqual([{ message: 'bad is broken' }]);
    expect(store.get(A)?.reading?.problem?.message).toBe('nothing in it can be used (bad is broken)');
    expect(world.asked.filter(({ known }) => known === 'v1')).toHaveLength(1);
    world.answers.set('quay.io/a/b:1', 'v1');
    await world.clock.advance(15 * MINUTE);
    expect(store.get(A)?.reading?.problem).toBeUndefined();
    expect(store.get(A)?.warnings).toEqual([]);
  });

  it('reads only those of the namespaces named, and forgets what was kept of others', async () => {
    const ofTeam = ref('a', 'team');
    store.offer(ofTeam, image('1'));
    await world.clock.advance(0);
    expect([...world.cache.kept]).toHaveLength(1);
    store.stop();
    world.asked.length = 0;
    store = await world.store({ onlyOf: ['trusted'] });
    expect(store.list()).toEqual([]);
    for (const one of [ofTeam, ref('a', 'trusted'), A]) store.offer(one, image('1'));
    await world.clock.advance(60 * MINUTE);
    expect([...world.cache.kept.values()].map(({ source }) => source.ref.namespace)).toEqual([
      'trusted',
      'olm',
    ]);
    expect(versions(store.get(ofTeam))).toEqual([]);
    expect(store.get(ofTeam)?.reading?.problem).toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(
        /namespace team are not read, only those of olm, trusted: .*--catalog-namespace team/,
      ),
    });
    expect(world.asked).toHaveLength(2);
  });

  it('offers nothing of another address under a new one', async () => {
    store.offer(A, image('1'));
    await world.clock.advance(0);
    world.answers.set('quay.io/a/b:2', gone());
    store.offer(A, image('2'));
    expect(versions(store.get(A))).toEqual([]);
    await world.clock.advance(0);
    expect(versions(store.get(A))).toEqual([]);
    expect([...world.cache.kept]).toEqual([]);
  });

  it('breaks off the read of an address that is no longer wanted', async () => {
    world.answers.set('quay.io/a/b:1', 'hang');
    store.offer(A, image('1'));
    await world.clock.advance(0);
    store.offer(A, image('2'));
    await world.clock.advance(0);
    expect(versions(store.get(A))).toEqual(['v1']);
    expect([world.running, world.cache.folders.size]).toEqual([0, 0]);
  });

  it('fetches from two sources of a namespace at a time, and from the others in turn', async () => {
    for (const name of ['1', '2', '3', '4']) world.answers.set(`quay.io/a/b:${name}`, 'hang');
    for (const name of ['1', '2', '3', '4', '5']) store.offer(ref(name), image(name));
    await world.clock.advance(0);
    expect(world.running).toBe(2);
    expect(store.get(ref('5'))?.reading?.fetching).toBe(true);
    store.withdraw(ref('3'));
    store.withdraw(ref('1'));
    store.withdraw(ref('2'));
    await world.clock.advance(0);
    expect(versions(store.get(ref('5')))).toEqual(['v1']);
    expect(world.mostRunning).toBe(2);
  });

  it('fetches what other namespaces name while all sources of one dribble', async () => {
    for (const name of ['1', '2', '3', '4']) world.answers.set(`quay.io/a/b:${name}`, 'hang');
    for (const name of ['1', '2', '3', '4']) store.offer(ref(name, 'tenant'), image(name));
    store.offer(ref('mine', 'other'), image('5'));
    await world.clock.advance(0);
    expect(versions(store.get(ref('mine', 'other')))).toEqual(['v1']);
  });

  it('hangs up on a source that takes for ever', async () => {
    world.answers.set('quay.io/a/b:1', 'hang');
    store.offer(A, image('1'));
    await world.clock.advance(20 * MINUTE);
    expect(store.get(A)?.reading?.problem).toMatchObject({
      kind: 'unreachable',
      message: 'reading it took longer than 20 minutes and was given up',
    });
  });

  it('drops a source that is deleted, and what was kept of it', async () => {
    store.offer(A, image('1', { pollMs: MINUTE }));
    await world.clock.advance(0);
    world.told.length = 0;
    store.withdraw(A);
    expect([store.get(A), world.told, [...world.cache.kept]]).toEqual([undefined, ['a'], []]);
    expect(world.clock.timers()).toBe(0);
  });

  it('offers nothing that was read for a CatalogSource of before under one that was made anew', async () => {
    store.offer(A, image('1'), 'first');
    await world.clock.advance(0);
    expect(versions(store.get(A))).toEqual(['v1']);
    store.stop();
    world.answers.set('quay.io/a/b:1', new SourceError('denied', 'no'));
    store = await world.store();
    // As it lies on disk, while nothing is known of the cluster.
    expect(versions(store.get(A))).toEqual(['v1']);
    store.offer(A, image('1'), 'second');
    await world.clock.advance(0);
    expect([versions(store.get(A)), store.get(A)?.reading?.problem?.kind]).toEqual([[], 'denied']);
    expect([...world.cache.kept]).toEqual([]);
  });

  it('offers directories of the controller in its own namespace alone', async () => {
    const tenant = ref('theirs', 'tenant');
    store.offer(tenant, spec({ kind: 'directory', name: 'samples' }), 'u');
    await world.clock.advance(0);
    expect(store.get(tenant)?.reading?.problem).toMatchObject({
      kind: 'refused',
      message: 'directories of the controller are offered in olm alone',
    });
  });

  it('keeps sources of one name in two namespaces apart', async () => {
    store.offer(A, image('1'));
    store.offer(ref('a', 'team'), image('2'));
    world.answers.set('quay.io/a/b:2', 'theirs');
    await world.clock.advance(0);
    expect(versions(store.get(A))).toEqual(['v1']);
    expect(versions(store.get(ref('a', 'team')))).toEqual(['theirs']);
    expect(store.list()).toHaveLength(2);
  });

  it('tells of a fault that is not the source’s without a word of it', async () => {
    world.answers.set('quay.io/a/b:1', new Error('ENOSPC /home/somebody/cache'));
    store.offer(A, image('1'));
    await world.clock.advance(0);
    expect(store.get(A)?.reading?.problem?.message).not.toContain('/home');
  });
});

describe('what people ask for', () => {
  it('reads when the annotation gets a new value, whatever failed before', async () => {
    world.answers.set('quay.io/a/b:1', gone());
    store.offer(A, image('1'));
    await world.clock.advance(0);
    world.answers.delete('quay.io/a/b:1');
    store.offer(A, image('1', { refresh: 'now' }));
    await world.clock.advance(0);
    expect(versions(store.get(A))).toEqual(['v1']);
    store.offer(A, image('1', { refresh: 'now' }));
    await world.clock.advance(0);
    expect(world.asked).toHaveLength(2);
  });

  it('reads once more when asked for in the middle of a read', async () => {
    world.answers.set('operators', 'hang');
    store.offer(A, spec({ kind: 'configMap', name: 'operators' }));
    await world.clock.advance(0);
    world.watched.get('operators')?.();
    world.answers.set('operators', 'v2');
    await world.clock.advance(20 * MINUTE);
    expect(versions(store.get(A))).toEqual(['v2']);
  });

  it('offers nothing of a disabled source, and all of it again afterwards', async () => {
    store.offer(A, image('1', { pollMs: MINUTE }));
    await world.clock.advance(0);
    store.offer(A, image('1', { pollMs: MINUTE, disabled: true }));
    expect([versions(store.get(A)), store.get(A)?.digest]).toEqual([[], '']);
    expect(world.clock.timers()).toBe(0);
    const asked = world.asked.length;
    store.offer(A, image('1', { pollMs: MINUTE }));
    expect(versions(store.get(A))).toEqual(['v1']);
    await world.clock.advance(0);
    expect(world.asked).toHaveLength(asked + 1);
  });

  it('reads a ConfigMap when it changes, and says which one it was', async () => {
    store.offer(A, spec({ kind: 'configMap', name: 'operators' }));
    await world.clock.advance(0);
    expect(store.get(A)?.reading?.configMap).toEqual({ uid: 'u1', resourceVersion: '5' });
    world.answers.set('operators', 'v2');
    world.watched.get('operators')?.();
    await world.clock.advance(0);
    expect(versions(store.get(A))).toEqual(['v2']);
    store.withdraw(A);
    expect(world.watched.size).toBe(0);
  });

  it('says at once which directories are not given, and never tries them again', async () => {
    store.offer(A, spec({ kind: 'directory', name: 'samples' }));
    await world.clock.advance(0);
    expect(store.get(A)?.reading?.problem?.message).toBe(
      'no directory is registered as samples: start the controller with --catalog samples=DIR',
    );
    expect(world.clock.timers()).toBe(0);
  });
});

describe('after a restart', () => {
  const restart = async (): Promise<void> => {
    store.stop();
    world.asked.length = 0;
    store = await world.store();
  };

  it('offers what is kept before anybody names a source, and reads nothing until then', async () => {
    store.offer(A, image('1'));
    await world.clock.advance(0);
    await restart();
    expect(versions(store.get(A))).toEqual(['v1']);
    await world.clock.advance(MINUTE);
    expect(world.asked).toEqual([]);
    world.answers.set('quay.io/a/b:1', gone());
    store.keepOnly([A]);
    store.offer(A, image('1'));
    await world.clock.advance(0);
    expect(world.asked).toEqual([{ place: 'quay.io/a/b:1', known: 'v1' }]);
    expect(versions(store.get(A))).toEqual(['v1']);
    expect(store.get(A)?.reading?.problem).toBeDefined();
  });

  it('forgets sources that were deleted meanwhile', async () => {
    store.offer(A, image('1'));
    await world.clock.advance(0);
    await restart();
    store.keepOnly([]);
    expect([store.get(A), [...world.cache.kept]]).toEqual([undefined, []]);
  });

  it('does not offer what is kept of an address that was changed meanwhile', async () => {
    store.offer(A, image('1'));
    await world.clock.advance(0);
    await restart();
    world.answers.set('quay.io/a/b:2', gone());
    store.offer(A, image('2'));
    await world.clock.advance(0);
    expect([versions(store.get(A)), [...world.cache.kept]]).toEqual([[], []]);
  });

  it('reads a source again whose files were damaged', async () => {
    store.offer(A, image('1'));
    await world.clock.advance(0);
    world.cache.kept.clear();
    store.repair({ ref: A, address: 'image quay.io/a/b:1' });
    await world.clock.advance(0);
    expect(versions(store.get(A))).toEqual(['v1']);
    expect(world.asked.at(-1)?.known).toBeUndefined();
  });
});
