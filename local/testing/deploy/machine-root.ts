/**
 * The files of a container where no image was built: Node and the libraries of this machine, and the build of this checkout.
 * Laid out as the Dockerfile lays them out, for `startPod`.
 */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { executables } from '../../cluster/executables.ts';
import { run } from '../../cluster/run.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Why pods cannot be played here; undefined where they can. */
export function whyNoPods(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'mount namespaces want root on Linux';
  const missing = ['unshare', 'chroot', 'ldd', 'realpath'].filter((name) => executables([name]).length === 0);
  return missing.length === 0 ? undefined : `${missing.join(', ')} is not installed`;
}

export interface MachineRoot {
  readonly rootfs: string;
  /** What is mounted into it rather than copied. */
  readonly files: Readonly<Record<string, string>>;
}

/** Makes it in a folder. */
export async function machineRoot(folder: string): Promise<MachineRoot> {
  const realpath = executables(['realpath'])[0] ?? '';
  const programs = [
    [process.execPath, '/usr/local/bin/node'],
    [realpath, '/usr/bin/realpath'],
  ] as const;
  for (const [from, to] of programs) {
    copy(from, join(folder, to));
    for (const library of await librariesOf(from)) copy(library, join(folder, library));
  }
  for (const empty of ['proc', 'dev', 'tmp', 'app']) mkdirSync(join(folder, empty), { recursive: true });
  mkdirSync(join(folder, 'etc'));
  writeFileSync(join(folder, 'etc', 'resolv.conf'), '');
  copy(join(root, 'local', 'image', 'capstan.mjs'), join(folder, 'app', 'capstan.mjs'));
  copy(join(root, 'package.json'), join(folder, 'app', 'package.json'));
  const built = ['dist', '.next', 'public', 'node_modules'];
  return {
    rootfs: folder,
    files: Object.fromEntries(built.map((name) => [`/app/${name}`, join(root, name)])),
  };
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

async function librariesOf(program: string): Promise<string[]> {
  const { stdout } = await run('ldd', [program]);
  return [...stdout.matchAll(/(?:=> |^\s*)(\/\S+)/gm)].map(([, path = '']) => path);
}
