/**
 * Results that still hold: a file of tests which passed is not run again before something changes that it can depend on.
 * Never in CI, never with `--fresh`, never for the deep size.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { FileReport } from './counts.ts';
import { readImports } from './import-graph.ts';
import { reachOf, SERVER_SOURCES } from './reach.ts';

const Kept = z.object({
  key: z.string(),
  passed: z.int().min(0),
  skipped: z.int().min(0),
  seconds: z.number(),
});
const Results = z.record(z.string(), Kept);
type Results = z.infer<typeof Results>;

export interface Plan {
  /** Files to run. */
  readonly stale: readonly string[];
  /** Reports of earlier runs that still hold. */
  readonly kept: readonly FileReport[];
}

/** Which of the files need to run, given what each depends on now and what was kept. */
export function planOf(keys: ReadonlyMap<string, string>, results: Results): Plan {
  const stale: string[] = [];
  const kept: FileReport[] = [];
  for (const [file, key] of keys) {
    const result = results[file];
    if (result?.key === key) kept.push({ file, ...result, failed: 0 });
    else stale.push(file);
  }
  return { stale, kept };
}

/** What is kept after a run: what still holds, and the files that passed whole. A file that failed is forgotten. */
export function resultsAfter(
  keys: ReadonlyMap<string, string>,
  before: Results,
  reports: readonly FileReport[],
): Results {
  const ran = new Map(reports.map((report) => [report.file, report]));
  const after: Record<string, Results[string]> = {};
  for (const [file, key] of keys) {
    const report = ran.get(file);
    const { passed, skipped, seconds } = report ?? { passed: 0, skipped: 0, seconds: 0 };
    if (report !== undefined && report.failed === 0 && passed > 0)
      after[file] = { key, passed, skipped, seconds };
    else if (report === undefined && before[file]?.key === key) after[file] = before[file];
  }
  return after;
}

/** A key for each file of tests over everything that its outcome can depend on. */
export async function keysOf(root: string, files: readonly string[]): Promise<Map<string, string>> {
  const graph = await readImports(root, files);
  const always = surroundings(root);
  const hashes = new Map<string, string>();
  const of = (path: string): string => {
    const known = hashes.get(path) ?? hashPath(root, path);
    hashes.set(path, known);
    return known;
  };
  const top = readdirSync(root).filter((name) => !NOT_SOURCES.has(name));
  return new Map(
    files.map((file) => {
      const reach = reachOf(graph, file);
      const paths = reach.kind === 'modules' ? reach.files : reach.kind === 'servers' ? SERVER_SOURCES : top;
      const text = paths.map((path) => `${path} ${of(path)}`).join('\n');
      return [file, createHash('sha256').update(`${always}\n${reach.kind}\n${text}`).digest('hex')];
    }),
  );
}

const NOT_SOURCES: ReadonlySet<string> = new Set([
  '.cache',
  '.git',
  '.next',
  'dist',
  'next-env.d.ts',
  'node_modules',
  'playwright-report',
  'test-results',
  'tmp',
]);

/** What every test depends on besides sources: the packages, Node, how tests are run, and the data beside the repository. */
function surroundings(root: string): string {
  const data = join(root, '..', 'shared', 'data');
  const files = statSync(data, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(data).sort();
  return JSON.stringify([
    process.version,
    process.platform,
    ...['package-lock.json', '.config/vitest.config.ts', 'tsconfig.json'].map((path) => hashPath(root, path)),
    ...files.map((name) => {
      const { size, mtimeMs } = statSync(join(data, name));
      return [name, size, mtimeMs];
    }),
  ]);
}

/** Over names and contents of a file, or of a folder and all below. */
function hashPath(root: string, path: string): string {
  const full = join(root, path);
  const stats = statSync(full, { throwIfNoEntry: false });
  if (stats === undefined) return 'absent';
  const hash = createHash('sha256');
  if (stats.isDirectory()) {
    const names = readdirSync(full).filter((name) => !NOT_SOURCES.has(name));
    for (const name of names.sort()) hash.update(`${name} ${hashPath(root, `${path}/${name}`)}\n`);
  } else hash.update(readFileSync(full));
  return hash.digest('hex');
}

/** Results of one suite by file; none where they cannot be read. */
export function readResults(path: string): Results {
  try {
    return Results.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {};
  }
}

export function writeResults(path: string, results: Results): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(results));
}
