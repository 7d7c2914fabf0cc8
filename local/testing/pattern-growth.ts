/** How the time that a regular expression takes grows with its text. Only ratios are judged: a busy machine is slow at all sizes. */
import type { OwnPattern } from './own-patterns.ts';
import { type Attack, attackText } from './pattern-attacks.ts';

/** Shorter times are noise. In ms. */
const MEASURABLE = 2;
/** What is worth a second look: a text of 2k in linear time takes a tenth of it. */
const SUSPICIOUS = 0.2;
/** From one size to the next: so little that what doubles with each repetition is stopped in time. */
const STEP = 1.25;
/** The last for machines on which the square of 2k is over before it is noticed. */
const SIZES = [...sizesFrom(16, 700), 2_048, 8_192];
const LARGEST = 65_536;
const RUNS = 5;
/** Linear time doubles when a text does, quadratic time takes four times as long. */
const SUPER_LINEAR = 3;

function sizesFrom(from: number, to: number): number[] {
  return from > to ? [] : [from, ...sizesFrom(Math.ceil(from * STEP), to)];
}

export interface Growth {
  readonly attack: Attack;
  readonly size: number;
  /** Of the last two doublings. */
  readonly ratios: readonly [number, number];
}

/** The first of the attacks whose cost grows faster than its text does, or undefined. */
export function superLinear(pattern: OwnPattern, attacks: readonly Attack[]): Growth | undefined {
  const run = runner(pattern);
  for (const attack of attacks) {
    const suspect = SIZES.find((size) => isSlow(run, attack, size));
    const growth = suspect === undefined ? undefined : growthOf(run, attack, suspect);
    if (growth !== undefined) return growth;
  }
  return undefined;
}

type Run = (text: string) => void;

function runner({ source, flags, walks }: OwnPattern): Run {
  const pattern = new RegExp(source, walks ? [...new Set(`${flags}g`)].join('') : flags);
  return (text) => {
    pattern.lastIndex = 0;
    if (walks) text.replace(pattern, '');
    else pattern.test(text);
  };
}

function timed(run: Run, text: string): number {
  const start = performance.now();
  run(text);
  return performance.now() - start;
}

/** Once more where it was slow: it may have been the machine. */
function isSlow(run: Run, attack: Attack, size: number): boolean {
  const text = attackText(attack, size);
  return timed(run, text) > SUSPICIOUS && timed(run, text) > SUSPICIOUS;
}

function least(run: Run, attack: Attack, size: number): number {
  const text = attackText(attack, size);
  return Math.min(...Array.from({ length: RUNS }, () => timed(run, text)));
}

function growthOf(run: Run, attack: Attack, from: number): Growth | undefined {
  const size = sizesFrom(from, LARGEST).find((one) => timed(run, attackText(attack, one)) > MEASURABLE);
  if (size === undefined) return undefined;
  const quarter = least(run, attack, size / 4);
  const half = least(run, attack, size / 2);
  const whole = least(run, attack, size);
  const ratios = [half / quarter, whole / half] as const;
  return ratios.every((ratio) => ratio > SUPER_LINEAR) ? { attack, size, ratios } : undefined;
}
