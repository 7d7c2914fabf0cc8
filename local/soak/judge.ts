/** Whether a soak was well: from what was seen to a verdict. Pure; times are milliseconds since the watch began. */

/** One look at everybody's health. */
export interface Look {
  readonly atMs: number;
  /** When all had answered. */
  readonly untilMs: number;
  /** What was not well, in words. */
  readonly problems: readonly string[];
}

/** One reading of a size. */
export interface Point {
  readonly atMs: number;
  readonly value: number;
}

/** A stretch of time. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

const inside = (atMs: number, spans: readonly Span[]): boolean =>
  spans.some(({ fromMs, toMs }) => atMs >= fromMs && atMs <= toMs);

export interface Unhealthy {
  readonly seconds: number;
  /** Each problem, with its seconds. */
  readonly problems: ReadonlyMap<string, number>;
}

/** What a look saw counts until the next one, but for what lies in a fault and in its healing. */
export function unhealthyOutside(looks: readonly Look[], faults: readonly Span[]): Unhealthy {
  const problems = new Map<string, number>();
  let seconds = 0;
  looks.forEach((look, index) => {
    const next = looks[index + 1];
    const isExcused = faults.some(({ fromMs, toMs }) => look.untilMs >= fromMs && look.atMs <= toMs);
    if (next === undefined || look.problems.length === 0 || isExcused) return;
    const lasted = (next.atMs - look.atMs) / 1_000;
    seconds += lasted;
    for (const problem of look.problems) problems.set(problem, (problems.get(problem) ?? 0) + lasted);
  });
  return { seconds, problems };
}

/**
 * Growth of a size from beginning to end, by the median of the slopes between all pairs of its readings (Theil and Sen):
 * as long as less than a third of them are outliers, they do not matter.
 */
export function growthOf(points: readonly Point[]): number {
  const thinned = thin(points, MOST_POINTS);
  const slopes: number[] = [];
  thinned.forEach((later, index) => {
    for (const earlier of thinned.slice(0, index)) {
      if (later.atMs > earlier.atMs) slopes.push((later.value - earlier.value) / (later.atMs - earlier.atMs));
    }
  });
  const [first, last] = [thinned[0], thinned.at(-1)];
  if (first === undefined || last === undefined) return 0;
  return median(slopes) * (last.atMs - first.atMs);
}

/** Pairs grow with the square. */
const MOST_POINTS = 240;

function thin(points: readonly Point[], most: number): readonly Point[] {
  const step = Math.ceil(points.length / most);
  return step <= 1 ? points : points.filter((_, index) => index % step === 0);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length === 0) return 0;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

export type SizeKind = 'memory' | 'handles' | 'log' | 'disk' | 'watches' | 'delay';

export interface Growth {
  readonly name: string;
  readonly kind: SizeKind;
  /** Of the first readings after the warm-up. */
  readonly before: number;
  readonly growth: number;
  readonly allowed: number;
  readonly ok: boolean;
}

const MB = 1024 * 1024;

/**
 * How much may be put down to chance, and to the faults on the way: a part of what it was, and so much in any case. What
 * leaks does so with the time, so that a longer soak finds less of it; logs may grow with the time, up to where they are cut.
 */
const ALLOWED: Readonly<Record<SizeKind, (before: number, minutes: number) => number>> = {
  memory: (before) => before * 0.1 + 24 * MB,
  handles: (before) => before * 0.05 + 8,
  log: (_, minutes) => 2 * MB + Math.min(minutes * 0.2, 60) * MB,
  disk: (before, minutes) => before * 0.1 + (64 + Math.min(minutes, 120)) * MB,
  watches: (before) => before * 0.02 + 4,
  delay: () => 0.05,
};

/** Below this many readings nothing can be said of growth. */
const FEWEST_POINTS = 8;

export function judgeGrowth(
  { name, kind }: { name: string; kind: SizeKind },
  points: readonly Point[],
  ignored: readonly Span[],
): Growth | undefined {
  const steady = points.filter(({ atMs }) => !inside(atMs, ignored));
  const [first, last] = [steady[0], steady.at(-1)];
  if (first === undefined || last === undefined || steady.length < FEWEST_POINTS) return undefined;
  const before = median(steady.slice(0, FEWEST_POINTS / 2).map(({ value }) => value));
  const growth = growthOf(steady);
  const allowed = ALLOWED[kind](before, (last.atMs - first.atMs) / 60_000);
  return { name, kind, before, growth, allowed, ok: growth <= allowed };
}

/** A fault as it came. */
export interface FaultRun {
  readonly name: string;
  readonly fromMs: number;
  /** When it was over. */
  readonly overMs: number;
  /** When everything was well again; undefined: it never was. */
  readonly healedMs: number | undefined;
  /** What was not well in the end. */
  readonly left: readonly string[];
}

/** What does not count against anybody: each fault until it has healed, or for ever where it has not. */
export function faultSpans(runs: readonly FaultRun[], endMs: number): Span[] {
  return runs.map(({ fromMs, healedMs }, index) => ({
    fromMs,
    toMs: healedMs ?? runs[index + 1]?.fromMs ?? endMs,
  }));
}
