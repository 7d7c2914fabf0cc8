import { describe, expect, it } from 'vitest';
import { rowOf, trimForList } from './list-trim.ts';

const base = { apiVersion: 'x/v1', kind: 'X' };

describe('trimForList', () => {
  it.each([
    {
      name: 'bookkeeping of any object',
      resource: { group: 'apps', plural: 'deployments' },
      given: {
        metadata: {
          name: 'a',
          managedFields: [{}],
          annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}', mine: '1' },
        },
        spec: { icon: 'kept' },
      },
      want: { metadata: { name: 'a', annotations: { mine: '1' } }, spec: { icon: 'kept' } },
    },
    {
      name: 'the bulk of a CSV, and nothing that lists show',
      resource: { group: 'operators.coreos.com', plural: 'clusterserviceversions' },
      given: {
        metadata: { name: 'a', annotations: { 'alm-examples': '[]', 'olm.targetNamespaces': 'a,b' } },
        spec: {
          displayName: 'Tickets',
          icon: [{}],
          description: 'long',
          install: { strategy: 'deployment', spec: { deployments: [] } },
          customresourcedefinitions: {
            owned: [{ name: 'a', description: 'kept', specDescriptors: [{}] }, 'strange'],
          },
        },
        status: { phase: 'Succeeded', requirementStatus: [{ status: 'Present', dependents: [{}] }] },
      },
      want: {
        metadata: { name: 'a', annotations: { 'olm.targetNamespaces': 'a,b' } },
        spec: {
          displayName: 'Tickets',
          install: { strategy: 'deployment' },
          customresourcedefinitions: { owned: [{ name: 'a', description: 'kept' }, 'strange'] },
        },
        status: { phase: 'Succeeded', requirementStatus: [{ status: 'Present' }] },
      },
    },
    {
      name: 'the manifests in an InstallPlan',
      resource: { group: 'operators.coreos.com', plural: 'installplans' },
      given: {
        metadata: { name: 'a' },
        status: { plan: [{ status: 'Created', resource: { kind: 'A', manifest: '{}' } }] },
      },
      want: { metadata: { name: 'a' }, status: { plan: [{ status: 'Created', resource: { kind: 'A' } }] } },
    },
    {
      name: 'what is in a Secret',
      resource: { group: '', plural: 'secrets' },
      given: { metadata: { name: 'a' }, data: { p: 'x' }, stringData: { p: 'x' }, type: 'Opaque' },
      want: { metadata: { name: 'a' }, type: 'Opaque' },
    },
  ])('leaves out $name', ({ resource, given, want }) => {
    const before = structuredClone(given);
    expect(trimForList(resource, { ...base, ...given })).toEqual({ ...base, ...want });
    expect(given).toEqual(before);
  });

  it('gives back the object that has nothing to leave out', () => {
    const object = { ...base, metadata: { name: 'a', annotations: { x: '1' } }, spec: {} };
    expect(trimForList({ group: 'operators.coreos.com', plural: 'clusterserviceversions' }, object)).toBe(
      object,
    );
  });
});

describe('rowOf', () => {
  const object = {
    ...base,
    metadata: { name: 'a', managedFields: [] },
    cells: ['a', 'y'.repeat(2_000), 3, null],
    spec: { secret: 'not asked for' },
    status: { phase: 'Ready', last: '2026-01-01T00:00:00Z', conditions: [{ type: 'Ready', status: 'True' }] },
  };

  it('has what was asked for, at its place', () => {
    expect(rowOf(object, ['status.phase', 'status.conditions', 'status.none', 'spec.none.deep'])).toEqual({
      ...base,
      metadata: { name: 'a' },
      cells: ['a', `${'y'.repeat(1_000)}…`, 3, null],
      spec: {},
      status: { phase: 'Ready', conditions: [{ type: 'Ready', status: 'True' }] },
    });
  });

  it.each(['__proto__.polluted', 'constructor.prototype.polluted', 'status.phase.length'])(
    'takes "%s" as a name like any other',
    (field) => {
      const row = rowOf(object, [field]);
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
      expect(JSON.stringify(row)).not.toContain('polluted');
    },
  );

  it('tells what there is where everything is asked for', () => {
    const { status } = rowOf(object, ['status.*', 'status.conditions', 'spec.*']);
    expect(status).toEqual({ ...object.status, conditions: object.status.conditions });
    expect(rowOf(object, ['status.*'])['status']).toMatchObject({ phase: 'Ready', conditions: null });
  });

  it('keeps its identity whatever is asked for', () => {
    expect(rowOf(object, ['metadata.name', 'kind', 'cells'])).toMatchObject({
      ...base,
      metadata: { name: 'a' },
    });
  });
});
