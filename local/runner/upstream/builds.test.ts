import { describe, expect, it } from 'vitest';
import { simulatedClock } from '../../testing/simulated-clock.ts';
import type { BuildOptions } from './build.ts';
import { createBuilds, type Builds, type BuildState } from './builds.ts';

interface Lab {
  readonly builds: Builds;
  readonly clock: ReturnType<typeof simulatedClock>;
  /** What is being built, in turn; a test ends each. */
  readonly begun: { readonly name: string; readonly options: BuildOptions; end: (error?: Error) => void }[];
  readonly told: [string, BuildState][];
  readonly built: Set<string>;
}

function aLab(): Lab {
  const clock = simulatedClock();
  const [begun, told, built]: [Lab['begun'], Lab['told'], Set<string>] = [[], [], new Set()];
  const builds = createBuilds({
    clock,
    isBuilt: (name) => built.has(name),
    build: (name, options) => {
      const { promise, resolve, reject } = Promise.withResolvers<undefined>();
      options.signal?.addEventListener('abort', () => {
        reject(new Error('given up'));
      });
      const end = (error?: Error): void => {
        if (error !== undefined) return reject(error);
        built.add(name);
        resolve(undefined);
      };
      begun.push({ name, options, end });
      return promise;
    },
    onChange: (name, state) => told.push([name, state]),
  });
  return { builds, clock, begun, told, built };
}

describe('a program', () => {
  it('is built once, however many pods ask for it', async () => {
    const { builds, begun, told, clock } = aLab();
    expect(builds.want('a')).toEqual({ kind: 'building', text: '' });
    expect(builds.want('a').kind).toBe('building');
    expect(builds.want('b').kind).toBe('building');
    expect(begun.map(({ name }) => name)).toEqual(['a', 'b']);
    begun[0]?.end();
    await clock.advance(0);
    expect(told).toEqual([['a', { kind: 'ready' }]]);
    expect(builds.want('a')).toEqual({ kind: 'ready' });
    expect(begun).toHaveLength(2);
  });

  it('of an earlier run is taken as it is, and built again once it was removed', () => {
    const { builds, begun, built } = aLab();
    built.add('a');
    expect(builds.want('a')).toEqual({ kind: 'ready' });
    expect(begun).toEqual([]);
    built.delete('a');
    expect(builds.want('a').kind).toBe('building');
    expect(begun).toHaveLength(1);
  });

  it('that cannot be built says why, and is tried again later and later', async () => {
    const { builds, begun, told, clock } = aLab();
    builds.want('a');
    begun[0]?.end(new Error('no such host'));
    await clock.advance(0);
    expect(builds.want('a')).toEqual({ kind: 'failed', text: 'no such host' });
    expect(begun).toHaveLength(1);
    await clock.advance(30_000);
    expect(begun).toHaveLength(2);
    begun[1]?.end(new Error('no such host'));
    await clock.advance(30_000);
    expect(begun).toHaveLength(2);
    await clock.advance(30_000);
    expect(begun).toHaveLength(3);
    begun[2]?.end();
    await clock.advance(0);
    expect(told.map(([, { kind }]) => kind)).toEqual(['failed', 'failed', 'ready']);
  });

  it('tells how far it is every few seconds, not with each package', async () => {
    const { builds, begun, told, clock } = aLab();
    builds.want('a');
    const detail = begun[0]?.options.detail;
    detail?.('1 of 3');
    detail?.('2 of 3');
    await clock.advance(5_000);
    detail?.('3 of 3');
    expect(told.map(([, state]) => state)).toEqual([
      { kind: 'building', text: '1 of 3' },
      { kind: 'building', text: '3 of 3' },
    ]);
    expect(builds.want('a')).toEqual({ kind: 'building', text: '3 of 3' });
  });
});

it('ends with what is under way, and says nothing more', async () => {
  const { builds, begun, told, clock } = aLab();
  builds.want('a');
  builds.want('b');
  begun[1]?.end(new Error('no such host'));
  await clock.advance(0);
  await builds.stop();
  await clock.advance(3_600_000);
  expect(begun).toHaveLength(2);
  expect(told.map(([name]) => name)).toEqual(['b']);
});
