import { beforeAll, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import { olmCrds } from '#lib/olm/api/crds/index.ts';
import { componentLabel, csvOwnerReference, ownerLabels } from '#lib/olm/api/labels.ts';
import { eventually } from '#local/testing/eventually.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import type { Identity } from '#server/auth/identity.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { createTransport } from '#server/kube/transport.ts';
import { queryUninstallPreview } from './uninstall-preview.ts';

const namespace = `uninstall-${String(process.pid)}`;
const group = `${namespace}.example`;
const name = 'flight-ticket.v1.0.0';
const cluster = sharedTestCluster();
let identity: Identity;

beforeAll(async () => {
  const config = loadConfig({ kubeconfig: cluster.kubeconfig });
  identity = { key: 'admin', client: createClient(config), transport: createTransport(config) };
  await makeOperator();
});

const ticketCrd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `flighttickets.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: {
      plural: 'flighttickets',
      singular: 'flightticket',
      kind: 'FlightTicket',
      listKind: 'FlightTicketList',
    },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};

const csv = {
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'ClusterServiceVersion',
  metadata: { name, namespace },
  spec: {
    displayName: 'Flight Ticket',
    install: { strategy: 'deployment', spec: { deployments: [] } },
    customresourcedefinitions: {
      owned: [{ name: `flighttickets.${group}`, version: 'v1', kind: 'FlightTicket' }],
    },
  },
};

/** An operator as the controller leaves it, made by hand: this test is about reading it. */
async function makeOperator(): Promise<void> {
  const { client } = identity;
  for (const crd of [...olmCrds, ticketCrd]) {
    await client.apply(resources.customResourceDefinitions, crd, { fieldManager: 'capstan-test' });
  }
  await client.create(resources.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace },
  });
  const made = await eventually(() => client.create(resources.clusterServiceVersions, csv));
  const owner = csvOwnerReference({ name, uid: made.metadata.uid ?? '' });
  const subscription = await client.create(resources.subscriptions, {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata: { name: 'flight-ticket', namespace },
    spec: { name: 'flight-ticket', source: 's', sourceNamespace: 'n' },
  });
  await client.replace(
    resources.subscriptions,
    { ...subscription, status: { installedCSV: name, lastUpdated: '2026-01-01T00:00:00Z' } },
    { subresource: 'status' },
  );
  const labels = { ...ownerLabels({ name, namespace }), [componentLabel('flight-ticket', namespace)]: '' };
  const owned = { namespace, labels, ownerReferences: [owner] };
  await client.create(resources.serviceAccounts, {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { ...owned, name: 'flights' },
  });
  await client.create(resources.configMaps, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { namespace, name: 'not-of-it' },
  });
  await client.create(resources.clusterRoles, {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: namespace, labels },
    rules: [],
  });
  await client.create(resources.operatorGroups, {
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OperatorGroup',
    metadata: { name: 'group', namespace },
    spec: {},
  });
  const ticket = {
    group,
    version: 'v1',
    plural: 'flighttickets',
    kind: 'FlightTicket',
    namespaced: true,
  };
  for (const at of ['a', 'b', 'c']) {
    await eventually(() =>
      client.create(ticket, {
        apiVersion: `${group}/v1`,
        kind: 'FlightTicket',
        metadata: { name: at, namespace },
      }),
    );
  }
}

it('lists what goes and what stays', async () => {
  const preview = await queryUninstallPreview(identity, { namespace, name });
  expect(preview.deletes.map(({ kind }) => kind)).toEqual(['Subscription', 'ClusterServiceVersion']);
  expect(preview.deletes.every(({ uid }) => uid !== '')).toBe(true);
  expect(preview.goes).toEqual([
    { kind: 'Subscription', name: 'flight-ticket', namespace },
    { kind: 'ClusterServiceVersion', name, namespace },
    { kind: 'ServiceAccount', name: 'flights', namespace },
    { kind: 'ClusterRole', name: namespace },
  ]);
  expect(preview.stays).toMatchObject([
    {
      kind: 'CustomResourceDefinition',
      name: `flighttickets.${group}`,
      count: 3,
      why: { code: 'data', values: { count: 3, kind: 'FlightTicket' } },
    },
    { kind: 'OperatorGroup', name: 'group', namespace },
    { kind: 'Namespace', name: namespace },
  ]);
  expect(preview.unknown).toEqual([]);
});

it('says what it could not look at', async () => {
  await cluster.kubectl('create', 'serviceaccount', 'partly', '-n', namespace);
  await cluster.kubectl(
    'create',
    'role',
    'partly',
    '-n',
    namespace,
    '--verb=get,list',
    '--resource=clusterserviceversions.operators.coreos.com,subscriptions.operators.coreos.com',
  );
  await cluster.kubectl(
    'create',
    'rolebinding',
    'partly',
    '-n',
    namespace,
    '--role=partly',
    `--serviceaccount=${namespace}:partly`,
  );
  const token = (await cluster.kubectl('create', 'token', 'partly', '-n', namespace)).trim();
  const config = loadConfig({ kubeconfig: cluster.kubeconfig });
  const partly = {
    key: 'partly',
    client: createClient(config, { token }),
    transport: createTransport(config, { token }),
  };
  const preview = await queryUninstallPreview(partly, { namespace, name });
  expect(preview.goes.map(({ kind }) => kind)).toEqual(['Subscription', 'ClusterServiceVersion']);
  expect(preview.unknown).toContainEqual({
    kind: 'ServiceAccount',
    why: expect.stringContaining('forbidden'),
  });
  expect(preview.stays[0]).toMatchObject({ why: { code: 'uncounted', values: { kind: 'FlightTicket' } } });
  expect(preview.stays[0]).not.toHaveProperty('count');
});

it('is not found for an operator that is not there', async () => {
  await expect(queryUninstallPreview(identity, { namespace, name: 'none' })).rejects.toMatchObject({
    kind: 'notFound',
  });
});
