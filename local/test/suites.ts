/** The suites of `npm test`, and how each is run and counted. */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { ensureBuild } from '../build/build.ts';
import { ensureBinaries } from '../cluster/binaries.ts';
import { ensureChromium } from './chromium.ts';
import { ensureDockerRegistry } from './docker-registry.ts';
import type { Counts, FileReport } from './counts.ts';
import { addCounts, judge, readPlaywright, readVitest, strayErrors } from './counts.ts';
import { plain } from './plain.ts';
import type { ToolResult } from './tool.ts';
import { runTool } from './tool.ts';
import { keysOf, planOf, readResults, resultsAfter, writeResults } from './unchanged.ts';

export interface Outcome {
  readonly counts: Counts;
  /** What the tool said; shown when something failed. */
  readonly output: string;
  /** Of the files that ran. */
  readonly files: readonly FileReport[];
  /** Passed and skipped in an earlier run, and still right. */
  readonly kept: number;
}

export interface RunOptions {
  /** Says what it is doing just now. */
  readonly detail: (text: string) => void;
  /** More arguments for the tool. */
  readonly extra: readonly string[];
  /** Leaves out what passed and cannot have changed. */
  readonly keep: boolean;
}

export interface Suite {
  readonly name: string;
  readonly title: string;
  /** What has to be there first, with progress lines of its own. */
  readonly prepare?: () => Promise<void>;
  readonly run: (options: RunOptions) => Promise<Outcome>;
}

const root = join(import.meta.dirname, '..', '..');
const module = (...path: string[]): string => join('node_modules', ...path);

/** Longer than any test may take, and than the slowest step of a tool on a busy machine. */
const SILENCE_MS = 8 * 60_000;

const KNIP = [module('knip', 'bin', 'knip.js'), '-c', '.config/knip.config.ts'];

/** Quick checks of the text itself: each counts as one test. Caches only spare files whose content is unchanged. */
export const textChecks: readonly Suite[] = [
  check('lint', 'lint (eslint)', [
    module('eslint', 'bin', 'eslint.js'),
    ...['-c', '.config/eslint.config.mjs', '--max-warnings', '0'],
    ...['--cache', '--cache-strategy', 'content', '--cache-location', '.cache/eslint/'],
    '.',
  ]),
  check(
    'types',
    'types (tsc)',
    // The types of pages and routes are made first: a fresh clone has none.
    [module('next', 'dist', 'bin', 'next'), 'typegen'],
    [module('typescript', 'bin', 'tsc'), '--noEmit'],
  ),
  check('format', 'format (prettier)', [
    module('prettier', 'bin', 'prettier.cjs'),
    ...['--cache', '--cache-strategy', 'content', '--cache-location', '.cache/prettier'],
    ...['--check', '.'],
  ]),
  check('imports', 'imports (dependency-cruiser)', ['.config/imports.mjs']),
  // The second walk is from the programs alone: what only tests reach is no product.
  check('dead-code', 'dead code (knip)', KNIP, [...KNIP, '--production', '--include', 'files']),
];

export const unit: Suite = {
  name: 'unit',
  title: 'unit tests',
  run: (options) => vitest('unit', unitFiles, options),
};

export const integration: Suite = {
  name: 'int',
  title: 'integration tests',
  async prepare() {
    await ensureBinaries();
    const registry = await ensureDockerRegistry();
    if ('missing' in registry) process.stderr.write(`  no tests with a real registry: ${registry.missing}\n`);
  },
  run: (options) => vitest('int', integrationFiles, options),
};

export const browser: Suite = {
  name: 'e2e',
  title: 'browser tests',
  async prepare() {
    await ensureBinaries();
    process.env['CAPSTAN_CHROMIUM'] = await ensureChromium();
    await ensureBuild();
  },
  run: playwright,
};

/** The same suite on the oldest Kubernetes version that we say we support: see `local/cluster/binaries.ts`. */
export function onOldest(suite: Suite): Suite {
  const there = async <T>(work: () => Promise<T>): Promise<T> => {
    process.env['CAPSTAN_KUBERNETES'] = 'oldest';
    try {
      return await work();
    } finally {
      delete process.env['CAPSTAN_KUBERNETES'];
    }
  };
  return {
    name: `${suite.name}-oldest`,
    title: `${suite.title} on the oldest Kubernetes`,
    prepare: () => there(async () => suite.prepare?.()),
    run: (options) => there(() => suite.run(options)),
  };
}

/** One test made of one or more programs that must all end well. */
function check(name: string, title: string, ...programs: readonly (readonly string[])[]): Suite {
  return {
    name,
    title,
    async run({ detail }) {
      let output = '';
      let failed = 0;
      for (const args of programs) {
        const result = await runNode(args, detail);
        output += result.output;
        failed = result.ok ? failed : 1;
        if (failed > 0) break;
      }
      return { counts: { passed: 1 - failed, failed, skipped: 0 }, output, files: [], kept: 0 };
    },
  };
}

const NOT_OURS = new Set(['node_modules', '.next', 'dist', '.cache', '.git', 'e2e']);

function testFiles(): string[] {
  // Folders with a dot have to be named.
  const patterns = ['**/*.test.{ts,tsx}', '.config/*.test.ts'];
  return globSync(patterns, { cwd: root, exclude: (name) => NOT_OURS.has(name) }).sort();
}

const unitFiles = (): string[] => testFiles().filter((file) => !file.endsWith('.int.test.ts'));
const integrationFiles = (): string[] => testFiles().filter((file) => file.endsWith('.int.test.ts'));

async function vitest(
  project: string,
  files: () => readonly string[],
  { detail, extra, keep }: RunOptions,
): Promise<Outcome> {
  const store = join(root, '.cache', 'results', `${project}.json`);
  const before = keep ? readResults(store) : {};
  const keys = keep ? await keysOf(root, files()) : new Map<string, string>();
  const { stale, kept } = planOf(keys, before);
  if (keep && stale.length === 0) return outcomeOf({ ok: true, output: '' }, [], kept);
  const report = freshReport(project);
  const chosen = kept.length === 0 ? [] : stale.map((file) => join(root, file));
  const result = await runNode(
    [
      ...[module('vitest', 'vitest.mjs'), 'run', '--config', '.config/vitest.config.ts'],
      ...['--project', project, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
      ...extra,
      ...chosen,
    ],
    detail,
  );
  const outcome = conclude(result, kept, () => readVitest(readReport(report)));
  if (keep) writeResults(store, resultsAfter(keys, before, outcome.files));
  return outcome;
}

async function playwright({ detail, extra }: RunOptions): Promise<Outcome> {
  const report = freshReport('e2e');
  const cli = module('@playwright', 'test', 'cli.js');
  const result = await runNode([cli, 'test', '--config', 'e2e/playwright.config.ts', ...extra], detail, {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  return conclude({ ...result, output: result.output + strayText(report) }, [], () =>
    readPlaywright(readReport(report)).map((one) => ({ ...one, file: `e2e/${one.file}` })),
  );
}

function strayText(report: string): string {
  if (!existsSync(report)) return '';
  return strayErrors(readReport(report))
    .map((text) => `\noutside of any test: ${text}\n`)
    .join('');
}

function conclude(result: ToolResult, kept: readonly FileReport[], read: () => FileReport[]): Outcome {
  try {
    const files = read().map((report) => ({
      ...report,
      file: isAbsolute(report.file) ? relative(root, report.file) : report.file,
    }));
    return outcomeOf(result, files, kept);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const output = `${result.output}\nits report cannot be read: ${reason}\n`;
    return { counts: { passed: 0, failed: 1, skipped: 0 }, output, files: [], kept: 0 };
  }
}

function outcomeOf(
  { ok, output }: ToolResult,
  files: readonly FileReport[],
  kept: readonly FileReport[],
): Outcome {
  const earlier = addCounts(kept);
  const { complaint, ...counts } = judge(addCounts([...files, earlier]), ok);
  return {
    counts,
    output: complaint === undefined ? output : `${output}\n${complaint}\n`,
    files,
    kept: earlier.passed + earlier.skipped,
  };
}

/** Removed first, so that a report of an earlier run is never counted. */
function freshReport(name: string): string {
  const path = join(root, '.cache', 'reports', `${name}.json`);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  return path;
}

function readReport(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

async function runNode(
  args: readonly string[],
  onLine: (text: string) => void,
  env: Readonly<Record<string, string>> = {},
): Promise<ToolResult> {
  const { FORCE_COLOR: _, NO_COLOR: __, ...inherited } = process.env;
  const isTerminal = process.stderr.isTTY;
  // The tools write into a pipe: they have to be told whether colours reach a terminal at our end. Some take any value
  // of FORCE_COLOR, 0 included, for a yes.
  const colours = isTerminal ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };
  const result = await runTool(process.execPath, args, {
    cwd: root,
    env: { ...inherited, ...colours, ...env },
    onLine: (line) => {
      onLine(plain(line));
    },
    silenceMs: SILENCE_MS,
  });
  return isTerminal ? result : { ...result, output: plain(result.output) };
}
