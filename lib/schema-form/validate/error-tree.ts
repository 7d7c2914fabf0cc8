/** Errors arranged like the object, so that each part of the form is given its own and redraws only for them. */
import type { PathStep } from '../schema/path.ts';
import type { FieldError } from '../schema/field-error.ts';
import { type Problem, sameProblem } from '../schema/problem.ts';

/** The errors of one field and of all below it. */
export interface ErrorTree {
  /** What is wrong with the field itself. */
  readonly own: readonly Problem[];
  /** How many there are at this field and below. */
  readonly count: number;
  readonly children: ReadonlyMap<PathStep, ErrorTree>;
}

/** The tree of a field with which nothing is wrong. */
export const noErrors: ErrorTree = { own: [], count: 0, children: new Map() };

/** Branches that equal those of `previous` are those very objects. */
export function errorTree(errors: readonly FieldError[], previous: ErrorTree = noErrors): ErrorTree {
  return build(errors, 0, previous);
}

function build(errors: readonly FieldError[], depth: number, previous: ErrorTree): ErrorTree {
  if (errors.length === 0) return noErrors;
  const own: Problem[] = [];
  const below = new Map<PathStep, FieldError[]>();
  for (const error of errors) {
    const step = error.path[depth];
    if (step === undefined) own.push(error.problem);
    else {
      const siblings = below.get(step);
      if (siblings === undefined) below.set(step, [error]);
      else siblings.push(error);
    }
  }
  const children = new Map<PathStep, ErrorTree>();
  for (const [step, list] of below)
    children.set(step, build(list, depth + 1, previous.children.get(step) ?? noErrors));
  const tree = { own, count: errors.length, children };
  return sameTree(tree, previous) ? previous : tree;
}

function sameTree(left: ErrorTree, right: ErrorTree): boolean {
  return (
    left.count === right.count &&
    left.own.length === right.own.length &&
    left.own.every((problem, index) => isSame(problem, right.own[index])) &&
    left.children.size === right.children.size &&
    [...left.children].every(([step, child]) => right.children.get(step) === child)
  );
}

function isSame(problem: Problem, other: Problem | undefined): boolean {
  return other !== undefined && sameProblem(problem, other);
}

/** The errors one step down; `noErrors` where there are none. */
export function errorsAt(tree: ErrorTree, step: PathStep): ErrorTree {
  return tree.children.get(step) ?? noErrors;
}
