/** Prints the figures: per group beside rjsf, and against the goals. */
import { quantile, verdict } from '../figures.ts';
import type { Weights } from './bundle.ts';
import type { Case } from './cases.ts';
import type { Mounted, Opened, Spent } from './harness.ts';

export interface Figures {
  readonly name: string;
  readonly group: Case['group'];
  readonly mounted: Mounted;
  readonly keys: readonly Spent[];
  readonly opened: Opened;
  /** Bytes that the mounted form holds. */
  readonly heap: number;
}

/** Milliseconds at 1× and bytes; what rjsf took on the same work when the goals were set is in the documentation. */
const GOALS = { mountP95: 15, mountMax: 120, key: 16, filledPaint: 250, section: 100, first: 30_000 };

export function line(side: string, { name, group, mounted, keys, opened, heap }: Figures): void {
  const worst = max(keys.map(({ paint }) => paint));
  cells([
    `${side} ${group} ${name}`,
    `js ${ms(mounted.js)}`,
    `paint ${ms(mounted.paint)}`,
    `key ${ms(worst)}`,
    `section ${ms(opened.paint)}/${String(opened.count)}`,
    `${(heap / 1e6).toFixed(1)} MB`,
    `${String(mounted.nodes)} nodes`,
    `${String(mounted.controls)} controls`,
    opened.slowest.slice(0, 60),
  ]);
}

type Column = readonly [title: string, value: (figures: readonly Figures[]) => number];

const COLUMNS: readonly Column[] = [
  ['mount JS p50', (all) => quantile(all.map(mountJs), 0.5)],
  ['p95', (all) => quantile(all.map(mountJs), 0.95)],
  ['max', (all) => max(all.map(mountJs))],
  ['paint p95', (all) => quantile(all.map(mountPaint), 0.95)],
  ['max', (all) => max(all.map(mountPaint))],
  ['key p95', (all) => quantile(all.flatMap(keyPaints), 0.95)],
  ['max', (all) => max(all.flatMap(keyPaints))],
  ['section max', (all) => max(all.map(({ opened }) => opened.paint))],
  ['heap MB max', (all) => max(all.map(({ heap }) => heap)) / 1e6],
  ['nodes max', (all) => max(all.map(({ mounted }) => mounted.nodes))],
];

const mountJs = ({ mounted }: Figures): number => mounted.js;
const mountPaint = ({ mounted }: Figures): number => mounted.paint;
const keyPaints = ({ keys }: Figures): number[] => keys.map(({ paint }) => paint);

export function summarise(ours: readonly Figures[], theirs: readonly Figures[], their: string): void {
  cells(['', ...COLUMNS.map(([title]) => title)]);
  for (const group of new Set(ours.map((one) => one.group))) {
    const of = (all: readonly Figures[]): readonly Figures[] => all.filter((one) => one.group === group);
    cells([`${group}, ours`, ...COLUMNS.map(([, value]) => value(of(ours)).toFixed(1))]);
    if (theirs.length === 0) continue;
    cells([`${group}, ${their}`, ...COLUMNS.map(([, value]) => value(of(theirs)).toFixed(1))]);
    cells([
      'times ours',
      ...COLUMNS.map(([, value]) => (value(of(theirs)) / value(of(ours))).toFixed(1).replace('NaN', '–')),
    ]);
  }
}

export function verdicts(ours: readonly Figures[], theirs: readonly Figures[], weighed: Weights): void {
  const real = ours.filter(({ group }) => group === 'examples' || group === 'empty');
  const filled = (all: readonly Figures[]): Figures[] => all.filter(({ group }) => group === 'filled');
  process.stdout.write('\n');
  verdict('mount JS p95, ms', quantile(real.map(mountJs), 0.95), GOALS.mountP95);
  verdict('mount JS max, ms', max(real.map(mountJs)), GOALS.mountMax);
  verdict('key press to paint, any form, ms', max(ours.flatMap(keyPaints)), GOALS.key);
  verdict('filled to first paint, ms', max(filled(ours).map(mountPaint)), GOALS.filledPaint);
  verdict('opening any section, ms', max(ours.map(({ opened }) => opened.paint)), GOALS.section);
  verdict('form code, gzip bytes', weighed.first, GOALS.first);
  process.stdout.write(
    `     gzip bytes: form ${String(weighed.first)} first and ${String(weighed.lazy)} on demand, yaml ` +
      `${String(weighed.yaml)}; rjsf with its validator ${String(weighed.rjsf)}\n`,
  );
  if (theirs.length > 0)
    process.stdout.write(
      `     rjsf on the same work: filled to first paint ${ms(max(filled(theirs).map(mountPaint)))} ms, ` +
        `key press ${ms(max(theirs.flatMap(keyPaints)))} ms\n`,
    );
}

function max(values: readonly number[]): number {
  return Math.max(0, ...values);
}

function ms(value: number): string {
  return value.toFixed(1);
}

function cells(texts: readonly string[]): void {
  process.stdout.write(
    `${texts.map((text, index) => (index === 0 ? text.padEnd(34) : text.padStart(14))).join('')}\n`,
  );
}
