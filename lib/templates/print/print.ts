/** `print`, `println` and what an action writes. */
import type { GoValue } from '../values/value.ts';
import type { Budget } from '../run/budget.ts';
import { noFlags } from './pad.ts';
import { printValue } from './print-value.ts';

/** As `%v` prints it. */
export function printed(value: GoValue, budget: Budget): string {
  if (typeof value === 'string') return value;
  return printValue(value, { verb: 'v', flags: noFlags(), budget });
}

/** `fmt.Sprint`: a space between two values of which neither is a text. */
export function sprint(values: readonly GoValue[], budget: Budget): string {
  let made = '';
  let isAfterText = false;
  values.forEach((value, at) => {
    const isText = typeof value === 'string';
    if (at > 0 && !isText && !isAfterText) made += ' ';
    made += printed(value, budget);
    budget.text(made.length);
    isAfterText = isText;
  });
  return made;
}

/** `fmt.Sprintln`. */
export function sprintln(values: readonly GoValue[], budget: Budget): string {
  const made = `${values.map((value) => printed(value, budget)).join(' ')}\n`;
  budget.text(made.length);
  return made;
}
