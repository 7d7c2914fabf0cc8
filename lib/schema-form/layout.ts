/**
 * Which fields of an object a form shows at once, which behind "More fields", which under "Advanced configuration".
 * One level at a time; nothing below a section that is closed is looked at.
 */
import { type DescriptorTree, type FieldDescriptor, stepDescriptors } from './descriptors.ts';
import { type Dictionary, getIn, isDictionary, ownValue, type Path } from './path.ts';
import { type FieldSchema, fieldOf, inferField, propertyNames, propertyOf, valueField } from './schema.ts';
import { titleOf } from './titles.ts';

export interface FieldEntry {
  readonly name: string;
  readonly field: FieldSchema;
  readonly descriptors: DescriptorTree;
  readonly title: string;
  readonly help?: string;
  readonly required: boolean;
  /** The schema does not know this key; it is in the object all the same. */
  readonly unknown: boolean;
}

export interface ObjectLayout {
  /** Required, populated, described by the operator, or in its example. */
  readonly primary: readonly FieldEntry[];
  readonly more: readonly FieldEntry[];
  readonly advanced: readonly FieldEntry[];
}

export interface LayoutInput {
  readonly field: FieldSchema;
  readonly descriptors: DescriptorTree;
  readonly value: unknown;
  /** The object's `spec`, for field dependencies. */
  readonly spec: unknown;
  /** Names to leave out, for example `apiVersion` and `kind` at the root. */
  readonly omit?: ReadonlySet<string>;
}

/** Everything an object can hold: declared properties in the schema's order, then what else the value carries. */
export function layoutObject(input: LayoutInput): ObjectLayout {
  const object = isDictionary(input.value) ? input.value : {};
  const layout = { primary: new Array<Ranked>(), more: new Array<Ranked>(), advanced: new Array<Ranked>() };
  for (const entry of entriesOf(input, object)) {
    const populated = Object.hasOwn(object, entry.name);
    const own = entry.descriptors.own;
    if (!populated && !isVisible(own, input.spec)) continue;
    const ranked = { entry, rank: rankOf(entry, populated) };
    if (own?.advanced === true && !entry.required) layout.advanced.push(ranked);
    else if (ranked.rank < LAST_RANK) layout.primary.push(ranked);
    else layout.more.push(ranked);
  }
  const described = [...input.descriptors.children.keys()];
  return {
    primary: sorted(layout.primary, described),
    more: sorted(layout.more, described),
    advanced: sorted(layout.advanced, described),
  };
}

interface Ranked {
  readonly entry: FieldEntry;
  readonly rank: number;
}

const LAST_RANK = 3;

function rankOf(entry: FieldEntry, populated: boolean): number {
  if (entry.required) return 0;
  if (populated) return 1;
  return entry.descriptors.own !== undefined || entry.descriptors.children.size > 0 ? 2 : LAST_RANK;
}

/**
 * Required fields first; within each part those the operator describes, in the order of its descriptors, then the
 * others in the order of the schema (which the API server keeps alphabetical).
 */
function sorted(ranked: readonly Ranked[], described: readonly string[]): FieldEntry[] {
  const place = ({ entry, rank }: Ranked): number => {
    const index = described.indexOf(entry.name);
    return (rank === 0 ? 0 : 2 * described.length + 2) + (index < 0 ? described.length : index);
  };
  return [...ranked].sort((left, right) => place(left) - place(right)).map((item) => item.entry);
}

function isVisible(own: FieldDescriptor | undefined, spec: unknown): boolean {
  if (own === undefined) return true;
  if (own.hidden) return false;
  if (own.dependsOn === undefined) return true;
  const control = getIn(
    spec,
    own.dependsOn.path.filter((step) => step !== '*'),
  );
  return isScalar(control) && String(control) === own.dependsOn.value;
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
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
  const help = descriptors.own?.description ?? field.description;
  return {
    name,
    field,
    descriptors,
    title: descriptors.own?.displayName ?? titleOf(name),
    required: input.field.required.has(name),
    unknown: false,
    ...(help === undefined ? {} : { help }),
  };
}

/** A field found by the search box. */
export interface FoundField {
  readonly path: Path;
  readonly title: string;
}

interface Visit {
  readonly field: FieldSchema;
  readonly descriptors: DescriptorTree;
  readonly path: Path;
}

/**
 * Fields whose name or title contains all words of the query, shallow ones first. Walks at most `budget` schema nodes,
 * so that the largest CRD answers within a key press; lists are searched through their item schema without index.
 */
export function searchFields(
  root: { field: FieldSchema; descriptors: DescriptorTree; path: Path },
  query: string,
  limits: { results: number; budget: number } = { results: 20, budget: 12_000 },
): FoundField[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const found: FoundField[] = [];
  const queue: Visit[] = [root];
  for (
    let index = 0;
    index < queue.length && index < limits.budget && found.length < limits.results;
    index += 1
  ) {
    const visit = queue[index];
    if (visit === undefined) break;
    for (const name of propertyNames(visit.field)) {
      const next = step(visit, name);
      const title = next.descriptors.own?.displayName ?? titleOf(name);
      const text = `${name} ${title}`.toLowerCase();
      if (words.every((word) => text.includes(word))) found.push({ path: next.path, title });
      queue.push(next);
    }
  }
  return found.slice(0, limits.results);
}

function step(visit: Visit, name: string): Visit {
  return {
    field: propertyOf(visit.field, name) ?? fieldOf(undefined),
    descriptors: stepDescriptors(visit.descriptors, name),
    path: [...visit.path, name],
  };
}
