/** Where the time of a test run went: the tables at its end, and whether it was slower than the last. Pure. */

export interface FileTime {
  /** Name of the suite. */
  readonly suite: string;
  /** From the repository's root. */
  readonly file: string;
  readonly seconds: number;
  readonly tests: number;
}

export interface SuiteTime {
  readonly suite: string;
  readonly seconds: number;
}

/** Nobody wants to hear of less: starting a process takes as long. */
const NOTICEABLE_S = 3;
const SLOWER = 1.2;

/** The slowest files first, as lines of text; none where there is nothing to compare. */
export function slowestFiles(times: readonly FileTime[], count = 20): string[] {
  const slowest = [...times].sort((one, other) => other.seconds - one.seconds).slice(0, count);
  if (slowest.length < 2) return [];
  return [
    `The ${String(slowest.length)} slowest files (seconds of their tests; files of one suite run side by side):`,
    ...slowest.map(
      ({ suite, file, seconds, tests }) =>
        `  ${seconds.toFixed(1).padStart(7)}  ${suite.padEnd(4)}  ${file} (${String(tests)})`,
    ),
  ];
}

/** What each part took, and in all. */
export function suiteTable(times: readonly SuiteTime[], totalSeconds: number): string[] {
  if (times.length === 0) return [];
  const width = Math.max(...times.map(({ suite }) => suite.length));
  return [
    `Seconds of each part, ${totalSeconds.toFixed(0)} in all:`,
    ...times.map(({ suite, seconds }) => `  ${suite.padEnd(width)}  ${seconds.toFixed(1).padStart(7)}`),
  ];
}

/** A line for each part that took a fifth longer than the last time on this machine. */
export function slowerThanBefore(
  now: readonly SuiteTime[],
  before: Readonly<Record<string, number>>,
): string[] {
  return now.flatMap(({ suite, seconds }) => {
    const last = before[suite];
    if (last === undefined || seconds < last * SLOWER || seconds < last + NOTICEABLE_S) return [];
    const more = Math.round((seconds / last - 1) * 100);
    return [
      `! ${suite} took ${seconds.toFixed(1)} s, ${String(more)} % more than the last time (${last.toFixed(1)} s)`,
    ];
  });
}
