/** The registry of the tests: one that is there, or Debian's, unpacked into our own cache folder and never installed. */
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../bootstrap/lock.mjs';
import { executables, isExecutable } from '../cluster/executables.ts';
import { cacheFolder, thisPlace } from '../cluster/paths.ts';
import { run } from '../cluster/run.ts';

const NAMES = ['docker-registry', 'registry'];
const FOLDER = join(cacheFolder(thisPlace()), 'docker-registry');

/** Resolves to the path of a registry that runs, or to why there is none. */
export async function ensureDockerRegistry(): Promise<{ path: string } | { missing: string }> {
  const found = await findRegistry();
  if (found !== undefined) return { path: found };
  if (executables(['apt-get']).length === 0 || executables(['dpkg']).length === 0) {
    return { missing: 'there is no docker-registry on the PATH, and no apt-get to fetch it with' };
  }
  try {
    const path = await withLock(`${FOLDER}.lock`, () => undefined, fetchRegistry);
    return path === undefined ? { missing: 'the fetched docker-registry does not run' } : { path };
  } catch (error) {
    return {
      missing: `docker-registry cannot be fetched: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

async function findRegistry(): Promise<string | undefined> {
  const chosen = process.env['CAPSTAN_REGISTRY'];
  if (chosen !== undefined && chosen !== '') return chosen;
  for (const path of [...executables(NAMES), join(FOLDER, 'usr', 'bin', 'docker-registry')]) {
    if (isExecutable(path) && (await runs(path))) return path;
  }
  return undefined;
}

/** Other programs are called `registry`, too. */
async function runs(path: string): Promise<boolean> {
  try {
    return (await run(path, ['--version'])).output.includes('distribution');
  } catch {
    return false;
  }
}

async function fetchRegistry(): Promise<string | undefined> {
  const before = await findRegistry();
  if (before !== undefined) return before;
  const fresh = `${FOLDER}.${String(process.pid)}`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  try {
    await download(fresh);
    const archive = readdirSync(fresh).find((name) => name.endsWith('.deb'));
    if (archive === undefined) throw new Error('apt-get brought no package');
    await run('dpkg', ['-x', join(fresh, archive), fresh]);
    rmSync(join(fresh, archive));
    rmSync(FOLDER, { recursive: true, force: true });
    renameSync(fresh, FOLDER);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return findRegistry();
}

/** A machine that has never asked has no list of packages yet. */
async function download(folder: string): Promise<void> {
  try {
    await run('apt-get', ['download', 'docker-registry'], { cwd: folder });
  } catch (error) {
    if (process.getuid?.() !== 0) throw error;
    await run('apt-get', ['update']);
    await run('apt-get', ['download', 'docker-registry'], { cwd: folder });
  }
}
