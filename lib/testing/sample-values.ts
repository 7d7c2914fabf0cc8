/** Values made up from a schema: mostly such as it asks for, sometimes not, so that both answers are met. */
import { type Dictionary, defineKey } from '../schema-form/schema/path.ts';
import {
  type FieldSchema,
  itemField,
  propertyNames,
  propertyOf,
  valueField,
} from '../schema-form/schema/schema.ts';
import type { Random } from './random.ts';

/** How values are made up; the same `random` gives the same values. */
export interface SampleOptions {
  readonly random: Random;
  /** How likely each single part is to be wrong. */
  readonly wrong: number;
  /** Levels of objects and lists that are still filled. */
  readonly depth: number;
}

const NUMBERS = [
  ...[0, 1, -1, 2, 3, 5, 7, 10, 100, 1000, 65535, 65536, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53],
  ...[0.5, 1.5, -0.1, 0.1, 0.3, 1e21, 1.0000000001, 1.001, 3.4e39],
  ...[9223372036854775807n, 9223372036854775808n, -9223372036854775808n],
];

const TEXTS = [
  ...[
    '',
    'a',
    'abc',
    'ABC',
    'Abc-1',
    'a.b',
    'a/b',
    'a_b',
    ' ',
    'x y',
    '日本',
    '🎫',
    'a\nb',
    '-',
    '.',
    '0',
    '1',
    '42',
  ],
  ...[
    '100m',
    '1Gi',
    '1.5',
    '50%',
    '-5',
    '1e3',
    'true',
    'null',
    '10.0.0.1',
    '::1',
    '10.0.0.0/8',
    '2026-01-31',
  ],
  ...[
    '2026-01-31T08:00:00Z',
    '1h30m',
    '2 days',
    'https://example.com/a?b#c',
    '/path',
    'user@example.com',
    'aGVsbG8=',
  ],
  ...[
    'a'.repeat(64),
    'a'.repeat(254),
    '00000000-0000-4000-8000-000000000000',
    'IfNotPresent',
    'ClusterIP',
    'TCP',
  ],
];

const KEYS = ['a', 'b', 'a.b/c', 'x-y', '__proto__', 'constructor', 'Ü', '0', ''];

/** Any value at all, of any type. */
export function anyValue(random: Random, depth = 2): unknown {
  switch (random.below(depth > 0 ? 7 : 5)) {
    case 0:
      return random.pick(TEXTS);
    case 1:
      return random.pick(NUMBERS);
    case 2:
      return random.chance(0.5);
    case 3:
      return null;
    case 4:
      return random.pick([{}, []]);
    case 5:
      return Array.from({ length: random.below(3) }, () => anyValue(random, depth - 1));
    default:
      return { [random.pick(['a', 'b', 'name'])]: anyValue(random, depth - 1) };
  }
}

/** A value for the field; patterns and formats are not looked at, so texts fit them only by luck. */
export function sampleValue(field: FieldSchema, options: SampleOptions): unknown {
  const { random } = options;
  if (random.chance(options.wrong)) return anyValue(random);
  if (field.options !== undefined) return random.pick(field.options);
  if (field.nullable && random.chance(0.2)) return null;
  switch (field.kind) {
    case 'string':
      return sampleText(field, random);
    case 'integer':
    case 'number':
      return sampleNumber(field, random);
    case 'boolean':
      return random.chance(0.5);
    case 'intOrString':
      return random.chance(0.5) ? random.pick(NUMBERS) : random.pick(TEXTS);
    case 'array':
      return sampleList(field, options);
    case 'map':
      return sampleMap(field, options);
    case 'object':
      return sampleObject(field, options);
    case 'any':
      return field.raw['type'] === 'object' ? {} : anyValue(random);
  }
}

function sampleText(field: FieldSchema, random: Random): string {
  const { minLength, maxLength } = field.raw;
  if (typeof minLength === 'number' && random.chance(0.5)) return 'a'.repeat(minLength);
  if (typeof maxLength === 'number' && random.chance(0.3)) return 'b'.repeat(Math.min(maxLength, 1000));
  return random.pick(TEXTS);
}

function sampleNumber(field: FieldSchema, random: Random): unknown {
  const limits = [field.raw['minimum'], field.raw['maximum'], field.raw['multipleOf']].filter(
    (limit) => typeof limit === 'number',
  );
  return limits.length > 0 && random.chance(0.7)
    ? random.pick(limits) + random.pick([0, 0, 0, 1, -1, 0.5])
    : random.pick(NUMBERS);
}

function sampleList(field: FieldSchema, options: SampleOptions): unknown[] {
  if (options.depth <= 0) return [];
  const item = itemField(field);
  const length = options.random.below(4);
  return Array.from({ length }, () => sampleValue(item, { ...options, depth: options.depth - 1 }));
}

function sampleMap(field: FieldSchema, options: SampleOptions): Dictionary {
  const values = valueField(field);
  const made: Dictionary = {};
  if (values === undefined || options.depth <= 0) return made;
  for (let count = options.random.below(3); count > 0; count -= 1) {
    defineKey(made, options.random.pick(KEYS), sampleValue(values, { ...options, depth: options.depth - 1 }));
  }
  return made;
}

function sampleObject(field: FieldSchema, options: SampleOptions): Dictionary {
  const made: Dictionary = {};
  const names = propertyNames(field);
  const likely = Math.min(0.5, 6 / (names.length + 1));
  for (const name of names) {
    const child = propertyOf(field, name);
    const wanted = field.required.has(name)
      ? !options.random.chance(options.wrong)
      : options.random.chance(likely);
    if (child === undefined || !wanted || (options.depth <= 0 && !field.required.has(name))) continue;
    defineKey(made, name, sampleValue(child, { ...options, depth: options.depth - 1 }));
  }
  if (field.embedded && options.random.chance(0.9)) {
    Object.assign(made, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'inner' } });
  }
  return made;
}
