import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort } from '#local/testing/effort.ts';
import { optional } from '../../base/loose.ts';
import type { Constraint } from './constraints.ts';
import { crowdedRules } from './crowded.ts';
import { minimalConflict } from './minimal.ts';
import { search } from './search.ts';

const never = (): boolean => false;
const origin = { kind: 'one-of-package', package: 'p' } as const;

const oneOf = (candidates: number[], guard?: number): Constraint => ({
  origin,
  oneOf: { candidates, ...optional({ guard }) },
});
const atMostOne = (...variables: number[]): Constraint => ({ origin, atMostOne: variables });
const none = (...variables: number[]): Constraint => ({ origin, none: variables });

function chosenBy(rules: readonly Constraint[]): number[] | undefined {
  const result = search(rules, never);
  return result.kind === 'found' ? [...result.chosen].sort((a, b) => a - b) : undefined;
}

describe('search', () => {
  const rows: { name: string; rules: Constraint[]; want: number[] | undefined }[] = [
    { name: 'OLM 32: the first candidate wins', rules: [oneOf([2, 1])], want: [2] },
    { name: 'OLM 32: the first that is possible', rules: [oneOf([2, 1]), none(2)], want: [1] },
    {
      name: 'OLM 36: what is chosen brings what it needs',
      rules: [oneOf([1]), oneOf([3, 2], 1)],
      want: [1, 3],
    },
    { name: 'nothing comes that nobody needs', rules: [oneOf([1]), oneOf([3, 2], 4)], want: [1] },
    {
      name: 'goes back behind a dead end',
      rules: [oneOf([1, 2]), oneOf([3], 1), oneOf([4], 3), none(4)],
      want: [2],
    },
    {
      name: 'OLM 39: at most one of a set',
      rules: [oneOf([1, 2]), oneOf([3, 4]), atMostOne(1, 3), atMostOne(1, 4)],
      want: [2, 3],
    },
    {
      name: 'a bundle that serves two needs comes once',
      rules: [oneOf([1]), oneOf([2, 3], 1), oneOf([3], 1)],
      want: [1, 3],
    },
    { name: 'no candidate at all', rules: [oneOf([])], want: undefined },
    { name: 'a circle of needs', rules: [oneOf([1]), oneOf([2], 1), oneOf([1], 2)], want: [1, 2] },
  ];

  it.each(rows)('$name', ({ rules, want }) => {
    expect(chosenBy(rules)).toEqual(want);
  });
});

const VARIABLES = 9;
const variable = fc.integer({ min: 0, max: VARIABLES - 1 });
const some = (minLength: number): fc.Arbitrary<number[]> =>
  fc.uniqueArray(variable, { minLength, maxLength: 4 });
const rule = fc.oneof(
  some(0).map((candidates) => oneOf(candidates)),
  fc.tuple(some(0), variable).map(([candidates, guard]) => oneOf(candidates, guard)),
  some(2).map((members) => atMostOne(...members)),
  variable.map((one) => none(one)),
);
const problems = fc.array(rule, { maxLength: 14 });

function keeps(chosen: ReadonlySet<number>, { oneOf, atMostOne = [], none = [] }: Constraint): boolean {
  const asked = oneOf !== undefined && (oneOf.guard === undefined || chosen.has(oneOf.guard));
  return (
    (!asked || oneOf.candidates.some((candidate) => chosen.has(candidate))) &&
    atMostOne.filter((member) => chosen.has(member)).length <= 1 &&
    !none.some((member) => chosen.has(member))
  );
}

/** Every set of variables there is. */
const SETS = Array.from(
  { length: 2 ** VARIABLES },
  (_, bits) => new Set(Array.from({ length: VARIABLES }, (_item, at) => at).filter((at) => (bits >> at) & 1)),
);

function models(rules: readonly Constraint[], fixed: ReadonlySet<number>): boolean {
  return SETS.some(
    (chosen) => [...fixed].every((each) => chosen.has(each)) && rules.every((each) => keeps(chosen, each)),
  );
}

/** Upstream's order of decisions, with every possibility looked at: nothing is propagated and nothing learnt. */
function preferred(rules: readonly Constraint[]): Set<number> | undefined {
  const decided = new Set<number>();
  if (!models(rules, decided)) return undefined;
  const needs = rules.flatMap((each) => each.oneOf ?? []);
  const queue = needs.filter(({ guard }) => guard === undefined);
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (next.candidates.some((candidate) => decided.has(candidate))) continue;
    const wanted = next.candidates.find((candidate) => models(rules, new Set([...decided, candidate])));
    if (wanted === undefined) throw new Error('a model was promised');
    decided.add(wanted);
    queue.push(...needs.filter(({ guard }) => guard === wanted));
  }
  return decided;
}

describe('search, on every small problem', () => {
  it('decides as a search through all sets does', () => {
    fc.assert(
      fc.property(problems, (rules) => {
        const result = search(rules, never);
        expect(result.kind).toBe(models(rules, new Set()) ? 'found' : 'impossible');
        if (result.kind !== 'found') return;
        for (const each of rules) expect(keeps(result.chosen, each)).toBe(true);
      }),
      { numRuns: effort(3000, 30_000) },
    );
  });

  it('takes what upstream prefers, less what that makes superfluous', () => {
    fc.assert(
      fc.property(problems, (rules) => {
        const result = search(rules, never);
        const want = preferred(rules);
        if (result.kind !== 'found' || want === undefined) return;
        for (const chosen of result.chosen) expect(want.has(chosen)).toBe(true);
      }),
      { numRuns: effort(3000, 30_000) },
    );
  });

  it('OLM 41: names a conflict of which every rule is needed', () => {
    fc.assert(
      fc.property(problems, (rules) => {
        const result = search(rules, never);
        if (result.kind !== 'impossible') return;
        const conflict = minimalConflict(result.rules, never);
        expect(models(conflict, new Set())).toBe(false);
        for (const left of conflict) {
          expect(
            models(
              conflict.filter((each) => each !== left),
              new Set(),
            ),
          ).toBe(true);
        }
      }),
      { numRuns: effort(3000, 30_000) },
    );
  });
});

/** One pigeon more than holes. */
function pigeons(holes: number): Constraint[] {
  const at = (pigeon: number, hole: number): number => pigeon * holes + hole;
  const indexes = Array.from({ length: holes }, (_, index) => index);
  return [
    ...[...indexes, holes].map((pigeon) => oneOf(indexes.map((hole) => at(pigeon, hole)))),
    ...indexes.map((hole) => atMostOne(...[...indexes, holes].map((pigeon) => at(pigeon, hole)))),
  ];
}

describe('crowdedRules', () => {
  it('sees without a search that pigeons are too many, and names all of them and all holes', () => {
    expect(crowdedRules(pigeons(50))).toHaveLength(101);
    expect(crowdedRules(pigeons(50).slice(1))).toBeUndefined();
  });

  it('names only what cannot be', () => {
    const crowds = fc.array(
      fc.oneof(
        some(1).map((candidates) => oneOf(candidates)),
        some(2).map((members) => atMostOne(...members)),
      ),
      { maxLength: 14 },
    );
    fc.assert(
      fc.property(crowds, (rules) => {
        const crowded = crowdedRules(rules);
        if (crowded !== undefined) expect(models(crowded, new Set())).toBe(false);
      }),
      { numRuns: effort(5000, 50_000) },
    );
  });
});

describe('search, out of time', () => {
  it('ends undecided, with what it has done', () => {
    const rules = pigeons(11);
    let asked = 0;
    const result = search(rules, () => (asked += 1) > 5);
    expect(result.kind).toBe('undecided');
    expect(result.steps).toBeGreaterThan(100);
  });
});
