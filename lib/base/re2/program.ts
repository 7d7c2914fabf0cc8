/** A pattern's tree as a program for a machine of many states at once: Thompson's construction. */
import { type Membership, membershipOf } from './char-class.ts';
import { type Assertion, type Node, UnreadablePattern } from './syntax.ts';

/** One step: take a character, look at what lies around, go several ways, or be done. `next` is an index. */
export type Instruction =
  | { readonly op: 'take'; readonly has: Membership; readonly next: number }
  | { readonly op: 'assert'; readonly what: Assertion; readonly next: number }
  | { readonly op: 'split'; readonly next: readonly number[] }
  | { readonly op: 'match' };

/** The instructions, and the index of the first. */
export interface PatternProgram {
  readonly instructions: readonly Instruction[];
  readonly start: number;
}

/** Counted repetition copies: `(a{1000}){1000}` is no pattern for a page. */
const SIZE_LIMIT = 10_000;

/** Built from the end: each part is given the instruction that follows it. */
export function patternProgram(node: Node): PatternProgram {
  const builder = new Builder();
  const end = builder.add({ op: 'match' });
  return { start: builder.build(node, end), instructions: builder.instructions };
}

class Builder {
  readonly instructions: Instruction[] = [];

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
      case 'repeat':
        return this.#repeat(node, next);
    }
  }

  #repeat({ of, min, max }: Extract<Node, { kind: 'repeat' }>, next: number): number {
    let start = max === Infinity ? this.#loop(of, next) : next;
    if (max !== Infinity) {
      for (let count = min; count < max; count += 1) {
        start = this.add({ op: 'split', next: [this.build(of, start), next] });
      }
    }
    for (let count = 0; count < min; count += 1) start = this.build(of, start);
    return start;
  }

  #loop(of: Node, next: number): number {
    const targets = [next];
    const loop = this.add({ op: 'split', next: targets });
    targets.push(this.build(of, loop));
    return loop;
  }
}
