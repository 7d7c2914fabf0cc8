import { describe, expect, it } from 'vitest';
import { jsonMergePatch, strategicPatch } from './strategic-merge.ts';

const pod = (containers: object[], more: object = {}): Record<string, unknown> => ({
  spec: { containers, ...more },
});
const a = { name: 'a', image: 'a:1' };
const b = { name: 'b', image: 'b:1' };

interface Row {
  name: string;
  /** A Pod, if not said otherwise. */
  type?: { apiVersion: string; kind: string };
  original: object;
  modified: object;
  current: object;
  want: object;
}
const POD = { apiVersion: 'v1', kind: 'Pod' };

describe('strategicPatch', () => {
  const rows: Row[] = [
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
      type: { apiVersion: 'v1', kind: 'Service' },
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
      type: { apiVersion: 'apps/v1', kind: 'Deployment' },
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
      type: { apiVersion: 'v1', kind: 'ConfigMap' },
      original: {},
      modified: { data: { env: 'x' } },
      current: { data: { env: 'y' } },
      want: { data: { env: 'x' } },
    },
    {
      name: 'another order of the same containers, one of others between',
      original: pod([a, b]),
      modified: pod([b, a]),
      current: pod([a, { name: 'other' }, b]),
      want: { spec: { '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }] } },
    },
    {
      name: 'tolerations are one value',
      original: pod([a], { tolerations: [{ key: 'x' }, { key: 'y' }] }),
      modified: pod([a], { tolerations: [{ key: 'y' }] }),
      current: pod([a], { tolerations: [{ key: 'x' }, { key: 'y' }] }),
      want: { spec: { tolerations: [{ key: 'y' }] } },
    },
    {
      name: 'the selector of a budget is one value',
      type: { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget' },
      original: { spec: { selector: { matchLabels: { x: '1', y: '1' } } } },
      modified: { spec: { selector: { matchLabels: { x: '1', y: '2' } } } },
      current: { spec: { selector: { matchLabels: { x: '1', y: '1' } } } },
      want: { spec: { selector: { matchLabels: { x: '1', y: '2' } } } },
    },
    {
      name: 'pull secrets have a key in pods, none in accounts',
      type: { apiVersion: 'v1', kind: 'ServiceAccount' },
      original: { imagePullSecrets: [{ name: 'x' }, { name: 'y' }], secrets: [{ name: 'x' }] },
      modified: { imagePullSecrets: [{ name: 'y' }], secrets: [] },
      current: { imagePullSecrets: [{ name: 'x' }, { name: 'y' }], secrets: [{ name: 'x' }] },
      want: {
        imagePullSecrets: [{ name: 'y' }],
        secrets: [{ $patch: 'delete', name: 'x' }],
        '$setElementOrder/secrets': [],
      },
    },
    {
      name: 'conditions of a webhook by name',
      type: { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration' },
      original: { webhooks: [{ name: 'w', matchConditions: [a, b] }] },
      modified: { webhooks: [{ name: 'w', matchConditions: [a] }] },
      current: { webhooks: [{ name: 'w', matchConditions: [a, b] }] },
      want: {
        webhooks: [
          {
            name: 'w',
            matchConditions: [{ $patch: 'delete', name: 'b' }],
            '$setElementOrder/matchConditions': [{ name: 'a' }],
          },
        ],
        '$setElementOrder/webhooks': [{ name: 'w' }],
      },
    },
    {
      name: 'in the pods of a CronJob as in Pods',
      type: { apiVersion: 'batch/v1', kind: 'CronJob' },
      original: {},
      modified: {
        spec: { jobTemplate: { spec: { template: pod([{ ...a, env: [{ name: 'X', value: '2' }] }]) } } },
      },
      current: {
        spec: {
          jobTemplate: {
            spec: { template: pod([{ ...a, env: [{ name: 'X', value: '1' }, { name: 'Y' }] }]) },
          },
        },
      },
      want: {
        spec: {
          jobTemplate: {
            spec: {
              template: {
                spec: {
                  containers: [
                    { name: 'a', env: [{ name: 'X', value: '2' }], '$setElementOrder/env': [{ name: 'X' }] },
                  ],
                  '$setElementOrder/containers': [{ name: 'a' }],
                },
              },
            },
          },
        },
      },
    },
    {
      name: 'custom kinds have no keys, whatever their fields are called',
      type: { apiVersion: 'example.com/v1', kind: 'Pod' },
      original: pod([a, b]),
      modified: pod([a]),
      current: pod([a, b]),
      want: { spec: { containers: [a] } },
    },
  ];
  it.each(rows)('$name', ({ type = POD, original, modified, current, want }) => {
    expect(strategicPatch(original, { ...type, ...modified }, { ...type, ...current })).toEqual(want);
  });
});

it('jsonMergePatch takes every list as one value', () => {
  expect(jsonMergePatch(pod([a, b]), pod([a]), pod([a, b]))).toEqual({ spec: { containers: [a] } });
  expect(jsonMergePatch({ x: 1, y: { z: 1 } }, { y: {} }, { x: 1, y: { z: 1, w: 1 } })).toEqual({
    x: null,
    y: { z: null },
  });
});
