/**
 * Finds the control plane's programs, and builds what is not there: once, into the user's cache folder.
 * Looked at in this order: KUBEBUILDER_ASSETS (somebody chose it), our cache, PATH; then Go builds the rest.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { withLock } from '../bootstrap/lock.mjs';
import { withProgress } from '../bootstrap/progress.mjs';
import type { Pins, Tool, ToolName } from './tools.ts';
import {
  isAtLeast,
  isControlPlane,
  isSuitable,
  linkerFlags,
  parsePins,
  parseVersion,
  tools,
} from './tools.ts';
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

/** Resolves to a path for every program. Rejects with one sentence where neither they nor Go are there. */
export async function ensureBinaries(): Promise<Binaries> {
  const recipes = readRecipes();
  const found = await findAll(recipes);
  for (const tool of tools) {
    if (!found.has(tool.name)) found.set(tool.name, await ensureBuilt(tool, recipes(tool)));
  }
  return complete(found);
}

type Recipes = (tool: Tool) => Recipe;

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

async function findAll(recipes: Recipes): Promise<Map<ToolName, string>> {
  const found = new Map<ToolName, string>();
  const places = await Promise.all(tools.map((tool) => find(tool, recipes(tool))));
  tools.forEach((tool, index) => {
    const path = places[index];
    if (path !== undefined) found.set(tool.name, path);
  });
  return found;
}

async function find(tool: Tool, recipe: Recipe): Promise<string | undefined> {
  const chosen = process.env['KUBEBUILDER_ASSETS'];
  if (chosen !== undefined && chosen !== '') {
    const path = await suitableIn([chosen], tool, recipe.pins);
    if (path !== undefined) return path;
  }
  const cached = join(recipe.folder, tool.name);
  if (isExecutable(cached)) return cached;
  return suitableIn(pathFolders(), tool, recipe.pins);
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

/** Asked inside our module, so that a Go which fetches the toolchain named in go.mod answers with that one. */
async function findGo({ module, pins }: Recipe): Promise<string> {
  const wanted = `${String(pins.go.major)}.${String(pins.go.minor)}`;
  try {
    const { stdout } = await run('go', ['version'], { cwd: module });
    if (isAtLeast(parseVersion(stdout.replace('go version go', '')), pins.go)) return 'go';
  } catch {
    // The sentence below covers a missing Go too.
  }
  const names = tools.map((tool) => tool.name).join(', ');
  throw new Error(
    `Local clusters need Go ${wanted} or later to build Kubernetes once (https://go.dev/dl/), ` +
      `or KUBEBUILDER_ASSETS set to a folder that holds ${names}.`,
  );
}

function ensureBuilt(tool: Tool, recipe: Recipe): Promise<string> {
  const sayWaiting = (pid: number): void => {
    process.stderr.write(
      `  another process (${String(pid)}) is building the control plane; waiting for it\n`,
    );
  };
  return withLock(`${recipe.folder}.lock`, sayWaiting, () => buildInLock(tool, recipe));
}

/** What another process has built meanwhile is taken as it is. */
async function buildInLock(tool: Tool, recipe: Recipe): Promise<string> {
  const target = join(recipe.folder, tool.name);
  if (isExecutable(target)) return target;
  const go = await findGo(recipe);
  mkdirSync(recipe.folder, { recursive: true });
  const partial = `${target}.partial`;
  const position = `${String(tools.indexOf(tool) + 1)} of ${String(tools.length)}`;
  await withProgress(`building ${tool.name} (${position}, once)`, async (detail) => {
    await run(
      go,
      ['build', '-trimpath', '-ldflags', linkerFlags(tool, recipe.pins), '-o', partial, tool.goPackage],
      { cwd: recipe.module, env: { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' }, onLine: detail },
    );
    renameSync(partial, target);
  }).catch((error: unknown) => {
    rmSync(partial, { force: true });
    throw error;
  });
  return target;
}

function complete(found: ReadonlyMap<ToolName, string>): Binaries {
  const path = (name: ToolName): string => {
    const value = found.get(name);
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
