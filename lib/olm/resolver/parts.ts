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

class Sets {
  private readonly parents = new Map<string, string>();

  find(key: string): string {
    let root = key;
    for (let parent = this.parents.get(root); parent !== undefined; parent = this.parents.get(root))
      root = parent;
    for (let at = key; at !== root;) {
      const parent = this.parents.get(at) ?? root;
      this.parents.set(at, root);
      at = parent;
    }
    return root;
  }

  join(a: string, b: string): void {
    const [left, right] = [this.find(a), this.find(b)];
    if (left !== right) this.parents.set(left, right);
  }
}

const nodeOf = (variable: number): string => String(variable);
const packageNode = (name: string): string => `package ${name}`;

/** Parts without a Subscription are left out. @param whole all are one part, as upstream has it */
export function problemParts(problem: ResolutionProblem, whole: boolean): Part[] {
  const { variables, choices, rules } = problem;
  const sets = joined(problem, whole);
  const parts = new Map<string, { offers: Offer[]; rules: Constraint[]; variables: number[] }>();
  for (const offer of choices.keys()) {
    const key = sets.find(packageNode(offer.subscription.spec.name));
    const part = parts.get(key) ?? { offers: [], rules: [], variables: [] };
    part.offers.push(offer);
    parts.set(key, part);
  }
  for (const rule of rules) parts.get(sets.find(nodeOf(membersOf(rule)[0] ?? -1)))?.rules.push(rule);
  for (const index of variables.keys()) parts.get(sets.find(nodeOf(index)))?.variables.push(index);
  return [...parts.values()];
}

function joined({ variables, choices, rules }: ResolutionProblem, whole: boolean): Sets {
  const sets = new Sets();
  const join = (nodes: readonly string[]): void => {
    const [first = '', ...others] = whole ? ['all', ...nodes] : nodes;
    for (const other of others) sets.join(first, other);
  };
  for (const [index, { package: name }] of variables.entries()) {
    join(name === undefined ? [nodeOf(index)] : [nodeOf(index), packageNode(name)]);
  }
  for (const rule of rules) join(membersOf(rule).map(nodeOf));
  for (const [offer, candidates] of choices) {
    join([packageNode(offer.subscription.spec.name), ...candidates.map(nodeOf)]);
  }
  return sets;
}

function membersOf({ oneOf, atMostOne = [], none = [] }: Constraint): number[] {
  const guard = oneOf?.guard === undefined ? [] : [oneOf.guard];
  return [...guard, ...(oneOf?.candidates ?? []), ...atMostOne, ...none];
}
