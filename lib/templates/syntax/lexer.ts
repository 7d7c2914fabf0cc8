/** Cuts a template into words, as Go's `text/template/parse` does: one at a time, for its errors tell where it stood. */
import { runeCode, encodeRune, runeAt, runeSize } from '../values/bytes.ts';
import { isPrint } from '../values/characters.ts';
import { quoteText } from '../values/quote.ts';
import {
  badCharacter,
  codeText,
  hasLeftTrim,
  hasRightTrim,
  isAsciiDigit,
  isSpaceCode,
  isWordCode,
  linesIn,
  spacesAfter,
  spacesBefore,
} from './lexing.ts';
import { KEYWORDS, type Token, type TokenKind } from './tokens.ts';

const EOF = -1;
const DECIMAL = '0123456789_';
const HEXADECIMAL = '0123456789abcdefABCDEF_';
/** The marker and the space beside it. */
const TRIM = 2;

/** The words of one text. After an error there is only the end. */
export class Lexer {
  readonly #text: string;
  #at = 0;
  #start = 0;
  #line = 1;
  #startLine = 1;
  #parens = 0;
  #inside = false;
  #failed = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next word; `eof` for ever at the end. */
  next(): Token {
    if (this.#failed) return { kind: 'eof', at: 0, text: 'EOF', line: this.#startLine };
    return this.#inside ? this.#insideAction() : this.#textPart();
  }

  #token(kind: TokenKind): Token {
    const token = {
      kind,
      at: this.#start,
      text: this.#text.slice(this.#start, this.#at),
      line: this.#startLine,
    };
    this.#start = this.#at;
    this.#startLine = this.#line;
    return token;
  }

  #error(reason: string): Token {
    this.#failed = true;
    return { kind: 'error', at: this.#start, text: reason, line: this.#startLine };
  }

  #ignore(): void {
    this.#line += linesIn(this.#text, this.#start, this.#at);
    this.#start = this.#at;
    this.#startLine = this.#line;
  }

  /** The character here, `EOF` at the end. */
  #peek(): number {
    return this.#at >= this.#text.length ? EOF : runeCode(runeAt(this.#text, this.#at));
  }

  #take(): number {
    if (this.#at >= this.#text.length) return EOF;
    const rune = runeAt(this.#text, this.#at);
    this.#at += runeSize(rune);
    if (runeCode(rune) === 10) this.#line += 1;
    return runeCode(rune);
  }

  #textPart(): Token {
    const open = this.#text.indexOf('{{', this.#at);
    if (open < 0) {
      this.#at = this.#text.length;
      if (this.#at === this.#start) return this.#token('eof');
      this.#line += linesIn(this.#text, this.#start, this.#at);
      return this.#token('text');
    }
    if (open > this.#at) {
      const trim = hasLeftTrim(this.#text, open + 2) ? spacesBefore(this.#text, this.#start, open) : 0;
      this.#at = open - trim;
      this.#line += linesIn(this.#text, this.#start, this.#at);
      const token = this.#token('text');
      this.#at = open;
      this.#ignore();
      if (token.text !== '') return token;
    }
    return this.#leftDelim();
  }

  #leftDelim(): Token {
    this.#at += 2;
    const marker = hasLeftTrim(this.#text, this.#at) ? TRIM : 0;
    if (this.#text.startsWith('/*', this.#at + marker)) {
      this.#at += marker;
      this.#ignore();
      return this.#comment();
    }
    const token = this.#token('leftDelim');
    this.#inside = true;
    this.#at += marker;
    this.#ignore();
    this.#parens = 0;
    return token;
  }

  #comment(): Token {
    const end = this.#text.indexOf('*/', this.#at + 2);
    if (end < 0) return this.#error('unclosed comment');
    this.#at = end + 2;
    const delim = this.#rightDelimHere();
    if (delim === undefined) return this.#error('comment ends before closing delimiter');
    this.#line += linesIn(this.#text, this.#start, this.#at);
    this.#start = this.#at;
    this.#startLine = this.#line;
    this.#at += delim === 'trim' ? TRIM + 2 : 2;
    if (delim === 'trim') this.#at += spacesAfter(this.#text, this.#at);
    this.#ignore();
    return this.#textPart();
  }

  #rightDelimHere(): 'plain' | 'trim' | undefined {
    if (hasRightTrim(this.#text, this.#at) && this.#text.startsWith('}}', this.#at + TRIM)) return 'trim';
    return this.#text.startsWith('}}', this.#at) ? 'plain' : undefined;
  }

  #rightDelim(): Token {
    const trims = this.#rightDelimHere() === 'trim';
    if (trims) {
      this.#at += TRIM;
      this.#ignore();
    }
    this.#at += 2;
    const token = this.#token('rightDelim');
    if (trims) {
      this.#at += spacesAfter(this.#text, this.#at);
      this.#ignore();
    }
    this.#inside = false;
    return token;
  }

  #insideAction(): Token {
    if (this.#rightDelimHere() !== undefined)
      return this.#parens === 0 ? this.#rightDelim() : this.#error('unclosed left paren');
    const code = this.#peek();
    if (code === EOF) return this.#error('unclosed action');
    if (isSpaceCode(code)) return this.#space();
    if (this.#startsNumber(code)) return this.#number();
    if (isWordCode(code)) return this.#identifier();
    this.#take();
    return this.#mark(code);
  }

  #startsNumber(code: number): boolean {
    if (code === 0x2b || code === 0x2d || isAsciiDigit(code)) return true;
    // At the very end a point goes to the numbers, too.
    if (code !== 0x2e) return false;
    return this.#at + 1 >= this.#text.length || isAsciiDigit(this.#text.charCodeAt(this.#at + 1));
  }

  /** A word that is told by its first character, which is taken. */
  #mark(code: number): Token {
    const character = code < 0x80 ? String.fromCharCode(code) : '';
    switch (character) {
      case '"':
        return this.#quoted('string', '"', 'unterminated quoted string');
      case "'":
        return this.#quoted('charConstant', "'", 'unterminated character constant');
      case '`':
        return this.#rawQuoted();
      case '$':
        return this.#fieldOrVariable('variable');
      case '.':
        return this.#fieldOrVariable('field');
      case ':':
        return this.#take() === 0x3d ? this.#token('declare') : this.#error('expected :=');
      default:
        return this.#simpleMark(character, code);
    }
  }

  #simpleMark(character: string, code: number): Token {
    if (character === '=') return this.#token('assign');
    if (character === '|') return this.#token('pipe');
    if (character === '(') {
      this.#parens += 1;
      return this.#token('leftParen');
    }
    if (character === ')') {
      this.#parens -= 1;
      return this.#parens < 0 ? this.#error('unexpected right paren') : this.#token('rightParen');
    }
    if (character !== '' && isPrint(code)) return this.#token('char');
    return this.#error(`unrecognized character in action: ${codeText(code)}`);
  }

  #space(): Token {
    const begin = this.#at;
    while (isSpaceCode(this.#peek())) this.#take();
    // The last space may belong to ` -}}`.
    if (hasRightTrim(this.#text, this.#at - 1) && this.#text.startsWith('}}', this.#at - 1 + TRIM)) {
      this.#at -= 1;
      if (this.#text.charAt(this.#at) === '\n') this.#line -= 1;
      if (this.#at === begin) return this.#rightDelim();
    }
    return this.#token('space');
  }

  #word(): void {
    while (isWordCode(this.#peek())) this.#take();
  }

  #identifier(): Token {
    this.#word();
    const word = this.#text.slice(this.#start, this.#at);
    if (!this.#atTerminator()) return this.#error(badCharacter(this.#peek()));
    const keyword = KEYWORDS.get(word);
    if (keyword !== undefined) return this.#token(keyword);
    return this.#token(word === 'true' || word === 'false' ? 'bool' : 'identifier');
  }

  #fieldOrVariable(kind: 'field' | 'variable'): Token {
    if (this.#atTerminator()) return this.#token(kind === 'variable' ? 'variable' : 'dot');
    this.#word();
    return this.#atTerminator() ? this.#token(kind) : this.#error(badCharacter(this.#peek()));
  }

  #atTerminator(): boolean {
    const code = this.#peek();
    if (code === EOF || isSpaceCode(code)) return true;
    return '.,|:)('.includes(encodeRune(code)) || this.#text.startsWith('}}', this.#at);
  }

  #quoted(kind: TokenKind, mark: string, unterminated: string): Token {
    for (;;) {
      let code = this.#take();
      if (code === 0x5c) {
        code = this.#take();
        if (code !== EOF && code !== 10) continue;
      }
      if (code === EOF || code === 10) return this.#error(unterminated);
      if (code === mark.charCodeAt(0)) return this.#token(kind);
    }
  }

  #rawQuoted(): Token {
    const end = this.#text.indexOf('`', this.#at);
    if (end < 0) return this.#error('unterminated raw quoted string');
    this.#line += linesIn(this.#text, this.#at, end);
    this.#at = end + 1;
    return this.#token('rawString');
  }

  #number(): Token {
    if (!this.#scanNumber()) return this.#badNumber();
    if (!'+-'.includes(this.#text.charAt(this.#at) || ' ')) return this.#token('number');
    if (!this.#scanNumber() || this.#text.charAt(this.#at - 1) !== 'i') return this.#badNumber();
    return this.#token('complex');
  }

  #badNumber(): Token {
    return this.#error(`bad number syntax: ${quoteText(this.#text.slice(this.#start, this.#at))}`);
  }

  #accept(valid: string): boolean {
    const character = this.#text.charAt(this.#at);
    if (character === '' || !valid.includes(character)) return false;
    this.#at += 1;
    return true;
  }

  /** The digits behind `0x` and its likes. */
  #prefixed(): string {
    if (this.#accept('xX')) return HEXADECIMAL;
    if (this.#accept('oO')) return '01234567_';
    return this.#accept('bB') ? '01_' : DECIMAL;
  }

  #scanNumber(): boolean {
    this.#accept('+-');
    const digits = this.#accept('0') ? this.#prefixed() : DECIMAL;
    while (this.#accept(digits));
    if (this.#accept('.')) while (this.#accept(digits));
    const exponent = digits === DECIMAL ? 'eE' : digits === HEXADECIMAL ? 'pP' : '';
    if (exponent !== '' && this.#accept(exponent)) {
      this.#accept('+-');
      while (this.#accept(DECIMAL));
    }
    this.#accept('i');
    if (!isWordCode(this.#peek())) return true;
    this.#take();
    return false;
  }
}
