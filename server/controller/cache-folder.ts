/** Where what was read of catalogs is kept. */
import { createHash } from 'node:crypto';
import { homedir, platform } from 'node:os';
import { join } from 'node:path';

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
