/** Tells whether the sources are those of the last build. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What `next build` reads. A path that is not there counts as nothing. */
export const pageSources: readonly string[] = [
  'app',
  'components',
  'lib',
  'messages',
  'public',
  'server',
  'next.config.ts',
  'package-lock.json',
  'package.json',
  'postcss.config.mjs',
  'tsconfig.json',
  'local/build',
];

/** What the bundles of the servers are made of. */
export const serverSources: readonly string[] = [
  'lib',
  'server',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'local/build',
];

/** Tests change often and are in no page. */
function matters(name: string): boolean {
  return !/\.test\.tsx?$/.test(name) && name !== 'testing';
}

/** A hash over names and contents, so that neither a checkout's dates nor its place matter. */
export function hashSources(root: string, sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const source of sources) addPath(root, source, hash);
  return hash.digest('hex');
}

function addPath(root: string, path: string, hash: ReturnType<typeof createHash>): void {
  const full = join(root, path);
  const stats = statSync(full, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (stats.isDirectory()) {
    for (const name of readdirSync(full).filter(matters).sort()) addPath(root, `${path}/${name}`, hash);
    return;
  }
  const content = readFileSync(full);
  hash.update(`${path}\0${String(content.length)}\0`).update(content);
}
