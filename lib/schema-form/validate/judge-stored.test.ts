import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../k8s/object.ts';
import { judgeStored } from './judge-stored.ts';

const schema = (spec: object, more: object = {}): object => ({
  type: 'object',
  properties: { spec: { type: 'object', ...spec } },
  ...more,
});

const object = (spec: unknown, more: object = {}): KubeObject => ({
  apiVersion: 'example.com/v1',
  kind: 'Ticket',
  metadata: { name: 'one', namespace: 'team-a', labels: { a: 'b' }, uid: 'u' },
  spec,
  ...more,
});

const props = (properties: object, required: string[] = []): object => ({ properties, required });

describe('judgeStored', () => {
  const rows: { name: string; schema: object; object: KubeObject; fields?: string[]; lost?: string[] }[] = [
    { name: 'fits', schema: schema(props({ size: { type: 'integer' } })), object: object({ size: 1 }) },
    {
      name: 'a bound that is tighter now',
      schema: schema(props({ size: { type: 'integer', maximum: 3 } })),
      object: object({ size: 4 }),
      fields: ['spec.size: should be less than or equal to 3'],
    },
    {
      name: 'a type that is another now',
      schema: schema(props({ size: { type: 'string' } })),
      object: object({ size: 4 }),
      fields: ['spec.size: must be of type string'],
    },
    {
      name: 'a field that is required now',
      schema: schema(props({ size: { type: 'integer' } }, ['size'])),
      object: object({}),
      fields: ['spec.size: Required value'],
    },
    {
      name: 'a field that is required now, and has a default',
      schema: schema(props({ size: { type: 'integer', default: 1 } }, ['size'])),
      object: object({}),
    },
    {
      name: 'a value that is no option any more',
      schema: schema(props({ mode: { type: 'string', enum: ['a', 'b'] } })),
      object: object({ mode: 'c' }),
      fields: ['spec.mode: must be one of a, b'],
    },
    {
      name: 'several, in lists, too',
      schema: schema(props({ list: { type: 'array', items: { type: 'string', maxLength: 1 } } }, ['other'])),
      object: object({ list: ['a', 'bb'] }),
      fields: ['spec.other: Required value', 'spec.list[1]: should be at most 1 chars long'],
    },
    {
      name: 'fields that the schema does not name any more',
      schema: schema(props({ list: { type: 'array', items: { type: 'object' } } })),
      object: object({ old: 1, list: [{ a: 1 }, { a: 2 }] }),
      lost: ['spec.old', 'spec.list[].a', 'spec.list[].a'],
    },
    {
      name: 'fields that are kept though they are not named',
      schema: schema({ 'x-kubernetes-preserve-unknown-fields': true }),
      object: object({ old: 1 }),
    },
    {
      name: 'the whole status',
      schema: schema({}),
      object: object({}, { status: { phase: 'x' } }),
      lost: ['status'],
    },
    {
      name: 'what every object has, though the schema does not name it',
      schema: schema({}, { required: ['apiVersion', 'kind', 'metadata', 'spec'] }),
      object: object({}),
    },
    {
      name: 'a rule for names',
      schema: {
        type: 'object',
        properties: {
          metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 2 } } },
          spec: { type: 'object' },
        },
      },
      object: object({}),
      fields: ['metadata.name: should be at most 2 chars long'],
    },
    { name: 'no schema at all', schema: {}, object: object({ any: 1 }) },
  ];
  it.each(rows)('$name', ({ schema: given, object: stored, fields = [], lost = [] }) => {
    const verdict = judgeStored(given, stored);
    expect(verdict.fields.map(({ path, message }) => `${path}: ${message}`).sort()).toEqual(
      [...fields].sort(),
    );
    expect(verdict.lost.sort()).toEqual([...lost].sort());
  });

  it('gives the code and the values of each problem, for other languages', () => {
    const { fields } = judgeStored(
      schema(props({ size: { type: 'integer', maximum: 3 } })),
      object({ size: 4 }),
    );
    expect(fields).toMatchObject([{ path: 'spec.size', code: 'atMost' }]);
  });
});
