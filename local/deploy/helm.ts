/**
 * Helm, by which the chart is rendered: our cache, else a Helm of the same minor version on the PATH, else built with Go,
 * which takes minutes. So only `npm run manifests` and `npm run deep` ask for it.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { withLock } from '../bootstrap/lock.mjs';
import { withProgress } from '../bootstrap/progress.mjs';
import { isExecutable, pathFolders } from '../cluster/executables.ts';
import { cacheFolder, thisPlace } from '../cluster/paths.ts';
import { run } from '../cluster/run.ts';
import { parseVersion } from '../cluster/tools.ts';

const MODULE = 'helm.sh/helm/v4';
const folder = join(import.meta.dirname, '..', 'helm');

interface Recipe {
  readonly version: string;
  /** Where it is kept once it is built. */
  readonly target: string;
}

function recipe(): Recipe {
  const goMod = readFileSync(join(folder, 'go.mod'), 'utf8');
  const key = createHash('sha256')
    .update(`${platform()}/${arch()}\n${goMod}\n${readFileSync(join(folder, 'go.sum'), 'utf8')}`)
    .digest('hex')
    .slice(0, 16);
  const version = new RegExp(`${MODULE} (v\\S+)`).exec(goMod)?.[1] ?? '';
  return { version, target: join(cacheFolder(thisPlace()), 'helm', key, 'helm') };
}

/** Path of the program, where it need not be built. */
export async function findHelm(): Promise<string | undefined> {
  const { target, version } = recipe();
  return isExecutable(target) ? target : onPath(version);
}

/** Path of the program. Rejects with one sentence where neither it nor Go is there. */
export async function ensureHelm(): Promise<string> {
  const found = await findHelm();
  if (found !== undefined) return found;
  const { target, version } = recipe();
  const sayWaiting = (pid: number): void => {
    process.stderr.write(`  another process (${String(pid)}) is building Helm; waiting for it\n`);
  };
  await withLock(`${dirname(target)}.lock`, sayWaiting, async () => {
    if (!isExecutable(target)) await build(target, version);
  });
  return target;
}

async function onPath(version: string): Promise<string | undefined> {
  const wanted = parseVersion(version);
  for (const path of pathFolders().map((each) => join(each, 'helm'))) {
    if (!isExecutable(path)) continue;
    const { stdout, ok } = await run(path, ['version', '--short'], { check: false });
    const has = ok ? parseVersion(stdout) : undefined;
    if (has?.major === wanted?.major && has?.minor === wanted?.minor) return path;
  }
  return undefined;
}

async function build(target: string, version: string): Promise<void> {
  mkdirSync(dirname(target), { recursive: true });
  const partial = `${target}.partial`;
  const flags = `-s -w -X ${MODULE}/internal/version.version=${version}`;
  await withProgress('building Helm (once)', async (detail) => {
    await run('go', ['build', '-trimpath', '-ldflags', flags, '-o', partial, `${MODULE}/cmd/helm`], {
      cwd: folder,
      env: { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' },
      onLine: detail,
    });
    renameSync(partial, target);
  }).catch((error: unknown) => {
    rmSync(partial, { force: true });
    throw new Error('The chart is rendered by Helm, which is built with Go 1.26 or later.', { cause: error });
  });
}
