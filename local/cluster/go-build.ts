/** Builds programs with Go, and says how far it is. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { optional } from '#lib/base/loose.ts';
import { withProgress } from '../bootstrap/progress.mjs';
import { isExecutable } from './executables.ts';
import { run } from './run.ts';
import type { Pins, Tool } from './tools.ts';
import { isAtLeast, linkerFlags, parseVersion, tools } from './tools.ts';

/** What a program is built from, and where it goes. */
export interface GoBuild {
  /** Where its go.mod lies. */
  readonly module: string;
  readonly pins: Pins;
  readonly folder: string;
  readonly target: string;
}

/** Asked inside our module, so that a Go which fetches the toolchain named in go.mod answers with that one. */
async function findGo({ module, pins }: GoBuild, why: readonly string[]): Promise<string> {
  const wanted = `${String(pins.go.major)}.${String(pins.go.minor)}`;
  try {
    const { stdout } = await run('go', ['version'], { cwd: module });
    if (isAtLeast(parseVersion(stdout.replace('go version go', '')), pins.go)) return 'go';
  } catch {
    // The sentence below covers a missing Go too.
  }
  const names = tools.map((tool) => tool.name).join(', ');
  throw new Error(
    [
      `Local clusters need the programs of Kubernetes. Either let them be fetched (--mirror, CAPSTAN_MIRROR), or ` +
        `install Go ${wanted} or later to build them once (https://go.dev/dl/), or set KUBEBUILDER_ASSETS to a folder ` +
        `that holds ${names}.`,
      ...why.map((line) => `  not fetched: ${line}`),
    ].join('\n'),
  );
}

/** @param why what kept it from being fetched, for people without Go */
export async function buildWithGo(tool: Tool, build: GoBuild, why: readonly string[]): Promise<void> {
  const go = await findGo(build, why);
  const { folder, module, pins, target } = build;
  mkdirSync(folder, { recursive: true });
  const partial = `${target}.partial`;
  const position = `${String(tools.indexOf(tool) + 1)} of ${String(tools.length)}`;
  const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' };
  await withProgress(`building ${tool.name} (${position}, once)`, async (detail) => {
    const flags = ['-trimpath', '-ldflags', linkerFlags(tool, pins)];
    await compileWithGo(go, { cwd: module, env, flags, goPackage: tool.goPackage, to: partial, detail });
    if (!isExecutable(partial)) throw new Error(`Go made no program ${tool.name}`);
    renameSync(partial, target);
  }).catch((error: unknown) => {
    rmSync(partial, { force: true });
    throw error;
  });
}

export interface Compilation {
  /** Inside of the module. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Of `go build`. */
  readonly flags: readonly string[];
  readonly goPackage: string;
  readonly to: string;
  /** Told how far it is. */
  readonly detail: (text: string) => void;
  readonly signal?: AbortSignal;
}

/** Rejects with Go's last lines. */
export async function compileWithGo(go: string, compilation: Compilation): Promise<void> {
  const { cwd, env, flags, goPackage, to, detail, signal } = compilation;
  const total = await packagesToCompile(go, compilation);
  let compiled = 0;
  await run(go, ['build', '-v', ...flags, '-o', to, goPackage], {
    ...{ cwd, env, ...optional({ signal }) },
    onLine: (line) => {
      if (!isPackage(line)) return;
      compiled += 1;
      detail(compiled < total ? `compiled ${String(compiled)} of ${String(total)} packages` : 'linking');
    },
  });
}

/** Those that Go's own cache does not have. Listing them fetches the modules, which takes its time on a new machine. */
async function packagesToCompile(
  go: string,
  { cwd, env, flags, goPackage, detail, signal }: Compilation,
): Promise<number> {
  let fetched = 0;
  const template = '{{if .Stale}}{{.ImportPath}}{{end}}';
  const { stdout } = await run(go, ['list', '-deps', '-f', template, ...flags, goPackage], {
    ...{ cwd, env, ...optional({ signal }) },
    onLine: (line) => {
      if (!line.startsWith('go: downloading ')) return;
      fetched += 1;
      detail(`fetched ${String(fetched)} modules`);
    },
  });
  return stdout.split('\n').filter((line) => line !== '').length;
}

/** `go build -v` prints the path of each package as it has compiled it, among other lines. */
const isPackage = (line: string): boolean => /^[\w./~-]+$/.test(line);
