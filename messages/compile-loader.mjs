/**
 * Compiles the messages of a file while Next builds (`next.config.ts`), so that no parser of
 * the message syntax is sent to browsers. A message that does not parse fails the build.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import compile from 'icu-minify/compile';

/**
 * Phrases are no messages: their English text is the key.
 * @this {{ resourcePath: string, resourceQuery: string, addDependency(path: string): void }}
 * @param {string} source the JSON text
 */
export default function compileMessages(source) {
  if (basename(this.resourcePath) === 'phrases.json') return source;
  const files = together(this.resourcePath, this.resourceQuery);
  if (files === undefined) return JSON.stringify(compileTree(JSON.parse(source)));
  files.forEach((file) => {
    this.addDependency(file);
  });
  return JSON.stringify(compileTree(groupOf(files)));
}

/**
 * The files of a group as `load.ts` asks for it: `shell.json?with=app,ui` is `{ shell, app, ui }`.
 * @param {string} path of the first
 * @param {string} query which names the others
 * @returns {string[] | undefined} nothing for a file that is asked for alone
 */
export function together(path, query) {
  const names = /^\?with=([a-z,-]*)$/.exec(query)?.[1];
  if (names === undefined) return undefined;
  const others = names.split(',').filter((name) => name !== '');
  return [path, ...others.map((name) => join(dirname(path), `${name}.json`))];
}

/**
 * @param {string[]} files
 * @returns {unknown} their content by their names
 */
function groupOf(files) {
  return Object.fromEntries(
    files.map((file) => [basename(file, '.json'), JSON.parse(readFileSync(file, 'utf8'))]),
  );
}

/**
 * @param {unknown} value a message, or a group of them
 * @returns {unknown}
 */
function compileTree(value) {
  if (typeof value === 'string') return compile(value);
  if (typeof value !== 'object' || value === null)
    throw new Error(`This is no message: ${JSON.stringify(value)}`);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, compileTree(inner)]));
}
