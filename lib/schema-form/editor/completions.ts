/** What may be written where the cursor stands, by the schema and by what is there already. */
import type { Path } from '../schema/path.ts';
import { type FieldSchema, itemField, propertyNames } from '../schema/schema.ts';
import { excludes, openBranches } from './branches.ts';
import { cursorAt } from './cursor.ts';
import type { Cursor, KeyCursor, Start, ValueCursor } from './cursor-kinds.ts';
import { shortHelp } from './help.ts';
import { knownKeys } from './known-keys.ts';
import type { Outline } from './outline.ts';
import { isScalar, scalarText, textWithin } from './scalars.ts';
import {
  type Insert,
  itemSkeleton,
  namedFields,
  prefixed,
  requiredNames,
  valueSkeleton,
} from './skeleton.ts';
import { childField, subjectFieldAt, type EditorSubject } from './subject.ts';

/** One thing that may be written: a key, a list item, a value, or the keys of a branch together. */
export interface Completion {
  readonly kind: 'property' | 'item' | 'value' | 'branch';
  readonly label: string;
  readonly insert: Insert;
  /** What the schema says of what is inserted. */
  readonly field: FieldSchema | undefined;
  readonly required: boolean;
  /** The value that the API server would fill in. */
  readonly isDefault: boolean;
  readonly help: string | undefined;
}

/** The offers at one place of the text; `from` and `to` are offsets. */
export interface Completions {
  /** What the completion replaces. */
  readonly from: number;
  readonly to: number;
  /** Spaces before `from` go too: the completion begins on a new line. */
  readonly trimBefore: boolean;
  /** The best first. */
  readonly options: readonly Completion[];
}

/** Undefined where nothing is to be offered. */
export function completionsAt(
  outline: Outline,
  offset: number,
  subject: EditorSubject,
): Completions | undefined {
  const cursor = cursorAt(outline, offset);
  const place = { outline, subject, cursor };
  const found = optionsFor(place);
  return found === undefined || found.options.length === 0 ? undefined : found;
}

interface Offer<Kind extends Cursor> {
  readonly outline: Outline;
  readonly subject: EditorSubject;
  readonly cursor: Kind;
}

function optionsFor(offer: Offer<Cursor>): Completions | undefined {
  const { cursor, outline, subject } = offer;
  switch (cursor.at) {
    case 'text':
      return undefined;
    case 'key':
      return keysFor({ outline, subject, cursor });
    case 'value':
      return valuesFor({ outline, subject, cursor });
    case 'start':
      return startsFor({ outline, subject, cursor });
  }
}

function spanOf({ from, to }: { from: number; to: number }, options: readonly Completion[]): Completions {
  return { from, to, trimBefore: false, options };
}

/** Another name for a key that has its colon already. */
function keysFor({ outline, subject, cursor }: Offer<KeyCursor>): Completions {
  const field = subjectFieldAt(subject, cursor.path);
  if (field === undefined) return spanOf(cursor, []);
  const named = propertiesOf(field, cursor.taken, (name) => [scalarText(name)]);
  return spanOf(cursor, [...named, ...mapKeys(outline, { ...cursor, field }, (name) => [scalarText(name)])]);
}

/** Properties that are not there yet, the required ones first, else in the schema's order. */
function propertiesOf(
  field: FieldSchema,
  taken: ReadonlySet<string>,
  insert: (name: string, child: FieldSchema | undefined) => Insert,
): Completion[] {
  const names = propertyNames(field).filter((name) => !taken.has(name) && !excludes(field, taken, name));
  const made = names.map((name): Completion => {
    const child = childField(field, name);
    return {
      kind: 'property',
      label: name,
      insert: insert(name, child),
      field: child,
      required: field.required.has(name) && child?.defaultValue === undefined,
      isDefault: false,
      help: shortHelp(child?.description),
    };
  });
  return [...made.filter(({ required }) => required), ...made.filter(({ required }) => !required)];
}

interface MapPlace {
  readonly field: FieldSchema;
  readonly path: Path;
  readonly taken: ReadonlySet<string>;
}

function mapKeys(
  outline: Outline,
  { field, path, taken }: MapPlace,
  insert: (name: string, child: FieldSchema | undefined) => Insert,
): Completion[] {
  if (field.kind !== 'map' || excludes(field, taken, '')) return [];
  return knownKeys(outline, path, field)
    .filter((name) => !taken.has(name))
    .map((name) => plain('property', name, insert(name, childField(field, name)), childField(field, name)));
}

function plain(
  kind: Completion['kind'],
  label: string,
  insert: Insert,
  field: FieldSchema | undefined,
): Completion {
  return { kind, label, insert, field, required: false, isDefault: false, help: undefined };
}

/** At the begin of a line, behind a dash, or behind a comma. */
function startsFor(offer: Offer<Start>): Completions {
  const { cursor, subject } = offer;
  const field = subjectFieldAt(subject, cursor.path);
  const own = field === undefined ? [] : startOptions(offer, field);
  const { list } = cursor;
  const listField = list === undefined ? undefined : subjectFieldAt(subject, list.path);
  const further = list === undefined ? [] : itemOptions(listField, { ...cursor, size: list.size });
  const options = [...own, ...further];
  const spaced = cursor.needsSpace
    ? options.map((option) => ({ ...option, insert: prefixed(' ', option.insert) }))
    : options;
  return spanOf(cursor, spaced);
}

function startOptions({ outline, cursor }: Offer<Start>, field: FieldSchema): Completion[] {
  const { has, taken, column, flow, path } = cursor;
  if (field.kind === 'array' && has !== 'keys') {
    if (!flow) return itemOptions(field, cursor);
    return isFull(field, cursor.size) ? [] : flowItems(field, cursor);
  }
  if (has === 'items') return [];
  if (field.kind === 'object' || field.kind === 'map' || field.kind === 'any') {
    const place = { column, flow };
    const insert = (name: string, child: FieldSchema | undefined): Insert =>
      prefixed(`${scalarText(name)}:`, valueSkeleton(child, place));
    return [
      ...branchesOf(field, cursor),
      ...propertiesOf(field, taken, insert),
      ...mapKeys(outline, { field, path, taken }, insert),
    ];
  }
  return has === 'nothing' ? scalarOptions(field) : [];
}

function branchesOf(field: FieldSchema, { taken, column, flow }: Start): Completion[] {
  return openBranches(field, taken).map((names) =>
    plain('branch', names.join(' + '), namedFields(field, names, { column, flow }), undefined),
  );
}

function isFull(field: FieldSchema, size: number): boolean {
  const { maxItems } = field.raw;
  return typeof maxItems === 'number' && size >= maxItems;
}

/** A dash with what every item must have. */
function itemOptions(field: FieldSchema | undefined, { column, size }: Start): Completion[] {
  if (field?.kind !== 'array' || isFull(field, size)) return [];
  const item = itemField(field);
  const names = item.kind === 'object' ? requiredNames(item) : [];
  const label = names.length === 0 ? '-' : `- ${names.join(', ')}`;
  const insert = prefixed('- ', itemSkeleton(field, { column, flow: false }));
  return [{ ...plain('item', label, insert, item), help: shortHelp(item.description) }];
}

function flowItems(field: FieldSchema, { column }: Start): Completion[] {
  const item = itemField(field);
  const scalars = scalarOptions(item);
  if (scalars.length > 0) return scalars;
  if (item.kind !== 'object' && item.kind !== 'array') return [];
  const insert = itemSkeleton(field, { column, flow: true });
  return [plain('item', item.kind === 'object' ? '{ }' : '[ ]', insert, item)];
}

/** Behind a colon, or in a value. */
function valuesFor({ outline, subject, cursor }: Offer<ValueCursor>): Completions {
  const field = subjectFieldAt(subject, cursor.path);
  const { quote, empty, flow } = cursor;
  if (field === undefined) return spanOf(cursor, []);
  if (quote !== undefined) {
    const texts = scalarOptions(field).filter((option) => typeof option.value === 'string');
    const closing = cursor.to < outline.text.length && outline.text[cursor.to] === quote ? '' : quote;
    return spanOf(
      cursor,
      texts.map((option) => ({ ...option, insert: [textWithin(String(option.value), quote) + closing] })),
    );
  }
  const scalars = scalarOptions(field).map((option) =>
    cursor.needsSpace ? { ...option, insert: prefixed(' ', option.insert) } : option,
  );
  if (scalars.length > 0 || !empty || flow) return spanOf(cursor, scalars);
  return belowKey({ outline, subject, cursor }, field);
}

/** Behind the colon of an object or list: what belongs below it, on a new line. */
function belowKey({ outline, subject, cursor }: Offer<ValueCursor>, field: FieldSchema): Completions {
  const column = cursor.column + 2;
  const start: Start = {
    at: 'start',
    path: cursor.path,
    from: cursor.from,
    to: cursor.to,
    has: 'nothing',
    taken: new Set(),
    size: 0,
    column,
    flow: false,
    needsSpace: false,
    afterDash: false,
  };
  const options = startOptions({ outline, subject, cursor: start }, field).map((option) => ({
    ...option,
    insert: prefixed(`\n${' '.repeat(column)}`, option.insert),
  }));
  return { from: cursor.from, to: cursor.to, trimBefore: true, options };
}

type ValueCompletion = Completion & { readonly value: unknown };

function scalarOptions(field: FieldSchema): ValueCompletion[] {
  const { defaultValue } = field;
  const known = field.options ?? (field.kind === 'boolean' ? [true, false] : []);
  const rest = known.filter((value) => value !== defaultValue && isScalar(value));
  const hasDefault = defaultValue !== undefined && isScalar(defaultValue);
  const values = hasDefault ? [defaultValue, ...rest] : rest;
  return values.map((value) => ({
    ...plain('value', value === '' ? '""' : String(value), [scalarText(value)], field),
    isDefault: hasDefault && value === defaultValue,
    value,
  }));
}

/** The text with the completion in it, and where the cursor then stands; the first hole, or the end. */
export function applyCompletion(
  text: string,
  completions: Completions,
  { insert }: Completion,
): { readonly text: string; readonly cursor: number } {
  const from = completions.trimBefore ? trimmed(text, completions.from) : completions.from;
  const whole = insert.join('');
  const cursor = from + (insert.length > 1 ? (insert[0] ?? '').length : whole.length);
  return { text: text.slice(0, from) + whole + text.slice(completions.to), cursor };
}

function trimmed(text: string, from: number): number {
  let at = from;
  while (at > 0 && text[at - 1] === ' ') at -= 1;
  return at;
}
