/** `npm test`, `npm run check`, `npm run e2e`, `npm run deep`: runs suites and ends in one line that counts. */
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { withProgress } from '../bootstrap/progress.mjs';
import { removeAbandonedClusters } from '../cluster/abandoned.ts';
import { cacheFolder, thisPlace } from '../cluster/paths.ts';
import { endRunning } from '../cluster/run.ts';
import type { Counts } from './counts.ts';
import { addCounts, summaryLine } from './counts.ts';
import type { Outcome, Suite } from './suites.ts';
import { browser, integration, onOldest, textChecks, unit } from './suites.ts';
import type { FileTime, SuiteTime } from './timings.ts';
import { slowerThanBefore, slowestFiles, suiteTable } from './timings.ts';
import { endTools } from './tool.ts';

const HELP = `Usage: npm test
       npm run check              format, lint, imports, dead code, types, unit tests
       npm run e2e -- [options]   browser tests; options go to Playwright (a file, -g TITLE, --headed, --trace on)
       npm test -- SUITE…         some suites: format lint imports dead-code types unit int e2e
       npm run deep [-- SUITE…]   unit int e2e at their full size, with a seed of its own, and int-oldest e2e-oldest
                                  on the oldest Kubernetes; takes hours (CAPSTAN_SEED=N npm run deep repeats it)

npm test runs everything and installs what is missing. Files of unit and integration tests that passed are not run again
before something changes that they can depend on; "--fresh" runs all, as CI does. The last line counts all tests.
`;

const all: readonly Suite[] = [...textChecks, unit, integration, browser];
const deep: readonly Suite[] = [unit, integration, browser, onOldest(integration), onOldest(browser)];

interface Order {
  readonly suites: readonly Suite[];
  /** For the tools. */
  readonly extra: readonly string[];
  readonly keep: boolean;
}

class Failed extends Error {
  override readonly name = 'Failed';
}

/** Ctrl-C, or a signal like it. */
const stop = new AbortController();

/** What came of it, for the tables at the end. */
const suiteTimes: SuiteTime[] = [];
const fileTimes: FileTime[] = [];
let keptTests = 0;

async function main(argv: readonly string[]): Promise<number> {
  if (argv.includes('--help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const order = choose(argv);
  const started = performance.now();
  const texts = order.suites.filter((suite) => textChecks.includes(suite));
  const results = await inLanes(texts, order, Math.min(2, availableParallelism()));
  for (const suite of order.suites) {
    if (!texts.includes(suite)) results.push(await runSuite(suite, order));
  }
  tell(order, (performance.now() - started) / 1000);
  const total = addCounts(results);
  process.stdout.write(`${summaryLine(total)}\n`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

function choose(argv: readonly string[]): Order {
  const [first, ...rest] = argv.filter((argument) => argument !== '--fresh');
  const keep = !argv.includes('--fresh') && process.env['CI'] === undefined;
  if (first === undefined) return { suites: all, extra: [], keep };
  if (first === 'check') return { suites: [...textChecks, unit], extra: [], keep };
  if (first === 'e2e') return { suites: [browser], extra: rest, keep };
  if (first === 'deep') {
    goDeep();
    return { suites: rest.length === 0 ? deep : rest.map(suiteOf), extra: [], keep: false };
  }
  return { suites: [first, ...rest].map(suiteOf), extra: [], keep };
}

function suiteOf(name: string): Suite {
  const suite = [...all, ...deep].find((candidate) => candidate.name === name);
  if (suite === undefined) throw new Error(`There is no suite "${name}".\n\n${HELP}`);
  return suite;
}

/** The tests read this: see `local/testing/effort.ts`. */
function goDeep(): void {
  process.env['CAPSTAN_DEEP'] = '1';
  process.env['CAPSTAN_SEED'] ??= String(randomInt(1_000_000));
  process.stderr.write(`  everything at its full size, CAPSTAN_SEED=${process.env['CAPSTAN_SEED']}\n`);
}

/** The text checks keep nothing and share nothing, so they run side by side. */
async function inLanes(suites: readonly Suite[], order: Order, lanes: number): Promise<Counts[]> {
  const waiting = [...suites];
  const results: Counts[] = [];
  const lane = async (): Promise<void> => {
    for (let suite = waiting.shift(); suite !== undefined; suite = waiting.shift()) {
      results.push(await runSuite(suite, order));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

/** Never rejects: whatever goes wrong in one suite, the others still run and the count still comes. */
async function runSuite(suite: Suite, { extra, keep }: Order): Promise<Counts> {
  let outcome: Outcome = { counts: { passed: 0, failed: 1, skipped: 0 }, output: '', files: [], kept: 0 };
  let failure = '';
  let started = performance.now();
  try {
    if (stop.signal.aborted) throw new Error('not begun: the run was stopped');
    await suite.prepare?.();
    started = performance.now();
    await withProgress(suite.title, async (detail) => {
      outcome = await suite.run({ detail, extra, keep });
      if (outcome.counts.failed > 0) throw new Failed();
    });
  } catch (error) {
    if (!(error instanceof Failed)) failure = error instanceof Error ? error.message : String(error);
  }
  remember(suite, outcome, (performance.now() - started) / 1000);
  const { counts, output } = outcome;
  if (counts.failed > 0) {
    const said = `${output}${failure}`.trimEnd();
    process.stderr.write(`\n${said}\n\n✗ ${suite.title}: ${summaryLine(counts)}\n\n`);
  } else if (counts.skipped > 0) reportSkipped(suite, counts, output);
  return counts;
}

function remember({ name }: Suite, { files, kept }: Outcome, seconds: number): void {
  suiteTimes.push({ suite: name, seconds });
  keptTests += kept;
  for (const { file, seconds: took, passed, failed, skipped } of files) {
    fileTimes.push({ suite: name, file, seconds: took, tests: passed + failed + skipped });
  }
}

/** What is skipped must not go unnoticed: tests say on the console why they skip. */
function reportSkipped(suite: Suite, { skipped }: Counts, output: string): void {
  const reasons = new Set(output.split('\n').filter((line) => /skip/i.test(line)));
  process.stderr.write(`  ${suite.title}: ${String(skipped)} skipped\n`);
  for (const reason of [...reasons].slice(0, 20)) process.stderr.write(`    ${reason.trim()}\n`);
}

/** Where the time went. Whole runs are compared with the last whole run on this machine. */
function tell(order: Order, totalSeconds: number): void {
  const lines = [...slowestFiles(fileTimes), ...suiteTable(suiteTimes, totalSeconds)];
  if (keptTests > 0) {
    lines.push(
      `${String(keptTests)} tests passed in an earlier run, and nothing they can depend on has changed (--fresh runs them)`,
    );
  } else if (order.extra.length === 0 && !stop.signal.aborted) lines.push(...compare());
  if (lines.length > 0) process.stdout.write(`\n${lines.join('\n')}\n\n`);
}

const Seconds = z.record(z.string(), z.number());

/** Kept outside of the checkout: CI makes a new one each time. */
function compare(): string[] {
  const size = process.env['CAPSTAN_DEEP'] === '1' ? 'deep' : 'quick';
  // A new checkout has no caches of the tools: it is compared with its like.
  const place = process.env['CI'] === undefined ? '' : '-ci';
  const file = join(cacheFolder(thisPlace()), `test-seconds-${size}${place}.json`);
  let before: z.infer<typeof Seconds> = {};
  try {
    before = Seconds.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // The first run on this machine.
  }
  const now = Object.fromEntries(suiteTimes.map(({ suite, seconds }) => [suite, seconds]));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ ...before, ...now }));
  return slowerThanBefore(suiteTimes, before);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (stop.signal.aborted) return;
    stop.abort();
    // The tools get the time to remove the clusters they made; then their suites end as failed.
    endTools();
    endRunning();
    process.stderr.write('\nstopping …\n');
  });
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
if (stop.signal.aborted) await removeAbandonedClusters();
