/**
 * Structural OpenAPI v3 schemas as the API server accepts them in a CustomResourceDefinition, with every keyword they
 * may carry but CEL rules. Source: apiextensions-apiserver `pkg/apiserver/schema/validation.go`.
 */
import fc from 'fast-check';
import { type Dictionary, sameValue } from '../schema-form/schema/path.ts';
import { fieldOf } from '../schema-form/schema/schema.ts';
import { storedValue } from '../schema-form/schema/stored.ts';
import { judge } from '../schema-form/validate/validate.ts';

type Schema = fc.Arbitrary<Dictionary>;

/** Schemas nested up to `depth` levels. */
export function structuralSchemas(depth: number): Schema {
  const flat = [texts, numbers, integers, booleans, intOrStrings, freeForms].map((make) => make());
  const here =
    depth <= 0
      ? fc.oneof(...flat)
      : fc.oneof(
          ...flat,
          { weight: 3, arbitrary: objects(depth - 1) },
          { weight: 2, arbitrary: lists(depth - 1) },
          maps(depth - 1),
          listMaps(depth - 1),
          embedded(depth - 1),
        );
  return fc
    .tuple(here, fc.boolean(), fc.nat({ max: 9 }), fc.nat())
    .map(([schema, described, nullable, chance]) => {
      const made = {
        ...schema,
        ...(described ? { description: `Field ${String(chance)}.\nSecond line.` } : {}),
        ...(nullable === 0 ? { nullable: true } : {}),
      };
      return withDefault(made, chance);
    });
}

const DEFAULTS: readonly unknown[] = ['', 'a', 0, 1, 5, true, {}, [], ['a'], { a: 'b' }];

/** With a default in one of three, where one of a few values is good as it is. */
function withDefault(schema: Dictionary, chance: number): Dictionary {
  if (chance % 3 !== 0) return schema;
  const field = fieldOf(schema);
  const fitting = DEFAULTS.filter(
    (value) => judge(field, value) === undefined && sameValue(storedValue(field, value), value),
  );
  return fitting.length === 0 ? schema : { ...schema, default: fitting[chance % fitting.length] };
}

/** Any of the keywords, each there in one of three. */
function some(keywords: Record<string, fc.Arbitrary<unknown>>): Schema {
  const entries = Object.entries(keywords).map(([key, value]) =>
    fc.option(
      value.map((made): [string, unknown] => [key, made]),
      { freq: 2, nil: undefined },
    ),
  );
  return fc.tuple(...entries).map((made) => Object.fromEntries(made.filter((entry) => entry !== undefined)));
}

const PATTERNS: readonly string[] = [
  ...['^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', '^a', 'b$', '(?i)^abc$', '^\\d+$', '\\S', '^.{2,5}$', '^(a|b)*c?$'],
  ...['^[[:alpha:]]+$', '^\\pL+$', '^[^/]*$', '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$', '\\bx\\b'],
];

const FORMATS = [
  ...['date', 'date-time', 'duration', 'byte', 'email', 'hostname', 'ipv4', 'ipv6', 'cidr', 'uri', 'uuid'],
  ...['password', 'int32', 'unknown-format', 'quantity', 'k8s-short-name'],
];

function texts(): Schema {
  return some({
    enum: fc.uniqueArray(fc.constantFrom('', 'a', 'b', 'abc', 'Always', 'Never'), {
      minLength: 1,
      maxLength: 4,
    }),
    pattern: fc.constantFrom(...PATTERNS),
    format: fc.constantFrom(...FORMATS),
    minLength: fc.nat({ max: 3 }),
    maxLength: fc.integer({ min: 3, max: 80 }),
    title: fc.constant('Text'),
    example: fc.constant('abc'),
  }).map((keywords) => ({ type: 'string', ...keywords }));
}

const LIMITS = fc.constantFrom(-1, 0, 1, 5, 10, 100, 1.5, 65535, 2147483647, 4294967296);

function limits(): Record<string, fc.Arbitrary<unknown>> {
  return {
    minimum: LIMITS,
    maximum: LIMITS,
    exclusiveMinimum: fc.boolean(),
    exclusiveMaximum: fc.boolean(),
    multipleOf: fc.constantFrom(1, 2, 5, 0.5, 0.1),
  };
}

function integers(): Schema {
  return some({
    ...limits(),
    format: fc.constantFrom('int32', 'int64', 'uint8', 'float'),
    enum: fc.constantFrom([1, 2, 3], [0], [-1, 100]),
  }).map((keywords) => ({ type: 'integer', ...keywords }));
}

function numbers(): Schema {
  return some({
    ...limits(),
    format: fc.constantFrom('float', 'double', 'int32'),
    enum: fc.constantFrom([1, 2.5], [0.1]),
  }).map((keywords) => ({ type: 'number', ...keywords }));
}

function booleans(): Schema {
  return some({ enum: fc.constantFrom([true], [true, false]) }).map((keywords) => ({
    type: 'boolean',
    ...keywords,
  }));
}

function intOrStrings(): Schema {
  const anyOf = [{ type: 'integer' }, { type: 'string' }];
  return some({
    anyOf: fc.constant(anyOf),
    pattern: fc.constantFrom('^[0-9]+%?$', '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'),
    maximum: LIMITS,
    maxLength: fc.constant(5),
    enum: fc.constantFrom([1, '50%'], ['A', 'b']),
  }).map((keywords) => ({ 'x-kubernetes-int-or-string': true, ...keywords }));
}

const KEEP = { 'x-kubernetes-preserve-unknown-fields': true };

function freeForms(): Schema {
  return fc.constantFrom<Dictionary>(
    { ...KEEP },
    { type: 'object', ...KEEP },
    { type: 'object' },
    { type: 'array', items: { ...KEEP } },
  );
}

const NAMES = ['a', 'b', 'name', 'spec', 'x-y', 'a.b/c', 'Ü', 'constructor', 'value'] as const;

function properties(depth: number): fc.Arbitrary<Record<string, Dictionary>> {
  return fc
    .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), structuralSchemas(depth)), {
      minLength: 1,
      maxLength: 5,
      selector: ([name]) => name,
    })
    .map((entries) => Object.fromEntries(entries));
}

function objects(depth: number): Schema {
  return properties(depth).chain((made) => {
    const names = Object.keys(made);
    return some({
      required: fc.subarray([...names, 'absent'], { minLength: 1 }),
      minProperties: fc.nat({ max: 3 }),
      maxProperties: fc.integer({ min: 1, max: 4 }),
      'x-kubernetes-preserve-unknown-fields': fc.constant(true),
      'x-kubernetes-map-type': fc.constantFrom('atomic', 'granular'),
      oneOf: branches(names),
      anyOf: branches(names),
      allOf: branches(names),
      not: fc.subarray(names, { minLength: 1 }).map((required) => ({ required })),
    }).map((keywords) => ({ type: 'object', properties: made, ...keywords }));
  });
}

/** Branches may only restrict what the schema around them describes. */
function branches(names: readonly string[]): fc.Arbitrary<readonly Dictionary[]> {
  const restriction = fc.constantFrom<Dictionary>(
    { enum: ['a'] },
    { minLength: 1 },
    { maximum: 5 },
    { not: { maximum: 5 } },
  );
  const branch = fc.oneof(
    fc.subarray([...names], { minLength: 1 }).map((required): Dictionary => ({ required })),
    fc
      .tuple(fc.constantFrom(...names), restriction)
      .map(([name, rule]): Dictionary => ({ properties: { [name]: rule } })),
    fc.constantFrom<Dictionary>({ minProperties: 2 }, { maxProperties: 1 }),
  );
  return fc.array(branch, { minLength: 1, maxLength: 3 });
}

function maps(depth: number): Schema {
  return fc
    .tuple(structuralSchemas(depth), some({ minProperties: fc.constant(1), maxProperties: fc.constant(2) }))
    .map(([values, keywords]) => ({ type: 'object', additionalProperties: values, ...keywords }));
}

const SIZES = { minItems: fc.nat({ max: 2 }), maxItems: fc.integer({ min: 1, max: 3 }) };

function lists(depth: number): Schema {
  const plain = fc
    .tuple(structuralSchemas(depth), some({ ...SIZES, 'x-kubernetes-list-type': fc.constant('atomic') }))
    .map(([items, keywords]) => ({ type: 'array', items, ...keywords }));
  const sets = fc
    .tuple(fc.oneof(texts(), integers()), some(SIZES))
    .map(([items, keywords]) => ({ type: 'array', 'x-kubernetes-list-type': 'set', items, ...keywords }));
  return fc.oneof(plain, sets);
}

/** The keys are required or have a default, as they must be. */
function listMaps(depth: number): Schema {
  const key = fc.constantFrom<Dictionary>(
    { type: 'string' },
    { type: 'integer', default: 1 },
    { type: 'string', default: 'TCP', enum: ['TCP', 'UDP'] },
  );
  return fc
    .tuple(properties(depth), fc.array(key, { minLength: 1, maxLength: 2 }), some(SIZES))
    .map(([others, keys, sizes]) => {
      const named = Object.fromEntries(keys.map((schema, index) => [`key${String(index)}`, schema]));
      const required = Object.keys(named).filter((name) => named[name]?.['default'] === undefined);
      const items = {
        type: 'object',
        properties: { ...others, ...named },
        ...(required.length > 0 ? { required } : {}),
      };
      return {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': Object.keys(named),
        items,
        ...sizes,
      };
    });
}

function embedded(depth: number): Schema {
  return fc.option(properties(depth), { nil: undefined }).map((made) => ({
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    ...(made === undefined ? KEEP : { properties: made }),
  }));
}

/** A whole object's schema, with `spec` made of the given fields. */
export function objectSchema(fields: Readonly<Record<string, Dictionary>>): Dictionary {
  return { type: 'object', properties: { spec: { type: 'object', properties: { ...fields } } } };
}
