/**
 * Figures beside their goals. A missed goal is the end of the command, for whoever asks by a script; and each figure is kept
 * for the next run with the same arguments, which shows how it has changed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** A plain number is the most that the figure may be. */
export type Goal = number | { readonly atLeast: number };

const Kept = z.record(z.string(), z.number());
type Kept = z.infer<typeof Kept>;

const FOLDER = join(import.meta.dirname, '..', '.cache', 'bench');

let before: Kept = {};
let now: Kept = {};

/** Below this the machine has changed, not the code: a quarter, as CI says of a slower run a fifth. */
const NOTEWORTHY = 0.25;

/**
 * From here on figures are compared with those of the last run, and kept by `keepFigures`.
 *
 * @returns what keeps them
 */
export function beginFigures(name: string, args: readonly string[], folder = FOLDER): () => void {
  const path = join(folder, `${[name, ...args].join(' ').replaceAll(/[^\w.-]+/g, '_')}.json`);
  before = readKept(path);
  now = {};
  return () => {
    // What this run left out, such as on a machine without the data, is there for the next.
    const figures = { ...before, ...now };
    if (Object.keys(figures).length === 0) return;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${JSON.stringify(figures, undefined, 2)}\n`);
  };
}

/** A file that is not there, or was cut off, is none. */
function readKept(path: string): Kept {
  try {
    return Kept.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {};
  }
}

/** Prints a figure beside its goal; one that is missed, or is no number, fails the run. */
export function verdict(name: string, value: number, goal: Goal): void {
  const { reached, text } = judge(name, value, goal, remember(name, value));
  if (!reached) process.exitCode = 1;
  process.stdout.write(text);
}

/** The figure of the last run. Measurements may say the same of several things: the second of them is another figure. */
function remember(name: string, value: number): number | undefined {
  let key = name;
  for (let nth = 2; Object.hasOwn(now, key); nth += 1) key = `${name} (${String(nth)})`;
  // JSON has no NaN.
  if (Number.isFinite(value)) now[key] = value;
  return before[key];
}

/** As it is printed. */
export function judge(
  name: string,
  value: number,
  goal: Goal,
  last?: number,
): { reached: boolean; text: string } {
  const [reached, sign, limit] =
    typeof goal === 'number' ? [value <= goal, '≤', goal] : [value >= goal.atLeast, '≥', goal.atLeast];
  const notes = [
    ...(limit === 0 ? [] : [`${(value / limit).toFixed(2)} of the goal`]),
    ...changeFrom(last, value),
  ];
  const more = notes.length === 0 ? '' : ` (${notes.join('; ')})`;
  return {
    reached,
    text: `${reached ? 'ok  ' : 'MISS'} ${name}: ${rounded(value)} ${sign} ${rounded(limit)}${more}\n`,
  };
}

function changeFrom(last: number | undefined, value: number): string[] {
  if (last === undefined) return [];
  const share = last === 0 ? Number(value !== 0) : value / last - 1;
  const changed = Math.abs(share) > NOTEWORTHY ? `, ${share > 0 ? '+' : '−'}${percent(share)}` : '';
  return [`last time ${rounded(last)}${changed}`];
}

const percent = (share: number): string => `${String(Math.round(Math.abs(share) * 100))} %`;

function rounded(value: number): string {
  return String(Math.abs(value) < 10 ? Math.round(value * 100) / 100 : Math.round(value * 10) / 10);
}

/** @returns NaN of nothing, which reaches no goal */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
