/** A figure beside its goal; one that is missed fails the run. */
import { verdict } from '../install/report.ts';

/** What is no number is missed, too. */
export function judged(name: string, value: number, goal: number): void {
  verdict(name, value, goal);
  if (!(value <= goal)) process.exitCode = 1;
}

/** To print; rounded up, so that no goal is reached by rounding. */
export function tenths(value: number): number {
  return Math.ceil(value * 10) / 10;
}
