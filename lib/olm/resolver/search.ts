/**
 * Finds the preferred choice that keeps all rules. Subscriptions decide first, in their order, then what they need, then
 * what that needs; the first candidate that is possible at all wins (OLM 32, 36). What was learnt from a dead end only takes
 * away candidates that are impossible, so it never changes the answer. Source: OLM `resolver/solver/search.go`, whose
 * order of decisions this keeps.
 */
import type { Constraint } from './constraints.ts';
import { Sat, type Clause } from './sat.ts';

/** What the search came to; `chosen` are the variables that are true, `steps` how often it went on. */
export type SearchResult =
  | { kind: 'found'; chosen: ReadonlySet<number>; steps: number }
  /** Rules that cannot all be kept; not the fewest. */
  | { kind: 'impossible'; rules: Constraint[]; steps: number }
  | { kind: 'undecided'; steps: number };

type Choice = readonly number[];

/** How often the clock is asked. */
const PAUSE = 64;

/** Deterministic. `outOfTime` is asked now and then; true ends the search as undecided. */
export function search(rules: readonly Constraint[], outOfTime: () => boolean): SearchResult {
  return new Search(rules).run(outOfTime);
}

class Search {
  private readonly rules: readonly Constraint[];
  private readonly names: number[] = [];
  private readonly locals = new Map<number, number>();
  private readonly sat: Sat;
  /** What choosing a variable asks for next. */
  private readonly follow = new Map<number, Choice[]>();
  private readonly queue: Choice[] = [];
  private readonly marks: number[] = [];
  private readonly marked: Uint8Array;
  private readonly snapshots: { at: number; queue: number; marks: number }[] = [];
  private at = 0;

  constructor(rules: readonly Constraint[]) {
    this.rules = rules;
    for (const { oneOf, atMostOne = [], none = [] } of rules) {
      if (oneOf?.guard !== undefined) this.local(oneOf.guard);
      for (const variable of [...(oneOf?.candidates ?? []), ...atMostOne, ...none]) this.local(variable);
    }
    this.sat = new Sat(this.names.length);
    this.marked = new Uint8Array(this.names.length);
    for (const [rule, constraint] of rules.entries()) this.add(constraint, rule);
  }

  run(outOfTime: () => boolean): SearchResult {
    for (let steps = 1; ; steps += 1) {
      const conflict = this.sat.propagate();
      if (conflict !== undefined && this.sat.level === 0) return this.impossible(conflict, steps);
      if (steps % PAUSE === 0 && outOfTime()) return { kind: 'undecided', steps };
      if (conflict !== undefined) this.restore(this.sat.learn(conflict));
      else if (!this.decide()) return { kind: 'found', chosen: this.chosen(), steps };
    }
  }

  private local(variable: number): number {
    const known = this.locals.get(variable);
    if (known !== undefined) return known;
    const index = this.names.push(variable) - 1;
    this.locals.set(variable, index);
    return index;
  }

  private add({ oneOf, atMostOne, none = [] }: Constraint, rule: number): void {
    if (oneOf !== undefined) {
      const candidates = oneOf.candidates.map((variable) => this.local(variable));
      const guard = oneOf.guard === undefined ? undefined : this.local(oneOf.guard);
      const literals = candidates.map((variable) => variable * 2);
      this.sat.addClause({
        literals: guard === undefined ? literals : [...literals, guard * 2 + 1],
        from: rule,
      });
      if (guard === undefined) this.queue.push(candidates);
      else this.follow.set(guard, [...(this.follow.get(guard) ?? []), candidates]);
    }
    if (atMostOne !== undefined) {
      this.sat.atMostOne(
        atMostOne.map((variable) => this.local(variable)),
        rule,
      );
    }
    for (const variable of none) {
      this.sat.addClause({ literals: [this.local(variable) * 2 + 1], from: rule });
    }
  }

  /** Takes the next decision; false when none is left. */
  private decide(): boolean {
    for (; this.at < this.queue.length; this.at += 1) {
      const choice = this.queue[this.at] ?? [];
      if (choice.some((variable) => this.marked[variable] === 1)) continue;
      const wanted = choice.find((variable) => this.sat.values[variable] !== -1);
      if (wanted === undefined) continue;
      if (this.sat.values[wanted] === 0) {
        this.snapshots.push({ at: this.at, queue: this.queue.length, marks: this.marks.length });
        this.sat.decide(wanted);
        this.mark(wanted);
        this.at += 1;
        return true;
      }
      this.mark(wanted);
    }
    return this.markForced();
  }

  /** What has to be there although nobody chose it has needs of its own. */
  private markForced(): boolean {
    const forced = this.sat.trail.find((literal) => (literal & 1) === 0 && this.marked[literal >> 1] === 0);
    if (forced === undefined) return false;
    this.mark(forced >> 1);
    return true;
  }

  private mark(variable: number): void {
    this.marked[variable] = 1;
    this.marks.push(variable);
    this.queue.push(...(this.follow.get(variable) ?? []));
  }

  private restore(level: number): void {
    const snapshot = this.snapshots[level];
    if (snapshot === undefined) return;
    this.snapshots.length = level;
    this.at = snapshot.at;
    this.queue.length = snapshot.queue;
    for (const variable of this.marks.splice(snapshot.marks)) this.marked[variable] = 0;
  }

  private impossible(conflict: Clause, steps: number): SearchResult {
    const rules = this.sat.rulesBehind(conflict).flatMap((rule) => this.rules[rule] ?? []);
    return { kind: 'impossible', rules, steps };
  }

  /** Without what turned out not to be needed: something chosen later serves as well. */
  private chosen(): Set<number> {
    const chosen = new Set(this.marks.map((variable) => this.names[variable] ?? 0));
    const needs = this.rules
      .flatMap(({ oneOf }) => oneOf ?? [])
      .filter(({ guard }) => guard === undefined || chosen.has(guard));
    const late = [...chosen].reverse();
    for (let before = -1; before !== chosen.size;) {
      before = chosen.size;
      for (const variable of late) {
        if (chosen.has(variable) && !isNeeded(variable, chosen, needs)) chosen.delete(variable);
      }
    }
    return chosen;
  }
}

function isNeeded(
  variable: number,
  chosen: ReadonlySet<number>,
  needs: readonly NonNullable<Constraint['oneOf']>[],
): boolean {
  return needs.some(({ guard, candidates }) => {
    const asked = guard === undefined || (guard !== variable && chosen.has(guard));
    return (
      asked &&
      candidates.includes(variable) &&
      !candidates.some((other) => other !== variable && chosen.has(other))
    );
  });
}
