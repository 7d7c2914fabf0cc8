/** `npm test`, `npm run check`, `npm run e2e`: runs suites one after the other and ends in one line that counts. */
import { availableParallelism } from 'node:os';
import { withProgress } from '../bootstrap/progress.mjs';
import { endRunning } from '../cluster/run.ts';
import type { Counts } from './counts.ts';
import { addCounts, summaryLine } from './counts.ts';
import type { Suite } from './suites.ts';
import { browser, integration, textChecks, unit } from './suites.ts';

const HELP = `Usage: npm test
       npm run check              format, lint, imports, dead code, types, unit tests
       npm run e2e -- [options]   browser tests; options go to Playwright (a file, -g TITLE, --headed)
       npm test -- SUITE…         some suites: format lint imports dead-code types unit int e2e

npm test runs everything and installs what is missing. The last line counts all tests.
`;

const all: readonly Suite[] = [...textChecks, unit, integration, browser];

class Failed extends Error {
  override readonly name = 'Failed';
}

async function main(argv: readonly string[]): Promise<number> {
  if (argv.includes('--help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const { suites, extra } = choose(argv);
  const results: Counts[] = [];
  const texts = suites.filter((suite) => textChecks.includes(suite));
  results.push(...(await inLanes(texts, Math.min(2, availableParallelism()))));
  for (const suite of suites) {
    if (!texts.includes(suite)) results.push(await runSuite(suite, extra));
  }
  const total = addCounts(results);
  process.stdout.write(`${summaryLine(total)}\n`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

function choose(argv: readonly string[]): { suites: readonly Suite[]; extra: readonly string[] } {
  const [first, ...rest] = argv;
  if (first === undefined) return { suites: all, extra: [] };
  if (first === 'check') return { suites: [...textChecks, unit], extra: rest };
  if (first === 'e2e') return { suites: [browser], extra: rest };
  const suites = argv.map((name) => {
    const suite = all.find((candidate) => candidate.name === name);
    if (suite === undefined) throw new Error(`There is no suite "${name}".\n\n${HELP}`);
    return suite;
  });
  return { suites, extra: [] };
}

/** The text checks keep nothing and share nothing, so they run side by side. */
async function inLanes(suites: readonly Suite[], lanes: number): Promise<Counts[]> {
  const waiting = [...suites];
  const results: Counts[] = [];
  const lane = async (): Promise<void> => {
    for (let suite = waiting.shift(); suite !== undefined; suite = waiting.shift()) {
      results.push(await runSuite(suite, []));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

/** Never rejects: whatever goes wrong in one suite, the others still run and the count still comes. */
async function runSuite(suite: Suite, extra: readonly string[]): Promise<Counts> {
  let counts: Counts = { passed: 0, failed: 1, skipped: 0 };
  let output = '';
  try {
    await suite.prepare?.();
    await withProgress(suite.title, async (detail) => {
      const outcome = await suite.run(detail, extra);
      ({ counts, output } = outcome);
      if (counts.failed > 0) throw new Failed();
    });
  } catch (error) {
    if (!(error instanceof Failed)) output += error instanceof Error ? error.message : String(error);
    process.stderr.write(`\n${output.trimEnd()}\n\n✗ ${suite.title}: ${summaryLine(counts)}\n\n`);
    return counts;
  }
  if (counts.skipped > 0) reportSkipped(suite, counts, output);
  return counts;
}

/** What is skipped must not go unnoticed: tests say on the console why they skip. */
function reportSkipped(suite: Suite, { skipped }: Counts, output: string): void {
  const reasons = new Set(output.split('\n').filter((line) => /skip/i.test(line)));
  process.stderr.write(`  ${suite.title}: ${String(skipped)} skipped\n`);
  for (const reason of [...reasons].slice(0, 20)) process.stderr.write(`    ${reason.trim()}\n`);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    // The tools get the time to remove the clusters they made; then their suites end as failed.
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
