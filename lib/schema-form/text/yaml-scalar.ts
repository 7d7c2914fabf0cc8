/** Scalars that stand on one line, read without the `yaml` package where there is no doubt about what they say. */
import type { ScalarStyle } from './yaml-tree.ts';

/** A scalar as it was read. */
export interface LineScalar {
  readonly style: ScalarStyle;
  readonly value: unknown;
  /** Offset behind its last character. */
  readonly end: number;
}

const DOUBLE = /"((?:[^"\\\p{Cc}]|\\["\\/bfnrt])*)" *(?=\n|$| #)/uy;
const SINGLE = /'((?:[^'\p{Cc}]|'')*)' *(?=\n|$| #)/uy;

/** The scalar at the offset of a text without carriage returns; undefined in any doubt. */
export function scalarAt(text: string, offset: number): LineScalar | undefined {
  const first = text[offset];
  if (first === '"') {
    const inner = match(DOUBLE, text, offset);
    if (inner === undefined) return undefined;
    const value: unknown = inner.includes('\\') ? JSON.parse(`"${inner}"`) : inner;
    return { style: 'double', value, end: offset + inner.length + 2 };
  }
  if (first === "'") {
    const inner = match(SINGLE, text, offset);
    if (inner === undefined) return undefined;
    return { style: 'single', value: inner.replaceAll("''", "'"), end: offset + inner.length + 2 };
  }
  return plainAt(text, offset);
}

function match(pattern: RegExp, text: string, offset: number): string | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[1];
}

function plainAt(text: string, offset: number): LineScalar | undefined {
  const lineEnd = text.indexOf('\n', offset);
  const line = text.slice(offset, lineEnd < 0 ? text.length : lineEnd);
  const comment = line.indexOf(' #');
  const source = withoutSpaces(comment < 0 ? line : line.slice(0, comment));
  if (!/^(?:[^-?:,[\]{}#&*!|>'"%@` ]|[-?:][^ ])/.test(source)) return undefined;
  if (source.includes(': ') || source.endsWith(':') || /\p{Cc}/u.test(source)) return undefined;
  const read = plainValue(source);
  return read === undefined ? undefined : { style: 'plain', value: read.value, end: offset + source.length };
}

/** Without spaces at the end; other blanks may be content. */
function withoutSpaces(line: string): string {
  let end = line.length;
  while (line.charCodeAt(end - 1) === 32) end -= 1;
  return line.slice(0, end);
}

const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ...['null', 'Null', 'NULL', '~'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);

/** What a plain scalar says by the rules of YAML 1.2 core; undefined for spellings that are too rare to know here. */
export function plainValue(source: string): { value: unknown } | undefined {
  const word = WORDS.get(source);
  if (word !== undefined) return { value: word };
  if (!/^[-+.\d]/.test(source)) return { value: source };
  if (/^[-+]?\d+$/.test(source)) return { value: integer(source) };
  if (/^[-+]?(?:\.\d+|\d+\.\d*)(?:[eE][-+]?\d+)?$|^[-+]?\d+[eE][-+]?\d+$/.test(source))
    return { value: Number.parseFloat(source) };
  return /^(?:0[ox]|[-+]?\.(?:inf|nan)$)/i.test(source) ? undefined : { value: source };
}

/** A bigint where a number would not be exact. */
export function integer(source: string): number | bigint {
  const number = Number.parseInt(source, 10);
  return Number.isSafeInteger(number) ? number : BigInt(source.replace(/^\+/, ''));
}
