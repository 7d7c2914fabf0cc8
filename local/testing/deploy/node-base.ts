/**
 * The image that the Dockerfile builds on, where no registry can be reached: Debian's packages and the pinned Node, under the
 * name that FROM gives. It stands in for the real one as far as the build goes; it is not that one.
 */
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { executables } from '../../cluster/executables.ts';
import { cacheFolder, thisPlace } from '../../cluster/paths.ts';
import { run } from '../../cluster/run.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Why images cannot be built here; undefined where they can. */
export function whyNoImages(): string | undefined {
  if (process.getuid?.() !== 0) return 'images are built by root here';
  const missing = ['buildah', 'mmdebstrap', 'unshare', 'npm'].filter(
    (name) => executables([name]).length === 0,
  );
  return missing.length === 0
    ? undefined
    : `${missing.join(', ')} is not installed (apt-get install buildah mmdebstrap)`;
}

/** Name of the base, from the Dockerfile. */
function baseName(): string {
  const name = /^ARG NODE=(\S+)$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))?.[1];
  if (name === undefined) throw new Error('the Dockerfile has no ARG NODE');
  return name;
}

/** Puts it into the storage of buildah that `env` names. */
export async function makeNodeBase(env: NodeJS.ProcessEnv): Promise<void> {
  const buildah = async (...args: readonly string[]): Promise<string> =>
    (await run('buildah', args, { env })).stdout.trim();
  const container = await buildah('from', 'scratch');
  await buildah('add', container, await debian(), '/');
  await buildah('copy', container, process.execPath, '/usr/local/bin/node');
  const npm = dirname(dirname((await run('readlink', ['-f', executables(['npm'])[0] ?? ''])).stdout.trim()));
  await buildah('copy', container, npm, '/usr/local/lib/node_modules/npm');
  const link = ['ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm'];
  await buildah('run', container, '--', ...link);
  await buildah('commit', '--rm', container, baseName());
}

/** Path of a file system as tar; made once. */
async function debian(): Promise<string> {
  const file = join(cacheFolder(thisPlace()), 'images', 'bookworm.tar');
  if (existsSync(file)) return file;
  mkdirSync(dirname(file), { recursive: true });
  const include = '--include=ca-certificates,libstdc++6';
  await run('mmdebstrap', ['--variant=minbase', include, 'bookworm', `${file}.partial.tar`]);
  renameSync(`${file}.partial.tar`, file);
  return file;
}
