import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isStale, withLock } from './lock.mjs';
import { processIdentity } from './process-identity.mjs';

const host = 'here';
const identityOf = (pid: number): string | undefined => (pid === 7 ? 'started-at-7' : undefined);

describe('isStale', () => {
  const rows = [
    {
      name: 'its process lives',
      holder: { pid: 7, identity: 'started-at-7', host },
      ageMs: 1e9,
      want: false,
    },
    { name: 'its process is gone', holder: { pid: 8, identity: 'started-at-8', host }, ageMs: 0, want: true },
    {
      name: 'its number went to another process',
      holder: { pid: 7, identity: 'older', host },
      ageMs: 0,
      want: true,
    },
    {
      name: 'another host showed life lately',
      holder: { pid: 8, identity: '', host: 'there' },
      ageMs: 60_000,
      want: false,
    },
    {
      name: 'another host fell silent',
      holder: { pid: 8, identity: '', host: 'there' },
      ageMs: 120_000,
      want: true,
    },
    { name: 'the file is just gone', holder: undefined, ageMs: 0, want: false },
    { name: 'the file has long been unreadable', holder: undefined, ageMs: 60_000, want: true },
  ];
  it.each(rows)('$name → $want', ({ holder, ageMs, want }) => {
    expect(isStale(holder, { ageMs, host, identityOf })).toBe(want);
  });
});

describe('processIdentity', () => {
  it('knows this process and no process that cannot be', () => {
    expect(processIdentity(process.pid)).toBe(processIdentity(process.pid));
    expect(processIdentity(process.pid)).toBeTypeOf('string');
    expect(processIdentity(2 ** 30)).toBeUndefined();
  });
});

describe('withLock', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'capstan-lock-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('lets one in at a time, and leaves no file behind', async () => {
    const path = join(folder, 'deep', 'lock');
    let inside = 0;
    let most = 0;
    const waits: number[] = [];
    const work = async (): Promise<void> => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise(setImmediate);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 5 }, () => withLock(path, (pid) => waits.push(pid), work)));
    expect(most).toBe(1);
    expect(new Set(waits)).toEqual(new Set([process.pid]));
    expect(readdirSync(join(folder, 'deep'))).toEqual([]);
  });

  it('frees the lock when the work fails', async () => {
    const path = join(folder, 'lock');
    const failing = withLock(path, fail, () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    expect(existsSync(path)).toBe(false);
  });

  it('takes over from a process that is gone', async () => {
    const path = join(folder, 'lock');
    const { hostname } = await import('node:os');
    writeFileSync(path, JSON.stringify({ pid: 2 ** 30, identity: 'long ago', host: hostname() }));
    const many = Array.from({ length: 4 }, (_, index) =>
      withLock(
        path,
        () => undefined,
        () => Promise.resolve(index),
      ),
    );
    await expect(Promise.all(many)).resolves.toEqual([0, 1, 2, 3]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('gives up when told to instead of waiting', async () => {
    const path = join(folder, 'lock');
    await withLock(path, fail, async () => {
      const second = withLock(
        path,
        (pid) => {
          throw new Error(`taken by ${String(pid)}`);
        },
        () => Promise.resolve(),
      );
      await expect(second).rejects.toThrow(`taken by ${String(process.pid)}`);
    });
  });
});

function fail(): never {
  throw new Error('nobody should hold the lock');
}
