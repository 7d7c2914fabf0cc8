/**
 * Which fields of an object a form shows at once, which behind "More fields", which under "Advanced configuration", and
 * in what order. One level at a time; nothing below a section that is closed is looked at. A field that carries a value
 * is always somewhere in the layout, whatever descriptors, unions and dependencies say.
 */
import type { Dependency } from '../schema/descriptor-hints.ts';
import { resolveSteps } from '../schema/descriptor-path.ts';
import { type DescriptorTree, type FieldDescriptor, stepDescriptors } from '../schema/descriptors.ts';
import { fieldRank } from '../schema/field-order.ts';
import type { FieldEntry } from './field-entry.ts';
import { groupEntries } from './field-groups.ts';
import {
  type Dictionary,
  getIn,
  isDictionary,
  ownValue,
  type Path,
  type PathStep,
  dictionaryOf,
} from '../schema/path.ts';
import {
  type FieldSchema,
  fieldOf,
  inferField,
  propertyNames,
  propertyOf,
  valueField,
} from '../schema/schema.ts';
import { titleOfField } from '../schema/titles.ts';
import { branchesIn, type Union, unionOf } from '../schema/union.ts';

/** The fields of one object by how soon they are shown, each list in the order of display. */
export interface ObjectLayout {
  /** Required, populated, described by the operator, or in its example. */
  readonly primary: readonly FieldEntry[];
  readonly more: readonly FieldEntry[];
  readonly advanced: readonly FieldEntry[];
  /** One of these at a time; those that are neither set nor chosen are not among the fields above. */
  readonly union?: ShownUnion;
}

/** Properties that exclude each other, and which of them the form shows. */
export interface ShownUnion extends Union {
  /** Branches that the object has; more than one when the document says so. */
  readonly present: readonly string[];
  /** The only one present, or else the one that the user has chosen and not yet filled in. */
  readonly chosen: string | undefined;
  readonly titles: readonly string[];
  /** Among which fields the choice belongs while no branch is shown. */
  readonly place: 'primary' | 'more';
}

/** All that the layout of one object depends on. */
export interface LayoutInput {
  readonly field: FieldSchema;
  readonly descriptors: DescriptorTree;
  readonly value: unknown;
  /** The object's `spec`, for field dependencies. */
  readonly spec: unknown;
  /** Where the object lies, from the root; fields of list items depend on their neighbours in the same item. */
  readonly path?: Path;
  /** The branch of a union that the user has chosen, where the object has none yet. */
  readonly branch?: string | undefined;
  /** A property that search or an error points at: it is shown, chosen or not. */
  readonly revealed?: PathStep | undefined;
  /** Names to leave out, for example `apiVersion` and `kind` at the root. */
  readonly omit?: ReadonlySet<string>;
}

interface Ranked {
  readonly entry: FieldEntry;
  readonly rank: number;
}

const REQUIRED = 0;
const POPULATED = 1;
const DESCRIBED = 2;
const OTHER = 3;

/** Everything an object can hold: declared properties in the schema's order, then what else the value carries. */
export function layoutObject(input: LayoutInput): ObjectLayout {
  const object = dictionaryOf(input.value);
  const lists = { primary: new Array<Ranked>(), more: new Array<Ranked>(), advanced: new Array<Ranked>() };
  const union = shownUnion(input);
  const picks = discriminated(input.field, object);
  for (const entry of entriesOf(input, object)) {
    const populated = Object.hasOwn(object, entry.name);
    const placed = isLeftOut(entry.name, input, union) ? undefined : placedEntry(input, entry, populated);
    if (placed === undefined) continue;
    const isPicked = entry.name === union?.chosen ? true : picks.get(entry.name);
    const rank = rankOf(entry, populated, isPicked);
    if (entry.descriptors.own?.advanced === true && !entry.required) {
      lists.advanced.push({ entry: placed, rank });
    } else lists[rank < OTHER ? 'primary' : 'more'].push({ entry: placed, rank });
  }
  const finish = (ranked: readonly Ranked[]): readonly FieldEntry[] =>
    groupEntries(sorted(ranked, input), input.path ?? []);
  const layout = {
    primary: finish(lists.primary),
    more: finish(lists.more),
    advanced: finish(lists.advanced),
  };
  if (union === undefined) return layout;
  return { ...layout, union: layout.more.length === 0 ? { ...union, place: 'primary' } : union };
}

/** A branch of a union that is neither set, nor chosen, nor looked for. */
function isLeftOut(name: string, { revealed }: LayoutInput, union: ShownUnion | undefined): boolean {
  if (union?.branches.includes(name) !== true) return false;
  return !union.present.includes(name) && union.chosen !== name && revealed !== name;
}

function shownUnion({ field, value, branch, descriptors }: LayoutInput): ShownUnion | undefined {
  const union = unionOf(field);
  if (union === undefined) return undefined;
  const present = branchesIn(union, value);
  const chosen =
    present.length === 0 && branch !== undefined && union.branches.includes(branch) ? branch : undefined;
  const titles = union.branches.map((name) =>
    titleOfField(name, propertyOf(field, name), stepDescriptors(descriptors, name).own),
  );
  const isMain = union.branches.length * 2 > propertyNames(field).length;
  return {
    branches: union.branches,
    present,
    titles,
    chosen: present.length === 1 ? present[0] : chosen,
    place: isMain ? 'primary' : 'more',
  };
}

/** The entry, with a note where it is of no use at present; undefined when it is not to be shown. */
function placedEntry(input: LayoutInput, entry: FieldEntry, populated: boolean): FieldEntry | undefined {
  const own = entry.descriptors.own;
  if (own === undefined) return entry;
  if (own.hidden && !populated) return undefined;
  const unmet = unmetDependency(own, input);
  if (unmet === undefined) return entry;
  return populated ? { ...entry, unmet } : undefined;
}

function unmetDependency(own: FieldDescriptor, { spec, path = [] }: LayoutInput): Dependency | undefined {
  return own.dependsOn.find((dependency) => {
    const control = getIn(spec, resolveSteps(dependency.path, path.slice(1)));
    return !isScalar(control) || !dependency.values.includes(String(control));
  });
}

function isScalar(value: unknown): value is string | number | bigint | boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

function rankOf(entry: FieldEntry, populated: boolean, picked: boolean | undefined): number {
  if (entry.required) return REQUIRED;
  if (populated || picked === true) return POPULATED;
  if (picked === false || isDeprecated(entry.field)) return OTHER;
  return entry.descriptors.own !== undefined || entry.descriptors.children.size > 0 ? DESCRIBED : OTHER;
}

function isDeprecated({ description = '', raw }: FieldSchema): boolean {
  return raw['deprecated'] === true || /^\W*deprecated\b/i.test(description);
}

/**
 * Properties named like an option of a neighbour (`rollingUpdate` beside `type: RollingUpdate`): true for the one whose
 * option is chosen, false for the others.
 */
function discriminated(field: FieldSchema, object: Dictionary): ReadonlyMap<string, boolean> {
  const picks = new Map<string, boolean>();
  for (const { name, byDefault, options } of discriminators(field)) {
    const chosen = ownValue(object, name) ?? byDefault;
    for (const [option, about] of options) picks.set(about, option === chosen);
  }
  return picks;
}

interface Discriminator {
  readonly name: string;
  readonly byDefault: unknown;
  /** Options and the properties named like them. */
  readonly options: readonly (readonly [option: unknown, about: string])[];
}

const discriminatorsOf = new WeakMap<Dictionary, readonly Discriminator[]>();

function discriminators(field: FieldSchema): readonly Discriminator[] {
  const known = discriminatorsOf.get(field.raw);
  if (known !== undefined) return known;
  const names = propertyNames(field);
  const byWord = new Map([...names].reverse().map((name) => [name.toLowerCase(), name]));
  const found = names.flatMap((name) => {
    const control = propertyOf(field, name);
    if (control?.kind !== 'string' || control.options === undefined) return [];
    const options = control.options.flatMap((option) => {
      const about = typeof option === 'string' ? byWord.get(wordOf(option)) : undefined;
      return about === undefined || about === name ? [] : [[option, about] as const];
    });
    return options.length === 0 ? [] : [{ name, byDefault: control.defaultValue, options }];
  });
  discriminatorsOf.set(field.raw, found);
  return found;
}

function wordOf(option: string): string {
  return option.replace(/[-_ ]/g, '').toLowerCase();
}

/** All of a value that its layout depends on: a layout can be kept until this text changes. */
export function layoutKey(field: FieldSchema, value: unknown): string {
  if (!isDictionary(value)) return '';
  const parts: string[] = [];
  for (const name of Object.keys(value)) {
    parts.push(name);
    // What the schema does not name is shown as the kind of data that it is.
    if (propertyOf(field, name) === undefined) parts.push(inferField(ownValue(value, name)).kind);
  }
  for (const { name } of discriminators(field)) parts.push(String(ownValue(value, name)));
  return parts.join('\0');
}

/**
 * Required fields first; within each part those the operator describes, in the order of its descriptors, then the
 * others in the order that objects of their kind are read in, then as in the schema (which is alphabetical).
 */
function sorted(ranked: readonly Ranked[], { descriptors, field }: LayoutInput): FieldEntry[] {
  const described = new Map([...descriptors.children.keys()].map((name, index) => [name, index]));
  const order = fieldRank(field);
  const key = ({ entry, rank }: Ranked): readonly number[] => [
    rank === REQUIRED ? 0 : 1,
    described.get(entry.name) ?? described.size,
    order(entry.name),
  ];
  return ranked
    .map((item) => ({ entry: item.entry, key: key(item) }))
    .sort((left, right) => compareKeys(left.key, right.key))
    .map((item) => item.entry);
}

function compareKeys(left: readonly number[], right: readonly number[]): number {
  for (const [index, number] of left.entries()) {
    const difference = number - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function entriesOf(input: LayoutInput, object: Dictionary): FieldEntry[] {
  const entries: FieldEntry[] = [];
  const declared = new Set(propertyNames(input.field));
  for (const name of declared) {
    if (input.omit?.has(name) === true) continue;
    entries.push(entryOf(input, name, propertyOf(input.field, name) ?? fieldOf(undefined)));
  }
  const open = input.field.open || input.field.embedded || valueField(input.field) !== undefined;
  for (const name of Object.keys(object)) {
    if (declared.has(name) || input.omit?.has(name) === true) continue;
    const field = valueField(input.field) ?? inferField(ownValue(object, name));
    entries.push({ ...entryOf(input, name, field), unknown: !open });
  }
  return entries;
}

function entryOf(input: LayoutInput, name: string, field: FieldSchema): FieldEntry {
  const descriptors = stepDescriptors(input.descriptors, name);
  return {
    name,
    field,
    descriptors,
    title: titleOfField(name, field, descriptors.own),
    required: input.field.required.has(name),
    unknown: false,
  };
}
