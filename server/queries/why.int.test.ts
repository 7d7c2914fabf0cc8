/** What an instance made, looked into on the real control plane: its controllers tell of pods and claims by events alone. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { WhyVerdict } from '#lib/olm/why/finding.ts';
import { eventually } from '#local/testing/eventually.ts';
import { person } from '#local/testing/people/person.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import type { Identity } from '#server/auth/identity.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { createTransport } from '#server/kube/transport.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { queryTroubles, queryWhy } from './why.ts';

const cluster = sharedTestCluster();
const namespace = `why-${String(process.pid)}`;
/** Any object may own others: this one stands for what an operator looks after. */
const owners = resources.configMaps;
const quotas: Resource = {
  ...{ group: '', version: 'v1', plural: 'resourcequotas', kind: 'ResourceQuota', namespaced: true },
};
let admin: KubeClient;
let reference: object;

beforeAll(async () => {
  admin = createClient(loadConfig({ kubeconfig: cluster.kubeconfig }));
  await admin.create(resources.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace },
  });
  const owner = await admin.create(owners, aThing('v1', 'ConfigMap', 'orders'));
  const { name, uid = '' } = owner.metadata;
  reference = { apiVersion: 'v1', kind: 'ConfigMap', name, uid };
  await admin.create(quotas, { ...aThing('v1', 'ResourceQuota', 'none'), spec: { hard: { pods: '0' } } });
  // Admission learns of it a moment later; pods that came before would run.
  const spec = { containers: [{ name: 'tried', image: 'registry.example.com/tried' }] };
  const pod = { ...aThing('v1', 'Pod', 'tried'), spec };
  await eventually(() =>
    expect(admin.create(resources.pods, pod, { dryRun: true })).rejects.toThrow('exceeded quota'),
  );
});

function aThing(apiVersion: string, kind: string, name: string): KubeObject {
  return { apiVersion, kind, metadata: { name, namespace } };
}

function owned(apiVersion: string, kind: string, name: string, spec: object): KubeObject {
  return {
    apiVersion,
    kind,
    metadata: { name, namespace, ownerReferences: [reference] },
    spec,
  } as KubeObject;
}

function identityOf(client: KubeClient): Identity {
  return {
    key: 'somebody',
    client,
    transport: createTransport(loadConfig({ kubeconfig: cluster.kubeconfig })),
  };
}

const ask = (client: KubeClient, name = 'orders'): Promise<WhyVerdict> =>
  queryWhy(identityOf(client), { kind: 'Instance', namespace, name, api: owners });

describe('of an instance', () => {
  it('names the quota that keeps its StatefulSet from pods', async () => {
    const labels = { app: 'orders' };
    const containers = [{ name: 'db', image: 'registry.example.com/db' }];
    const spec = {
      ...{ serviceName: 'orders', replicas: 1, selector: { matchLabels: labels } },
      template: { metadata: { labels }, spec: { containers } },
    };
    await admin.create(resources.statefulSets, owned('apps/v1', 'StatefulSet', 'orders', spec));
    await eventually(async () => {
      const { health, findings } = await ask(admin);
      expect({ health, first: findings[0] }).toMatchObject({
        health: 'broken',
        first: { reason: 'quotaExceeded', link: 'replicaSet', on: { kind: 'StatefulSet', name: 'orders' } },
      });
    });
  });

  it('names the storage class that its claim asks for in vain', async () => {
    const spec = {
      ...{ accessModes: ['ReadWriteOnce'], storageClassName: 'none-such' },
      resources: { requests: { storage: '1Gi' } },
    };
    await admin.create(resources.persistentVolumeClaims, owned('v1', 'PersistentVolumeClaim', 'data', spec));
    await eventually(async () => {
      const found = (await ask(admin)).findings.find(({ reason }) => reason === 'claimUnbound');
      expect(found).toMatchObject({ link: 'volume', on: { name: 'data' } });
      expect(found?.detail).toContain('"none-such" not found');
    });
  });

  it('says that there is none', async () => {
    expect((await ask(admin, 'gone')).findings.map(({ reason }) => reason)).toEqual(['instanceMissing']);
  });

  it('judges nothing that whoever asks may not read', async () => {
    const rights = [{ apiGroups: [''], resources: ['configmaps', 'pods'], verbs: ['get', 'list'] }];
    const few = await person(cluster.kubeconfig, { name: 'few', namespace, rights });
    const { health, findings, notJudged } = await ask(few);
    expect(health).toBe('unknown');
    expect(findings.map(({ reason }) => reason)).toEqual(['notReported']);
    expect(notJudged).toEqual(
      expect.arrayContaining(['clusterServiceVersions', 'deployments', 'statefulSets']),
    );
    expect(notJudged).not.toContain('pods');
  });
});

it('of a namespace without operators there is nothing to tell', async () => {
  expect(await queryTroubles(identityOf(admin), [namespace])).toEqual([]);
});
