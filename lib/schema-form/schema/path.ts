/**
 * Where a value lies in an object: keys and list indexes, never a dotted string, because keys of labels, annotations
 * and maps contain dots and slashes themselves.
 */
import { isJsonObject as isDictionary, type JsonObject as Dictionary, ownValue } from '../../base/json.ts';

/** A key, or an index of a list. */
export type PathStep = string | number;
/** Steps from the root, outer first; empty for the root itself. */
export type Path = readonly PathStep[];

export { isDictionary, type Dictionary };
export { ownValue } from '../../base/json.ts';

/** A sequence of parsed YAML or JSON; what is in it may be anything. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Sets an own key even where the plain assignment would reach the prototype. */
export function defineKey(object: Dictionary, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  } else object[key] = value;
}

/** One string per path, for maps and React keys; different paths never share one. */
export function pathKey(path: Path): string {
  return JSON.stringify(path);
}

/** The path of which `pathKey` made this. Of any other JSON, the steps that are there. */
export function pathOfKey(key: string): Path {
  const path: unknown = JSON.parse(key);
  return isList(path) ? path.filter((step) => typeof step === 'string' || typeof step === 'number') : [];
}

/** Are the steps the same? `0` and `'0'` are not. */
export function samePath(left: Path, right: Path): boolean {
  return left.length === right.length && left.every((step, index) => step === right[index]);
}

/** True when `path` is `ancestor` or lies below it. */
export function isWithin(path: Path, ancestor: Path): boolean {
  return ancestor.length <= path.length && ancestor.every((step, index) => step === path[index]);
}

const PLAIN_KEY = /^[A-Za-z_$][\w$-]*$/;

/** The path as people and the API server write it: `spec.rules[0].labels["app.kubernetes.io/name"]`. */
export function formatPath(path: Path): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (!PLAIN_KEY.test(step)) text += `[${JSON.stringify(step)}]`;
    else text += text === '' ? step : `.${step}`;
  }
  return text;
}

/** What lies at the path; undefined when there is nothing (an explicit null is null). */
export function getIn(value: unknown, path: Path): unknown {
  let current = value;
  for (const step of path) {
    if (typeof step === 'number') current = isList(current) ? current[step] : undefined;
    else current = isDictionary(current) ? ownValue(current, step) : undefined;
    if (current === undefined) return undefined;
  }
  return current;
}

function withKey(object: Dictionary, key: string, value: unknown): Dictionary {
  const copy = { ...object };
  defineKey(copy, key, value);
  return copy;
}

function withItem(list: readonly unknown[], index: number, value: unknown): unknown[] {
  const copy = [...list];
  copy[Math.min(index, copy.length)] = value;
  return copy;
}

/**
 * A copy with `next` at the path; missing parents are made. Everything beside the path is shared with the original.
 * A parent of the wrong type is replaced.
 */
export function setInValue(value: unknown, path: Path, next: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return next;
  if (typeof step === 'number') {
    const list = isList(value) ? value : [];
    return withItem(list, step, setInValue(list[step], rest, next));
  }
  const object = isDictionary(value) ? value : {};
  return withKey(object, step, setInValue(ownValue(object, step), rest, next));
}

/** A copy without the key or item at the path; the value itself when there is nothing at the path. */
export function deleteInValue(value: unknown, path: Path): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return undefined;
  if (typeof step === 'number') {
    if (!isList(value) || step >= value.length) return value;
    if (rest.length === 0) return value.filter((_, index) => index !== step);
    return withItem(value, step, deleteInValue(value[step], rest));
  }
  if (!isDictionary(value) || !Object.hasOwn(value, step)) return value;
  if (rest.length > 0) return withKey(value, step, deleteInValue(value[step], rest));
  const copy: Dictionary = {};
  for (const name of Object.keys(value)) if (name !== step) defineKey(copy, name, value[name]);
  return copy;
}

/** Deep equality of parsed data. Key order does not count, nor how exact an integer is kept; `NaN` equals itself. */
export function sameValue(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (isList(left)) {
    return (
      isList(right) &&
      left.length === right.length &&
      left.every((item, index) => sameValue(item, right[index]))
    );
  }
  if (!isDictionary(left) || !isDictionary(right)) return sameNumber(left, right);
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && sameValue(left[key], right[key]));
}

/** Zero has two signs; integers beyond exact numbers are read as bigint. */
function sameNumber(left: unknown, right: unknown): boolean {
  if (typeof left === 'bigint' && Number.isInteger(right)) return left === BigInt(Number(right));
  if (typeof right === 'bigint') return typeof left !== 'bigint' && sameNumber(right, left);
  return left === 0 && right === 0;
}

/**
 * `next` with every part that equals the same part of `previous` replaced by that very object, so that a view
 * memoised on identity redraws only the branch that changed.
 */
export function shareStructure(previous: unknown, next: unknown): unknown {
  if (Object.is(previous, next)) return previous;
  if (isList(previous) && isList(next)) {
    const merged = next.map((item, index) => shareStructure(previous[index], item));
    const same =
      merged.length === previous.length && merged.every((item, index) => Object.is(item, previous[index]));
    return same ? previous : merged;
  }
  if (!isDictionary(previous) || !isDictionary(next)) return next;
  const names = Object.keys(next);
  const before = Object.keys(previous);
  const values = names.map((name) => shareStructure(ownValue(previous, name), next[name]));
  const same =
    names.length === before.length &&
    names.every((name, index) => before[index] === name && Object.is(values[index], previous[name]));
  if (same) return previous;
  // What was made from the previous value shares all there is to share already: large maps are not copied again.
  if (names.every((name, index) => Object.is(values[index], next[name]))) return next;
  const merged: Dictionary = {};
  names.forEach((name, index) => defineKey(merged, name, values[index]));
  return merged;
}

/** An object or a list with something in it. */
export function isFilled(value: unknown): boolean {
  return isList(value) ? value.length > 0 : isDictionary(value) && Object.keys(value).length > 0;
}

/** The object, or an empty one for anything else. */
export function dictionaryOf(value: unknown): Dictionary {
  return isDictionary(value) ? value : {};
}

/** The key that says what a value is: its own, or for items of a list the list's. */
export function lastKey(path: Path): string {
  return path.findLast((step) => typeof step === 'string') ?? '';
}

/** The text at the path, if it is one. */
export function textIn(value: unknown, path: Path): string | undefined {
  const found = getIn(value, path);
  return typeof found === 'string' ? found : undefined;
}
