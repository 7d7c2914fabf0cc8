import { expect, it } from 'vitest';
import { fieldOf } from './schema.ts';
import { onlySet } from './set-only.ts';

const text = { type: 'string' };
const schema = fieldOf({
  type: 'object',
  properties: {
    kind: text,
    spec: {
      type: 'object',
      required: ['a'],
      properties: {
        a: text,
        b: text,
        items: { type: 'array', items: { type: 'object', properties: { x: text, y: text, z: text } } },
        map: { type: 'object', additionalProperties: { type: 'object', properties: { x: text, y: text } } },
        deep: { type: 'object', properties: { p: text, q: text } },
      },
    },
  },
});

it('keeps the fields that are set, in the schema’s order', () => {
  const value = {
    spec: { deep: { q: null }, items: [{ z: '1' }, { x: '1' }], map: { one: { y: '' } }, b: 'x', odd: 1 },
  };
  expect(onlySet(schema, value).raw).toEqual({
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: {
          b: text,
          items: { type: 'array', items: { type: 'object', properties: { x: text, z: text } } },
          map: { type: 'object', additionalProperties: { type: 'object', properties: { y: text } } },
          deep: { type: 'object', properties: { q: text } },
        },
      },
    },
  });
});

it('keeps nothing of nothing', () => {
  expect(onlySet(schema, null).raw['properties']).toEqual({});
  expect(onlySet(fieldOf(undefined), { a: 1 }).kind).toBe('any');
});
