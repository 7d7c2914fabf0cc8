/** Reading JSON that strangers wrote: whatever has the wrong type is taken as absent, and texts are cut to a length. */
import { isJsonObject } from './json.ts';

/** The value under an own key; never something inherited, so that `__proto__` and `constructor` are plain data. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let current: unknown = value;
  for (const key of path) {
    if (!isJsonObject(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}

/** The entries of a list; none when the value is no list. */
export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text that is not empty, cut to `max` UTF-16 units without leaving half a character. */
export function cutText(value: unknown, max = 256): string | undefined {
  if (typeof value !== 'string') return undefined;
  const trimmed = value.trim();
  return trimmed === '' ? undefined : cut(trimmed, max);
}

function cut(text: string, max: number): string {
  return text.length <= max
    ? text
    : `${text
        .slice(0, max - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`;
}

/**
 * The texts of a list, each as `textOf` gives it; what is no text or empty is left out, and all after the first
 * `count`.
 */
export function textsOf(value: unknown, max = 256, count = 100): string[] {
  return items(value)
    .map((item) => cutText(item, max))
    .filter((item) => item !== undefined)
    .slice(0, count);
}

/** The address when it is one that a browser may be sent to: http or https, nothing else. */
export function httpUrl(value: unknown): string | undefined {
  const text = cutText(value, 2048);
  if (text === undefined) return undefined;
  const url = urlOf(text);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : undefined;
}

function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** The fields that have a value: `...optional({ name, uid: owner?.uid })`, for exactOptionalPropertyTypes. */
export function optional<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> };
export function optional(fields: object): object {
  // Called for every entry of a catalog several times: as short as can be.
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) given[name] = value;
  return given;
}
