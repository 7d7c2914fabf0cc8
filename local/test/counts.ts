/** Counting tests: from the reports of the tools to the one line at the end. */
import { z } from 'zod';

z.config({ jitless: true });

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const Vitest = z.object({
  testResults: z.array(
    z.object({
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

/** Counts vitest's JSON report. A file that could not even be loaded counts as one failed test. */
export function countVitest(report: unknown): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of Vitest.parse(report).testResults) {
    if (file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed')) {
      counts.failed += 1;
    }
    for (const { status } of file.assertionResults) {
      if (status === 'passed') counts.passed += 1;
      else if (status === 'failed') counts.failed += 1;
      else counts.skipped += 1;
    }
  }
  return counts;
}

const Count = z.int().min(0);
const Playwright = z.object({
  stats: z.object({ expected: Count, unexpected: Count, flaky: Count, skipped: Count }),
});

/** Counts Playwright's JSON report. A flaky test is a failed one: it failed once. */
export function countPlaywright(report: unknown): Counts {
  const { expected, unexpected, flaky, skipped } = Playwright.parse(report).stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}

/** A suite that ran nothing has shown nothing, and a tool that ended in error has failed whatever it counted. */
export function judge(counts: Counts, exitedWell: boolean): Counts & { readonly complaint?: string } {
  if (!exitedWell && counts.failed === 0) {
    return { ...counts, failed: 1, complaint: 'it ended in an error although no test failed' };
  }
  if (counts.passed + counts.failed === 0) {
    return { ...counts, failed: 1, complaint: 'it ran no tests at all' };
  }
  return counts;
}

export function addCounts(all: readonly Counts[]): Counts {
  return {
    passed: all.reduce((sum, counts) => sum + counts.passed, 0),
    failed: all.reduce((sum, counts) => sum + counts.failed, 0),
    skipped: all.reduce((sum, counts) => sum + counts.skipped, 0),
  };
}

export function summaryLine({ passed, failed, skipped }: Counts): string {
  return `${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`;
}
