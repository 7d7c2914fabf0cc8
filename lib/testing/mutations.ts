/**
 * Copies of an object with something changed that may break a rule of its schema: a required field dropped, another
 * type, a value that is not allowed, an unknown field, a null, an item twice, a field added.
 */
import {
  deleteInValue,
  getIn,
  isDictionary,
  isList,
  type Path,
  setInValue,
} from '../schema-form/schema/path.ts';
import {
  type FieldSchema,
  fieldOf,
  itemField,
  propertyNames,
  propertyOf,
  valueField,
} from '../schema-form/schema/schema.ts';
import type { Random } from './random.ts';
import { anyValue, sampleValue } from './sample-values.ts';

interface Place {
  readonly path: Path;
  readonly field: FieldSchema;
}

/** One change, and what it is called when a test tells of it. */
export interface Mutant {
  readonly value: unknown;
  readonly what: string;
}

/** One random change at one random place below the root; it may happen to leave the value valid. */
export function mutate(schema: FieldSchema, value: unknown, random: Random): Mutant {
  const at = random.pick(placesOf(schema, value));
  const before = getIn(value, at.path);
  const kind = random.pick(MUTATIONS);
  const after = kind.change({ place: at, value, before, random });
  return { value: after, what: `${kind.name} at ${JSON.stringify(at.path)}` };
}

function placesOf(field: FieldSchema, value: unknown, path: Path = []): Place[] {
  const here = path.length === 0 ? [] : [{ path, field }];
  if (isList(value)) {
    const item = itemField(field);
    return [...here, ...value.flatMap((part, index) => placesOf(item, part, [...path, index]))];
  }
  if (!isDictionary(value)) return here;
  return [
    ...here,
    ...Object.keys(value).flatMap((key) => {
      const child = propertyOf(field, key) ?? valueField(field) ?? fieldOf({});
      return placesOf(child, value[key], [...path, key]);
    }),
  ];
}

interface Change {
  readonly place: Place;
  readonly value: unknown;
  readonly before: unknown;
  readonly random: Random;
}

interface Mutation {
  readonly name: string;
  change(change: Change): unknown;
}

function replace(name: string, make: (change: Change) => unknown): Mutation {
  return { name, change: (change) => setInValue(change.value, change.place.path, make(change)) };
}

const MUTATIONS: readonly Mutation[] = [
  { name: 'drop', change: ({ value, place }) => deleteInValue(value, place.path) },
  {
    name: 'drop a required field',
    change({ value, place, before, random }) {
      const required = [...place.field.required].filter((key) => isDictionary(before) && key in before);
      return deleteInValue(value, required.length > 0 ? [...place.path, random.pick(required)] : place.path);
    },
  },
  replace('another type', ({ random }) => anyValue(random)),
  replace('another type', ({ before, random }) =>
    typeof before === 'string' ? random.pick([1, true, null, [], {}, ['a']]) : random.pick(['', 'x', '1']),
  ),
  replace('null', () => null),
  replace('nothing', ({ before }) => (isList(before) ? [] : isDictionary(before) ? {} : '')),
  replace('sample', ({ place, random }) => sampleValue(place.field, { random, wrong: 0.05, depth: 2 })),
  replace('other case', ({ before }) =>
    typeof before === 'string' ? before.toUpperCase() : typeof before === 'number' ? -before : before,
  ),
  replace('longer', ({ before, random }) =>
    typeof before === 'string' ? before + random.pick(['x', '!', ' ', '-', '/', 'é'.repeat(300)]) : before,
  ),
  replace('near', ({ before, random }) =>
    typeof before === 'number'
      ? before + random.pick([1, -1, 0.5, 2 ** 31, -(2 ** 40), 2 ** 63, 1e30])
      : before,
  ),
  {
    name: 'unknown field',
    change({ value, place, before, random }) {
      const parent = isDictionary(before) ? place.path : place.path.slice(0, -1);
      if (!isDictionary(getIn(value, parent))) return value;
      const key = random.pick(['unknown', 'Spec', 'nmae', '__proto__', 'a.b/c', 'toString']);
      return setInValue(value, [...parent, key], anyValue(random, 1));
    },
  },
  {
    name: 'add a field',
    change({ value, place, before, random }) {
      const missing = propertyNames(place.field).filter(
        (key) => isDictionary(before) && !Object.hasOwn(before, key),
      );
      if (missing.length === 0) return value;
      const key = random.pick(missing);
      const child = propertyOf(place.field, key) ?? fieldOf({});
      return setInValue(value, [...place.path, key], sampleValue(child, { random, wrong: 0.1, depth: 3 }));
    },
  },
  {
    name: 'item twice',
    change({ value, place, before, random }) {
      if (!isList(before) || before.length === 0) return value;
      const copies = Array.from({ length: 1 + random.below(2) }, () => random.pick(before));
      return setInValue(value, place.path, [...before, ...copies]);
    },
  },
  {
    name: 'metadata',
    change({ value, random }) {
      const [path, content] = random.pick(METADATA);
      return setInValue(value, ['metadata', ...path], content);
    },
  },
  {
    name: 'type line',
    change: ({ value, random }) =>
      setInValue(value, [random.pick(['apiVersion', 'kind'])], random.pick(['', 'v1', 'Other', 3, null])),
  },
];

const OWNER = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'b' };

const METADATA: readonly (readonly [Path, unknown])[] = [
  [['name'], 'Capital'],
  [['name'], ''],
  [['name'], null],
  [['name'], 7],
  [['name'], 'a'.repeat(254)],
  [['name'], 'a..b'],
  [['generateName'], 'Bad-'],
  [['generateName'], 'good-'],
  [['labels'], { ok: 'yes', 'example.com/x': '' }],
  [['labels'], { 'a/b/c': 'x' }],
  [['labels'], { 'Example.com/x': 'x' }],
  [['labels'], { x: 'has space' }],
  [['labels'], { x: 'a'.repeat(64) }],
  [['labels'], { x: null }],
  [['labels'], { x: true }],
  [['labels'], 'x'],
  [['labels'], null],
  [['annotations'], { 'Example.com/X': 'any text !' }],
  [['annotations'], { 'bad key': '' }],
  [['annotations'], { x: 1 }],
  [['annotations'], { x: 'a'.repeat(256 * 1024) }],
  [['annotations'], []],
  [['finalizers'], ['example.com/x']],
  [['finalizers'], ['bad one']],
  [['finalizers'], ['orphan', 'foregroundDeletion']],
  [['finalizers'], 'x'],
  [['ownerReferences'], [OWNER]],
  [['ownerReferences'], [{ ...OWNER, uid: '' }]],
  [['ownerReferences'], [{ ...OWNER, unknown: 1 }]],
  [['ownerReferences'], [{ ...OWNER, controller: 'yes' }]],
  [
    ['ownerReferences'],
    [
      { ...OWNER, controller: true },
      { ...OWNER, controller: true },
    ],
  ],
  [
    ['ownerReferences'],
    [
      { ...OWNER, controller: true },
      { ...OWNER, uid: 'c', controller: true },
    ],
  ],
  [['generation'], -1],
  [['generation'], 1.5],
  [['creationTimestamp'], null],
  [['creationTimestamp'], 'yesterday'],
  [['creationTimestamp'], '2026-01-31T08:00:00Z'],
  [['unknown'], 1],
  [['Name'], 'x'],
  [[], null],
  [[], []],
];
