import { expect, it } from 'vitest';
import type { ClusterServiceVersion, Subscription } from '../api/types.ts';
import { dependenciesOf, operatorsUsing } from './users.ts';

const crd = (name: string) => ({ name, version: 'v1', kind: 'Kind' });

interface Parts {
  owned?: string[];
  required?: string[];
  properties?: { type: string; value: unknown }[];
}

function csv(
  name: string,
  { owned = [], required = [], properties = [] }: Parts = {},
): ClusterServiceVersion {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: {
      ...{ namespace: 'ns', name },
      annotations: { 'operatorframework.io/properties': JSON.stringify({ properties }) },
    },
    spec: {
      displayName: name,
      install: { strategy: 'deployment' },
      customresourcedefinitions: { owned: owned.map(crd), required: required.map(crd) },
    },
  };
}

function subscription(installedCSV: string, generated: boolean): Subscription {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata: {
      ...{ namespace: 'ns', name: installedCSV },
      annotations: generated ? { 'olm.generated-by': 'install-1' } : {},
    },
    spec: { name: 'p', source: 's', sourceNamespace: 'n' },
    status: { installedCSV, lastUpdated: '2026-01-01T00:00:00Z' },
  };
}

it('says who brings and who needs a definition', () => {
  const csvs = [csv('a', { owned: ['x.g'] }), csv('b', { required: ['x.g'] }), csv('c', { owned: ['y.g'] })];
  expect(operatorsUsing('x.g', csvs)).toEqual([
    { namespace: 'ns', name: 'a', need: 'owns' },
    { namespace: 'ns', name: 'b', need: 'requires' },
  ]);
});

const needs = csv('needs', { required: ['x.g'] });
const brings = csv('brings', { owned: ['x.g'] });
const byPackage = csv('by-package', {
  properties: [{ type: 'olm.package.required', value: { packageName: 'brings' } }],
});
const named = csv('named', { properties: [{ type: 'olm.package', value: { packageName: 'brings' } }] });
const byApi = csv('by-api', { properties: [{ type: 'olm.gvk.required', value: { group: 'g', kind: 'X' } }] });
const served = csv('served', { properties: [{ type: 'olm.gvk', value: { group: 'g', kind: 'X' } }] });

it.each([
  ['a definition', needs, brings],
  ['a package', byPackage, named],
  ['an API', byApi, served],
])('finds what was brought for its need of %s', (_need, self, other) => {
  const name = other.metadata.name;
  expect(dependenciesOf(self, [other], [subscription(name, true)])).toEqual([other]);
});

it.each([
  ['somebody asked for it', [brings], [subscription('brings', false)]],
  ['it has no Subscription', [brings], []],
  ['another one needs it, too', [brings, csv('too', { required: ['x.g'] })], [subscription('brings', true)]],
  ['nobody needs it', [csv('brings', { owned: ['z.g'] })], [subscription('brings', true)]],
])('leaves out an operator where %s', (_why, others, subscriptions) => {
  expect(dependenciesOf(needs, others, subscriptions)).toEqual([]);
});
