import { describe, expect, it } from 'vitest';
import { jsonMergePatch, strategicPatch } from './strategic-merge.ts';

const pod = (containers: object[], more: object = {}): Record<string, unknown> => ({
  spec: { containers, ...more },
});
const a = { name: 'a', image: 'a:1' };
const b = { name: 'b', image: 'b:1' };

describe('strategicPatch', () => {
  const rows = [
    {
      name: 'nothing to do',
      original: pod([a]),
      modified: pod([a]),
      current: pod([{ ...a, pull: 'Always' }]),
      want: {},
    },
    {
      name: 'one field of one container',
      original: pod([a, b]),
      modified: pod([a, { ...b, image: 'b:2' }]),
      current: pod([a, b]),
      want: {
        spec: {
          containers: [{ name: 'b', image: 'b:2' }],
          '$setElementOrder/containers': [{ name: 'a' }, { name: 'b' }],
        },
      },
    },
    {
      name: 'a container goes',
      original: pod([a, b]),
      modified: pod([a]),
      current: pod([a, b]),
      want: {
        spec: {
          containers: [{ $patch: 'delete', name: 'b' }],
          '$setElementOrder/containers': [{ name: 'a' }],
        },
      },
    },
    {
      name: 'what others added stays',
      original: pod([a]),
      modified: pod([a]),
      current: pod([a, b]),
      want: {},
    },
    {
      name: 'a field goes',
      original: { spec: { x: 1, y: 1 } },
      modified: { spec: { x: 1 } },
      current: { spec: { x: 1, y: 1, z: 1 } },
      want: { spec: { y: null } },
    },
    {
      name: 'what is gone already is not asked for',
      original: { spec: { y: 1 } },
      modified: { spec: {} },
      current: { spec: {} },
      want: {},
    },
    {
      name: 'lists without a key are one value',
      original: {},
      modified: { spec: { args: ['b'] } },
      current: { spec: { args: ['a'] } },
      want: { spec: { args: ['b'] } },
    },
    {
      name: 'ports of Services by port',
      original: {},
      modified: { spec: { ports: [{ port: 1, name: 'n' }] } },
      current: { spec: { ports: [{ port: 1, nodePort: 3 }] } },
      want: { spec: { ports: [{ port: 1, name: 'n' }], '$setElementOrder/ports': [{ port: 1 }] } },
    },
    {
      name: 'one port of two protocols is no key',
      original: {},
      modified: pod([{ ...a, ports: [{ containerPort: 1 }, { containerPort: 1, protocol: 'UDP' }] }]),
      current: pod([{ ...a, ports: [{ containerPort: 2 }] }]),
      want: {
        spec: {
          containers: [
            {
              name: 'a',
              ports: [{ containerPort: 1 }, { containerPort: 1, protocol: 'UDP' }, { $patch: 'replace' }],
            },
          ],
          '$setElementOrder/containers': [{ name: 'a' }],
        },
      },
    },
    {
      name: 'a strategy keeps only what is asked for',
      original: { spec: { strategy: { type: 'RollingUpdate' } } },
      modified: { spec: { strategy: { type: 'Recreate' } } },
      current: { spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } } },
      want: { spec: { strategy: { type: 'Recreate', $retainKeys: ['type'] } } },
    },
    {
      name: 'finalizers of ours go, those of others stay',
      original: { metadata: { finalizers: ['a/a'] } },
      modified: { metadata: { finalizers: ['b/b'] } },
      current: { metadata: { finalizers: ['a/a', 'c/c'] } },
      want: { metadata: { finalizers: ['b/b'], '$deleteFromPrimitiveList/finalizers': ['a/a'] } },
    },
    {
      name: 'data may be called like a list with a key',
      original: {},
      modified: { data: { env: 'x' } },
      current: { data: { env: 'y' } },
      want: { data: { env: 'x' } },
    },
  ];
  it.each(rows)('$name', ({ original, modified, current, want }) => {
    expect(strategicPatch(original, modified, current)).toEqual(want);
  });
});

it('jsonMergePatch takes every list as one value', () => {
  expect(jsonMergePatch(pod([a, b]), pod([a]), pod([a, b]))).toEqual({ spec: { containers: [a] } });
  expect(jsonMergePatch({ x: 1, y: { z: 1 } }, { y: {} }, { x: 1, y: { z: 1, w: 1 } })).toEqual({
    x: null,
    y: { z: null },
  });
});
