import { describe, expect, it } from 'vitest';
import { fieldOf } from '../schema/schema.ts';
import { validate } from './validate.ts';
import { told } from '../../testing/problems.ts';

interface Row {
  name: string;
  schema: unknown;
  value: unknown;
  want: string[];
}

const rows: Row[] = [
  { name: 'maximum', schema: { type: 'integer', maximum: 10 }, value: 11, want: ['atMost 10'] },
  { name: 'maximum met', schema: { type: 'integer', maximum: 10 }, value: 10, want: [] },
  { name: 'minimum', schema: { type: 'integer', minimum: 1 }, value: 0, want: ['atLeast 1'] },
  {
    name: 'exclusive maximum',
    schema: { type: 'number', maximum: 1, exclusiveMaximum: true },
    value: 1,
    want: ['lessThan 1'],
  },
  {
    name: 'exclusive minimum',
    schema: { type: 'number', minimum: 0, exclusiveMinimum: true },
    value: 0,
    want: ['moreThan 0'],
  },
  { name: 'multiple of a fraction', schema: { type: 'number', multipleOf: 0.1 }, value: 0.3, want: [] },
  {
    name: 'not a multiple',
    schema: { type: 'integer', multipleOf: 5 },
    value: 7,
    want: ['multipleOf 5'],
  },
  { name: 'text for a number', schema: { type: 'integer' }, value: '3', want: ['integer'] },
  {
    name: 'fraction for an integer',
    schema: { type: 'integer' },
    value: 1.5,
    want: ['integer'],
  },
  {
    name: 'number for text',
    schema: { type: 'string' },
    value: 3,
    want: ['string'],
  },
  {
    name: 'int32',
    schema: { type: 'integer', format: 'int32' },
    value: 2 ** 31,
    want: ['tooLarge 32'],
  },
  {
    name: 'int64 beyond exact numbers',
    schema: { type: 'integer', format: 'int64' },
    value: 9007199254740993n,
    want: [],
  },
  { name: 'enum', schema: { type: 'string', enum: ['a', 'b'] }, value: 'c', want: ['options a, b'] },
  { name: 'length counts characters', schema: { type: 'string', maxLength: 2 }, value: '🎫🎫', want: [] },
  { name: 'empty text', schema: { type: 'string', minLength: 1 }, value: '', want: ['notEmpty'] },
  {
    name: 'pattern',
    schema: { type: 'string', pattern: '^[A-Z]{3}$' },
    value: 'lis',
    want: ['pattern ^[A-Z]{3}$'],
  },
  { name: 'Go flags in a pattern', schema: { type: 'string', pattern: '(?i)^abc$' }, value: 'ABC', want: [] },
  {
    name: 'a pattern JavaScript cannot read is left to the server',
    schema: { type: 'string', pattern: '[[:alpha:' },
    value: '1',
    want: [],
  },
  {
    name: 'int-or-string takes both',
    schema: { 'x-kubernetes-int-or-string': true },
    value: '50%',
    want: [],
  },
  {
    name: 'int-or-string takes no list',
    schema: { 'x-kubernetes-int-or-string': true },
    value: [],
    want: ['intOrString'],
  },
  {
    name: 'null where it is not allowed',
    schema: { type: 'string' },
    value: null,
    want: ['noValue'],
  },
  { name: 'null where it is', schema: { type: 'string', nullable: true }, value: null, want: [] },
  {
    name: 'null is the default where there is one, else nothing',
    schema: {
      type: 'object',
      required: ['a', 'b', 'c'],
      properties: { a: { type: 'string', default: 'x' }, b: { type: 'string' }, c: { nullable: true } },
    },
    value: { a: null, b: null, c: null },
    want: ['b required'],
  },
  {
    name: 'date-time',
    schema: { type: 'string', format: 'date-time' },
    value: 'tomorrow',
    want: ['dateTime'],
  },
  { name: 'duration', schema: { type: 'string', format: 'duration' }, value: '1h30m', want: [] },
  { name: 'items', schema: { type: 'array', minItems: 1 }, value: [], want: ['minItems 1'] },
  {
    name: 'set',
    schema: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    value: ['a', 'a'],
    want: ['[1] duplicate'],
  },
  {
    name: 'list map keys, with a default',
    schema: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['port', 'protocol'],
      items: {
        type: 'object',
        properties: { port: { type: 'integer' }, protocol: { type: 'string', default: 'TCP' } },
      },
    },
    value: [{ port: 1 }, { port: 1, protocol: 'TCP' }],
    want: ['[1] sameKeys port,protocol'],
  },
  {
    name: 'required',
    schema: { type: 'object', required: ['a'], properties: { a: {} } },
    value: {},
    want: ['a required'],
  },
  {
    name: 'required with a default',
    schema: { type: 'object', required: ['a'], properties: { a: { default: 1 } } },
    value: {},
    want: [],
  },
  {
    name: 'an unknown field, with what was meant',
    schema: { type: 'object', properties: { replicas: { type: 'integer' } } },
    value: { replica: 1 },
    want: ['replica misspelt replicas'],
  },
  {
    name: 'unknown fields where they are kept',
    schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { a: {} } },
    value: { b: 1 },
    want: [],
  },
  {
    name: 'map values',
    schema: { type: 'object', additionalProperties: { type: 'string' } },
    value: { 'a.b/c': 1 },
    want: ['["a.b/c"] string'],
  },
  {
    name: 'oneOf',
    schema: {
      type: 'object',
      properties: { a: {}, b: {} },
      oneOf: [{ required: ['a'] }, { required: ['b'] }],
    },
    value: { a: 1, b: 2 },
    want: ['oneOf a, b'],
  },
  {
    name: '__proto__ is no field of everything',
    schema: { type: 'object', properties: { a: {} } },
    value: JSON.parse('{"__proto__": {"x": 1}}'),
    want: ['__proto__ unknownField'],
  },
  {
    name: 'nonsense for a schema',
    schema: { type: 'string, quote', properties: 7, items: 'x', required: 'y', enum: {}, pattern: '(' },
    value: 'a',
    want: [],
  },
  { name: 'null for a schema', schema: null, value: { a: 1 }, want: [] },
];

describe('validate', () => {
  it.each(rows)('$name', ({ schema, value, want }) => {
    const found = validate(fieldOf(schema), value).map((error) => {
      const at = error.path.map((step) =>
        typeof step === 'number' ? `[${step}]` : /[./]/.test(step) ? `["${step}"]` : step,
      );
      return [at.join('.'), told(error.problem)].filter((part) => part !== '').join(' ');
    });
    expect(found).toEqual(want);
  });
});
