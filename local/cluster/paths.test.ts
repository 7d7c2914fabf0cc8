import { describe, expect, it } from 'vitest';
import { cacheFolder, checkClusterName, stateFolder } from './paths.ts';

describe('folders', () => {
  const home = '/home/ada';
  const rows = [
    {
      name: 'Linux',
      env: {},
      platform: 'linux' as const,
      cache: '/home/ada/.cache/capstan',
      state: '/home/ada/.local/state/capstan',
    },
    {
      name: 'macOS',
      env: {},
      platform: 'darwin' as const,
      cache: '/home/ada/Library/Caches/capstan',
      state: '/home/ada/.local/state/capstan',
    },
    {
      name: 'chosen',
      env: { XDG_CACHE_HOME: '/c', XDG_STATE_HOME: '/s' },
      platform: 'linux' as const,
      cache: '/c/capstan',
      state: '/s/capstan',
    },
    {
      name: 'relative ones do not count',
      env: { XDG_CACHE_HOME: 'c', XDG_STATE_HOME: '' },
      platform: 'linux' as const,
      cache: '/home/ada/.cache/capstan',
      state: '/home/ada/.local/state/capstan',
    },
  ];
  it.each(rows)('$name', ({ env, platform, cache, state }) => {
    expect(cacheFolder({ env, home, platform })).toBe(cache);
    expect(stateFolder({ env, home, platform })).toBe(state);
  });
});

describe('checkClusterName', () => {
  it.each(['capstan', 'a', 'test-1-f0'])('%s will do', (name) => {
    expect(checkClusterName(name)).toBe(name);
  });
  it.each(['', '..', 'a/b', '-a', 'a-', 'Capstan', 'a b', 'x'.repeat(41)])('"%s" will not', (name) => {
    expect(() => checkClusterName(name)).toThrow('cannot name a cluster');
  });
});
