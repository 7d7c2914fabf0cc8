/** Edits that surely put an error right, or are what its message asks for. */
import type { YamlEdit } from '../text/edits.ts';
import type { FieldError } from '../schema/field-error.ts';
import { getIn, isDictionary, isList, type Path } from '../schema/path.ts';
import { propertyNames } from '../schema/schema.ts';
import { entryOfPath } from './lines.ts';
import type { Outline } from './outline.ts';
import { isScalar } from './scalars.ts';
import { subjectFieldAt, type EditorSubject } from './subject.ts';
import { nearest } from '../../base/spelling.ts';

/** One way to put the error right: another name, without the field, or another value. */
export type Fix =
  | { readonly kind: 'rename'; readonly to: string; readonly edit: YamlEdit }
  | { readonly kind: 'remove'; readonly edit: YamlEdit }
  /** Write this value instead. */
  | { readonly kind: 'set'; readonly value: unknown; readonly edit: YamlEdit };

/**
 * The likeliest first; none where only the author can know. The outline is that of the text that says `value`: a number
 * that should have been text becomes what is written there, `1.10` and not `1.1`.
 */
export function fixesOf(error: FieldError, value: unknown, subject: EditorSubject, outline?: Outline): Fix[] {
  const { path, rule } = error;
  const present = getIn(value, path);
  if (path.length === 0) return [];
  switch (rule) {
    case 'unknown':
      return unknownFixes(path, value, subject);
    case 'nullable':
    case 'unique':
      return present === undefined ? [] : [remove(path)];
    case 'enum':
      return enumFixes(path, present, subject);
    case 'required':
      return requiredFixes(path, subject);
    case 'type':
      return typeFixes(error, present, outline);
    default:
      return [];
  }
}

function remove(path: Path): Fix {
  return { kind: 'remove', edit: { kind: 'delete', path } };
}

function set(path: Path, value: unknown): Fix {
  return { kind: 'set', value, edit: { kind: 'set', path, value } };
}

function unknownFixes(path: Path, value: unknown, subject: EditorSubject): Fix[] {
  const name = path.at(-1);
  const parent = getIn(value, path.slice(0, -1));
  if (typeof name !== 'string' || !isDictionary(parent) || !Object.hasOwn(parent, name)) return [];
  const field = subjectFieldAt(subject, path.slice(0, -1));
  const free = field === undefined ? [] : propertyNames(field).filter((one) => !Object.hasOwn(parent, one));
  const near = nearest(name, free);
  const renamed: Fix[] =
    near === undefined ? [] : [{ kind: 'rename', to: near, edit: { kind: 'rename', path, key: near } }];
  return [...renamed, remove(path)];
}

function enumFixes(path: Path, present: unknown, subject: EditorSubject): Fix[] {
  const options = subjectFieldAt(subject, path)?.options?.filter(isScalar) ?? [];
  if (options.length === 1) return [set(path, options[0])];
  if (typeof present !== 'string') return [];
  const near = nearest(
    present,
    options.filter((option) => typeof option === 'string'),
  );
  return near === undefined ? [] : [set(path, near)];
}

/** What is missing is written only where it can be but one thing. */
function requiredFixes(path: Path, subject: EditorSubject): Fix[] {
  const field = subjectFieldAt(subject, path);
  const options = field?.options ?? [];
  return options.length === 1 && isScalar(options[0]) ? [set(path, options[0])] : [];
}

function typeFixes({ path, problem }: FieldError, present: unknown, outline: Outline | undefined): Fix[] {
  if ('said' in problem || present === undefined) return [];
  if (problem.code === 'fixed') return [set(path, problem.values?.['value'])];
  const asText = problem.code === 'string' ? writtenAt(outline, path, present) : undefined;
  const converted = asText ?? convert(problem.code, present);
  return converted === undefined ? [] : [set(path, converted)];
}

function writtenAt(outline: Outline | undefined, path: Path, present: unknown): string | undefined {
  if (typeof present === 'boolean' || Number.isSafeInteger(present)) return String(present);
  if (outline === undefined || typeof present !== 'number') return undefined;
  const value = entryOfPath(outline, path)?.value;
  return value?.style === 'plain' ? outline.text.slice(value.from, value.to) : undefined;
}

/** The same as a value of another type, where it reads the same. */
function convert(wanted: string, present: unknown): unknown {
  if (wanted === 'array') return isList(present) || present === null ? undefined : [present];
  return typeof present === 'string' ? READERS[wanted]?.(present.trim()) : undefined;
}

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  boolean: (text) => BOOLEANS.get(text.toLowerCase()),
  integer: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : undefined),
  number: (text) => (/^-?\d{1,15}(?:\.\d{1,10})?$/.test(text) ? Number(text) : undefined),
};

const BOOLEANS = new Map([
  ...['true', 'yes', 'on'].map((word) => [word, true] as const),
  ...['false', 'no', 'off'].map((word) => [word, false] as const),
]);
