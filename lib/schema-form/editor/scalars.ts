/** Keys and plain values as they are best written into a YAML text. */

/** Words that some YAML readers, kubectl's among them, take for something else than text. */
const WORDS = /^(?:y|n|yes|no|on|off|true|false|null|nan)$/i;
const PLAIN = /^[A-Za-z_/][\w./-]*$/;

/** On one line, in block and in flow style. */
export function scalarText(value: unknown): string {
  if (typeof value !== 'string')
    return typeof value === 'bigint' ? String(value) : JSON.stringify(value ?? null);
  return PLAIN.test(value) && !WORDS.test(value) ? value : JSON.stringify(value);
}

/** The same inside quotes that are there already. */
export function textWithin(value: string, quote: '"' | "'"): string {
  return quote === '"' ? JSON.stringify(value).slice(1, -1) : value.replaceAll("'", "''");
}

/** Is it no map and no list? Null and undefined are scalars. */
export function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}
