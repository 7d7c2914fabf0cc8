/** Weighs the form's own code, and that of the library beside it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { z } from 'zod';
import { PAGE_BUILD } from '#local/testing/page-script.ts';

const root = join(import.meta.dirname, '../..');

export interface Weights {
  /** Bytes of gzip: our code that comes before anything lazy; all of it; the libraries. */
  readonly first: number;
  readonly lazy: number;
  readonly yaml: number;
  readonly rjsf: number;
}

const FORM_CODE = /\/(components|lib)\/schema-form\//;

/** Everything but the form's own two folders stays outside. */
const onlyForm: Plugin = {
  name: 'only the form',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /.*/ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
      if (pluginData === 'inner' || kind === 'entry-point') return undefined;
      const found = await resolve(path, { importer, kind, resolveDir, pluginData: 'inner' });
      return FORM_CODE.test(found.path) ? found : { path, external: true };
    });
  },
};

export async function weights(): Promise<Weights> {
  const form = await split(
    `export { SchemaForm } from '#components/schema-form/schema-form.tsx';
     export { useFormModel } from '#components/schema-form/state/form-model.ts';`,
    [onlyForm],
  );
  const yaml = await split(`export { parseDocument, isMap, isSeq, Document, LineCounter } from 'yaml';`);
  const react = await split(`import 'react'; import 'react-dom/client';`);
  const rjsf = await split(
    `export { default } from '@rjsf/core'; export { customizeValidator } from '@rjsf/validator-ajv8';`,
  );
  return { first: form.first, lazy: form.all - form.first, yaml: yaml.first, rjsf: rjsf.first - react.first };
}

async function split(contents: string, plugins: Plugin[] = []): Promise<{ first: number; all: number }> {
  const { outputFiles, metafile } = await build({
    ...PAGE_BUILD,
    stdin: { contents, resolveDir: root, sourcefile: 'entry.ts' },
    format: 'esm',
    splitting: true,
    outdir: join(root, 'none'),
    metafile: true,
    plugins,
  });
  const size = (name: string): number => {
    const file = outputFiles.find(({ path }) => path.endsWith(name));
    return file === undefined ? 0 : gzipSync(file.contents).length;
  };
  const entry = Object.keys(metafile.outputs).find(
    (name) => metafile.outputs[name]?.entryPoint !== undefined && name.endsWith('stdin.js'),
  );
  const first = new Set<string>();
  const visit = (name: string): void => {
    if (first.has(name)) return;
    first.add(name);
    for (const { path, kind, external } of metafile.outputs[name]?.imports ?? [])
      if (kind !== 'dynamic-import' && external !== true) visit(path);
  };
  if (entry !== undefined) visit(entry);
  const sum = (names: Iterable<string>): number =>
    [...names].reduce((total, name) => total + size(name.slice(name.lastIndexOf('/') + 1)), 0);
  return { first: sum(first), all: sum(Object.keys(metafile.outputs)) };
}

/** The version of rjsf that stands beside us. */
export async function rjsfVersion(): Promise<string> {
  const text = await readFile(join(root, 'node_modules/@rjsf/core/package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
