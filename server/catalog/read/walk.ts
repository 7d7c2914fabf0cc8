/**
 * Finds what a catalog directory holds: bundle directories (with `metadata/annotations.yaml`) and files that may be
 * file-based catalogs. Nothing outside the root is ever opened: links are followed only as long as they stay inside.
 */
import type { Stats } from 'node:fs';
import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { CatalogWarning } from '#lib/olm/api/catalog.ts';
import { reason } from './document.ts';
import { compileIgnore, type Ignore } from './ignore.ts';
import { limits } from './limits.ts';

/** A regular file, as it was when it was found. */
export interface FoundFile {
  /** Absolute, links resolved. */
  path: string;
  /** Relative to the root, with `/`; the order and name under which people know it. */
  name: string;
  size: number;
  mtimeMs: number;
}

/** A directory that is a bundle. */
export interface FoundBundle {
  /** Relative to the root, with `/`; empty when the root itself is the bundle. */
  name: string;
  annotations: FoundFile;
  /** Everything below the directory, sorted by name. */
  files: FoundFile[];
}

/** What a directory holds; of files that are neither, nothing is said. */
export interface Found {
  bundles: FoundBundle[];
  catalogFiles: FoundFile[];
  warnings: CatalogWarning[];
  /** Changes when any file is added, removed, or looks changed by size or time. */
  signature: string;
}

const CATALOG_FILE = /\.(json|jsonl|ndjson|ya?ml)(\.gz)?$/i;
const IGNORE = '.indexignore';
const ANNOTATIONS = ['metadata/annotations.yaml', 'metadata/annotations.yml'];

/** Rejects when the root cannot be read at all. */
export async function walkCatalog(directory: string): Promise<Found> {
  const root = await realpath(directory);
  if (!(await stat(root)).isDirectory()) throw new Error(`${directory} is not a directory`);
  const walker: Walker = { root, warnings: [], files: [], count: 0 };
  await collect(walker, '', 0, []);
  walker.files.sort((a, b) => (a.name < b.name ? -1 : 1));
  const byRoot = groupByRoot(walker.files, findBundleRoots(walker.files));
  const loose = withoutOrphanManifests(walker, byRoot.get(undefined) ?? []);
  byRoot.delete(undefined);
  const bundles = [...byRoot].map(([name = '', files]) => bundleAt(name, files));
  return {
    bundles,
    catalogFiles: loose.filter(({ name }) => CATALOG_FILE.test(name)),
    warnings: walker.warnings,
    signature: signatureOf(walker.files),
  };
}

/** Changes when any file is added, removed, or looks changed by size or time. */
export function signatureOf(files: readonly FoundFile[]): string {
  return files.map((file) => `${file.name}\0${String(file.size)}\0${String(file.mtimeMs)}`).join('\n');
}

interface Walker {
  root: string;
  warnings: CatalogWarning[];
  files: FoundFile[];
  count: number;
}

async function collect(
  walker: Walker,
  directory: string,
  depth: number,
  outer: readonly Ignore[],
): Promise<void> {
  if (depth > limits.depth) {
    walker.warnings.push({
      file: directory,
      message: `deeper than ${String(limits.depth)} directories; left out`,
    });
    return;
  }
  const path = join(walker.root, directory);
  let names: string[];
  try {
    names = (await readdir(path)).sort();
  } catch (error) {
    walker.warnings.push({ file: directory, message: `cannot be listed: ${reason(error)}` });
    return;
  }
  const ignores = [...outer, ...(names.includes(IGNORE) ? await readIgnore(path, directory) : [])];
  for (const name of names) {
    if (name !== IGNORE && name !== '.git')
      await visit(walker, directory === '' ? name : `${directory}/${name}`, depth, ignores);
  }
}

async function visit(walker: Walker, name: string, depth: number, ignores: readonly Ignore[]): Promise<void> {
  const looked = counts(walker) ? await look(walker, name) : undefined;
  if (looked === undefined) return;
  const isDirectory = looked.info.isDirectory();
  if (ignores.reduce((ignored, rule) => rule(name, isDirectory) ?? ignored, false)) return;
  if (isDirectory) {
    // A link to a directory that holds it would never end.
    if (looked.linked && inside(join(walker.root, name), looked.path)) {
      walker.warnings.push({ file: name, message: 'is a link to a directory it lies in; left out' });
      return;
    }
    await collect(walker, name, depth + 1, ignores);
    return;
  }
  walker.files.push({ path: looked.path, name, size: looked.info.size, mtimeMs: looked.info.mtimeMs });
}

/** False once there are more files and directories than anybody has. */
function counts(walker: Walker): boolean {
  walker.count += 1;
  if (walker.count === limits.files + 1)
    walker.warnings.push({ message: `more than ${String(limits.files)} files; the rest is left out` });
  return walker.count <= limits.files;
}

/** The file or directory behind a name, when it is one and lies inside the root. */
async function look(
  walker: Walker,
  name: string,
): Promise<{ path: string; info: Stats; linked: boolean } | undefined> {
  const given = join(walker.root, name);
  try {
    const found = await lstat(given);
    const linked = found.isSymbolicLink();
    const path = linked ? await realpath(given) : given;
    if (linked && !inside(path, walker.root)) {
      walker.warnings.push({ file: name, message: 'is a link that leaves the catalog directory; left out' });
      return undefined;
    }
    const info = linked ? await stat(path) : found;
    if (!info.isFile() && !info.isDirectory()) {
      walker.warnings.push({ file: name, message: 'is neither a file nor a directory; left out' });
      return undefined;
    }
    return { path, info, linked };
  } catch (error) {
    walker.warnings.push({ file: name, message: `cannot be opened: ${reason(error)}` });
    return undefined;
  }
}

async function readIgnore(path: string, directory: string): Promise<Ignore[]> {
  try {
    const file = join(path, IGNORE);
    const info = await lstat(file);
    return info.isFile() && info.size < 1024 * 1024
      ? [compileIgnore(await readFile(file, 'utf8'), directory)]
      : [];
  } catch {
    return [];
  }
}

function findBundleRoots(files: readonly FoundFile[]): Set<string> {
  const roots = files.flatMap(({ name }) => {
    const suffix = ANNOTATIONS.find(
      (annotations) => name === annotations || name.endsWith(`/${annotations}`),
    );
    return suffix === undefined ? [] : [name.slice(0, Math.max(0, name.length - suffix.length - 1))];
  });
  return new Set(roots);
}

/** Files by the outermost of the roots they lie in, because what lies inside a bundle belongs to it; undefined for none. */
function groupByRoot(
  files: readonly FoundFile[],
  roots: ReadonlySet<string>,
): Map<string | undefined, FoundFile[]> {
  return Map.groupBy(files, ({ name }) => {
    if (roots.has('')) return '';
    for (let slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
      const directory = name.slice(0, slash);
      if (roots.has(directory)) return directory;
    }
    return undefined;
  });
}

function bundleAt(name: string, files: FoundFile[]): FoundBundle {
  const annotations = files.find((file) => ANNOTATIONS.some((suffix) => file.name === within(name, suffix)));
  if (annotations === undefined) throw new Error(`bundle ${name} lost its annotations`);
  return { name, annotations, files };
}

/** Manifests without metadata are no bundle and no catalog: one warning for the directory instead of one per file. */
function withoutOrphanManifests(walker: Walker, files: readonly FoundFile[]): FoundFile[] {
  const orphan = /^(?:(.*)\/)?manifests\/[^/]+$/;
  const parents = new Set(
    files.flatMap(({ name }) => {
      const match = /clusterserviceversion/i.test(name) ? orphan.exec(name) : null;
      return match === null ? [] : [match[1] ?? ''];
    }),
  );
  for (const parent of parents) {
    walker.warnings.push({
      file: within(parent, 'manifests'),
      message: 'manifests without metadata/annotations.yaml are no bundle; left out',
    });
  }
  return groupByRoot(files, parents).get(undefined) ?? [];
}

/** The path of a name in a directory; the root is an empty text. */
export function within(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`;
}

/** True when `path` is `directory` or lies below it. */
function inside(path: string, directory: string): boolean {
  const steps = relative(directory, path).split(sep);
  return steps[0] !== '..';
}
