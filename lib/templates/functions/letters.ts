/** Upper and lower case, and words written together: functions of Go's `strings`, of `goutils` and of `xstrings`. */
import { type FunctionTable, fixed } from '../run/signature.ts';
import { codesOf, encodeRune, textOfCodes } from '../values/bytes.ts';
import {
  isDigit,
  isLetter,
  isLower,
  isSpace,
  isUpper,
  toLower,
  toTitle,
  toUpper,
} from '../values/characters.ts';
import { connected } from './word-kinds.ts';
import { isConnector } from './word-parts.ts';

function mapped(text: string, change: (code: number) => number): string {
  return textOfCodes(codesOf(text).map(change));
}

/** `strings.Title`: what follows anything but letters, digits, underscores and quotes. */
function titled(text: string): string {
  let isInside = false;
  return mapped(text, (code) => {
    const made = isInside ? code : toTitle(code);
    isInside = isWordCode(code);
    return made;
  });
}

function isWordCode(code: number): boolean {
  if (code < 0x80) return isLetter(code) || isDigit(code) || code === 0x5f;
  return isLetter(code) || isDigit(code) || !isSpace(code);
}

function untitled(text: string): string {
  let isNext = true;
  return mapped(text, (code) => {
    if (isSpace(code)) {
      isNext = true;
      return code;
    }
    const made = isNext ? toLower(code) : code;
    isNext = false;
    return made;
  });
}

function swapped(text: string): string {
  let isAfterSpace = true;
  return mapped(text, (code) => {
    if (isUpper(code) || isTitle(code)) {
      isAfterSpace = false;
      return toLower(code);
    }
    if (!isLower(code)) {
      isAfterSpace = isSpace(code);
      return code;
    }
    const made = isAfterSpace ? toTitle(code) : toUpper(code);
    isAfterSpace = false;
    return made;
  });
}

function isTitle(code: number): boolean {
  return /^\p{Lt}$/u.test(String.fromCodePoint(code));
}

/** The first byte of each word, taken for a character, as `goutils` does. */
function initials(text: string): string {
  let made = '';
  let isAfterGap = true;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isSpace(code)) isAfterGap = true;
    else if (isAfterGap) {
      made += encodeRune(code);
      isAfterGap = false;
    }
  }
  return made;
}

/** Connectors between words go away; those at the beginning and doubled ones stay, as in `xstrings`. */
function camelCase(text: string): string {
  const codes = codesOf(text);
  let at = 0;
  const made: number[] = [];
  let current = 0;
  while (at < codes.length) {
    current = codes[at] ?? 0;
    at += 1;
    if (!isConnector(current)) {
      current = toUpper(current);
      break;
    }
    made.push(current);
  }
  if (at >= codes.length) return textOfCodes(codes.length === 0 ? [] : [...made, current]);
  for (; at < codes.length; at += 1) {
    const before = current;
    current = codes[at] ?? 0;
    if (isConnector(before)) {
      if (isConnector(current)) made.push(before);
      else current = toUpper(current);
    } else {
      current = toLower(current);
      made.push(before);
    }
  }
  return textOfCodes([...made, current]);
}

/** By name. */
export const LETTERS: FunctionTable = {
  upper: fixed(['string'], ([text]) => mapped(text, toUpper)),
  lower: fixed(['string'], ([text]) => mapped(text, toLower)),
  title: fixed(['string'], ([text]) => titled(text)),
  untitle: fixed(['string'], ([text]) => untitled(text)),
  swapcase: fixed(['string'], ([text]) => swapped(text)),
  initials: fixed(['string'], ([text]) => initials(text)),
  camelcase: fixed(['string'], ([text]) => camelCase(text)),
  snakecase: fixed(['string'], ([text]) => connected(text, '_')),
  kebabcase: fixed(['string'], ([text]) => connected(text, '-')),
};
