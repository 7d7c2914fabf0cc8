/**
 * Kinds of characters as Go writes them: `[a-z]`, `[[:alpha:]]`, `\d`, `\pL`, `\p{Greek}`.
 * Source: Go's regexp/syntax, "Single characters" and "Perl and ASCII character classes".
 */
import { UnreadablePattern, type CharSet, type SetPart } from './syntax.ts';

type Range = readonly [number, number];

/** The last code point of Unicode. */
export const MAX_CODE_POINT = 0x10ffff;

function ranges(text: string): Range[] {
  const found: Range[] = [];
  for (let at = 0; at < text.length; at += 2) found.push([text.charCodeAt(at), text.charCodeAt(at + 1)]);
  return found;
}

const PERL: Readonly<Record<string, readonly Range[]>> = {
  d: ranges('09'),
  w: ranges('09AZ__az'),
  s: ranges('\t\n\f\r  '),
};

const POSIX: Readonly<Record<string, readonly Range[]>> = {
  alnum: ranges('09AZaz'),
  alpha: ranges('AZaz'),
  ascii: [[0, 0x7f]],
  blank: ranges('\t\t  '),
  cntrl: [
    [0, 0x1f],
    [0x7f, 0x7f],
  ],
  digit: ranges('09'),
  graph: ranges('!~'),
  lower: ranges('az'),
  print: ranges(' ~'),
  punct: ranges('!/:@[`{~'),
  space: ranges('\t\r  '),
  upper: ranges('AZ'),
  word: ranges('09AZ__az'),
  xdigit: ranges('09AFaf'),
};

function rangeParts(list: readonly Range[], negated: boolean): SetPart[] {
  return negated ? [{ allBut: list }] : list.map(([from, to]) => ({ from, to }));
}

/** `\d`, `\W` and the like; undefined for another letter. */
export function perlClass(letter: string): SetPart[] | undefined {
  const lower = letter.toLowerCase();
  return Object.hasOwn(PERL, lower) ? rangeParts(PERL[lower] ?? [], lower !== letter) : undefined;
}

/** `alpha` or `^alpha`, from between `[:` and `:]`. */
export function posixClass(name: string): SetPart[] {
  const negated = name.startsWith('^');
  const plain = negated ? name.slice(1) : name;
  if (!Object.hasOwn(POSIX, plain)) throw new UnreadablePattern(`no class ${name}`);
  return rangeParts(POSIX[plain] ?? [], negated);
}

/** `\pL`, `\p{Greek}`, `\P{^Lu}`: general categories and scripts. */
export function unicodeClass(name: string, capital: boolean): SetPart {
  const turned = name.startsWith('^');
  const plain = turned ? name.slice(1) : name;
  if (!/^\w+$/.test(plain)) throw new UnreadablePattern(`no class ${name}`);
  const negated = capital !== turned;
  if (plain === 'Any') return { escape: '\\p{Any}', negated };
  const category = `\\p{gc=${plain}}`;
  const escape = isEscape(category) && plain.length <= 2 ? category : `\\p{sc=${plain}}`;
  if (!isEscape(escape)) throw new UnreadablePattern(`no class ${name}`);
  return { escape, negated };
}

function isEscape(escape: string): boolean {
  try {
    new RegExp(escape, 'u');
    return true;
  } catch {
    return false;
  }
}

/** Is the code point in the set? */
export interface Membership {
  (codePoint: number): boolean;
}

/** The set as a test of one code point. */
export function membershipOf(set: CharSet): Membership {
  const tests = set.parts.map((part) => partTest(part, set.fold));
  return (code) => tests.some((test) => test(code)) !== set.negated;
}

function partTest(part: SetPart, fold: boolean): Membership {
  if ('allBut' in part) {
    const tests = part.allBut.map(([from, to]) => partTest({ from, to }, fold));
    return (code) => !tests.some((test) => test(code));
  }
  if ('escape' in part) {
    const pattern = new RegExp(`^[${part.escape}]$`, fold ? 'iu' : 'u');
    return (code) => pattern.test(String.fromCodePoint(code)) !== part.negated;
  }
  const { from, to } = part;
  const within = (code: number): boolean => code >= from && code <= to;
  if (!fold) return within;
  const pattern = new RegExp(`^[${escaped(from)}-${escaped(to)}]$`, 'iu');
  return (code) => within(code) || pattern.test(String.fromCodePoint(code));
}

function escaped(code: number): string {
  return `\\u{${code.toString(16)}}`;
}
