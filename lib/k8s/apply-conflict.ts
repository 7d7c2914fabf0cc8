/**
 * What the API server says when a server-side apply would change fields of other managers.
 * Source: apimachinery `util/managedfields/internal/conflict.go`. Field and manager come as text:
 * `.spec.list[name="a"].b`, `conflict with "kubectl" with subresource "scale" using apps/v1 at 2026-01-02T03:04:05Z`.
 */
import { optional } from '../base/loose.ts';
import type { FieldOwner } from './managed-fields.ts';

/** A field that the apply would change, and the manager who owns it. */
export interface ApplyConflict {
  readonly path: readonly ConflictStep[];
  readonly owner: FieldOwner;
}

/** A field; an item of a list by its keys, of a set by its value, or by position. */
export type ConflictStep =
  | { readonly field: string }
  | { readonly keys: Readonly<Record<string, unknown>> }
  | { readonly value: unknown }
  | { readonly position: number };

interface Cause {
  readonly field: string;
  readonly message: string;
}

const CONFLICT =
  /^conflict with ("(?:[^"\\]|\\.)*")(?: with subresource "([^"]*)")?(?: using (\S+?))?(?: at (\S+))?$/;

/** The conflicts among the causes of a refusal; empty when it was refused for another reason. */
export function applyConflicts(causes: readonly Cause[]): ApplyConflict[] {
  return causes.flatMap(({ field, message }) => {
    const found = CONFLICT.exec(message.trim());
    const path = stepsOf(field);
    if (found === null || path === undefined) return [];
    const [, quoted = '""', subresource, version, time] = found;
    const owner: FieldOwner = {
      manager: unquoted(quoted),
      operation: version === undefined ? 'Apply' : 'Update',
      ...optional({ time, subresource }),
    };
    return [{ path, owner }];
  });
}

/**
 * `.a.b[name="x",port=80].c[="v"][2]` as steps. Names of fields stand unquoted, so one that holds a dot could be read
 * as two: `object` decides, where it has such a field.
 */
function stepsOf(text: string): ConflictStep[] | undefined {
  const steps: ConflictStep[] = [];
  let rest = text;
  while (rest !== '') {
    const read = rest.startsWith('[') ? bracketed(rest) : plain(rest);
    if (read === undefined) return undefined;
    steps.push(read.step);
    rest = read.rest;
  }
  return steps;
}

interface Read {
  readonly step: ConflictStep;
  readonly rest: string;
}

function plain(text: string): Read | undefined {
  const found = /^\.([^[]*?)(?=\.|\[|$)/.exec(text);
  return found === null ? undefined : { step: { field: found[1] ?? '' }, rest: text.slice(found[0].length) };
}

/** Up to the closing bracket that stands outside quotes. */
const BRACKET = /^\[((?:"(?:[^"\\]|\\.)*"|[^"\]])*)\]/;

function bracketed(text: string): Read | undefined {
  const found = BRACKET.exec(text);
  if (found === null) return undefined;
  const [whole, inside = ''] = found;
  const rest = text.slice(whole.length);
  if (inside.startsWith('=')) return { step: { value: parsed(inside.slice(1)) }, rest };
  if (/^\d+$/.test(inside)) return { step: { position: Number(inside) }, rest };
  const pairs = [...inside.matchAll(/(?<=^|,)([^=,]+)=("(?:[^"\\]|\\.)*"|[^,]*)/g)];
  return {
    step: { keys: Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, parsed(value)])) },
    rest,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function unquoted(text: string): string {
  const value = parsed(text);
  return typeof value === 'string' ? value : text;
}

/** The path in `object` that the steps mean; the part of it that is there, when not all of it is. */
export function pathInObject(steps: readonly ConflictStep[], object: unknown): (string | number)[] {
  const path: (string | number)[] = [];
  let value: unknown = object;
  for (let at = 0; at < steps.length;) {
    const found = stepIn(steps, at, value);
    if (found === undefined) break;
    path.push(found.step);
    value = found.value;
    at += found.taken;
  }
  return path;
}

function stepIn(
  steps: readonly ConflictStep[],
  at: number,
  value: unknown,
): { step: string | number; value: unknown; taken: number } | undefined {
  const step = steps[at];
  if (step === undefined) return undefined;
  if (!('field' in step)) {
    const position = Array.isArray(value) ? value.findIndex((item, index) => isMeant(step, item, index)) : -1;
    return position < 0 ? undefined : { step: position, value: (value as unknown[])[position], taken: 1 };
  }
  if (typeof value !== 'object' || value === null) return { step: step.field, value: undefined, taken: 1 };
  // `f:app.kubernetes.io/name` is printed with its dots.
  let name = step.field;
  for (let taken = 1; ; taken += 1) {
    if (Object.hasOwn(value, name)) return { step: name, value: (value as Fields)[name], taken };
    const next = steps[at + taken];
    if (next === undefined || !('field' in next)) return { step: step.field, value: undefined, taken: 1 };
    name += `.${next.field}`;
  }
}

type Fields = Readonly<Record<string, unknown>>;

function isMeant(step: Exclude<ConflictStep, { field: string }>, item: unknown, position: number): boolean {
  if ('position' in step) return step.position === position;
  if ('value' in step) return step.value === item;
  return (
    typeof item === 'object' &&
    item !== null &&
    Object.entries(step.keys).every(
      ([name, wanted]) => !Object.hasOwn(item, name) || (item as Fields)[name] === wanted,
    )
  );
}
