/** `printf`, in the words of Go's `fmt` for what does not fit. */
import { runeCode, encodeRune, runeAt, runeSize } from '../values/bytes.ts';
import { typeName } from '../values/types.ts';
import { GoInt, type GoValue } from '../values/value.ts';
import type { RenderBudget } from '../run/budget.ts';
import { type PrintFlags, noFlags } from './pad.ts';
import { printed } from './print.ts';
import { printValue } from './print-value.ts';

/** Go's own bound of widths and precisions. */
const NUMBER_LIMIT = 1_000_000;

/** `fmt.Sprintf`. @throws LimitReached for widths beyond what a render may write */
export function sprintf(format: string, values: readonly GoValue[], budget: RenderBudget): string {
  return new Formatter(format, values, budget).run();
}

const FLAG_NAMES: Readonly<Record<string, 'plus' | 'minus' | 'sharp' | 'space' | 'zero'>> = {
  '#': 'sharp',
  '0': 'zero',
  '+': 'plus',
  '-': 'minus',
  ' ': 'space',
};

class Formatter {
  readonly #format: string;
  readonly #values: readonly GoValue[];
  readonly #budget: RenderBudget;
  #at = 0;
  #next = 0;
  /** By `%[1]d`: then there are no values left over. */
  #reordered = false;
  #isGoodIndex = true;
  #isAfterIndex = false;
  #flags: PrintFlags = noFlags();
  #made = '';

  constructor(format: string, values: readonly GoValue[], budget: RenderBudget) {
    this.#format = format;
    this.#values = values;
    this.#budget = budget;
  }

  run(): string {
    for (; this.#at < this.#format.length;) {
      const percent = this.#format.indexOf('%', this.#at);
      const end = percent < 0 ? this.#format.length : percent;
      this.#write(this.#format.slice(this.#at, end));
      this.#at = end + 1;
      if (percent >= 0) this.#directive();
    }
    if (!this.#reordered && this.#next < this.#values.length) this.#extra();
    return this.#made;
  }

  #write(text: string): void {
    this.#made += text;
    this.#budget.text(text.length);
    if (this.#made.length > this.#budget.limits.output) this.#budget.text(this.#made.length);
  }

  #directive(): void {
    this.#budget.spend(1);
    this.#flags = noFlags();
    this.#isGoodIndex = true;
    this.#isAfterIndex = false;
    this.#readFlags();
    this.#index();
    this.#readWidth();
    this.#readPrecision();
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- reading an index changes it
    if (!this.#isAfterIndex) this.#index();
    if (this.#at < this.#format.length) this.#verb();
    else this.#write('%!(NOVERB)');
  }

  #readFlags(): void {
    while (Object.hasOwn(FLAG_NAMES, this.#format.charAt(this.#at))) {
      this.#flags[FLAG_NAMES[this.#format.charAt(this.#at)] ?? 'plus'] = true;
      this.#at += 1;
    }
  }

  /** `[2]`: which value is next. */
  #index(): void {
    this.#isAfterIndex = false;
    if (this.#format.charAt(this.#at) !== '[') return;
    this.#reordered = true;
    const end = this.#format.length - this.#at < 3 ? -1 : this.#format.indexOf(']', this.#at);
    if (end < 0) {
      this.#isGoodIndex = false;
      this.#at += 1;
      return;
    }
    const inner = this.#format.slice(this.#at + 1, end);
    this.#at = end + 1;
    const number = /^\d{1,7}$/.test(inner) ? Number(inner) : undefined;
    const isThere = number !== undefined && number >= 1 && number <= this.#values.length;
    if (isThere) this.#next = number - 1;
    else this.#isGoodIndex = false;
    this.#isAfterIndex = number !== undefined;
  }

  #number(): number | undefined {
    const digits = /^\d+/.exec(this.#format.slice(this.#at, this.#at + 20))?.[0] ?? '';
    if (digits.length > 7 || Number(digits) > NUMBER_LIMIT * 10 + 9) {
      // Go gives up on the rest of the format.
      this.#at = this.#format.length;
      return undefined;
    }
    this.#at += digits.length;
    return digits === '' ? undefined : Number(digits);
  }

  /** The value of a `*`, when it is a whole number of a sensible size. */
  #star(): number | undefined {
    this.#at += 1;
    this.#isAfterIndex = false;
    const value = this.#values[this.#next];
    if (this.#next < this.#values.length) this.#next += 1;
    const size = value instanceof GoInt ? Number(value.value) : undefined;
    return size === undefined || Math.abs(size) > NUMBER_LIMIT ? undefined : size;
  }

  #readWidth(): void {
    if (this.#format.charAt(this.#at) === '*') {
      const width = this.#star();
      if (width === undefined) this.#write('%!(BADWIDTH)');
      else this.#flags.width = Math.abs(width);
      if (width !== undefined && width < 0) {
        this.#flags.minus = true;
        this.#flags.zero = false;
      }
    } else {
      this.#flags.width = this.#number();
      if (this.#isAfterIndex && this.#flags.width !== undefined) this.#isGoodIndex = false;
    }
    this.#budget.text(this.#flags.width ?? 0);
  }

  #readPrecision(): void {
    if (this.#format.charAt(this.#at) !== '.' || this.#at + 1 >= this.#format.length) return;
    this.#at += 1;
    if (this.#isAfterIndex) this.#isGoodIndex = false;
    this.#index();
    if (this.#format.charAt(this.#at) === '*') {
      const precision = this.#star();
      this.#flags.precision = precision === undefined || precision < 0 ? undefined : precision;
      if (this.#flags.precision === undefined) this.#write('%!(BADPREC)');
    } else this.#flags.precision = this.#number() ?? 0;
    this.#budget.text(this.#flags.precision ?? 0);
  }

  #verb(): void {
    const rune = runeAt(this.#format, this.#at);
    const verb = encodeRune(runeCode(rune));
    this.#at += runeSize(rune);
    if (verb === '%') this.#write('%');
    else if (!this.#isGoodIndex) this.#write(`%!${verb}(BADINDEX)`);
    else if (this.#next >= this.#values.length) this.#write(`%!${verb}(MISSING)`);
    else this.#value(verb);
  }

  #value(verb: string): void {
    const flags = this.#flags;
    if (verb === 'v' || verb === 'w') {
      flags.sharpV = flags.sharp;
      flags.plusV = flags.plus;
      flags.sharp = false;
      flags.plus = false;
    }
    const value = this.#values[this.#next] ?? null;
    this.#next += 1;
    this.#write(printValue(value, { verb, flags, budget: this.#budget }));
  }

  #extra(): void {
    const rest = this.#values
      .slice(this.#next)
      .map((value) => (value === null ? '<nil>' : `${typeName(value)}=${printed(value, this.#budget)}`));
    this.#write(`%!(EXTRA ${rest.join(', ')})`);
  }
}
