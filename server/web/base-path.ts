/**
 * One build for every base path. What the build has written for the root is put below the path where it is read: the few
 * scripts that load others (assets.ts), and what Next's server tells browsers to load.
 */
import type { ServerResponse } from 'node:http';
import nodeModule from 'node:module';
import { join } from 'node:path';

/** The text of a file of the build, with its addresses of other files below the base path. */
export function putBelow(basePath: string, built: string): string {
  return built.replaceAll('"/_next/', `"${basePath}/_next/`);
}

/** Next's server does not know the path: where it leads somewhere, it leads below it. */
export function leadBelow(basePath: string, response: ServerResponse): void {
  if (basePath === '') return;
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) => {
    const leads = name.toLowerCase() === 'location' && typeof value === 'string' && value.startsWith('/');
    return setHeader(name, leads ? basePath + value : value);
  };
}

/** What Next reads as a program: its last expression's context. */
type Evaluated = Readonly<Record<string, unknown>> | undefined;

interface Reader {
  evalManifest(...request: readonly unknown[]): Evaluated;
  evalManifestFromRelativePath(...request: readonly unknown[]): Evaluated;
}

/**
 * Next has a setting for addresses that it makes itself (`assetPrefix`), and none for those in its lists of scripts for each
 * page, which name them as the build saw them. To be called before Next is loaded: it takes its reader of these from here.
 * @throws Error when Next has no such reader
 */
export function putListsBelow(basePath: string, root: string): void {
  const load = nodeModule.createRequire(join(root, 'package.json'));
  const file = load.resolve('next/dist/server/load-manifest.external.js');
  const reader = load(file) as Partial<Reader>;
  const { evalManifest, evalManifestFromRelativePath } = reader;
  const loaded = load.cache[file];
  if (evalManifest === undefined || evalManifestFromRelativePath === undefined || loaded === undefined)
    throw new Error('Next has changed: its lists of scripts are not read where they were.');
  const known = new WeakMap<NonNullable<Evaluated>, Evaluated>();
  const below = (read: Evaluated): Evaluated => {
    if (read?.[LIST] === undefined) return read;
    const placed = known.get(read) ?? {
      ...read,
      [LIST]: JSON.parse(putBelow(basePath, JSON.stringify(read[LIST]))) as unknown,
    };
    known.set(read, placed);
    return placed;
  };
  loaded.exports = {
    ...reader,
    evalManifest: (...request) => below(evalManifest(...request)),
    evalManifestFromRelativePath: (...request) => below(evalManifestFromRelativePath(...request)),
  } satisfies Partial<Reader>;
}

const LIST = '__RSC_MANIFEST';
