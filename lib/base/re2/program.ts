/** A pattern's tree as a program for a machine of many states at once: Thompson's construction. */
import { type Membership, membershipOf } from './char-class.ts';
import { type Assertion, type Node, type RepeatNode, UnreadablePattern } from './syntax.ts';

/**
 * One step: take a character, look at what lies around, go several ways, the better ones first, note the place, or be
 * done. `next` is an index.
 */
export type Instruction =
  | { readonly op: 'take'; readonly has: Membership; readonly next: number }
  | { readonly op: 'assert'; readonly what: Assertion; readonly next: number }
  | { readonly op: 'split'; readonly next: readonly number[] }
  | { readonly op: 'note'; readonly slot: number; readonly next: number }
  | { readonly op: 'match' };

/** The instructions, and the index of the first. */
export interface PatternProgram {
  readonly instructions: readonly Instruction[];
  readonly start: number;
}

/** Counted repetition copies: `(a{1000}){1000}` is no pattern for a page. */
const SIZE_LIMIT = 10_000;

/** Built from the end: each part is given the instruction that follows it. @param notes whether groups note their places */
export function patternProgram(node: Node, notes = false): PatternProgram {
  const builder = new Builder(notes);
  const end = builder.add({ op: 'match' });
  return { start: builder.build(node, end), instructions: builder.instructions };
}

class Builder {
  readonly instructions: Instruction[] = [];
  readonly #notes: boolean;

  constructor(notes: boolean) {
    this.#notes = notes;
  }

  add(instruction: Instruction): number {
    if (this.instructions.length >= SIZE_LIMIT) throw new UnreadablePattern('too large');
    return this.instructions.push(instruction) - 1;
  }

  build(node: Node, next: number): number {
    switch (node.kind) {
      case 'empty':
        return next;
      case 'set':
        return this.add({ op: 'take', has: membershipOf(node.set), next });
      case 'assert':
        return this.add({ op: 'assert', what: node.what, next });
      case 'sequence':
        return node.parts.reduceRight((after, part) => this.build(part, after), next);
      case 'choice':
        return this.add({ op: 'split', next: node.parts.map((part) => this.build(part, next)) });
      case 'group': {
        if (!this.#notes) return this.build(node.of, next);
        const end = this.add({ op: 'note', slot: node.index * 2 + 1, next });
        return this.add({ op: 'note', slot: node.index * 2, next: this.build(node.of, end) });
      }
      case 'repeat':
        return this.#repeat(node, next);
    }
  }

  #repeat({ of, min, max, lazy }: RepeatNode, next: number): number {
    if (max === Infinity) return this.#endless(of, min, lazy, next);
    let start = next;
    for (let count = min; count < max; count += 1) {
      start = this.#split(this.build(of, start), next, lazy);
    }
    for (let count = 0; count < min; count += 1) start = this.build(of, start);
    return start;
  }

  /** `x*` is `(x+)?`, as in Go: it matters where `x` can be empty. */
  #endless(of: Node, min: number, lazy: boolean, next: number): number {
    const targets: number[] = [];
    const loop = this.add({ op: 'split', next: targets });
    const once = this.build(of, loop);
    targets.push(...(lazy ? [next, once] : [once, next]));
    let start = min === 0 ? this.#split(once, next, lazy) : once;
    for (let count = 1; count < min; count += 1) start = this.build(of, start);
    return start;
  }

  #split(inner: number, next: number, lazy: boolean): number {
    return this.add({ op: 'split', next: lazy ? [next, inner] : [inner, next] });
  }
}
