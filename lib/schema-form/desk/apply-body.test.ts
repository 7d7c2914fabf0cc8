import { expect, it } from 'vitest';
import { applyBody, leaveOut } from './apply-body.ts';
import type { Path } from '../schema/path.ts';
import { fieldOf } from '../schema/schema.ts';

const schema = fieldOf({
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: { type: 'integer' },
        plain: { type: 'array', items: { type: 'string' } },
        tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        whole: {
          type: 'object',
          'x-kubernetes-map-type': 'atomic',
          additionalProperties: { type: 'string' },
        },
        ports: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['port', 'protocol'],
          items: { type: 'object', properties: { port: { type: 'integer' }, name: { type: 'string' } } },
        },
      },
    },
  },
});

interface Case {
  readonly base: object;
  readonly mine: object;
  readonly owned?: object;
  readonly want: object | undefined;
}

const tcp = { port: 80, protocol: 'TCP' };
const udp = { port: 80, protocol: 'UDP' };

it.each<[string, Case]>([
  ['nothing when nothing changed', { base: { size: 1 }, mine: { size: 1 }, want: undefined }],
  [
    'only what changed',
    { base: { size: 1, plain: ['a'] }, mine: { size: 2, plain: ['a'] }, want: { size: 2 } },
  ],
  [
    'what was applied before stays in',
    {
      base: { size: 1, plain: ['a'] },
      mine: { size: 1, plain: ['b'] },
      owned: { size: 1 },
      want: { size: 1, plain: ['b'] },
    },
  ],
  [
    'what is taken out goes, even when it was applied before',
    { base: { size: 1, plain: ['a'] }, mine: { plain: ['a'] }, owned: { size: 1 }, want: undefined },
  ],
  [
    'a plain list is one value',
    { base: { plain: ['a'] }, mine: { plain: ['a', 'b'] }, want: { plain: ['a', 'b'] } },
  ],
  ['of a set what is new', { base: { tags: ['a'] }, mine: { tags: ['a', 'b'] }, want: { tags: ['b'] } }],
  [
    'of a set what is new and what was applied',
    {
      base: { tags: ['a', 'c'] },
      mine: { tags: ['a', 'b', 'c'] },
      owned: { tags: ['c'] },
      want: { tags: ['b', 'c'] },
    },
  ],
  [
    'an atomic map whole',
    {
      base: { whole: { a: '1', b: '2' } },
      mine: { whole: { a: '3', b: '2' } },
      want: { whole: { a: '3', b: '2' } },
    },
  ],
  [
    'items by all their keys',
    {
      base: {
        ports: [
          { ...tcp, name: 'a' },
          { ...udp, name: 'b' },
        ],
      },
      mine: {
        ports: [
          { ...tcp, name: 'a' },
          { ...udp, name: 'c' },
        ],
      },
      want: { ports: [{ ...udp, name: 'c' }] },
    },
  ],
  [
    'new items whole',
    {
      base: { ports: [tcp] },
      mine: { ports: [tcp, { port: 81, name: 'x' }] },
      want: { ports: [{ port: 81, name: 'x' }] },
    },
  ],
  [
    'untyped data by field',
    { base: { odd: { a: 1, b: 2 } }, mine: { odd: { a: 1, b: 3 } }, want: { odd: { b: 3 } } },
  ],
])('sends %s', (_name, { base, mine, owned, want }) => {
  const body = applyBody(schema, {
    base: { spec: base },
    mine: { spec: mine },
    owned: owned && { spec: owned },
  });
  expect(body).toEqual(want && { spec: want });
});

it('merges finalizers, of which no schema speaks', () => {
  const object = (finalizers: string[]): object => ({ metadata: { finalizers } });
  const sides = { base: object(['a']), mine: object(['a', 'b']), owned: undefined };
  expect(applyBody(schema, sides)).toEqual(object(['b']));
});

it.each<[string, object, Path[], unknown]>([
  ['a field', { spec: { a: 1, b: 2 } }, [['spec', 'a']], { spec: { b: 2 } }],
  [
    'with the parents it leaves empty',
    { kind: 'A', spec: { a: { b: 2 } } },
    [['spec', 'a', 'b']],
    { kind: 'A' },
  ],
  [
    'items from the end',
    { l: ['a', 'b', 'c'] },
    [
      ['l', 0],
      ['l', 1],
    ],
    { l: ['c'] },
  ],
  ['nothing that is not there', { spec: { a: 1 } }, [['spec', 'x', 'y']], { spec: { a: 1 } }],
])('leaves out %s', (_name, body, paths, want) => {
  expect(leaveOut(body, paths)).toEqual(want);
});
