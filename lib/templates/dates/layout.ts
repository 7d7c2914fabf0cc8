/** Go's layouts: dates written as the moment `Mon Jan 2 15:04:05 MST 2006` would be. */

/** A part of a layout: text, or something of a date by its Go spelling. */
export interface LayoutPart {
  readonly text: string;
  readonly isText: boolean;
}

/** Longest first where one begins like the other. */
const WORDS =
  /^(?:January|Jan|Monday|Mon|MST|2006|002|01|02|03|04|05|06|15|_2006|_2|Z070000|Z07:00:00|Z0700|Z07:00|Z07|-070000|-07:00:00|-0700|-07:00|-07|PM|pm|1|2|3|4|5|[.,]0+(?!\d)|[.,]9+(?!\d))/;

/** In order; text that stands together is one of them. */
export function layoutParts(layout: string): LayoutPart[] {
  const parts: LayoutPart[] = [];
  let text = '';
  for (let at = 0; at < layout.length;) {
    const word = wordAt(layout, at);
    if (word === '') {
      text += layout.charAt(at);
      at += 1;
      continue;
    }
    if (text !== '') parts.push({ text, isText: true });
    text = '';
    // `_2006` is an underscore and a year.
    if (word === '_2006') parts.push({ text: '_', isText: true }, { text: '2006', isText: false });
    else parts.push({ text: word, isText: false });
    at += word.length;
  }
  if (text !== '') parts.push({ text, isText: true });
  return parts;
}

const LOOK_AHEAD = 24;

function wordAt(layout: string, at: number): string {
  const ahead = layout.slice(at, at + LOOK_AHEAD);
  const word = WORDS.exec(ahead)?.[0] ?? '';
  // `Jan` and `Mon` are not words inside others: `Month`.
  if ((word === 'Jan' || word === 'Mon') && /^[a-z]/.test(ahead.slice(3))) return '';
  return word;
}

/** Names of months and days, from 0. */
export const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];
/** From Sunday. */
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
