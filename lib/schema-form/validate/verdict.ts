/**
 * What is wrong with a value, arranged like the value, with places relative to it: so the verdict on a branch can be
 * remembered and used again wherever the branch comes to lie.
 */
import type { FieldError } from '../schema/field-error.ts';
import type { PathStep } from '../schema/path.ts';
import { type Problem, sameProblem } from '../schema/problem.ts';

/** A problem and the rule that was broken: a keyword of the schema, `unknown`, or the like. */
export interface Finding {
  readonly rule: string;
  readonly problem: Problem;
}

/** All that is wrong with a value; there is always something. */
export interface Verdict {
  /** What is wrong with the value itself. */
  readonly own: readonly Finding[];
  /** What is wrong with its keys and items, those that are missing included. */
  readonly below: ReadonlyMap<PathStep, Verdict>;
}

const NOTHING_BELOW: ReadonlyMap<PathStep, Verdict> = new Map();

/** A verdict being made; cheap while nothing is wrong. */
export interface VerdictDraft {
  own?: Finding[];
  below?: Map<PathStep, Verdict>;
}

/** Something is wrong with the value itself. */
export function blame(draft: VerdictDraft, rule: string, problem: Problem): void {
  (draft.own ??= []).push({ rule, problem });
}

/** Adds the verdict on a key or item; undefined adds nothing. */
export function blameBelow(draft: VerdictDraft, step: PathStep, verdict: Verdict | undefined): void {
  if (verdict === undefined) return;
  const below = (draft.below ??= new Map<PathStep, Verdict>());
  const before = below.get(step);
  below.set(step, before === undefined ? verdict : both(before, verdict));
}

/** One thing is wrong with a key or item. */
export function blameChild(draft: VerdictDraft, step: PathStep, finding: Finding): void {
  blameBelow(draft, step, { own: [finding], below: NOTHING_BELOW });
}

/** Takes over a verdict on the same value; what was found already is not told twice. */
export function blameAlso(draft: VerdictDraft, verdict: Verdict | undefined): void {
  if (verdict === undefined) return;
  for (const { rule, problem } of verdict.own) {
    const told = draft.own?.some((known) => known.rule === rule && sameProblem(known.problem, problem));
    if (told !== true) blame(draft, rule, problem);
  }
  for (const [step, child] of verdict.below) blameBelow(draft, step, child);
}

/** Undefined when nothing was found. */
export function verdictOf({ own, below }: VerdictDraft): Verdict | undefined {
  if (own === undefined && below === undefined) return undefined;
  return { own: own ?? [], below: below ?? NOTHING_BELOW };
}

/** Two verdicts on the same value as one. */
export function both(left: Verdict | undefined, right: Verdict): Verdict;
export function both(left: Verdict | undefined, right: Verdict | undefined): Verdict | undefined;
export function both(left: Verdict | undefined, right: Verdict | undefined): Verdict | undefined {
  if (left === undefined) return right;
  const draft: VerdictDraft = {};
  blameAlso(draft, left);
  blameAlso(draft, right);
  return verdictOf(draft);
}

/** The findings one after the other, each before those below it; at most `limit`. */
export function errorsOf(
  verdict: Verdict | undefined,
  path: readonly PathStep[],
  limit: number,
): FieldError[] {
  const errors: FieldError[] = [];
  if (verdict !== undefined) collect(verdict, path, limit, errors);
  return errors;
}

function collect(verdict: Verdict, path: readonly PathStep[], limit: number, errors: FieldError[]): void {
  for (const { rule, problem } of verdict.own) {
    if (errors.length < limit) errors.push({ path, problem, rule });
  }
  for (const [step, child] of verdict.below) {
    if (errors.length >= limit) return;
    collect(child, [...path, step], limit, errors);
  }
}
