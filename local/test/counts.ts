/** Counting tests: from the reports of the tools to the one line at the end, and to what each file took. */
import { z } from 'zod';

z.config({ jitless: true });

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What one file of tests came to. */
export interface FileReport extends Counts {
  /** As the tool names it: an absolute path, or one from the tool's own root. */
  readonly file: string;
  /** Its tests and their set-up; not the loading of its modules. */
  readonly seconds: number;
}

const Vitest = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      startTime: z.number().default(0),
      endTime: z.number().default(0),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

/** Reads vitest's JSON report. A file that could not even be loaded counts as one failed test. */
export function readVitest(report: unknown): FileReport[] {
  return Vitest.parse(report).testResults.map(({ name, startTime, endTime, status, assertionResults }) => {
    const of = (...wanted: readonly string[]): number =>
      assertionResults.filter((test) => wanted.includes(test.status)).length;
    const passed = of('passed');
    const failed = of('failed');
    return {
      file: name,
      seconds: Math.max(0, endTime - startTime) / 1000,
      passed,
      failed: status === 'failed' ? Math.max(1, failed) : failed,
      skipped: assertionResults.length - passed - failed,
    };
  });
}

interface PlaywrightSuite {
  readonly specs: readonly {
    readonly tests: readonly { readonly status: string; readonly results: readonly { duration: number }[] }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[] | undefined;
}

const PlaywrightSuite: z.ZodType<PlaywrightSuite> = z.lazy(() =>
  z.object({
    specs: z.array(
      z.object({
        tests: z.array(
          z.object({ status: z.string(), results: z.array(z.object({ duration: z.number() })) }),
        ),
      }),
    ),
    suites: z.array(PlaywrightSuite).optional(),
  }),
);

const Playwright = z.object({
  suites: z.array(z.intersection(z.object({ file: z.string() }), PlaywrightSuite)),
});

/** Reads Playwright's JSON report. A flaky test is a failed one: it failed once. */
export function readPlaywright(report: unknown): FileReport[] {
  return Playwright.parse(report).suites.map((suite) => {
    const tests = testsIn(suite);
    const of = (status: string): number => tests.filter((test) => test.status === status).length;
    const durations = tests.flatMap(({ results }) => results.map(({ duration }) => duration));
    return {
      file: suite.file,
      seconds: durations.reduce((sum, duration) => sum + duration, 0) / 1000,
      passed: of('expected'),
      failed: of('unexpected') + of('flaky'),
      skipped: of('skipped'),
    };
  });
}

const Stray = z.object({
  errors: z.array(z.object({ message: z.string().optional(), value: z.string().optional() })).default([]),
});

/**
 * What went wrong outside of any test, such as at the end of a worker: Playwright tells of it once, where it happened, and at
 * its end of the number alone.
 */
export function strayErrors(report: unknown): string[] {
  return Stray.parse(report).errors.map(
    ({ message, value }) => message ?? value ?? 'an error without a word',
  );
}

function testsIn({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite['specs'][number]['tests'] {
  return [...specs.flatMap(({ tests }) => tests), ...suites.flatMap(testsIn)];
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
