import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { optional } from '#lib/base/loose.ts';
import { simulatedClock, type SimulatedClock } from '#local/testing/simulated-clock.ts';
import type { BundleImages, PullBundle } from './bundle-images.ts';
import { createBundlePuller } from './bundle-puller.ts';
import { SourceError, type SourceErrorKind } from '../sources/reader.ts';
import { temporaryDirectory } from '../testing/temporary.ts';

const ref = { namespace: 'apps', name: 'catalog' };
const other = { namespace: 'apps', name: 'other' };
const DIGEST = `sha256:${'d'.repeat(64)}`;
const pinned = `registry.example/a@${DIGEST}`;
const tagged = 'registry.example/a:1';

interface Scene {
  images: BundleImages;
  clock: SimulatedClock;
  /** Of the CatalogSources. */
  owner: { uid: string };
  pulls: string[];
  kept: Set<string>;
  changes: string[];
}

/** @param pull what each pull comes to */
function scene(pull: PullBundle, tableFile?: string): Scene {
  const clock = simulatedClock();
  const owner = { uid: 'first' };
  const pulls: string[] = [];
  const kept = new Set<string>();
  const images = createBundlePuller({
    pull: (image, options) => {
      pulls.push(image);
      return pull(image, options);
    },
    cache: {
      putContent: ({ digest }) => {
        kept.add(digest);
        return Promise.resolve();
      },
      content: (digest) => Promise.resolve(kept.has(digest) ? { digest, objects: [] } : undefined),
    },
    credentials: () => Promise.resolve({ auths: new Map() }),
    owner: () => owner.uid,
    clock,
    ...optional({ tableFile }),
  });
  const changes: string[] = [];
  images.subscribe((changed, image) => changes.push(`${changed.name} ${image}`));
  return { images, clock, owner, pulls, kept, changes };
}

const bundle: PullBundle = () =>
  Promise.resolve({
    content: { digest: 'sha256:A', packed: new Uint8Array() },
    imageDigest: DIGEST,
  });

function failing(kind: SourceErrorKind, retryAfterMs?: number): PullBundle {
  const options = retryAfterMs === undefined ? {} : { retryAfterMs };
  return () => Promise.reject(new SourceError(kind, `it is ${kind}`, options));
}

describe('bundle images', () => {
  it('are pulled once for all who ask, and for each catalog by itself', async () => {
    const { images, clock, pulls, changes } = scene(bundle);
    expect(images.unpack(ref, pinned).kind).toBe('pulling');
    expect(images.unpack(ref, pinned).kind).toBe('pulling');
    images.unpack(other, pinned);
    await expect.poll(() => images.unpack(ref, pinned)).toEqual({ kind: 'ready', digest: 'sha256:A' });
    await clock.advance(0);
    expect(pulls).toEqual([pinned, pinned]);
    await expect.poll(() => changes.toSorted()).toEqual([`catalog ${pinned}`, `other ${pinned}`]);
  });

  it('are pulled three at a time for one namespace, which does not hold up others', async () => {
    const release: (() => void)[] = [];
    const { images, pulls, clock } = scene(async (image, options) => {
      await new Promise<void>((resolve) => {
        release.push(resolve);
      });
      return bundle(image, options);
    });
    for (const tag of ['1', '2', '3', '4', '5']) images.unpack(ref, `registry.example/a:${tag}`);
    await clock.advance(0);
    expect(pulls).toHaveLength(3);
    images.unpack({ namespace: 'others', name: 'catalog' }, 'registry.example/b:1');
    await clock.advance(0);
    expect(pulls.slice(3)).toEqual(['registry.example/b:1']);
    release[1]?.();
    await expect.poll(() => pulls).toHaveLength(5);
  });

  it('are tried again after seconds, later after five minutes, without more news of the same', async () => {
    const { images, clock, pulls, changes } = scene(failing('missing'));
    images.unpack(ref, tagged);
    await expect.poll(() => images.unpack(ref, tagged).kind).toBe('failed');
    for (const [index, wait] of [2, 10, 30, 60, 120, 300, 300].entries()) {
      expect(pulls).toHaveLength(index + 1);
      images.unpack(ref, tagged);
      await clock.advance(wait * 1000);
      await expect.poll(() => pulls).toHaveLength(index + 2);
    }
    expect(changes).toHaveLength(1);
  });

  it('come back by themselves when the registry does', async () => {
    let there = false;
    const { images, clock, changes } = scene((image, options) =>
      there ? bundle(image, options) : failing('unreachable')(image, options),
    );
    images.unpack(ref, tagged);
    await expect.poll(() => changes).toHaveLength(1);
    there = true;
    await clock.advance(2_000);
    await expect.poll(() => images.unpack(ref, tagged).kind).toBe('ready');
    expect(changes).toHaveLength(2);
  });

  it('wait as long as the registry asks', async () => {
    const { images, clock, pulls } = scene(failing('throttled', 60_000));
    images.unpack(ref, tagged);
    await expect.poll(() => images.unpack(ref, tagged).kind).toBe('failed');
    await clock.advance(59_000);
    expect(pulls).toHaveLength(1);
    await clock.advance(1_000);
    await expect.poll(() => pulls).toHaveLength(2);
  });

  it.each([
    ['invalid', pinned, false],
    ['limit', pinned, false],
    ['refused', tagged, false],
    ['invalid', tagged, true],
    ['denied', pinned, true],
  ] as const)('that are %s as %s are tried again: %s', async (kind, image, again) => {
    const { images } = scene(failing(kind));
    images.unpack(ref, image);
    await expect
      .poll(() => images.unpack(ref, image))
      .toMatchObject({ kind: 'failed', reason: kind, message: `it is ${kind}` });
    expect('retryAt' in images.unpack(ref, image)).toBe(again);
  });

  const never: PullBundle = (_image, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
      });
    });

  it.each([0, 7 * 24 * 3_600_000])(
    'may never take longer than an hour, with %s ms asked for',
    async (timeoutMs) => {
      const { images, clock } = scene(never);
      images.unpack(ref, tagged, { timeoutMs });
      await clock.advance(59 * 60_000);
      expect(images.unpack(ref, tagged, { timeoutMs }).kind).toBe('pulling');
      await clock.advance(60_000);
      await expect.poll(() => images.unpack(ref, tagged, { timeoutMs }).kind).toBe('failed');
    },
  );

  it('that take longer than they may have failed', async () => {
    const { images, clock } = scene(never);
    images.unpack(ref, tagged, { timeoutMs: 30_000 });
    await clock.advance(29_000);
    expect(images.unpack(ref, tagged).kind).toBe('pulling');
    await clock.advance(1_000);
    await expect
      .poll(() => images.unpack(ref, tagged))
      .toMatchObject({ kind: 'failed', message: expect.stringContaining('within 30 s') });
  });

  it('whose content was lost are pulled again', async () => {
    const { images, pulls, kept } = scene(bundle);
    images.unpack(ref, pinned);
    await expect.poll(() => images.unpack(ref, pinned).kind).toBe('ready');
    kept.clear();
    expect(images.unpack(ref, pinned, { gone: 'sha256:else' }).kind).toBe('ready');
    expect(images.unpack(ref, pinned, { gone: 'sha256:A' }).kind).toBe('pulling');
    await expect.poll(() => images.unpack(ref, pinned).kind).toBe('ready');
    expect(pulls).toHaveLength(2);
    expect(kept).toEqual(new Set(['sha256:A']));
  });

  it('with a tag are asked again after a while, those with a digest never', async () => {
    const { images, pulls, clock } = scene(bundle);
    for (const image of [tagged, pinned]) {
      images.unpack(ref, image);
      await expect.poll(() => images.unpack(ref, image).kind).toBe('ready');
    }
    await clock.advance(11 * 60_000);
    expect(images.unpack(ref, pinned).kind).toBe('ready');
    expect(images.unpack(ref, tagged).kind).toBe('pulling');
    await expect.poll(() => pulls).toEqual([tagged, tagged]);
  });

  it('are remembered over restarts, for the catalog that pulled them', async () => {
    await using folder = await temporaryDirectory();
    const file = join(folder.path, 'images.jsonl');
    const first = scene(bundle, file);
    first.images.unpack(ref, tagged);
    await expect.poll(() => first.images.unpack(ref, tagged).kind).toBe('ready');
    const second = scene(failing('unreachable'), file);
    second.kept.add('sha256:A');
    expect(await second.images.settled(ref, pinned, 60_000)).toEqual({ kind: 'ready', digest: 'sha256:A' });
    expect(second.pulls).toEqual([]);
    expect((await second.images.settled(other, pinned, 60_000)).kind).toBe('failed');
    await folder.write({ 'images.jsonl': 'torn' });
    const third = scene(bundle, file);
    expect((await third.images.settled(ref, pinned, 60_000)).kind).toBe('ready');
    expect(third.pulls).toEqual([pinned]);
  });

  it('are pulled anew for a CatalogSource that was made anew, which may not have the secrets', async () => {
    await using folder = await temporaryDirectory();
    const file = join(folder.path, 'images.jsonl');
    const first = scene(bundle, file);
    first.images.unpack(ref, pinned);
    await expect.poll(() => first.images.unpack(ref, pinned).kind).toBe('ready');
    first.owner.uid = 'second';
    expect(first.images.unpack(ref, pinned).kind).toBe('pulling');
    await expect.poll(() => first.pulls).toEqual([pinned, pinned]);
    const later = scene(failing('denied'), file);
    later.kept.add('sha256:A');
    later.owner.uid = 'third';
    expect((await later.images.settled(ref, pinned, 60_000)).kind).toBe('failed');
  });

  it('stop when the controller does', async () => {
    const { images, pulls, clock } = scene(failing('missing'));
    images.unpack(ref, tagged);
    await expect.poll(() => images.unpack(ref, tagged).kind).toBe('failed');
    images.stop();
    await clock.advance(10_000);
    expect(pulls).toHaveLength(1);
  });
});
