/**
 * Puts what the API server says about fields at the fields. Its causes name fields as text (`spec.a[0].b`,
 * `spec.m[key]`, also `spec.m.key.with.dots`); the object that was sent decides which reading is meant.
 */
import { isDictionary, isList, type Path, type PathStep } from './path.ts';
import type { FieldError } from './field-error.ts';

export interface ApiCause {
  readonly field: string;
  readonly message: string;
}

/** The path a cause means, read against the object: bracketed text is an index in lists and a key in maps. */
export function parseFieldPath(field: string, object: unknown): Path {
  const path: PathStep[] = [];
  let current: unknown = object;
  let rest = field
    .trim()
    .replace(/^<nil>$/, '')
    .replace(/^\./, '');
  while (rest !== '') {
    const step = nextStep(rest, current);
    path.push(step.step);
    rest = step.rest;
    current = descend(current, step.step);
  }
  return path;
}

function descend(value: unknown, step: PathStep): unknown {
  if (typeof step === 'number') return isList(value) ? value[step] : undefined;
  return isDictionary(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

function nextStep(text: string, parent: unknown): { step: PathStep; rest: string } {
  if (text.startsWith('[')) {
    const close = closingBracket(text, parent);
    const inside = text.slice(1, close).replace(/^"(.*)"$/, '$1');
    const isIndex = /^\d+$/.test(inside) && !isDictionary(parent);
    return { step: isIndex ? Number(inside) : inside, rest: text.slice(close + 1).replace(/^\./, '') };
  }
  const key = longestKey(text, parent) ?? /^[^.[]+/.exec(text)?.[0] ?? text;
  return { step: key, rest: text.slice(key.length).replace(/^\./, '') };
}

/** Map keys may hold brackets themselves: the key that the map really has wins. */
function closingBracket(text: string, parent: unknown): number {
  const known = isDictionary(parent) ? Object.keys(parent).filter((key) => text.startsWith(`[${key}]`)) : [];
  const longest = Math.max(0, ...known.map((key) => key.length));
  if (longest > 0) return longest + 1;
  const close = text.indexOf(']');
  return close < 0 ? text.length : close;
}

function longestKey(text: string, parent: unknown): string | undefined {
  if (!isDictionary(parent)) return undefined;
  const fits = Object.keys(parent).filter((key) => {
    const next = text.charAt(key.length);
    return key !== '' && text.startsWith(key) && (next === '' || next === '.' || next === '[');
  });
  return fits.sort((left, right) => right.length - left.length)[0];
}

const UNKNOWN_FIELD = /(unknown|duplicate) field "([^"]+)"/g;

/** The API server's refusal as errors at fields; empty when it names none. */
export function apiFieldErrors(
  error: { message: string; causes: readonly ApiCause[] },
  object: unknown,
): FieldError[] {
  const fromCauses = error.causes
    .filter((cause) => cause.field !== '' && cause.field !== '<nil>')
    .map((cause) => ({
      path: parseFieldPath(cause.field, object),
      problem: { said: plainCause(cause) },
      rule: 'api',
    }));
  if (fromCauses.length > 0) return fromCauses;
  return [...error.message.matchAll(UNKNOWN_FIELD)].map((match) => ({
    path: parseFieldPath(match[2] ?? '', object),
    problem: { code: match[1] === 'unknown' ? 'unknownField' : 'twice' },
    rule: 'api',
  }));
}

/** `spec.number: Invalid value: 11: spec.number in body should be less than or equal to 10` → the part after it. */
function plainCause(cause: ApiCause): string {
  const withoutField = cause.message.startsWith(`${cause.field}: `)
    ? cause.message.slice(cause.field.length + 2)
    : cause.message;
  return withoutField.replace(`${cause.field} in body `, '');
}
