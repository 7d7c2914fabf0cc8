/** Which quotes a text needs in YAML, as the emitter of yaml.v2 decides it. */
import { codeOf, runeAt, sizeOf } from '../values/bytes.ts';

/** What was seen in a text. */
export interface ScalarFacts {
  readonly multiline: boolean;
  readonly plain: boolean;
  readonly single: boolean;
  readonly block: boolean;
}

const FIRST = '#,[]{}&*!|>\'"%@`';

/** Line ends of YAML 1.1. */
export function isBreak(code: number): boolean {
  return code === 10 || code === 13 || code === 0x85 || code === 0x2028 || code === 0x2029;
}

/** What may stand in a text unescaped. */
export function isPlainCode(code: number): boolean {
  if (code === 10 || (code >= 0x20 && code <= 0x7e)) return true;
  if (code < 0xa0 || code > 0xffff || (code >= 0xd800 && code < 0xe000)) return false;
  return code !== 0xfeff && code !== 0xfffe && code !== 0xffff;
}

/** @param value valid UTF-8, as bytes */
export function scalarFacts(value: string): ScalarFacts {
  if (value === '') return { multiline: false, plain: true, single: true, block: false };
  const seen = new Seen();
  let isIndicator = value.startsWith('---') || value.startsWith('...');
  for (let at = 0; at < value.length;) {
    const rune = runeAt(value, at);
    const end = at + sizeOf(rune);
    const isFollowedBySpace = end >= value.length || isBlank(value, end);
    isIndicator ||= at === 0 ? isFirst(value, isFollowedBySpace) : isInner(value, at, isFollowedBySpace);
    seen.look(codeOf(rune), at === 0, end === value.length);
    at = end;
  }
  return seen.facts(isIndicator);
}

/** Before the character is a space or a line end. */
function isAfterBlank(value: string, at: number): boolean {
  let start = at - 1;
  while (start > 0 && (value.charCodeAt(start) & 0xc0) === 0x80) start -= 1;
  const code = codeOf(runeAt(value, start));
  return code === 0x20 || code === 9 || code === 0 || isBreak(code);
}

function isBlank(value: string, at: number): boolean {
  const character = value.charAt(at);
  return character === ' ' || character === '\t';
}

function isFirst(value: string, isFollowedBySpace: boolean): boolean {
  const character = value.charAt(0);
  return FIRST.includes(character) || ('?:-'.includes(character) && isFollowedBySpace);
}

function isInner(value: string, at: number, isFollowedBySpace: boolean): boolean {
  const character = value.charAt(at);
  if (character === ':') return isFollowedBySpace;
  return character === '#' && isAfterBlank(value, at);
}

class Seen {
  #special = false;
  #breaks = false;
  #edge = false;
  #trailingSpace = false;
  #breakSpace = false;
  #spaceBreak = false;
  #before: 'space' | 'break' | 'other' = 'other';

  look(code: number, isFirstOne: boolean, isLastOne: boolean): void {
    if (!isPlainCode(code)) this.#special = true;
    const kind = code === 0x20 ? 'space' : isBreak(code) ? 'break' : 'other';
    if (kind !== 'other' && (isFirstOne || isLastOne)) this.#edge = true;
    if (kind === 'space') {
      if (isLastOne) this.#trailingSpace = true;
      if (this.#before === 'break') this.#breakSpace = true;
    }
    if (kind === 'break') {
      this.#breaks = true;
      if (this.#before === 'space') this.#spaceBreak = true;
    }
    this.#before = kind;
  }

  facts(isIndicator: boolean): ScalarFacts {
    const isOdd = this.#spaceBreak || this.#special;
    return {
      multiline: this.#breaks,
      plain: !this.#edge && !this.#breakSpace && !isOdd && !this.#breaks && !isIndicator,
      single: !this.#breakSpace && !isOdd,
      block: !this.#trailingSpace && !isOdd,
    };
  }
}
