import { describe, expect, it } from 'vitest';
import { schemaOutline } from './outline.ts';
import { fieldOf } from '../schema/schema.ts';

const schema = fieldOf({
  type: 'object',
  required: ['size'],
  properties: {
    name: { type: 'string', description: 'What it is `called`.', minLength: 1, pattern: '^[a-z]+$' },
    size: { type: 'integer', format: 'int32', default: 3, minimum: 1, maximum: 9, nullable: true },
    mode: { type: 'string', enum: ['fast', 'safe'] },
    ports: {
      type: 'array',
      maxItems: 4,
      items: {
        type: 'object',
        properties: { port: { 'x-kubernetes-int-or-string': true } },
        'x-kubernetes-validations': [{ rule: 'self.port > 0', message: 'no port' }, { rule: 5 }],
      },
    },
    labels: { type: 'object', additionalProperties: { type: 'string', maxLength: 63 } },
    rest: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    nonsense: null,
  },
});

const byName = (name: string): unknown => schemaOutline(schema).find((field) => field.name === name);

describe('schemaOutline', () => {
  it('puts what is required first, else keeps the order', () => {
    expect(schemaOutline(schema).map(({ name, type }) => `${name} ${type}`)).toEqual([
      'size integer (int32)',
      'name string',
      'mode string',
      'ports []object',
      'labels map[string]string',
      'rest any',
      'nonsense any',
    ]);
  });

  it.each<[string, object]>([
    ['size', { required: true, defaultValue: '3', limits: ['minimum 1', 'maximum 9'], flags: ['nullable'] }],
    [
      'name',
      { description: 'What it is called.', limits: ['minLength 1', 'pattern ^[a-z]+$'], hasFields: false },
    ],
    ['mode', { options: ['"fast"', '"safe"'] }],
    ['ports', { limits: ['maxItems 4'], hasFields: true, names: ['ports'] }],
    ['labels', { limits: ['maxLength 63'], hasFields: false }],
    ['rest', { flags: ['open'] }],
  ])('tells of %s', (name, want) => {
    expect(byName(name)).toMatchObject(want);
  });

  it('opens lists and maps at their items', () => {
    const ports = schemaOutline(schema).find(({ name }) => name === 'ports');
    const inside = ports === undefined ? [] : schemaOutline(ports.schema, ports.names);
    expect(inside).toMatchObject([{ names: ['ports', 'port'], type: 'int-or-string' }]);
  });

  it('tells the rules of the items with the list', () => {
    expect(byName('ports')).toMatchObject({ rules: [{ rule: 'self.port > 0', message: 'no port' }] });
  });

  it('cuts what is endless', () => {
    const [field] = schemaOutline(
      fieldOf({ type: 'object', properties: { a: { type: 'string', default: 'x'.repeat(5000) } } }),
    );
    expect(field?.defaultValue).toHaveLength(201);
  });
});
