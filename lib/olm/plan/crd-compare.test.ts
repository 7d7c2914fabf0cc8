import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../k8s/object.ts';
import { compareCrds, crdRefusals, sameSchema } from './crd-compare.ts';

interface Version {
  name: string;
  served?: boolean;
  schema?: object;
}

const crd = (versions: readonly Version[], more: { stored?: string[]; spec?: object } = {}): KubeObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'tickets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Ticket', plural: 'tickets' },
    versions: versions.map(({ name, served = true, schema = { type: 'object' } }) => ({
      name,
      served,
      storage: false,
      schema: { openAPIV3Schema: schema },
    })),
    ...more.spec,
  },
  status: { storedVersions: more.stored ?? ['v1'] },
});

const sized = (rule: object): object => ({
  type: 'object',
  properties: { size: { type: 'integer', ...rule } },
});

describe('compareCrds (OLM 55)', () => {
  const rows: { name: string; before: Version[]; after: Version[]; want: string[] }[] = [
    { name: 'the same schema', before: [{ name: 'v1' }], after: [{ name: 'v1' }], want: [] },
    {
      name: 'a schema that changes',
      before: [{ name: 'v1', schema: sized({}) }],
      after: [{ name: 'v1', schema: sized({ maximum: 3 }) }],
      want: ['v1'],
    },
    {
      name: 'a version that is new',
      before: [{ name: 'v1' }],
      after: [{ name: 'v1' }, { name: 'v2', schema: sized({}) }],
      want: [],
    },
    {
      name: 'a version that is not served any more',
      before: [{ name: 'v1' }],
      after: [{ name: 'v1', served: false, schema: sized({}) }],
      want: [],
    },
    {
      name: 'a version that was not served',
      before: [{ name: 'v1', served: false }],
      after: [{ name: 'v1', schema: sized({}) }],
      want: [],
    },
    {
      name: 'one of two',
      before: [{ name: 'v1' }, { name: 'v2', schema: sized({}) }],
      after: [{ name: 'v2', schema: sized({ minimum: 1 }) }, { name: 'v1' }],
      want: ['v2'],
    },
  ];
  it.each(rows)('looks at the objects of: $name', ({ before, after, want }) => {
    const comparison = compareCrds(crd(before), crd(after));
    expect(comparison?.versions.map(({ resource }) => resource.version)).toEqual(want);
  });

  it('names the resource to list, and its new schema', () => {
    const [version] =
      compareCrds(crd([{ name: 'v1' }]), crd([{ name: 'v1', schema: sized({}) }]))?.versions ?? [];
    expect(version).toEqual({
      resource: { group: 'example.com', version: 'v1', plural: 'tickets', kind: 'Ticket', namespaced: true },
      schema: sized({}),
    });
  });

  it('tells objects that a webhook converts', () => {
    const after = crd([{ name: 'v1' }], { spec: { conversion: { strategy: 'Webhook' } } });
    expect(compareCrds(crd([{ name: 'v1' }]), after)?.byWebhook).toBe(true);
    expect(compareCrds(after, crd([{ name: 'v1' }]))?.byWebhook).toBe(false);
  });
});

describe('crdRefusals', () => {
  const both = [{ name: 'v1alpha1' }, { name: 'v1' }];
  const rows: { name: string; before: KubeObject; after: KubeObject; want: string[] }[] = [
    { name: 'nothing changed', before: crd(both), after: crd(both), want: [] },
    {
      name: '55(b): a stored version goes',
      before: crd(both, { stored: ['v1alpha1', 'v1'] }),
      after: crd([{ name: 'v1' }]),
      want: [
        'risk of data loss updating "tickets.example.com": new CRD removes version v1alpha1 that is listed as a stored version on the existing CRD',
      ],
    },
    {
      name: '55(b): a version goes that nothing is stored in',
      before: crd(both),
      after: crd([{ name: 'v1' }]),
      want: [],
    },
    {
      name: '55(b): a stored version that is not served any more may stay',
      before: crd(both, { stored: ['v1alpha1'] }),
      after: crd([{ name: 'v1alpha1', served: false }, { name: 'v1' }]),
      want: [],
    },
    {
      name: 'the scope changes',
      before: crd(both),
      after: crd(both, { spec: { scope: 'Cluster' } }),
      want: [
        'error updating "tickets.example.com": new CRD changes the scope from Namespaced to Cluster, which the API server does not allow',
      ],
    },
    {
      name: 'the kind changes',
      before: crd(both),
      after: crd(both, { spec: { names: { kind: 'Card', plural: 'tickets' } } }),
      want: [
        'error updating "tickets.example.com": new CRD changes the kind from Ticket to Card, which the API server does not allow',
      ],
    },
  ];
  it.each(rows)('$name', ({ before, after, want }) => {
    expect(crdRefusals(before, after).map(({ message }) => message)).toEqual(want);
  });
});

describe('sameSchema', () => {
  const rows: { name: string; a: object; b: object; want: boolean }[] = [
    { name: 'words', a: { type: 'string', description: 'a' }, b: { type: 'string', title: 'b' }, want: true },
    {
      name: 'what is empty',
      a: { type: 'object', required: [], properties: {} },
      b: { type: 'object' },
      want: true,
    },
    { name: 'what holds anyway', a: { nullable: false }, b: {}, want: true },
    {
      name: 'the order of keys',
      a: sized({ minimum: 1, maximum: 2 }),
      b: sized({ maximum: 2, minimum: 1 }),
      want: true,
    },
    {
      name: 'the order of required names',
      a: { required: ['a', 'b'] },
      b: { required: ['b', 'a'] },
      want: true,
    },
    {
      name: 'a field called description',
      a: { properties: { description: { type: 'string' } } },
      b: { properties: {} },
      want: false,
    },
    { name: 'a field without a schema', a: { properties: { any: {} } }, b: { properties: {} }, want: false },
    {
      name: 'words of a field',
      a: { properties: { a: { description: 'x' } } },
      b: { properties: { a: {} } },
      want: true,
    },
    { name: 'a default of false', a: { default: false }, b: {}, want: false },
    {
      name: 'a default with words in it',
      a: { default: { title: 'a' } },
      b: { default: { title: 'b' } },
      want: false,
    },
    { name: 'a closed map', a: { additionalProperties: false }, b: {}, want: false },
    { name: 'a bound of zero', a: { minimum: 0 }, b: {}, want: false },
    { name: 'items', a: { items: { type: 'string' } }, b: { items: { type: 'integer' } }, want: false },
    {
      name: 'a branch',
      a: { anyOf: [{ required: ['a'] }] },
      b: { anyOf: [{ required: ['b'] }] },
      want: false,
    },
    {
      name: 'a rule in CEL',
      a: { 'x-kubernetes-validations': [{ rule: 'self > 1' }] },
      b: { 'x-kubernetes-validations': [{ rule: 'self > 2' }] },
      want: false,
    },
    {
      name: 'fields that are kept',
      a: { 'x-kubernetes-preserve-unknown-fields': true },
      b: {},
      want: false,
    },
  ];
  it.each(rows)('$name: $want', ({ a, b, want }) => {
    expect(sameSchema(a, b)).toBe(want);
    expect(sameSchema(b, a)).toBe(want);
  });
});
