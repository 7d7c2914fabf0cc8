/** No schema breaks the form: whatever a CRD carries where a schema should be, nothing throws. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort } from '#local/testing/effort.ts';
import { instanceTypeFromCrd } from '../schema/instance-type.ts';
import { validateObject } from './object-rules.ts';
import { fieldOf, itemField, propertyNames, propertyOf, valueField } from '../schema/schema.ts';
import { defaultAt, defaultOf, storedValue } from '../schema/stored.ts';
import { validate } from './validate.ts';

const type = { group: 'a.example', version: 'v1', kind: 'A' };

/** JSON whose keys and texts are mostly those that schemas are made of. */
const words = fc.constantFrom(
  ...[
    'type',
    'properties',
    'items',
    'additionalProperties',
    'required',
    'enum',
    'default',
    'nullable',
    'pattern',
  ],
  ...[
    'format',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'multipleOf',
    'minLength',
    'maxItems',
    'uniqueItems',
  ],
  ...[
    'allOf',
    'anyOf',
    'oneOf',
    'not',
    '$ref',
    'x-kubernetes-int-or-string',
    'x-kubernetes-list-type',
    'map',
  ],
  ...[
    'x-kubernetes-list-map-keys',
    'x-kubernetes-embedded-resource',
    'x-kubernetes-preserve-unknown-fields',
    'a',
  ],
  ...['object', 'array', 'string', 'integer', 'string, quote', 'spec', 'metadata', '__proto__', '(?i)x', '('],
);
const { tree: schemas } = fc.letrec<{ tree: unknown; node: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    tie('node'),
    fc.dictionary(words, tie('tree'), { maxKeys: 6 }),
  ),
  node: fc.oneof(
    words,
    fc.constantFrom<unknown>(null, true, false, 0, 1, -1, 1.5, '', [], {}),
    fc.array(tie('tree'), { maxLength: 3 }),
  ),
}));
const values = fc.oneof(schemas, fc.jsonValue());

function useAll(raw: unknown, value: unknown): void {
  const field = fieldOf(raw);
  for (const name of propertyNames(field)) {
    expect(propertyOf(field, name)).toBeDefined();
    defaultAt(field, name);
  }
  valueField(field);
  itemField(field);
  defaultOf(field);
  storedValue(field, value);
  expect(validate(field, value).length).toBeLessThanOrEqual(200);
  expect(validateObject(field, type, value).length).toBeLessThanOrEqual(200);
}

describe('any schema', () => {
  it('is taken for what it may mean, and any value with it', () => {
    fc.assert(
      fc.property(schemas, values, (raw, value) => {
        useAll(raw, value);
        useAll({ type: 'object', properties: { spec: raw } }, { spec: value });
      }),
      { numRuns: effort(1500, 15_000) },
    );
  });

  it.each<[string, unknown, unknown]>([
    ['none', null, { a: 1 }],
    ['true', true, 1],
    ['a text', 'object', 'x'],
    ['a type of prose', { type: 'string, quote' }, 5],
    ['two types', { type: ['string', 'null'] }, null],
    ['a reference', { $ref: '#/definitions/x' }, { a: { b: 1 } }],
    [
      'a schema for each item',
      { type: 'array', items: [{ type: 'string' }, { type: 'integer' }] },
      ['a', 1, true],
    ],
    ['a limit that excludes by number, as later drafts have it', { type: 'integer', exclusiveMinimum: 3 }, 3],
    ['a pattern that is none', { type: 'string', pattern: '(?!x)[' }, 'x'],
    ['Go flags', { type: 'string', pattern: '(?i)^on$' }, 'ON'],
    ['a huge enum', { type: 'integer', enum: Array.from({ length: 20_000 }, (_, index) => index) }, 19_999],
  ])('%s raises no alarm', (_, schema, value) => {
    expect(validate(fieldOf(schema), value)).toEqual([]);
  });

  it('may contain itself', () => {
    const schema: Record<string, unknown> = { type: 'object', default: {} };
    Object.assign(schema, {
      properties: { child: schema },
      allOf: [schema],
      anyOf: [schema, schema],
      not: { not: schema },
    });
    const deep = JSON.parse(`${'{"child":'.repeat(150)}1${'}'.repeat(150)}`) as unknown;
    expect(() => {
      useAll(schema, deep);
    }).not.toThrow();
  });

  it.each([
    null,
    'x',
    { spec: null },
    { spec: { versions: 7 } },
    { spec: { versions: [null, { name: 5 }] } },
  ])('and any CRD: %j', (crd) => {
    const name = { group: 'a.example', version: 'v1', plural: 'as' };
    expect(instanceTypeFromCrd(crd, name).ok).toBe(false);
  });
});
