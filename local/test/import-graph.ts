/** Reads who imports whom with the bundler that also builds our programs. */
import { build } from 'esbuild';
import type { ImportGraph } from './closure.ts';

/** The graph of everything that the files lead to. Rejects with esbuild's words where one cannot be read. */
export async function readImports(root: string, files: readonly string[]): Promise<ImportGraph> {
  const { metafile } = await build({
    absWorkingDir: root,
    // One bundle of all: one for each would take a minute.
    stdin: { contents: files.map((file) => `import './${file}';`).join('\n'), resolveDir: root },
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'none',
    packages: 'external',
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    loader: { '.css': 'empty' },
    logLevel: 'silent',
  });
  return new Map(
    Object.entries(metafile.inputs).map(([file, { imports }]) => [
      file,
      {
        files: imports.filter(({ external }) => external !== true).map(({ path }) => path),
        builtins: imports
          .filter(({ external }) => external === true)
          .map(({ path }) => path.replace(/^node:/, '')),
      },
    ]),
  );
}
