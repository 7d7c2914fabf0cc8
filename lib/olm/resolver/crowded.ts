/**
 * More choices than places: where each of some choices has to take one of fewer sets of which each has room for one, no
 * search is needed to see that it cannot be done, and no search would see it in time. Hall's theorem, by augmenting paths.
 */
import type { Constraint } from './constraints.ts';

interface Choice {
  rule: Constraint;
  /** Each of its candidates is in one of these at least. */
  places: readonly Constraint[];
}

/** Rules that cannot all be kept, because there are too few places; undefined when counting alone does not show it. */
export function crowdedRules(rules: readonly Constraint[]): Constraint[] | undefined {
  const choices = choicesAmong(rules);
  const holders = new Map<Constraint, Choice>();
  for (const choice of choices) {
    const tried = new Set<Constraint>();
    const reached = [choice];
    if (seat(choice, holders, tried, reached)) continue;
    const crowd = new Set([...reached.map(({ rule }) => rule), ...tried]);
    return rules.filter((rule) => crowd.has(rule));
  }
  return undefined;
}

/** Gives the choice a place, where others may have to move for it. */
function seat(
  choice: Choice,
  holders: Map<Constraint, Choice>,
  tried: Set<Constraint>,
  reached: Choice[],
): boolean {
  for (const place of choice.places) {
    if (tried.has(place)) continue;
    tried.add(place);
    const holder = holders.get(place);
    if (holder !== undefined) reached.push(holder);
    if (holder === undefined || seat(holder, holders, tried, reached)) {
      holders.set(place, choice);
      return true;
    }
  }
  return false;
}

/** Those that share no candidate with another and can only be met within sets that others want too. */
function choicesAmong(rules: readonly Constraint[]): Choice[] {
  const open = rules.filter(({ oneOf }) => oneOf !== undefined && oneOf.guard === undefined);
  const owners = new Map<number, Constraint | 'several'>();
  for (const rule of open) {
    for (const candidate of new Set(rule.oneOf?.candidates ?? [])) {
      owners.set(candidate, owners.has(candidate) ? 'several' : rule);
    }
  }
  const places = new Map<number, Constraint[]>();
  for (const rule of rules) {
    const { atMostOne = [] } = rule;
    if (new Set(atMostOne.map((member) => owners.get(member))).size < 2) continue;
    for (const member of atMostOne) places.set(member, [...(places.get(member) ?? []), rule]);
  }
  return open.flatMap((rule) => {
    const candidates = rule.oneOf?.candidates ?? [];
    const bound = candidates.every((each) => owners.get(each) !== 'several' && places.has(each));
    return bound ? { rule, places: [...new Set(candidates.flatMap((each) => places.get(each) ?? []))] } : [];
  });
}
