/**
 * The server processes as one file each, made only when their sources have changed. As bundles they start quicker and
 * need less memory than with the compiler of TypeScript beside them and a module for every file.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { withLock } from '../bootstrap/lock.mjs';
import { withProgress } from '../bootstrap/progress.mjs';
import { hashSources, serverSources } from './stamp.ts';

const root = join(import.meta.dirname, '..', '..');
/** Two levels below the root, like the sources: `import.meta.dirname` leads from both to the same places. */
const output = join(root, 'dist');
const stamp = join(output, 'sources');

/** By the folder of the bundle; a process or thread that a server starts lies beside that server's bundle. */
const servers = {
  controller: 'server/controller/main.ts',
  web: 'server/web/main.ts',
  indexer: 'server/catalog/indexer/main.ts',
  planner: 'server/kudo/planner/main.ts',
  watchdog: 'server/watchdog/main.ts',
} as const;

/** Resolves once `dist` holds the bundles of the present sources. */
export async function ensureServers(): Promise<void> {
  if (isFresh(hashSources(root, serverSources))) return;
  await withLock(join(root, '.cache', 'build-servers.lock'), sayWaiting, async () => {
    const hash = hashSources(root, serverSources);
    if (isFresh(hash)) return;
    // Removed first: a build that is cut short must not pass for a whole one.
    rmSync(stamp, { force: true });
    await withProgress('bundling the servers', () => bundleServers(output));
    writeFileSync(stamp, hash);
  });
}

/** Rejects with esbuild's list of what it could not bundle. */
export async function bundleServers(folder: string): Promise<void> {
  await Promise.all(
    Object.entries(servers).map(async ([name, entry]) => {
      const file = join(folder, name, 'main.js');
      const result = await build({
        absWorkingDir: root,
        entryPoints: [entry],
        outfile: file,
        bundle: true,
        platform: 'node',
        format: 'esm',
        target: 'node24',
        // Next reads its own files and the pages' build; it also brings the React that those pages were built for.
        external: ['next'],
        // Packages in the older module format ask for Node's own modules by `require`.
        banner: {
          js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
        },
        legalComments: 'none',
        logLevel: 'silent',
        write: false,
      });
      mkdirSync(join(folder, name), { recursive: true });
      // A process that starts meanwhile gets the old file or the new one, never half of it.
      writeFileSync(`${file}.new`, result.outputFiles[0]?.contents ?? '');
      renameSync(`${file}.new`, file);
    }),
  );
}

function sayWaiting(pid: number): void {
  process.stderr.write(`  another process (${String(pid)}) is bundling the servers; waiting for it\n`);
}

function isFresh(hash: string): boolean {
  const files = Object.keys(servers).map((name) => join(output, name, 'main.js'));
  return [stamp, ...files].every((file) => existsSync(file)) && readFileSync(stamp, 'utf8') === hash;
}
