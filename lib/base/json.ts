/** Small readers of JSON that somebody else wrote; for browsers, where a schema library would weigh more than the page. */

/** An object of parsed JSON; its fields may be anything. */
export type JsonObject = Record<string, unknown>;

/** Neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every entry that `read` understands, in order; empty when it is no list at all. */
export function readList<T>(value: unknown, read: (entry: JsonObject) => T | undefined): T[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => (isJsonObject(entry) ? (read(entry) ?? []) : []));
}

/** The field if it is text. */
export function textField(object: JsonObject, field: string): string | undefined {
  const value = object[field];
  return typeof value === 'string' ? value : undefined;
}

/** Undefined when the text is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The value of an own key. `__proto__` and `constructor` are data like any other key. */
export function ownValue<T>(object: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The order of texts by their code units, the same in every language. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
