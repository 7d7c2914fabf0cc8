/**
 * Builds a program of the table from its publisher's sources: once for each version, into the user's cache folder. Go
 * fetches the module, whose sum has to be the table's, and builds it in its own folder, by its own go.mod and go.sum.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { optional } from '#lib/base/loose.ts';
import { withLock } from '../../bootstrap/lock.mjs';
import { withProgress } from '../../bootstrap/progress.mjs';
import { isExecutable } from '../../cluster/executables.ts';
import { compileWithGo } from '../../cluster/go-build.ts';
import { cacheFolder, thisPlace } from '../../cluster/paths.ts';
import { run } from '../../cluster/run.ts';
import { ADDITIONS, OVERLAY_DIGESTED, seamed, SEAMS } from './overlay.ts';
import type { UpstreamModule, UpstreamSource } from '../runnable.ts';

/** Where a program lies, or is going to. */
export interface Program {
  readonly folder: string;
  readonly path: string;
  /** By the variables that tell the program of them. */
  readonly assets: Readonly<Record<string, string>>;
}

export interface BuildOptions {
  /** Told how far it is. */
  readonly detail?: (text: string) => void;
  readonly signal?: AbortSignal;
}

/** Whatever it is made from is in the name of its folder. */
export function programOf({ entry, source }: Pick<UpstreamModule, 'entry' | 'source'>): Program {
  const key = createHash('sha256')
    .update(JSON.stringify([platform(), arch(), source, OVERLAY_DIGESTED]))
    .digest('hex')
    .slice(0, 16);
  const folder = join(cacheFolder(thisPlace()), 'operators', key);
  const assets = Object.entries(source.assets ?? {}).map(([name, path]) => [name, join(folder, path)]);
  return {
    folder,
    path: join(folder, entry),
    assets: z.record(z.string(), z.string()).parse(Object.fromEntries(assets)),
  };
}

/** Whether it need not be built. */
export function isBuilt(module: Pick<UpstreamModule, 'entry' | 'source'>): boolean {
  return isExecutable(programOf(module).path);
}

/** The images of the table whose programs are built, or can be. Others' pods stay simulated. */
export async function servedImages(table: ReadonlyMap<string, UpstreamModule>): Promise<string[]> {
  const go = await hasGo();
  return [...table.values()].filter((module) => go || isBuilt(module)).flatMap(({ images }) => images);
}

/** A Go that is too old says so when it builds. */
async function hasGo(): Promise<boolean> {
  try {
    await run('go', ['version']);
    return true;
  } catch {
    return false;
  }
}

/** Rejects with one sentence, or with Go's last lines. */
export async function buildProgram(module: UpstreamModule, options: BuildOptions = {}): Promise<Program> {
  const program = programOf(module);
  if (isBuilt(module)) return program;
  const waiting = (pid: number): void => {
    options.detail?.(`process ${String(pid)} builds it already`);
  };
  const built = withLock(`${program.folder}.lock`, waiting, async () => {
    options.signal?.throwIfAborted();
    if (isBuilt(module)) return;
    const { source } = module;
    await withProgress(`building ${source.module} ${source.version} (once)`, async (detail) => {
      await build(module, program, {
        ...options,
        detail: (text) => {
          detail(text);
          options.detail?.(text);
        },
      });
    });
  });
  // Whoever waits for another process need not go on with it.
  await Promise.race([built, ...(options.signal === undefined ? [] : [whenAborted(options.signal)])]);
  return program;
}

function whenAborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => {
    reject(new Error('given up'));
  });
  promise.catch(() => undefined);
  return promise;
}

async function build(
  { source }: UpstreamModule,
  { folder, path }: Program,
  { detail = () => undefined, signal }: BuildOptions,
): Promise<void> {
  // What a build that was cut short has left.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const scratch = mkdtempSync(join(folder, 'build-'));
  // What the user's own settings of Go would change is fixed here; where it fetches from stays theirs.
  const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off', GOFLAGS: '' };
  const go: Go = { env, ...optional({ signal }) };
  try {
    detail('fetching its sources');
    const sources = await fetchSources(source, scratch, go);
    const overlay = await writeOverlay(sources, scratch, go);
    const partial = join(scratch, 'program');
    const linked = Object.entries(source.linked ?? {}).map(([name, value]) => `-X ${name}=${value}`);
    await compileWithGo('go', {
      ...{ cwd: sources, env, goPackage: source.package, to: partial, detail, ...optional({ signal }) },
      // Two at a time leave the machine to its user.
      flags: [
        ...['-mod=readonly', '-buildvcs=false', '-trimpath', '-p', '2', '-overlay', overlay],
        ...['-ldflags', ['-s -w', ...linked].join(' ')],
      ],
    });
    if (!isExecutable(partial)) throw new Error(`Go made no program of ${source.module}`);
    for (const asset of Object.values(source.assets ?? {}))
      cpSync(join(sources, asset), join(folder, asset), { recursive: true });
    renameSync(partial, path);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface Go {
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
}

const Download = z.object({ Dir: z.string(), Sum: z.string() });

/** There is no Go, or it finds no sources. */
export class SourcesOutOfReach extends Error {
  override readonly name = 'SourcesOutOfReach';
}

/** Resolves to their folder, which Go keeps. Rejects with SourcesOutOfReach, or where their sum is another. */
export async function fetchSources(
  { module, version, sum }: UpstreamSource,
  cwd: string,
  go: Go,
): Promise<string> {
  // What it says of an error stands in its JSON.
  const options = { cwd, ...go, errorsOn: 'both' } as const;
  const { stdout } = await run('go', ['mod', 'download', '-json', `${module}@${version}`], options).catch(
    (error: unknown) => {
      throw new SourcesOutOfReach(error instanceof Error ? error.message : String(error), { cause: error });
    },
  );
  const { Dir, Sum } = Download.parse(JSON.parse(stdout));
  if (Sum !== sum) throw new Error(`${module}@${version} has the sum ${Sum}, but ${sum} is expected`);
  return Dir;
}

/** Resolves to the file that `go build -overlay` reads. */
async function writeOverlay(cwd: string, scratch: string, go: Go): Promise<string> {
  // Asked where it builds: there it may be another Go, which that go.mod asks for.
  const root = (await run('go', ['env', 'GOROOT'], { cwd, ...go })).stdout.trim();
  const files = new Map(Object.entries(ADDITIONS));
  for (const file of new Set(SEAMS.map((seam) => seam.file)))
    files.set(file, seamed(file, readFileSync(join(root, 'src', file), 'utf8')));
  const replaced = [...files].map(([file, text]) => {
    const written = join(scratch, 'overlay', file);
    mkdirSync(dirname(written), { recursive: true });
    writeFileSync(written, text);
    return [join(root, 'src', file), written];
  });
  const overlay = join(scratch, 'overlay.json');
  writeFileSync(overlay, JSON.stringify({ Replace: Object.fromEntries(replaced) as unknown }));
  return overlay;
}
