/** A regular expression in Go's dialect (RE2), as a tree. */

/** One kind of character: it is in the set when any part has it, turned round where the set is negated. */
export interface CharSet {
  readonly parts: readonly SetPart[];
  readonly negated: boolean;
  /** Letters stand for their other case too. */
  readonly fold: boolean;
}

/** A range of code points, both ends included, or a class by name. */
export type SetPart =
  | { readonly from: number; readonly to: number }
  /** Inside a JavaScript class with the `u` flag, such as `\p{L}`. */
  | { readonly escape: string; readonly negated: boolean }
  /** `[:^alpha:]`, `\W` in brackets: all but these ranges. */
  | { readonly allBut: readonly (readonly [number, number])[] };

/** What must hold between two characters: `^`, `$`, `\A`, `\z`, `\b`, `\B`. */
export type Assertion = 'textStart' | 'textEnd' | 'lineStart' | 'lineEnd' | 'word' | 'noWord';

/** A part of a pattern, told apart by `kind`. */
export type Node =
  | { readonly kind: 'empty' }
  | { readonly kind: 'set'; readonly set: CharSet }
  | { readonly kind: 'assert'; readonly what: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly parts: readonly Node[] }
  /** What it matched can be asked for: `index` from 1, in the order of the opening parentheses. */
  | { readonly kind: 'group'; readonly of: Node; readonly index: number }
  | RepeatNode;

/** `max` is infinite for `*` and `+`; `lazy` for as few as will do. */
export interface RepeatNode {
  readonly kind: 'repeat';
  readonly of: Node;
  readonly min: number;
  readonly max: number;
  readonly lazy: boolean;
}

/** Why a text is no pattern that we can read. It is thrown while reading only, never to callers. */
export class UnreadablePattern extends Error {}
