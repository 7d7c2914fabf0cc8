/** What reading YAML takes, known before it is read: lines, colons, commas and brackets, of which parts are made. */

/** One of them; that of a new document has several characters. */
export const YAML_SIGN = /\n---|[\n:,[\]{}]/gu;

/** How many a text has; counting ends at `most`. */
export function signsIn(text: string, most: number): number {
  let count = 0;
  for (const _sign of text.matchAll(YAML_SIGN)) {
    count += 1;
    if (count >= most) break;
  }
  return count;
}
