// Plain JavaScript for Node 18: the bootstrap runs before the pinned Node is there.

/**
 * What each `npm run` script starts: a module of ours, or a tool from node_modules with its first arguments.
 * `installs` marks those that a newcomer runs on a fresh clone: they fetch missing packages by themselves.
 * `bundle` is made of `file` and runs in its place, once what it takes has been built; except to show the help, and with
 * `--dev`.
 * @typedef {{ file: string, args?: readonly string[], installs?: boolean, bundle?: Bundle }} Command
 * @typedef {{ file: string, build: readonly string[] }} Bundle
 */

const ESLINT = ['-c', '.config/eslint.config.mjs'];
const VITEST = ['run', '--config', '.config/vitest.config.ts'];

/** @type {Readonly<Record<string, Command>>} */
export const commands = {
  start: { file: 'local/start/main.ts', installs: true },
  test: { file: 'local/test/main.ts', installs: true },
  check: { file: 'local/test/main.ts', args: ['check'], installs: true },
  e2e: { file: 'local/test/main.ts', args: ['e2e'], installs: true },
  deep: { file: 'local/test/main.ts', args: ['deep'], installs: true },
  soak: { file: 'local/soak/main.ts', installs: true },
  cluster: { file: 'local/cluster/main.ts' },
  controller: {
    file: 'server/controller/main.ts',
    bundle: { file: 'dist/controller/main.js', build: ['local/build/main.ts', '--servers'] },
  },
  web: {
    file: 'server/web/main.ts',
    bundle: { file: 'dist/web/main.js', build: ['local/build/main.ts'] },
  },
  build: { file: 'local/build/main.ts' },
  image: { file: 'local/image/main.ts' },
  manifests: { file: 'local/deploy/main.ts' },
  bench: { file: 'bench/main.ts' },
  screenshots: { file: 'e2e/screenshots/main.ts' },
  typecheck: { file: 'local/test/main.ts', args: ['types'] },
  lint: { file: 'node_modules/eslint/bin/eslint.js', args: [...ESLINT, '.'] },
  imports: { file: '.config/imports.mjs' },
  format: { file: 'node_modules/prettier/bin/prettier.cjs', args: ['--write', '--log-level', 'warn', '.'] },
  unit: { file: 'node_modules/vitest/vitest.mjs', args: [...VITEST, '--project', 'unit'] },
  int: { file: 'node_modules/vitest/vitest.mjs', args: [...VITEST, '--project', 'int'] },
  size: { file: 'local/test/size.ts' },
  why: { file: 'local/why/main.ts' },
  kudo: { file: 'local/kudo/main.ts' },
  'new-operator': { file: 'local/new-operator/main.ts' },
};
