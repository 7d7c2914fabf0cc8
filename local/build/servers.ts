/**
 * The server processes as bundles, made only when their sources have changed: so they start quicker and need less memory
 * than with the compiler of TypeScript beside them and a module for every file.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build as bundle, stop, type OutputFile, type Plugin } from 'esbuild';
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

/** How long files of an earlier build stay for processes that were started from it. */
const KEPT_MS = 24 * 60 * 60_000;

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

/**
 * Node's own modules are asked for when they are used. Imported, they are asked for everything that they export, also for what
 * Node loads only then: `node:http` comes with a WebSocket and takes fifteen times as long.
 */
const builtins: Plugin = {
  name: 'builtins',
  setup: (build) => {
    build.onResolve({ filter: /^[a-z:_/0-9]+$/ }, ({ path }) =>
      isBuiltin(path) ? { path, namespace: 'builtin' } : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/** Fifty languages of a library whose messages we put into words of our own. */
const withoutLocales: Plugin = {
  name: 'without-locales',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js';`,
    }));
  },
};

/** Once at a time. Rejects with esbuild's list of what it could not bundle. */
export async function bundleServers(folder: string): Promise<void> {
  try {
    await Promise.all(
      Object.entries(servers).map(([name, entry]) => bundleServer(join(folder, name), entry)),
    );
  } finally {
    // Its process would stay as long as ours, with hundreds of megabytes.
    await stop();
  }
}

async function bundleServer(folder: string, entry: string): Promise<void> {
  const result = await bundle({
    absWorkingDir: root,
    entryPoints: { main: entry },
    outdir: folder,
    bundle: true,
    // What is imported later is a file of its own: nobody pays for it before.
    splitting: true,
    chunkNames: '[name]-[hash]',
    // Every start reads all of it. Names stay: they stand in what is logged of errors.
    minifyWhitespace: true,
    minifySyntax: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    // Next reads its own files and the pages' build; it also brings the React that those pages were built for.
    external: ['next'],
    // Packages in the older module format ask for Node's own modules by `require`.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    plugins: [builtins, withoutLocales],
    legalComments: 'none',
    logLevel: 'silent',
    write: false,
  });
  mkdirSync(folder, { recursive: true });
  const isMain = ({ path }: OutputFile): boolean => path.endsWith('main.js');
  for (const file of [...result.outputFiles].sort((a, b) => Number(isMain(a)) - Number(isMain(b)))) {
    // A process that starts meanwhile gets the old file or the new one, never half of it, and all that it names.
    writeFileSync(`${file.path}.new`, file.contents);
    renameSync(`${file.path}.new`, file.path);
  }
  removeOld(folder, new Set(result.outputFiles.map(({ path }) => path)));
}

/** Processes that run may still ask for files of the build before; what they compiled is of no use any more. */
function removeOld(folder: string, present: ReadonlySet<string>): void {
  rmSync(join(folder, 'compiled'), { recursive: true, force: true });
  const paths = readdirSync(folder).map((name) => join(folder, name));
  for (const path of paths.filter((one) => !present.has(one)))
    if (Date.now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { recursive: true, force: true });
}

function sayWaiting(pid: number): void {
  process.stderr.write(`  another process (${String(pid)}) is bundling the servers; waiting for it\n`);
}

function isFresh(hash: string): boolean {
  const files = Object.keys(servers).map((name) => join(output, name, 'main.js'));
  return [stamp, ...files].every((file) => existsSync(file)) && readFileSync(stamp, 'utf8') === hash;
}
