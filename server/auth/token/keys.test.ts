import { randomBytes } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keysInFolder, ownKeys, parseKeys } from './keys.ts';

const newKey = (): string => randomBytes(32).toString('base64');
const shown = (keys: readonly { export: () => Buffer }[]): string[] =>
  keys.map((key) => key.export().toString('base64'));

describe('parseKeys', () => {
  it('takes one a line, in order', () => {
    const [first, second] = [newKey(), newKey()];
    expect(shown(parseKeys(`${first}\n\n  ${second}\r\n`, 'keys'))).toEqual([first, second]);
  });

  it.each(['short', randomBytes(31).toString('base64'), randomBytes(33).toString('base64'), '!'.repeat(44)])(
    'names file and line of %s, and nothing of it',
    (line) => {
      expect(() => parseKeys(`${newKey()}\n${line}`, '/etc/keys')).toThrow(
        '/etc/keys, line 2, is not a session key',
      );
      expect(() => parseKeys(line, '/etc/keys')).not.toThrow(line);
    },
  );
});

describe('keysInFolder', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'capstan-keys-'));
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    rmSync(folder, { recursive: true });
  });
  const none = (error: unknown): void => {
    throw error;
  };

  it('reads all files by their names, but not those of the kubelet', () => {
    const [first, second] = [newKey(), newKey()];
    writeFileSync(join(folder, '2-old'), first);
    writeFileSync(join(folder, '1-new'), second);
    mkdirSync(join(folder, '..data'));
    expect(shown(keysInFolder(folder, none)())).toEqual([second, first]);
  });

  it('reads again what the kubelet has exchanged behind its link, after a while', () => {
    const [first, second] = [newKey(), newKey()];
    for (const [name, key] of [
      ['..one', first],
      ['..two', second],
    ] as const) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'keys'), key);
    }
    symlinkSync('..one', join(folder, '..data'));
    symlinkSync('..data/keys', join(folder, 'keys'));
    const ring = keysInFolder(folder, none);
    const before = ring();
    symlinkSync('..two', join(folder, '..next'));
    renameSync(join(folder, '..next'), join(folder, '..data'));
    expect(ring()).toBe(before);
    vi.advanceTimersByTime(5_001);
    expect(shown(ring())).toEqual([second]);
    expect(ring()).toBe(ring());
  });

  it('keeps the keys that it has while the new ones cannot be read', () => {
    const first = newKey();
    writeFileSync(join(folder, 'keys'), first);
    const onProblem = vi.fn();
    const ring = keysInFolder(folder, onProblem);
    writeFileSync(join(folder, 'keys'), 'half');
    vi.advanceTimersByTime(5_001);
    expect(shown(ring())).toEqual([first]);
    expect(onProblem).toHaveBeenCalledOnce();
    unlinkSync(join(folder, 'keys'));
    vi.advanceTimersByTime(5_001);
    expect(shown(ring())).toEqual([first]);
  });

  it('does not begin without any', () => {
    expect(() => keysInFolder(folder, none)).toThrow('holds no session keys');
    expect(() => keysInFolder(join(folder, 'gone'), none)).toThrow('cannot be read');
  });
});

it('makes a key of its own for a process that was given none', () => {
  expect(shown(ownKeys()())).not.toEqual(shown(ownKeys()()));
});
