/**
 * Reads a pattern in the syntax of Go's `regexp` package. Throws `UnreadablePattern` for anything Go would refuse.
 * Source: https://pkg.go.dev/regexp/syntax.
 */
import { MAX_CODE_POINT, perlClass, posixClass, unicodeClass } from './char-class.ts';
import { type CharSet, type Node, type SetPart, UnreadablePattern } from './syntax.ts';

interface Flags {
  /** `(?i)`: letters stand for their other case. */
  readonly fold: boolean;
  /** `(?m)`: `^` and `$` match at line breaks. */
  readonly lines: boolean;
  /** `(?s)`: `.` takes a line break. */
  readonly dotAll: boolean;
  /** `(?U)`: as few as will do, and `*?` as many. */
  readonly lazy: boolean;
}

const NO_FLAGS: Flags = { fold: false, lines: false, dotAll: false, lazy: false };
/** Go's own limit on counted repetition. */
const REPEAT_LIMIT = 1000;
const DEPTH_LIMIT = 200;

/** The tree of the pattern; groups more than 200 deep are refused, too. @param source without slashes around it */
export function parsePattern(source: string): Node {
  return parseGroups(source).node;
}

/** The tree, and the names of its groups, whose first is the whole. */
export function parseGroups(source: string): { node: Node; names: readonly string[] } {
  const reader = new Reader(source);
  const node = choice(reader, NO_FLAGS, 0);
  if (!reader.done()) throw new UnreadablePattern('unexpected )');
  return { node, names: reader.groups };
}

class Reader {
  readonly #characters: readonly string[];
  /** Their names, `''` for those that have none and for the whole. */
  readonly groups: string[] = [''];
  #at = 0;

  constructor(source: string) {
    this.#characters = Array.from(source);
  }

  done(): boolean {
    return this.#at >= this.#characters.length;
  }

  peek(): string {
    return this.#characters[this.#at] ?? '';
  }

  next(): string {
    const character = this.#characters[this.#at];
    if (character === undefined) throw new UnreadablePattern('unexpected end');
    this.#at += 1;
    return character;
  }

  take(text: string): boolean {
    const wanted = Array.from(text);
    if (!wanted.every((character, index) => this.#characters[this.#at + index] === character)) return false;
    this.#at += wanted.length;
    return true;
  }

  /** What lies before the end mark, which is read too. */
  until(end: string): string {
    let text = '';
    while (!this.take(end)) text += this.next();
    return text;
  }

  mark(): number {
    return this.#at;
  }

  back(mark: number): void {
    this.#at = mark;
  }
}

function choice(reader: Reader, flags: Flags, depth: number): Node {
  if (depth > DEPTH_LIMIT) throw new UnreadablePattern('too deep');
  const parts: Node[] = [];
  let current: Node[] = [];
  let active = flags;
  while (!reader.done() && reader.peek() !== ')') {
    if (reader.take('|')) {
      parts.push({ kind: 'sequence', parts: current });
      current = [];
    } else if (reader.take('(')) {
      const group = groupHead(reader, active);
      if (group.rest) active = group.flags;
      else current.push(groupBody(reader, group, active, depth));
    } else if (reader.take('\\Q')) current.push(...quoted(reader, active));
    else current.push(repeated(reader, atom(reader, active), active));
  }
  parts.push({ kind: 'sequence', parts: current });
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'choice', parts };
}

/** What stands behind `(`. */
interface GroupHead {
  /** Those that hold inside. */
  readonly flags: Flags;
  /** It is only a change of flags for what follows. */
  readonly rest: boolean;
  /** Its number, where what it matches can be asked for. */
  readonly index?: number;
}

/** @param outer the flags around it */
function groupBody(reader: Reader, { flags, index }: GroupHead, outer: Flags, depth: number): Node {
  const inner = choice(reader, flags, depth + 1);
  if (!reader.take(')')) throw new UnreadablePattern('missing )');
  return repeated(reader, index === undefined ? inner : { kind: 'group', of: inner, index }, outer);
}

function groupHead(reader: Reader, flags: Flags): GroupHead {
  if (!reader.take('?')) return { flags, rest: false, index: reader.groups.push('') - 1 };
  if (reader.take('P<') || reader.take('<')) {
    const name = reader.until('>');
    if (!/^\w+$/.test(name)) throw new UnreadablePattern('bad group name');
    return { flags, rest: false, index: reader.groups.push(name) - 1 };
  }
  const [, on = '', off] = /^([imsU]*)(?:-([imsU]+))?$/.exec(flagText(reader)) ?? unreadable('bad flags');
  const letters = new Map(Array.from(on, (letter): [string, boolean] => [letter, true]));
  for (const letter of off ?? '') letters.set(letter, false);
  return { flags: withFlags(flags, letters), rest: reader.next() === ')' };
}

/** To the `:` or `)` after flags, which is left. */
function flagText(reader: Reader): string {
  let text = '';
  while (reader.peek() !== ':' && reader.peek() !== ')') text += reader.next();
  return text;
}

function unreadable(why: string): never {
  throw new UnreadablePattern(why);
}

function withFlags(flags: Flags, letters: ReadonlyMap<string, boolean>): Flags {
  return {
    fold: letters.get('i') ?? flags.fold,
    lines: letters.get('m') ?? flags.lines,
    dotAll: letters.get('s') ?? flags.dotAll,
    lazy: letters.get('U') ?? flags.lazy,
  };
}

/** `\Q…\E`, to the end where there is no `\E`. What follows it repeats the last character. */
function quoted(reader: Reader, flags: Flags): Node[] {
  const nodes: Node[] = [];
  while (!reader.done() && !reader.take('\\E')) nodes.push(literal(reader.next(), flags));
  const last = nodes.pop();
  return last === undefined ? nodes : [...nodes, repeated(reader, last, flags)];
}

function repeated(reader: Reader, node: Node, flags: Flags): Node {
  const counts = countsAt(reader);
  if (counts === undefined) return node;
  const lazy = reader.take('?') !== flags.lazy;
  const mark = reader.mark();
  if (countsAt(reader) !== undefined) throw new UnreadablePattern('nested repetition');
  reader.back(mark);
  return { kind: 'repeat', of: node, ...counts, lazy };
}

function countsAt(reader: Reader): { min: number; max: number } | undefined {
  if (reader.take('*')) return { min: 0, max: Infinity };
  if (reader.take('+')) return { min: 1, max: Infinity };
  if (reader.take('?')) return { min: 0, max: 1 };
  return reader.peek() === '{' ? braces(reader) : undefined;
}

/** `{2}`, `{2,}`, `{2,5}`; anything else in braces is text. */
function braces(reader: Reader): { min: number; max: number } | undefined {
  const mark = reader.mark();
  reader.next();
  let inner = '';
  while (/[\d,]/.test(reader.peek())) inner += reader.next();
  const read = /^(0|[1-9]\d*)(?:(,)(0|[1-9]\d*)?)?$/.exec(inner);
  if (read === null || !reader.take('}')) {
    reader.back(mark);
    return undefined;
  }
  const min = Number(read[1]);
  const max = read[2] === undefined ? min : read[3] === undefined ? Infinity : Number(read[3]);
  const tooMany = min > REPEAT_LIMIT || (max !== Infinity && max > REPEAT_LIMIT);
  if (tooMany || max < min) throw new UnreadablePattern('bad repetition');
  return { min, max };
}

function atom(reader: Reader, flags: Flags): Node {
  const character = reader.next();
  switch (character) {
    case '.':
      return dot(flags);
    case '^':
      return { kind: 'assert', what: flags.lines ? 'lineStart' : 'textStart' };
    case '$':
      return { kind: 'assert', what: flags.lines ? 'lineEnd' : 'textEnd' };
    case '[':
      return { kind: 'set', set: bracket(reader, flags) };
    case '\\':
      return escape(reader, flags);
    case '*':
    case '+':
    case '?':
      throw new UnreadablePattern('nothing to repeat');
    default:
      return literal(character, flags);
  }
}

function dot(flags: Flags): Node {
  return { kind: 'set', set: { parts: flags.dotAll ? [] : [range(0x0a)], negated: true, fold: false } };
}

function range(from: number, to: number = from): SetPart {
  return { from, to };
}

function literal(character: string, flags: Flags): Node {
  const parts = [range(character.codePointAt(0) ?? 0)];
  return { kind: 'set', set: { parts, negated: false, fold: flags.fold } };
}

function escape(reader: Reader, flags: Flags): Node {
  const letter = reader.peek();
  if (letter === 'A' || letter === 'z' || letter === 'b' || letter === 'B') {
    reader.next();
    const what = { A: 'textStart', z: 'textEnd', b: 'word', B: 'noWord' } as const;
    return { kind: 'assert', what: what[letter] };
  }
  const parts = classEscape(reader) ?? [range(escapedCode(reader))];
  return { kind: 'set', set: { parts, negated: false, fold: flags.fold } };
}

/** After a backslash: `d`, `pL` and the like. */
function classEscape(reader: Reader): SetPart[] | undefined {
  const letter = reader.peek();
  if (letter === 'p' || letter === 'P') {
    reader.next();
    const name = reader.take('{') ? reader.until('}') : reader.next();
    return [unicodeClass(name, letter === 'P')];
  }
  const found = letter === '' ? undefined : perlClass(letter);
  if (found !== undefined) reader.next();
  return found;
}

const CONTROL: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 };

/** After a backslash: the code point of one character. */
function escapedCode(reader: Reader): number {
  const letter = reader.next();
  if (Object.hasOwn(CONTROL, letter)) return CONTROL[letter] ?? 0;
  if (letter === 'x') return hexCode(reader);
  if (/[0-7]/.test(letter)) return octalCode(letter, reader);
  if (letter.length === 1 && /[^A-Za-z0-9]/.test(letter) && letter < '\x80') return letter.charCodeAt(0);
  throw new UnreadablePattern(`no escape \\${letter}`);
}

function hexCode(reader: Reader): number {
  const digits = reader.take('{') ? reader.until('}') : reader.next() + reader.next();
  const code = /^[\da-f]+$/i.test(digits) ? Number.parseInt(digits, 16) : Infinity;
  if (code > MAX_CODE_POINT) throw new UnreadablePattern('bad \\x');
  return code;
}

/** `\0`, `\012`, `\123`; `\1` alone would be a back reference, which RE2 does not have. */
function octalCode(first: string, reader: Reader): number {
  let digits = first;
  if (first !== '0' && !/[0-7]/.test(reader.peek())) throw new UnreadablePattern('back reference');
  while (digits.length < 3 && /[0-7]/.test(reader.peek())) digits += reader.next();
  return Number.parseInt(digits, 8);
}

/** After `[`. */
function bracket(reader: Reader, flags: Flags): CharSet {
  const negated = reader.take('^');
  const parts: SetPart[] = [];
  let first = true;
  while (first || reader.peek() !== ']') {
    first = false;
    if (reader.take('[:')) parts.push(...posixClass(reader.until(':]')));
    else parts.push(...bracketPart(reader));
  }
  reader.next();
  return { parts, negated, fold: flags.fold };
}

function bracketPart(reader: Reader): SetPart[] {
  const mark = reader.mark();
  if (reader.take('\\')) {
    const found = classEscape(reader);
    if (found !== undefined) return found;
    reader.back(mark);
  }
  const from = bracketCode(reader);
  const dash = reader.mark();
  if (!reader.take('-')) return [range(from)];
  if (reader.peek() === ']') {
    reader.back(dash);
    return [range(from)];
  }
  const to = bracketCode(reader);
  if (to < from) throw new UnreadablePattern('bad range');
  return [range(from, to)];
}

function bracketCode(reader: Reader): number {
  return reader.take('\\') ? escapedCode(reader) : (reader.next().codePointAt(0) ?? 0);
}
