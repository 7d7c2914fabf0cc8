/** Which Subscriptions have to be resolved together: those whose possible packages or APIs meet (OLM 31). */
import type { Constraint } from './constraints.ts';
import type { Offer } from './offers.ts';
import type { ResolutionProblem } from './problem.ts';

/** Subscriptions that can only be resolved together, with the rules about them. */
export interface Part {
  offers: readonly Offer[];
  rules: readonly Constraint[];
  /** Numbers of its variables. */
  variables: readonly number[];
}

/** Sets of numbers that are joined; each is known by one of them. */
class Sets {
  private readonly parents: Int32Array;

  constructor(count: number) {
    this.parents = Int32Array.from({ length: count }, (_, index) => index);
  }

  find(index: number): number {
    let root = index;
    for (let parent = this.parentOf(root); parent !== root; parent = this.parentOf(root)) root = parent;
    for (let at = index; at !== root;) {
      const parent = this.parentOf(at);
      this.parents[at] = root;
      at = parent;
    }
    return root;
  }

  join(a: number, b: number): void {
    const [left, right] = [this.find(a), this.find(b)];
    if (left !== right) this.parents[left] = right;
  }

  private parentOf(index: number): number {
    return this.parents[index] ?? index;
  }
}

/** Parts without a Subscription are left out. @param whole all are one part, as upstream has it */
export function problemParts(problem: ResolutionProblem, whole: boolean): Part[] {
  const { variables, choices, rules } = problem;
  const packages = packageNumbers(problem);
  const sets = joined(problem, packages, whole);
  const parts = new Map<number, { offers: Offer[]; rules: Constraint[]; variables: number[] }>();
  for (const offer of choices.keys()) {
    const key = sets.find(packages.get(offer.subscription.spec.name) ?? 0);
    const part = parts.get(key) ?? { offers: [], rules: [], variables: [] };
    part.offers.push(offer);
    parts.set(key, part);
  }
  for (const rule of rules) {
    const [first] = membersOf(rule);
    if (first !== undefined) parts.get(sets.find(first))?.rules.push(rule);
  }
  for (const index of variables.keys()) parts.get(sets.find(index))?.variables.push(index);
  return [...parts.values()];
}

/** Packages are numbered after the variables. */
function packageNumbers({ variables, choices }: ResolutionProblem): Map<string, number> {
  const numbers = new Map<string, number>();
  const count = (name: string): void => {
    if (!numbers.has(name)) numbers.set(name, variables.length + numbers.size);
  };
  for (const { package: name } of variables) if (name !== undefined) count(name);
  for (const { subscription } of choices.keys()) count(subscription.spec.name);
  return numbers;
}

function joined(
  { variables, choices, rules }: ResolutionProblem,
  packages: ReadonlyMap<string, number>,
  whole: boolean,
): Sets {
  const count = variables.length + packages.size;
  const sets = new Sets(count);
  if (whole) for (let index = 1; index < count; index += 1) sets.join(0, index);
  for (const [index, { package: name }] of variables.entries()) {
    const number = name === undefined ? undefined : packages.get(name);
    if (number !== undefined) sets.join(index, number);
  }
  for (const rule of rules) {
    const [first = 0, ...others] = membersOf(rule);
    for (const other of others) sets.join(first, other);
  }
  for (const [offer, candidates] of choices) {
    const number = packages.get(offer.subscription.spec.name) ?? 0;
    for (const candidate of candidates) sets.join(number, candidate);
  }
  return sets;
}

function membersOf({ oneOf, atMostOne = [], none = [] }: Constraint): number[] {
  const guard = oneOf?.guard === undefined ? [] : [oneOf.guard];
  return [...guard, ...(oneOf?.candidates ?? []), ...atMostOne, ...none];
}
