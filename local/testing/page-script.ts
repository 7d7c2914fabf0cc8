/**
 * Puts pages together without Next, as its build would: one script and one style sheet that go into any empty page. For
 * what is measured or tested of our components without a console around them.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import tailwind from '@tailwindcss/postcss';
import { build, type Plugin } from 'esbuild';
import compile from 'icu-minify/compile';
import postcss from 'postcss';

const root = join(import.meta.dirname, '../..');

/** How the browser's code is made; `write: false` keeps what is made in memory. */
export const PAGE_BUILD = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  write: false,
  platform: 'browser',
  target: 'es2022',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
} as const;

/**
 * The program of `entry`, a file of ours, with all that it imports. `development` is React's build that looks after its
 * user, and says on the console what is wrong.
 */
export async function pageScript(entry: string, mode: 'production' | 'development'): Promise<string> {
  const { outputFiles } = await build({
    ...PAGE_BUILD,
    entryPoints: [entry],
    format: 'iife',
    minify: mode === 'production',
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    // What Next writes into its pages, and `import.meta`, which a script has not, are asked for but not needed.
    banner: { js: 'var process = { env: {} };' },
    logOverride: { 'empty-import-meta': 'silent' },
    // As Next's build does for the pages of `app`.
    alias: { 'next/dynamic': 'next/dist/shared/lib/app-dynamic.js' },
    plugins: [compiledMessages],
  });
  return outputFiles[0]?.text ?? '';
}

/** What `messages/compile-loader.mjs` does in Next's build. */
const compiledMessages: Plugin = {
  name: 'compiled messages',
  setup(of) {
    of.onLoad({ filter: /messages\/.*\.json$/ }, async ({ path }) => ({
      contents: JSON.stringify(compiled(JSON.parse(await readFile(path, 'utf8')))),
      loader: 'json',
    }));
    of.onResolve({ filter: /^use-intl\/format-message$/ }, ({ kind, resolveDir }) =>
      of.resolve('use-intl/format-message/format-only', { kind, resolveDir }),
    );
  },
};

function compiled(value: unknown): unknown {
  if (typeof value === 'string') return compile(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, compiled(inner)]));
}

/** The style sheet of all pages, without its font. */
export async function pageStyles(): Promise<string> {
  const from = join(root, 'app/globals.css');
  const css = (await readFile(from, 'utf8')).replace(/^@import '@fontsource[^;]*;$/gm, '');
  return (await postcss([tailwind({ base: root })]).process(css, { from })).css;
}
