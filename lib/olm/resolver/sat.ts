/**
 * Propagation and learning of the solver: clauses with two watched literals, and sets of which at most one may be true.
 * What is learnt remembers what it follows from, so that a contradiction names the rules behind it.
 */

/** Variable v is true: 2v; false: 2v + 1. */
type Literal = number;

/** At least one of its literals must hold. */
export interface Clause {
  literals: Literal[];
  /** Number of the rule, or the clauses it was learnt from. */
  from: number | readonly Clause[];
}

/** Stands for the reason of a decision. */
const NOTHING: Clause = { literals: [], from: [] };

interface Group {
  variables: readonly number[];
  rule: number;
}

const isTrue = (literal: Literal): boolean => (literal & 1) === 0;

/** The state of one search: what holds so far, what follows from it, and what was learnt. */
export class Sat {
  /** 1 true, -1 false, 0 open. */
  readonly values: Int8Array;
  /** Literals that hold, in the order in which they came to hold. */
  readonly trail: Literal[] = [];
  private readonly levels: Int32Array;
  private readonly reasons: (Clause | undefined)[];
  /** Made for those literals and variables alone that something watches. */
  private readonly watches: (Clause[] | undefined)[];
  private readonly groups: (Group[] | undefined)[];
  /** Length of the trail before each decision. */
  private readonly decisions: number[] = [];
  private next = 0;
  private broken: Clause | undefined;

  constructor(variables: number) {
    this.values = new Int8Array(variables);
    this.levels = new Int32Array(variables);
    this.reasons = Array.from({ length: variables });
    this.watches = Array.from({ length: variables * 2 });
    this.groups = Array.from({ length: variables });
  }

  get level(): number {
    return this.decisions.length;
  }

  /** Only before the first decision. */
  addClause(clause: Clause): void {
    const [first, second] = clause.literals;
    if (first === undefined) {
      this.broken ??= clause;
    } else if (second === undefined) {
      if (this.valueOf(first) === -1) this.broken ??= clause;
      else if (this.valueOf(first) === 0) this.assign(first, clause);
    } else {
      this.watch(first, clause);
      this.watch(second, clause);
    }
  }

  atMostOne(variables: readonly number[], rule: number): void {
    const group = { variables, rule };
    for (const variable of variables) (this.groups[variable] ??= []).push(group);
  }

  decide(variable: number): void {
    this.decisions.push(this.trail.length);
    this.assign(variable * 2, undefined);
  }

  /** The clause that cannot hold any more, if there is one. */
  propagate(): Clause | undefined {
    while (this.broken === undefined && this.next < this.trail.length) {
      const literal = this.trail[this.next] ?? 0;
      this.next += 1;
      const conflict =
        (isTrue(literal) ? this.excludeOthers(literal >> 1) : undefined) ?? this.visit(literal ^ 1);
      if (conflict !== undefined) return conflict;
    }
    return this.broken;
  }

  /** Goes back to where what is learnt from the conflict says something new; the level. */
  learn(conflict: Clause): number {
    const { clause, level } = this.analyze(conflict);
    this.back(level);
    const [first, second] = clause.literals;
    if (first !== undefined && second !== undefined) {
      this.watch(first, clause);
      this.watch(second, clause);
    }
    if (first !== undefined) this.assign(first, clause);
    return level;
  }

  /** Numbers of the rules that a conflict without decisions follows from. */
  rulesBehind(conflict: Clause): number[] {
    const rules = new Set<number>();
    const seen = new Set<Clause>();
    const open = [conflict, ...this.groundsOf(conflict.literals.map((literal) => literal >> 1))];
    for (let clause = open.pop(); clause !== undefined; clause = open.pop()) {
      if (seen.has(clause)) continue;
      seen.add(clause);
      if (typeof clause.from === 'number') rules.add(clause.from);
      else open.push(...clause.from);
    }
    return [...rules].sort((a, b) => a - b);
  }

  private valueOf(literal: Literal): number {
    const value = this.values[literal >> 1] ?? 0;
    return isTrue(literal) ? value : -value;
  }

  private assign(literal: Literal, reason: Clause | undefined): void {
    const variable = literal >> 1;
    this.values[variable] = isTrue(literal) ? 1 : -1;
    this.levels[variable] = this.level;
    this.reasons[variable] = reason;
    this.trail.push(literal);
  }

  private watch(literal: Literal, clause: Clause): void {
    (this.watches[literal] ??= []).push(clause);
  }

  private excludeOthers(variable: number): Clause | undefined {
    for (const { variables, rule } of this.groups[variable] ?? []) {
      for (const other of variables) {
        const value = other === variable ? -1 : this.values[other];
        if (value === -1) continue;
        const clause = { literals: [other * 2 + 1, variable * 2 + 1], from: rule };
        if (value === 1) return clause;
        this.assign(other * 2 + 1, clause);
      }
    }
    return undefined;
  }

  /** The literal has become false. */
  private visit(literal: Literal): Clause | undefined {
    const watching = this.watches[literal];
    if (watching === undefined) return undefined;
    let kept = 0;
    for (let at = 0; at < watching.length; at += 1) {
      const clause = watching[at];
      if (clause === undefined || this.moved(clause, literal)) continue;
      watching[kept] = clause;
      kept += 1;
      const first = clause.literals[0] ?? 0;
      const value = this.valueOf(first);
      if (value === -1) {
        watching.copyWithin(kept, at + 1);
        watching.length -= at + 1 - kept;
        return clause;
      }
      if (value === 0) this.assign(first, clause);
    }
    watching.length = kept;
    return undefined;
  }

  /** Puts the false literal second, or another that may still hold in its place: then that is watched. */
  private moved(clause: Clause, literal: Literal): boolean {
    const { literals } = clause;
    if (literals[0] === literal) {
      literals[0] = literals[1] ?? literal;
      literals[1] = literal;
    }
    if (this.valueOf(literals[0] ?? 0) === 1) return false;
    for (let at = 2; at < literals.length; at += 1) {
      const other = literals[at] ?? 0;
      if (this.valueOf(other) === -1) continue;
      literals[1] = other;
      literals[at] = literal;
      this.watch(other, clause);
      return true;
    }
    return false;
  }

  /** Resolves the conflict with its reasons until one literal of this level is left. */
  private analyze(conflict: Clause): { clause: Clause; level: number } {
    const seen = new Set<number>();
    const others: Literal[] = [];
    const from: Clause[] = [];
    const ground: number[] = [];
    let at = this.trail.length;
    let clause = conflict;
    for (let open = 0; ; open -= 1) {
      from.push(clause);
      for (const literal of clause.literals) {
        const variable = literal >> 1;
        if (seen.has(variable)) continue;
        seen.add(variable);
        const level = this.levels[variable];
        if (level === this.level) open += 1;
        else if (level === 0) ground.push(variable);
        else others.push(literal);
      }
      do at -= 1;
      while (!seen.has((this.trail[at] ?? 0) >> 1));
      const literal = this.trail[at] ?? 0;
      if (open === 1) return this.learntFrom(literal ^ 1, others, [...from, ...this.groundsOf(ground)]);
      clause = this.reasons[literal >> 1] ?? NOTHING;
    }
  }

  private learntFrom(first: Literal, others: Literal[], from: Clause[]): { clause: Clause; level: number } {
    const levelOf = (literal: Literal): number => this.levels[literal >> 1] ?? 0;
    others.sort((a, b) => levelOf(b) - levelOf(a));
    const [deepest] = others;
    return {
      clause: { literals: [first, ...others], from },
      level: deepest === undefined ? 0 : levelOf(deepest),
    };
  }

  /** Why variables that were settled before any decision are what they are. */
  private groundsOf(variables: readonly number[]): Clause[] {
    const grounds = new Set<Clause>();
    const seen = new Set<number>();
    const open = [...variables];
    for (let variable = open.pop(); variable !== undefined; variable = open.pop()) {
      const reason = this.reasons[variable];
      if (seen.has(variable) || reason === undefined) continue;
      seen.add(variable);
      grounds.add(reason);
      open.push(...reason.literals.map((literal) => literal >> 1));
    }
    return [...grounds];
  }

  private back(level: number): void {
    const length = this.decisions[level] ?? this.trail.length;
    for (const literal of this.trail.splice(length)) {
      this.values[literal >> 1] = 0;
      this.reasons[literal >> 1] = undefined;
    }
    this.decisions.length = Math.min(this.decisions.length, level);
    this.next = Math.min(this.next, length);
  }
}
