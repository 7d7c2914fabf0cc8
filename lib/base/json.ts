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
