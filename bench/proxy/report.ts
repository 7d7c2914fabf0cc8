/** What `bench/proxy` prints, and how it compares with the goals of the design. */
import { quantile, verdict } from '../figures.ts';
import type { Outcome } from './generator.ts';

export interface Sample extends Outcome {
  /** Processor time of the proxy for one answer. */
  cpuMs: number;
}

export interface Row {
  name: string;
  samples: Record<'direct' | 'bare' | 'console', Sample[]>;
}

/** Of the web process, MB. */
export interface Memory {
  rest: number;
  most: number;
  after: number;
  bareAfter: number;
}

const GOALS: Readonly<Record<string, number>> = { '4 kB': 0.9, '1 MB': 1.5 };
const MEMORY_GOAL = { rest: 150, after: 300 };

export function report(title: string, rows: readonly Row[], memory: Memory): void {
  const heads = ['', '', 'requests/s', 'of bare', 'p50 ms', 'p99 ms', 'added p99', 'CPU ms', 'CPU of bare'];
  print(`\nIn front of ${title}, medians of the rounds\n${line(heads)}`);
  for (const row of rows) printRow(row);
  for (const row of rows) {
    const goal = GOALS[row.name];
    if (goal !== undefined)
      verdict(`${row.name}, share of bare Node`, ratio(row, perSecond), { atLeast: goal });
  }
  print(`web process: ${String(memory.rest)} MB at rest, ${String(memory.most)} MB under load, `);
  print(`${String(memory.after)} MB after it (bare proxy after it: ${String(memory.bareAfter)} MB)\n`);
  verdict('web at rest, MB', memory.rest, MEMORY_GOAL.rest);
  verdict('web after load, MB', memory.after, MEMORY_GOAL.after);
}

const perSecond = (sample: Sample): number => sample.perSecond;
const cpu = (sample: Sample): number => sample.cpuMs;

function printRow({ name, samples }: Row): void {
  for (const target of ['direct', 'bare', 'console'] as const) {
    const own = samples[target];
    const of = (pick: (sample: Sample) => number): number => median(own.map(pick));
    const added = median(own.map((sample, round) => sample.p99 - (samples.direct[round]?.p99 ?? 0)));
    const row = { name, samples: { ...samples, console: own } };
    print(
      line([
        target === 'direct' ? name : '',
        target === 'direct' ? `${target} (${String(own[0]?.bytes)} B)` : target,
        of(perSecond).toFixed(0),
        ratio(row, perSecond).toFixed(2),
        of((sample) => sample.p50).toFixed(2),
        of((sample) => sample.p99).toFixed(2),
        target === 'direct' ? '' : added.toFixed(2),
        target === 'direct' ? '' : of(cpu).toFixed(3),
        target === 'direct' ? '' : ratio(row, cpu).toFixed(2),
      ]),
    );
  }
}

/** Each round against the same round of the bare proxy, so that a machine that slows down counts for neither. */
function ratio({ samples }: Row, pick: (sample: Sample) => number): number {
  return median(
    samples.console.map((sample, round) => {
      const bare = samples.bare[round];
      return bare === undefined ? Number.NaN : pick(sample) / pick(bare);
    }),
  );
}

const median = (values: readonly number[]): number => quantile(values, 0.5);

function line(cells: readonly string[]): string {
  const [name = '', target = '', ...numbers] = cells;
  return `${name.padEnd(22)}${target.padEnd(22)}${numbers.map((cell) => cell.padStart(12)).join('')}\n`;
}

function print(text: string): void {
  process.stdout.write(text);
}
