/** The production build of the pages and servers, made only when their sources have changed. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../bootstrap/lock.mjs';
import { withProgress } from '../bootstrap/progress.mjs';
import { run } from '../cluster/run.ts';
import { compressFolder } from './compress.ts';
import { ensureServers } from './servers.ts';
import { hashSources, pageSources } from './stamp.ts';

const root = join(import.meta.dirname, '..', '..');
const output = join(root, '.next');
const stamp = join(output, 'capstan-sources');

/** Resolves once `.next` and `dist` hold the build of the present sources; rejects with the compiler's output. */
export async function ensureBuild(): Promise<void> {
  await Promise.all([ensurePages(), ensureServers()]);
}

async function ensurePages(): Promise<void> {
  if (isFresh(hashSources(root, pageSources))) return;
  const lock = join(root, '.cache', 'build.lock');
  await withLock(lock, sayWaiting, async () => {
    const hash = hashSources(root, pageSources);
    if (!isFresh(hash)) await build(hash);
  });
}

function sayWaiting(pid: number): void {
  process.stderr.write(`  another process (${String(pid)}) is building the console; waiting for it\n`);
}

function isFresh(hash: string): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

async function build(hash: string): Promise<void> {
  // Removed first: a build that is cut short must not pass for a whole one.
  rmSync(stamp, { force: true });
  await withProgress('building the console', async (detail) => {
    await run(process.execPath, [join(root, 'node_modules', 'next', 'dist', 'bin', 'next'), 'build'], {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        NEXT_TELEMETRY_DISABLED: '1',
        CAPSTAN_BUILD: hash.slice(0, 16),
        // Next would draw one, and the same sources would make another build. There is nothing that it protects: the pages
        // have no Server Actions.
        NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: Buffer.from(hash.slice(0, 32)).toString('base64'),
      },
      onLine: detail,
      errorsOn: 'both',
    });
    detail('compressing');
    await compressFolder(join(output, 'static'), join(root, '.cache', 'compressed'));
  });
  writeFileSync(stamp, hash);
}
