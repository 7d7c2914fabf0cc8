import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  faultSpans,
  growthOf,
  judgeGrowth,
  median,
  unhealthyOutside,
  type Point,
  type SizeKind,
} from './judge.ts';

const MB = 1024 * 1024;
const MINUTE = 60_000;

const series = (count: number, value: (index: number) => number): Point[] =>
  Array.from({ length: count }, (_, index) => ({ atMs: index * 10_000, value: value(index) }));

describe('unhealthyOutside', () => {
  const looks = [
    { atMs: 0, problems: [] },
    { atMs: 1_000, problems: ['node a is not ready'] },
    { atMs: 2_000, problems: ['node a is not ready', 'pod b is not ready'] },
    { atMs: 4_000, problems: [] },
    { atMs: 5_000, problems: ['node a is not ready'] },
    { atMs: 6_000, problems: [] },
  ].map((look) => ({ ...look, untilMs: look.atMs + 100 }));
  it.each([
    { name: 'nothing went wrong', faults: [], seconds: 4, nodes: 4, pods: 2 },
    {
      name: 'a fault covers it',
      faults: [{ fromMs: 500, toMs: 5_500 }],
      seconds: 0,
      nodes: undefined,
      pods: undefined,
    },
    { name: 'a fault covers a part', faults: [{ fromMs: 500, toMs: 1_500 }], seconds: 3, nodes: 3, pods: 2 },
    {
      name: 'a fault begins under a look',
      faults: [{ fromMs: 5_050, toMs: 5_060 }],
      seconds: 3,
      nodes: 3,
      pods: 2,
    },
    { name: 'a fault is elsewhere', faults: [{ fromMs: 5_500, toMs: 9_000 }], seconds: 4, nodes: 4, pods: 2 },
  ])('$name', ({ faults, seconds, nodes, pods }) => {
    const found = unhealthyOutside(looks, faults);
    expect(found.seconds).toBe(seconds);
    expect(found.problems.get('node a is not ready')).toBe(nodes);
    expect(found.problems.get('pod b is not ready')).toBe(pods);
  });
});

describe('growthOf', () => {
  it.each([
    { name: 'nothing', points: [], want: 0 },
    { name: 'one reading', points: series(1, () => 5), want: 0 },
    { name: 'what stays', points: series(50, () => 5), want: 0 },
    { name: 'what grows evenly', points: series(51, (index) => index * 2), want: 100 },
    { name: 'what shrinks', points: series(51, (index) => -index), want: -50 },
    {
      name: 'what stays, with some wild readings',
      points: series(60, (i) => (i % 5 === 0 ? 900 : 5)),
      want: 0,
    },
    { name: 'a saw whose teeth return', points: series(60, (index) => (index % 6) * 10), want: 0 },
  ])('$name', ({ points, want }) => {
    expect(growthOf(points)).toBeCloseTo(want, 5);
  });

  it('finds a leak below noise, whatever a quarter of the readings says', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (noise) => {
        const next = (): number => noise.next().value ?? 0;
        const points = series(200, (index) => index + (next() < 0.25 ? 10_000 * next() : 20 * next()));
        expect(growthOf(points)).toBeGreaterThan(150);
        expect(growthOf(points)).toBeLessThan(250);
      }),
      { numRuns: 20 },
    );
  });
});

describe('median', () => {
  it.each([
    { values: [], want: 0 },
    { values: [3], want: 3 },
    { values: [9, 1, 5], want: 5 },
    { values: [4, 1, 2, 3], want: 2.5 },
  ])('$values', ({ values, want }) => {
    expect(median(values)).toBe(want);
  });
});

describe('judgeGrowth', () => {
  const hour = 361;
  const rows: { name: string; kind: SizeKind; value: (index: number) => number; ok: boolean }[] = [
    { name: 'memory that stays', kind: 'memory', value: () => 120 * MB, ok: true },
    { name: 'memory that swings', kind: 'memory', value: (i) => (120 + (i % 10) * 5) * MB, ok: true },
    { name: 'memory that leaks 1 MB a minute', kind: 'memory', value: (i) => (120 + i / 6) * MB, ok: false },
    { name: 'handles that stay', kind: 'handles', value: (i) => 40 + (i % 3), ok: true },
    {
      name: 'one handle lost every five minutes',
      kind: 'handles',
      value: (i) => 40 + Math.floor(i / 30),
      ok: false,
    },
    { name: 'a log of 100 kB a minute', kind: 'log', value: (i) => (i / 6) * 100_000, ok: true },
    { name: 'a log of 1 MB a minute', kind: 'log', value: (i) => (i / 6) * MB, ok: false },
    { name: 'watches that stay', kind: 'watches', value: () => 150, ok: true },
    {
      name: 'a watch lost every five minutes',
      kind: 'watches',
      value: (i) => 150 + Math.floor(i / 30),
      ok: false,
    },
    { name: 'delays of 20 ms', kind: 'delay', value: () => 0.02, ok: true },
    { name: 'delays that grow to 100 ms', kind: 'delay', value: (i) => 0.02 + i * 0.0003, ok: false },
  ];
  it.each(rows)('$name: $ok', ({ name, kind, value, ok }) => {
    expect(judgeGrowth({ name, kind }, series(hour, value), [])?.ok).toBe(ok);
  });

  it('leaves out what was read in a fault', () => {
    const points = series(60, (index) => (index >= 20 && index < 45 ? 900 * MB : 100 * MB));
    const fault = [{ fromMs: 200_000, toMs: 445_000 }];
    expect(judgeGrowth({ name: 'a', kind: 'memory' }, points, fault)).toMatchObject({ growth: 0, ok: true });
  });

  it('says nothing of what was hardly read', () => {
    expect(
      judgeGrowth(
        { name: 'a', kind: 'memory' },
        series(7, () => 1),
        [],
      ),
    ).toBeUndefined();
  });
});

describe('faultSpans', () => {
  it('goes from the beginning of each fault until it has healed, or until the next where it has not', () => {
    const run = (fromMs: number, healedMs: number | undefined): Parameters<typeof faultSpans>[0][number] => ({
      name: 'x',
      fromMs,
      overMs: fromMs + 10,
      healedMs,
      left: [],
    });
    expect(faultSpans([run(100, 150), run(200, undefined), run(300, undefined)], 5 * MINUTE)).toEqual([
      { fromMs: 100, toMs: 150 },
      { fromMs: 200, toMs: 300 },
      { fromMs: 300, toMs: 5 * MINUTE },
    ]);
  });
});
