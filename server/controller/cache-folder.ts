/** Where what was read of catalogs is kept. */
import { createHash } from 'node:crypto';
import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import { limits } from '#server/catalog/read/limits.ts';

/** A folder for each cluster below the user's cache folder: what one cluster offers is not offered in another. */
export function defaultCacheFolder(
  server: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const fallback = platform() === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache');
  const given = env['XDG_CACHE_HOME'];
  // The XDG rules say that a relative path is to be ignored.
  const folder = given?.startsWith('/') === true ? given : fallback;
  const cluster = createHash('sha256').update(server).digest('hex').slice(0, 16);
  return join(folder, 'capstan', 'catalogs', cluster);
}

type Kept = 'keptFolders' | 'indexes' | 'indexesOfOne' | 'storedContents';

/** How what is kept shares a limit: as it does without one. */
export function shareCache(bytes: number): Record<Kept, number> {
  const all = limits.keptFolders + limits.indexes + limits.storedContents;
  const share = (kept: Kept): number => Math.floor((limits[kept] / all) * bytes);
  return {
    keptFolders: share('keptFolders'),
    indexes: share('indexes'),
    indexesOfOne: share('indexesOfOne'),
    storedContents: share('storedContents'),
  };
}
