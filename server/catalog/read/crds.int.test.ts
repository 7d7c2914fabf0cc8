/** Our CRDs on a real API server: what they keep, and what they refuse. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { convertCrdV1beta1 } from '#lib/k8s/crd-v1beta1.ts';
import { resources } from '#lib/k8s/resources.ts';
import { olmCrds } from '#lib/olm/api/crds/index.ts';
import { at, items } from '#lib/base/loose.ts';
import { eventually } from '#local/testing/eventually.ts';
import { extract, sharedData } from '#local/testing/shared-data.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { KubeError } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { createDirectoryStore } from '../testing/directory-store.ts';
import { isCsvManifest } from './manifests.ts';

const namespace = `crds-${randomUUID().slice(0, 8)}`;
const bundles = sharedData('bundles-visible.tar.gz');
let client: KubeClient;

beforeAll(async () => {
  client = createClient(loadConfig({ kubeconfig: sharedTestCluster().kubeconfig }));
  await client.create(resources.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace },
  });
  for (const crd of olmCrds) {
    await client.apply(resources.customResourceDefinitions, crd, { fieldManager: 'capstan-test' });
  }
  for (const crd of olmCrds) {
    await established(crd);
  }
});

async function established(crd: KubeObject): Promise<void> {
  await eventually(async () => {
    const found = await client.get(resources.customResourceDefinitions, { name: crd.metadata.name });
    const conditions = items(at(found, 'status', 'conditions'));
    expect(conditions.find((condition) => at(condition, 'type') === 'Established')).toMatchObject({
      status: 'True',
    });
    expect(conditions.find((condition) => at(condition, 'type') === 'NonStructuralSchema')).toBeUndefined();
  });
}

function anObject(resource: Resource, name: string, fields: Record<string, unknown>): KubeObject {
  return {
    apiVersion: `${resource.group}/${resource.version}`,
    kind: resource.kind,
    metadata: { name, ...(resource.namespaced ? { namespace } : {}) },
    ...fields,
  };
}

describe.skipIf(bundles === undefined)('every real CSV', () => {
  it('comes back from the API server as it was written', async () => {
    await using directory = await extract(bundles ?? '');
    const store = await createDirectoryStore([{ name: 'x', directory: directory.path }], { namespace: 'x' });
    store.stop();
    const digests = store
      .list()
      .flatMap(({ packages }) => [...packages.values()])
      .flatMap((pkg) => Object.values(pkg.bundles))
      .map(({ digest }) => digest ?? '');
    expect(digests).toHaveLength(20);
    for (const digest of digests) {
      const csv = (await store.content(digest))?.objects.find(isCsvManifest);
      if (csv === undefined) throw new Error(`${digest} has no CSV`);
      const object: KubeObject = { ...csv, metadata: { ...csv.metadata, namespace } };
      delete object['status'];
      await client.create(resources.clusterServiceVersions, object, { fieldValidation: 'Strict' });
      const read = await client.get(resources.clusterServiceVersions, {
        namespace,
        name: csv.metadata.name,
      });
      expect(read['spec']).toEqual(csv['spec']);
      expect(read.metadata.annotations).toEqual(csv.metadata.annotations);
    }
  });
});

describe('a good object of each kind', () => {
  const condition = {
    type: 'Upgradeable',
    status: 'False',
    reason: 'Busy',
    message: '',
    lastTransitionTime: '2024-01-01T00:00:00Z',
  };
  it.each([
    [
      resources.catalogSources,
      {
        spec: {
          sourceType: 'grpc',
          address: 'directory:x',
          updateStrategy: { registryPoll: { interval: '10m' } },
        },
      },
    ],
    // OLM 1: an unknown source type is reported in the status, not refused.
    [resources.catalogSources, { spec: { sourceType: 'carrier-pigeon' } }],
    [
      resources.subscriptions,
      {
        spec: {
          source: 'c',
          sourceNamespace: 'n',
          name: 'p',
          config: {
            env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'x' } } }],
            affinity: {},
            resources: { limits: { cpu: 1 } },
          },
        },
      },
    ],
    [
      resources.installPlans,
      { spec: { approval: 'Manual', approved: false, clusterServiceVersionNames: ['x'], generation: 1 } },
    ],
    [resources.operatorGroups, {}],
    [resources.operatorGroups, { spec: { targetNamespaces: [''], upgradeStrategy: 'Default' } }],
    [
      resources.operatorConditions,
      {
        spec: { conditions: [condition], overrides: [condition], deployments: ['d'], serviceAccounts: ['s'] },
      },
    ],
    [
      resources.olmConfigs,
      { spec: { features: { disableCopiedCSVs: true, packageServerSyncInterval: '1h30m' } } },
    ],
    [resources.operators, { spec: {} }],
  ])('%# $kind is accepted and kept', async (resource, fields) => {
    const object = anObject(resource, `good-${randomUUID().slice(0, 8)}`, fields);
    const created = await client.create(resource, object, { fieldValidation: 'Strict', dryRun: true });
    expect(created['spec']).toEqual(object['spec']);
  });
});

describe('a bad object is refused with the path of the field', () => {
  const install = { strategy: 'deployment', spec: { deployments: [] } };
  it.each([
    [
      resources.subscriptions,
      { spec: { source: 'c', sourceNamespace: 'n', name: 'p', installPlanApproval: 'maybe' } },
      'spec.installPlanApproval',
    ],
    [resources.subscriptions, { spec: { source: 'c', sourceNamespace: 'n' } }, 'spec.name'],
    [resources.subscriptions, { spec: { source: 'c', sourceNamespace: 'n', name: '' } }, 'spec.name'],
    [resources.subscriptions, {}, 'spec'],
    [
      resources.installPlans,
      { spec: { approval: 'maybe', approved: true, clusterServiceVersionNames: [] } },
      'spec.approval',
    ],
    [
      resources.installPlans,
      { spec: { approval: 'Manual', clusterServiceVersionNames: [] } },
      'spec.approved',
    ],
    [resources.catalogSources, { spec: {} }, 'spec.sourceType'],
    [resources.catalogSources, { spec: { sourceType: 'grpc', priority: 'high' } }, 'spec.priority'],
    [resources.operatorGroups, { spec: { upgradeStrategy: 'Hope' } }, 'spec.upgradeStrategy'],
    [resources.operatorGroups, { spec: { targetNamespaces: ['a', 'a'] } }, 'spec.targetNamespaces[1]'],
    [
      resources.operatorConditions,
      {
        spec: {
          conditions: [{ type: 'x', status: 'Maybe', reason: 'R', message: '', lastTransitionTime: 'x' }],
        },
      },
      'spec.conditions[0].status',
    ],
    [
      resources.olmConfigs,
      { spec: { features: { packageServerSyncInterval: 'often' } } },
      'spec.features.packageServerSyncInterval',
    ],
    [resources.clusterServiceVersions, { spec: { install } }, 'spec.displayName'],
    [
      resources.clusterServiceVersions,
      { spec: { displayName: 'x', install: { strategy: 'deployment', spec: {} } } },
      'spec.install.spec.deployments',
    ],
    [
      resources.clusterServiceVersions,
      { spec: { displayName: 'x', install, installModes: [{ type: 'Sideways', supported: true }] } },
      'spec.installModes[0].type',
    ],
    [resources.clusterServiceVersions, { spec: { displayName: 7, install } }, 'spec.displayName'],
  ])('%# $kind', async (resource, fields, field) => {
    const object = anObject(resource, `bad-${randomUUID().slice(0, 8)}`, fields);
    const refusal: unknown = await client.create(resource, object).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(KubeError);
    expect(refusal).toMatchObject({ kind: 'invalid' });
    expect(refusal instanceof Error ? refusal.message : '').toContain(field);
  });
});

it('an old CRD, converted, is established with a structural schema', async () => {
  const group = `${namespace}.example.com`;
  const old: KubeObject = {
    apiVersion: 'apiextensions.k8s.io/v1beta1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `things.${group}` },
    spec: {
      group,
      names: { kind: 'Thing', listKind: 'ThingList', plural: 'things', singular: 'thing' },
      scope: 'Namespaced',
      version: 'v1beta2',
      subresources: { status: {} },
      additionalPrinterColumns: [{ name: 'Size', type: 'integer', JSONPath: '.spec.size' }],
      validation: {
        openAPIV3Schema: {
          properties: {
            metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 9 } } },
            spec: {
              required: ['size'],
              properties: {
                size: { type: 'integer', minimum: 1 },
                port: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
                labels: { additionalProperties: { type: 'string' }, type: 'object' },
                pods: { type: 'array', items: { properties: { template: { type: 'object' } } } },
                either: {
                  oneOf: [
                    { type: 'object', required: ['a'] },
                    { type: 'object', required: ['b'] },
                  ],
                },
                free: {},
              },
            },
          },
        },
      },
    },
  };
  const converted = convertCrdV1beta1(old);
  const crd = converted.ok ? converted.crd : old;
  try {
    await client.create(resources.customResourceDefinitions, crd, { fieldValidation: 'Strict' });
    await established(crd);
    const thing: Resource = { group, version: 'v1beta2', plural: 'things', kind: 'Thing', namespaced: true };
    const spec = {
      size: 1,
      port: '80',
      labels: { a: 'b' },
      pods: [{ template: { deep: [1] } }],
      either: { a: 1 },
      free: [null],
      extra: true,
    };
    await eventually(async () => {
      const created = await client.create(thing, anObject(thing, 'one', { spec }), { dryRun: true });
      expect(created['spec']).toEqual(spec);
    });
  } finally {
    await client.delete(resources.customResourceDefinitions, { name: `things.${group}` });
  }
});
