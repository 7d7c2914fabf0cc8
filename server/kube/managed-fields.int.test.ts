/** What a real API server remembers of who set what, and how it refuses to take fields from others. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyConflicts, pathInObject } from '#lib/k8s/apply-conflict.ts';
import { appliedPart, ownersOf, readOwnership } from '#lib/k8s/managed-fields.ts';
import type { FieldPath } from '#lib/k8s/managed-fields.ts';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { eventually } from '#local/testing/eventually.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { createClient } from './client.ts';
import { loadConfig } from './config.ts';
import { KubeError } from './errors.ts';
import { closeConnections } from './transport.ts';

const id = randomUUID().slice(0, 8);
const namespace = `managed-${id}`;
const group = `managed-${id}.example.com`;
const widgets: Resource = { group, version: 'v1', plural: 'widgets', kind: 'Widget', namespaced: true };
const config = loadConfig({ kubeconfig: sharedTestCluster().kubeconfig });
const client = createClient(config);

const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: { type: 'integer' },
        mode: { type: 'string', default: 'auto' },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        plain: { type: 'array', items: { type: 'string' } },
        ports: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['port'],
          items: {
            type: 'object',
            required: ['port'],
            properties: { port: { type: 'integer' }, name: { type: 'string' } },
          },
        },
      },
    },
  },
};

beforeAll(async () => {
  await client.create(resources.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace },
  });
  await client.create(resources.customResourceDefinitions, {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  });
  await eventually(() => client.list(widgets, { namespace }));
});

afterAll(async () => {
  await client.delete(resources.customResourceDefinitions, { name: `widgets.${group}` });
  await closeConnections(config);
});

function widget(name: string, spec: object): KubeObject {
  return { apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name, namespace }, spec };
}

function managers(object: KubeObject, path: FieldPath): string[] {
  const ownership = readOwnership(object.metadata.managedFields);
  return ownersOf(ownership, object, path).map((owner) => `${owner.manager} ${owner.operation}`);
}

it('knows who set what', async () => {
  await client.create(
    widgets,
    widget('a', { size: 1, ports: [{ port: 80, name: 'http' }], plain: ['x'], labels: { 'a.b/c': '1' } }),
    { fieldManager: 'kubectl-create' },
  );
  const mine = widget('a', { size: 1, ports: [{ port: 81, name: 'dns' }] });
  const object = await client.apply(widgets, mine, { fieldManager: 'capstan-console', force: false });
  expect(managers(object, ['spec', 'size'])).toEqual(['capstan-console Apply', 'kubectl-create Update']);
  expect(managers(object, ['spec', 'plain', 0])).toEqual(['kubectl-create Update']);
  expect(managers(object, ['spec', 'labels', 'a.b/c'])).toEqual(['kubectl-create Update']);
  expect(managers(object, ['spec', 'ports', 0, 'name'])).toEqual(['kubectl-create Update']);
  expect(managers(object, ['spec', 'ports', 1, 'name'])).toEqual(['capstan-console Apply']);
  expect(appliedPart(object, object.metadata.managedFields, 'capstan-console')).toEqual({
    spec: { size: 1, ports: [{ port: 81, name: 'dns' }] },
  });
});

it('records a default under whoever wrote in full, and under nobody who applied', async () => {
  const written = await client.create(widgets, widget('b', { size: 1 }), { fieldManager: 'kubectl-create' });
  expect(written['spec']).toEqual({ size: 1, mode: 'auto' });
  expect(managers(written, ['spec', 'mode'])).toEqual(['kubectl-create Update']);
  const applied = await client.apply(widgets, widget('c', { size: 1 }), { fieldManager: 'kubectl' });
  expect(applied['spec']).toEqual({ size: 1, mode: 'auto' });
  expect(managers(applied, ['spec', 'mode'])).toEqual([]);
});

it('names the fields and the managers an apply would take from', async () => {
  const spec = { size: 1, labels: { 'a.b/c': '1' }, ports: [{ port: 80, name: 'http' }] };
  const object = await client.create(widgets, widget('d', spec), { fieldManager: 'kubectl-create' });
  const wanted = widget('d', { size: 2, labels: { 'a.b/c': '2' }, ports: [{ port: 80, name: 'web' }] });
  const refused = await client.apply(widgets, wanted, { fieldManager: 'capstan-console', force: false }).then(
    () => undefined,
    (error: unknown) => error,
  );
  const conflicts = applyConflicts(refused instanceof KubeError ? refused.causes : []);
  expect(conflicts.map(({ owner }) => owner.manager)).toEqual(Array(3).fill('kubectl-create'));
  expect(conflicts.map(({ path }) => pathInObject(path, object))).toEqual([
    ['spec', 'size'],
    ['spec', 'labels', 'a.b/c'],
    ['spec', 'ports', 0, 'name'],
  ]);
  const forced = await client.apply(widgets, wanted, { fieldManager: 'capstan-console', force: true });
  expect(managers(forced, ['spec', 'size'])).toEqual(['capstan-console Apply']);
});

it('does not make anew, under its name, what was deleted meanwhile', async () => {
  const object = await client.create(widgets, widget('e', { size: 1 }));
  await client.delete(widgets, { name: 'e', namespace });
  const { uid = '' } = object.metadata;
  const wanted = { ...widget('e', { size: 2 }), metadata: { name: 'e', namespace, uid } };
  await expect(client.apply(widgets, wanted, { fieldManager: 'capstan-console' })).rejects.toMatchObject({
    kind: 'conflict',
  });
});
