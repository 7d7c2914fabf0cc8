import { describe, expect, it } from 'vitest';
import { limits } from '#server/catalog/read/limits.ts';
import { shareCache } from './cache-folder.ts';

describe('shareCache', () => {
  it.each([512 * 1024 ** 2, 8 * 1024 ** 3])('keeps what is kept within %i bytes', (bytes) => {
    const { keptFolders, indexes, indexesOfOne, storedContents } = shareCache(bytes);
    const all = keptFolders + indexes + storedContents;
    expect(all).toBeLessThanOrEqual(bytes);
    expect(all).toBeGreaterThan(bytes - 4);
    expect(indexesOfOne).toBeLessThan(indexes);
  });

  it('shares as without a limit', () => {
    const { keptFolders, indexes, storedContents } = limits;
    expect(shareCache(keptFolders + indexes + storedContents)).toMatchObject({
      keptFolders,
      indexes,
      storedContents,
    });
  });
});
