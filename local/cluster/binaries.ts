/**
 * Finds the control plane's programs, and gets what is not there: once, into the user's cache folder. Looked at in this
 * order: KUBEBUILDER_ASSETS (somebody chose it), PATH, our cache; then publishers' releases are fetched, and Go builds
 * what could not be.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { optional } from '#lib/base/loose.ts';
import { withLock } from '../bootstrap/lock.mjs';
import { withProgress } from '../bootstrap/progress.mjs';
import { download, DownloadFailed } from './download.ts';
import { buildWithGo } from './go-build.ts';
import type { KnownSums, Release } from './releases.ts';
import { allReleases, checkMirror, onMirror, parseSums, releaseOf, targetOf } from './releases.ts';
import type { Pins, Tool, ToolName } from './tools.ts';
import { isControlPlane, isSuitable, parsePins, parseVersion, tools } from './tools.ts';
import { isExecutable, pathFolders } from './executables.ts';
import { cacheFolder, thisPlace } from './paths.ts';
import { run } from './run.ts';

export type Binaries = Readonly<Record<ToolName, string>>;

const MODULE_FOLDER = join(import.meta.dirname, '..', 'control-plane');

interface Recipe {
  /** Where its go.mod lies. */
  readonly module: string;
  readonly pins: Pins;
  /** Holds the binaries that exactly this go.mod and go.sum make on this kind of machine. */
  readonly folder: string;
}

export interface EnsureOptions {
  /** Told in one line which programs were taken. */
  readonly say?: (line: string) => void;
  /** Ends fetching; a build is ended by `endRunning`. */
  readonly signal?: AbortSignal;
}

/** Where each program is, and how it came there. */
type Found = Map<ToolName, { readonly path: string; readonly from: string }>;

/**
 * Resolves to a path for every program. Rejects with one sentence where they are not there, nothing could be fetched and
 * there is no Go.
 */
export async function ensureBinaries({ say, signal }: EnsureOptions = {}): Promise<Binaries> {
  const recipes = readRecipes();
  const found = await findAll(recipes);
  if (found.size < tools.length) {
    await inLocks(recipes, async () => {
      // What another process has made meanwhile is taken as it is.
      for (const [name, one] of await findAll(recipes)) found.set(name, one);
      const missing = tools.filter((tool) => !found.has(tool.name));
      if (missing.length > 0) await obtain(missing, { recipes, found, ...optional({ signal }) });
    });
  }
  say?.(taken(found));
  return complete(found);
}

/** One process at a time fills a folder. */
async function inLocks(recipes: Recipes, work: () => Promise<void>): Promise<void> {
  const sayWaiting = (pid: number): void => {
    process.stderr.write(
      `  another process (${String(pid)}) is getting the control plane ready; waiting for it\n`,
    );
  };
  const folders = [...new Set(tools.map((tool) => recipes(tool).folder))].sort();
  const inside = folders.reduceRight(
    (next, folder) => () => withLock(`${folder}.lock`, sayWaiting, next),
    work,
  );
  await inside();
}

/** Such as `control plane: etcd, kubectl from the PATH; the others from the cache`. */
function taken(found: Found): string {
  const groups = Map.groupBy(tools, ({ name }) => found.get(name)?.from ?? '');
  const parts = [...groups].map(([from, some]) => {
    const names = some.map(({ name }) => name).join(', ');
    return `${some.length === tools.length ? 'all programs' : names} ${from}`;
  });
  return `control plane: ${parts.join('; ')}`;
}

type Recipes = (tool: Tool) => Recipe;

/** The files of publishers for all targets: what the usual go.mod asks for, and that of the oldest version. */
export function pinnedReleases(): Release[] {
  const { pins } = readRecipe(MODULE_FOLDER);
  const oldest = readRecipe(join(MODULE_FOLDER, 'oldest'), pins).pins;
  return allReleases([
    { tools, pins },
    { tools: tools.filter(isControlPlane), pins: oldest },
  ]);
}

/**
 * CAPSTAN_KUBERNETES=oldest takes the control plane of the oldest Kubernetes version that we support; what only talks to
 * it stays as it is.
 */
function readRecipes(): Recipes {
  const usual = readRecipe(MODULE_FOLDER);
  if (process.env['CAPSTAN_KUBERNETES'] !== 'oldest') return () => usual;
  const oldest = readRecipe(join(MODULE_FOLDER, 'oldest'), usual.pins);
  return (tool) => (isControlPlane(tool) ? oldest : usual);
}

/** `inherited`: pins of what this go.mod does not name. */
function readRecipe(module: string, inherited?: Pins): Recipe {
  const goMod = readFileSync(join(module, 'go.mod'), 'utf8');
  const goSum = readFileSync(join(module, 'go.sum'), 'utf8');
  const key = createHash('sha256')
    .update(`${platform()}/${arch()}\n${goMod}\n${goSum}`)
    .digest('hex')
    .slice(0, 16);
  const folder = join(cacheFolder(thisPlace()), 'control-plane', key);
  return { module, pins: parsePins(goMod, inherited), folder };
}

async function findAll(recipes: Recipes): Promise<Found> {
  const found: Found = new Map();
  const places = await Promise.all(tools.map((tool) => find(tool, recipes(tool))));
  tools.forEach((tool, index) => {
    const place = places[index];
    if (place !== undefined) found.set(tool.name, place);
  });
  return found;
}

async function find(tool: Tool, recipe: Recipe): Promise<{ path: string; from: string } | undefined> {
  const chosen = process.env['KUBEBUILDER_ASSETS'] ?? '';
  const asset = chosen === '' ? undefined : await suitableIn([chosen], tool, recipe.pins);
  if (asset !== undefined) return { path: asset, from: 'from KUBEBUILDER_ASSETS' };
  const onPath = await suitableIn(pathFolders(), tool, recipe.pins);
  if (onPath !== undefined) return { path: onPath, from: 'from the PATH' };
  const cached = join(recipe.folder, tool.name);
  return isExecutable(cached) ? { path: cached, from: 'from the cache' } : undefined;
}

async function suitableIn(folders: readonly string[], tool: Tool, pins: Pins): Promise<string | undefined> {
  for (const folder of folders) {
    const path = join(folder, tool.name);
    if (folder === '' || !isExecutable(path)) continue;
    if (isSuitable(tool, await versionOf(path, tool.versionArgs), pins)) return path;
  }
  return undefined;
}

async function versionOf(path: string, args: readonly string[]): Promise<ReturnType<typeof parseVersion>> {
  try {
    return parseVersion((await run(path, args)).stdout);
  } catch {
    // Not for this machine, or not the program it is named after: as good as absent.
    return undefined;
  }
}

interface Work {
  readonly recipes: Recipes;
  readonly found: Found;
  readonly signal?: AbortSignal;
}

/** Everything that is missing, at once; what could not be fetched is built, one after the other. */
async function obtain(missing: readonly Tool[], work: Work): Promise<void> {
  const { recipes, found } = work;
  const problems = await fetchMissing(missing, work);
  for (const tool of missing) {
    if (found.has(tool.name)) continue;
    const recipe = recipes(tool);
    const target = join(recipe.folder, tool.name);
    const { pins, module, folder } = recipe;
    await buildWithGo(tool, { pins, module, folder, target }, problems);
    found.set(tool.name, { path: target, from: 'built with Go' });
  }
}

/** Resolves to why files were not taken. */
async function fetchMissing(missing: readonly Tool[], { recipes, found, signal }: Work): Promise<string[]> {
  const target = targetOf(platform(), arch());
  const wanted = missing.flatMap((tool) => {
    const release = target === undefined ? undefined : releaseOf(tool, recipes(tool).pins, target);
    return release === undefined ? [] : [{ tool, release }];
  });
  if (wanted.length === 0) return [];
  const known = knownSums();
  const mirror = mirrorOf(process.env);
  const problems: string[] = [];
  const bytes = { come: 0, all: 0 };
  const title = `fetching ${wanted.map(({ tool }) => tool.name).join(', ')}`;
  await withProgress(title, async (detail) => {
    const say = (): void => {
      detail(`${megabytes(bytes.come)} of ${megabytes(bytes.all)} MB`);
    };
    const fetchOne = async (tool: Tool, release: Release): Promise<void> => {
      const { folder } = recipes(tool);
      mkdirSync(folder, { recursive: true });
      const path = join(folder, tool.name);
      await download(release, path, {
        known,
        ...optional({ mirror, signal }),
        onSize: (size) => {
          bytes.all += size;
        },
        onBytes: (more) => {
          bytes.come += more;
          say();
        },
      });
      found.set(tool.name, { path, from: `fetched from ${new URL(onMirror(release.url, mirror)).host}` });
    };
    await Promise.all(
      wanted.map(({ tool, release }) =>
        fetchOne(tool, release).catch((error: unknown) => {
          if (!(error instanceof DownloadFailed)) throw error;
          problems.push(error.message);
        }),
      ),
    );
  });
  if (problems.length > 0) {
    process.stderr.write(`  ${String(problems.length)} not fetched: ${problems[0] ?? ''}\n`);
  }
  return problems;
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);

/** The sums that we know, by address. */
export const RELEASES_FILE = join(MODULE_FOLDER, 'releases.json');

export function knownSums(): KnownSums {
  return parseSums(readFileSync(RELEASES_FILE, 'utf8'));
}

/** CAPSTAN_MIRROR, which --mirror sets; empty means none. */
export function mirrorOf(env: NodeJS.ProcessEnv): string | undefined {
  const text = env['CAPSTAN_MIRROR'] ?? '';
  return text === '' ? undefined : checkMirror(text);
}

function complete(found: Found): Binaries {
  const path = (name: ToolName): string => {
    const value = found.get(name)?.path;
    if (value === undefined) throw new Error(`the program ${name} was neither found nor built`);
    return value;
  };
  return {
    'kube-apiserver': path('kube-apiserver'),
    'kube-controller-manager': path('kube-controller-manager'),
    'kube-scheduler': path('kube-scheduler'),
    kubectl: path('kubectl'),
    etcd: path('etcd'),
    kwok: path('kwok'),
    kwokctl: path('kwokctl'),
  };
}
