/** The suites of `npm test`, and how each is run and counted. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureBuild } from '../build/build.ts';
import { ensureBinaries } from '../cluster/binaries.ts';
import { run } from '../cluster/run.ts';
import { ensureChromium } from './chromium.ts';
import { ensureDockerRegistry } from './docker-registry.ts';
import type { Counts } from './counts.ts';
import { countPlaywright, countVitest, judge } from './counts.ts';

export interface Outcome {
  readonly counts: Counts;
  /** What the tool said; shown when something failed. */
  readonly output: string;
}

export interface Suite {
  readonly name: string;
  readonly title: string;
  /** What has to be there first, with progress lines of its own. */
  readonly prepare?: () => Promise<void>;
  readonly run: (detail: (text: string) => void, extra: readonly string[]) => Promise<Outcome>;
}

const root = join(import.meta.dirname, '..', '..');
const module = (...path: string[]): string => join('node_modules', ...path);

/** Quick checks of the text itself: each counts as one test. */
export const textChecks: readonly Suite[] = [
  check('format', 'format (prettier)', [module('prettier', 'bin', 'prettier.cjs'), '--check', '.']),
  // The cache only spares files whose content is unchanged; a fresh clone, as in CI, has none.
  check('lint', 'lint (eslint)', [
    module('eslint', 'bin', 'eslint.js'),
    ...['-c', '.config/eslint.config.mjs', '--max-warnings', '0'],
    ...['--cache', '--cache-strategy', 'content', '--cache-location', '.cache/eslint/'],
    '.',
  ]),
  check('imports', 'imports (dependency-cruiser)', ['.config/imports.mjs']),
  check('dead-code', 'dead code (knip)', [module('knip', 'bin', 'knip.js'), '-c', '.config/knip.config.ts']),
  check(
    'types',
    'types (tsc)',
    // The types of pages and routes are made first: a fresh clone has none.
    [module('next', 'dist', 'bin', 'next'), 'typegen'],
    [module('typescript', 'bin', 'tsc'), '--noEmit'],
  ),
];

export const unit: Suite = {
  name: 'unit',
  title: 'unit tests',
  run: (detail, extra) => vitest('unit', detail, extra),
};

export const integration: Suite = {
  name: 'int',
  title: 'integration tests',
  async prepare() {
    await ensureBinaries();
    const registry = await ensureDockerRegistry();
    if ('missing' in registry) process.stderr.write(`  no tests with a real registry: ${registry.missing}\n`);
  },
  run: (detail, extra) => vitest('int', detail, extra),
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

/** One test made of one or more programs that must all end well. */
function check(name: string, title: string, ...programs: readonly (readonly string[])[]): Suite {
  return {
    name,
    title,
    async run(detail) {
      let output = '';
      for (const args of programs) {
        const result = await runNode(args, detail);
        output += result.output;
        if (!result.ok) return { counts: { passed: 0, failed: 1, skipped: 0 }, output };
      }
      return { counts: { passed: 1, failed: 0, skipped: 0 }, output };
    },
  };
}

async function vitest(
  project: string,
  detail: (text: string) => void,
  extra: readonly string[],
): Promise<Outcome> {
  const report = freshReport(project);
  const result = await runNode(
    [
      ...[
        module('vitest', 'vitest.mjs'),
        'run',
        '--config',
        '.config/vitest.config.ts',
        '--project',
        project,
      ],
      ...['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...extra],
    ],
    detail,
  );
  return conclude(result, () => countVitest(readReport(report)));
}

async function playwright(detail: (text: string) => void, extra: readonly string[]): Promise<Outcome> {
  const report = freshReport('e2e');
  const cli = module('@playwright', 'test', 'cli.js');
  const result = await runNode([cli, 'test', '--config', 'e2e/playwright.config.ts', ...extra], detail, {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  return conclude(result, () => countPlaywright(readReport(report)));
}

function conclude(result: ToolResult, count: () => Counts): Outcome {
  let counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  let output = result.output;
  try {
    counts = count();
  } catch (error) {
    output += `\nits report cannot be read: ${error instanceof Error ? error.message : String(error)}\n`;
    return { counts: { ...counts, failed: 1 }, output };
  }
  const { complaint, ...judged } = judge(counts, result.ok);
  return { counts: judged, output: complaint === undefined ? output : `${output}\n${complaint}\n` };
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

interface ToolResult {
  readonly ok: boolean;
  readonly output: string;
}

async function runNode(
  args: readonly string[],
  onLine: (text: string) => void,
  env: Readonly<Record<string, string>> = {},
): Promise<ToolResult> {
  // The tools write into a pipe, where colours depend on their mood; a terminal at our end gets them.
  const colours = { FORCE_COLOR: process.stderr.isTTY ? '1' : '0' };
  return run(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...colours, ...env },
    onLine,
    check: false,
  });
}
