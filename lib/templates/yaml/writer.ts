/** Lines, indents and quotes of YAML, as the emitter of yaml.v2 puts them. */
import type { Budget } from '../run/budget.ts';
import { codeOf, runeAt, sizeOf } from '../values/bytes.ts';
import { isBreak, isPlainCode, type ScalarFacts, scalarFacts } from './scalar.ts';

/** How a scalar would like to be written; what it holds may forbid it. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal';

const STEP = 2;
/** Longer keys are written with `?`. */
const KEY_LIMIT = 128;

/** One document. */
export class YamlWriter {
  readonly #budget: Budget;
  #out = '';
  #column = 0;
  #isSpaced = true;
  #isIndented = true;
  #indent = -1;
  readonly #indents: number[] = [];
  /** What comes next. */
  #context: 'root' | 'key' | 'value' | 'item' = 'root';
  /** Whether the last key was short and on one line. */
  #isSimpleKey = true;
  #tag = '';

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** The text, ended by a line end. */
  end(): string {
    this.#indent = 0;
    this.#newLine();
    return this.#out;
  }

  openMap(): void {
    this.#increase(false);
  }

  openList(): void {
    this.#increase(this.#context === 'value' && !this.#isIndented);
  }

  #increase(isIndentless: boolean): void {
    this.#indents.push(this.#indent);
    if (this.#indent < 0) this.#indent = 0;
    else if (!isIndentless) this.#indent += STEP;
  }

  close(): void {
    this.#indent = this.#indents.pop() ?? -1;
  }

  /** Before each key. */
  key(): void {
    this.#newLine();
    this.#context = 'key';
  }

  /** Between a key and its value. */
  value(): void {
    if (this.#isSimpleKey) this.#indicator(':', false, false);
    else {
      this.#newLine();
      this.#indicator(':', true, true);
    }
    this.#context = 'value';
  }

  /** Before each item. */
  item(): void {
    this.#newLine();
    this.#indicator('-', true, true);
    this.#context = 'item';
  }

  emptyFlow(brackets: '{}' | '[]'): void {
    this.#indicator(brackets.slice(0, 1), true, false);
    this.#indicator(brackets.slice(1), false, false);
  }

  /** For the scalar that follows. */
  tag(tag: string): void {
    this.#tag = tag;
  }

  scalar(value: string, wanted: ScalarStyle): void {
    this.#budget.text(this.#out.length > this.#budget.limits.output ? this.#out.length : value.length);
    const facts = scalarFacts(value);
    const isKey = this.#context === 'key';
    if (isKey) {
      this.#isSimpleKey = !facts.multiline && value.length <= KEY_LIMIT;
      if (!this.#isSimpleKey) this.#indicator('?', true, true);
    }
    if (this.#tag !== '') this.#word(this.#tag);
    this.#tag = '';
    const style = styleOf(wanted, value, facts, isKey && this.#isSimpleKey);
    const indent = this.#indent;
    this.#indent = Math.max(indent, 0) + STEP;
    if (style === 'plain') this.#word(value);
    else if (style === 'single') this.#singleQuoted(value);
    else if (style === 'double') this.#doubleQuoted(value);
    else this.#literal(value);
    this.#indent = indent;
  }

  #put(text: string): void {
    this.#out += text;
    this.#column += text.length;
  }

  #break(text = '\n'): void {
    this.#out += text;
    this.#column = 0;
  }

  #newLine(): void {
    const indent = Math.max(this.#indent, 0);
    if (!this.#isIndented || this.#column > indent || (this.#column === indent && !this.#isSpaced))
      this.#break();
    this.#put(' '.repeat(Math.max(indent - this.#column, 0)));
    this.#isSpaced = true;
    this.#isIndented = true;
  }

  #indicator(text: string, needsSpace: boolean, keepsIndent: boolean): void {
    if (needsSpace && !this.#isSpaced) this.#put(' ');
    this.#put(text);
    this.#isSpaced = false;
    this.#isIndented = this.#isIndented && keepsIndent;
  }

  #word(text: string): void {
    if (!this.#isSpaced) this.#put(' ');
    this.#put(text);
    this.#isSpaced = false;
    this.#isIndented = false;
  }

  #singleQuoted(value: string): void {
    this.#indicator("'", true, false);
    let isAfterBreak = false;
    for (const [character, code] of charactersOf(value)) {
      if (isBreak(code)) {
        if (!isAfterBreak && code === 10) this.#break();
        this.#break(character);
        this.#isIndented = true;
      } else {
        if (isAfterBreak) this.#newLine();
        this.#put(character === "'" ? "''" : character);
        this.#isIndented = false;
      }
      isAfterBreak = isBreak(code);
    }
    this.#indicator("'", false, false);
  }

  #doubleQuoted(value: string): void {
    let made = '';
    for (const [character, code] of charactersOf(value)) {
      const isEscaped = !isPlainCode(code) || isBreak(code) || character === '"' || character === '\\';
      made += isEscaped ? escapeOf(code) : character;
    }
    this.#indicator(`"${made}"`, true, false);
  }

  #literal(value: string): void {
    this.#indicator('|', true, false);
    const first = codeOf(runeAt(value, 0));
    if (first === 0x20 || isBreak(first)) this.#indicator(String(STEP), false, false);
    this.#indicator(chompingOf(value), false, false);
    this.#break();
    this.#isIndented = true;
    this.#isSpaced = true;
    let isAfterBreak = true;
    for (const [character, code] of charactersOf(value)) {
      if (isBreak(code)) {
        this.#break(character);
        this.#isIndented = true;
      } else {
        if (isAfterBreak) this.#newLine();
        this.#put(character);
        this.#isIndented = false;
      }
      isAfterBreak = isBreak(code);
    }
  }
}

function styleOf(wanted: ScalarStyle, value: string, facts: ScalarFacts, isSimpleKey: boolean): ScalarStyle {
  let style = wanted;
  if (style === 'plain' && (!facts.plain || (value === '' && isSimpleKey))) style = 'single';
  if (style === 'single' && !facts.single) style = 'double';
  if (style === 'literal' && (!facts.block || isSimpleKey)) style = 'double';
  return style;
}

function* charactersOf(value: string): Generator<[string, number]> {
  for (let at = 0; at < value.length;) {
    const rune = runeAt(value, at);
    yield [value.slice(at, at + sizeOf(rune)), codeOf(rune)];
    at += sizeOf(rune);
  }
}

/** `-` without a line end, `+` with more than one. */
function chompingOf(value: string): string {
  const codes = [...charactersOf(value.slice(-8))].map(([, code]) => code);
  const last = codes.at(-1) ?? 0;
  if (!isBreak(last)) return '-';
  const before = codes.at(-2);
  return before === undefined || isBreak(before) ? '+' : '';
}

const ESCAPES = new Map<number, string>([
  ...([
    [0, '0'],
    [7, 'a'],
    [8, 'b'],
    [9, 't'],
    [10, 'n'],
    [11, 'v'],
    [12, 'f'],
    [13, 'r'],
  ] as const),
  ...([
    [0x1b, 'e'],
    [0x22, '"'],
    [0x5c, '\\'],
    [0x85, 'N'],
    [0xa0, '_'],
    [0x2028, 'L'],
    [0x2029, 'P'],
  ] as const),
]);

function escapeOf(code: number): string {
  const short = ESCAPES.get(code);
  if (short !== undefined) return `\\${short}`;
  const digits = code.toString(16).toUpperCase();
  if (code <= 0xff) return `\\x${digits.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
}
