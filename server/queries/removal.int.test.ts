import { beforeAll, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { olmCrds } from '#lib/olm/api/crds/index.ts';
import { componentLabel, COPIED_FROM_LABEL, csvOwnerReference, ownerLabels } from '#lib/olm/api/labels.ts';
import { decideRemoval } from '#lib/olm/removal/decide.ts';
import type { UninstallFacts } from '#lib/olm/removal/facts.ts';
import { choicesOf, readRecord, recordOf, restOf, type RemovalChoices } from '#lib/olm/removal/record.ts';
import { eventually } from '#local/testing/eventually.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import type { Identity } from '#server/auth/identity.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { createTransport } from '#server/kube/transport.ts';
import { queryRemoval } from './removal.ts';

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

const tickets = { group, version: 'v1', plural: 'flighttickets', kind: 'FlightTicket', namespaced: true };

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
  for (const at of ['a', 'b', 'c']) {
    await eventually(() =>
      client.create(tickets, {
        apiVersion: `${group}/v1`,
        kind: 'FlightTicket',
        metadata: { name: at, namespace },
      }),
    );
  }
}

const standing = (at: string) => expect.objectContaining({ namespace, name: at, uid: expect.any(String) });

it('finds what goes, what stays, and all instances', async () => {
  const facts = await queryRemoval(identity, { namespace, name });
  expect(facts).toMatchObject({
    csv: { name, title: 'Flight Ticket', phase: '' },
    subscriptions: [{ name: 'flight-ticket' }],
    made: [
      { kind: 'ServiceAccount', name: 'flights', namespace },
      { kind: 'ClusterRole', name: namespace },
    ],
    kinds: [
      {
        crd: `flighttickets.${group}`,
        resource: { group, version: 'v1', plural: 'flighttickets', kind: 'FlightTicket', namespaced: true },
        definition: { name: `flighttickets.${group}` },
        others: [],
        instances: ['a', 'b', 'c'].map(standing),
      },
    ],
    groups: [{ name: 'group' }],
    ...{ neighbors: [], dependencies: [], unread: [] },
  });
});

/** Somebody who may read CSVs and Subscriptions of the namespace, and nothing else. */
async function partly(): Promise<Identity> {
  await cluster.kubectl('create', 'serviceaccount', 'partly', '-n', namespace);
  const resource = 'clusterserviceversions.operators.coreos.com,subscriptions.operators.coreos.com';
  const role = ['create', 'role', 'partly', '-n', namespace, '--verb=get,list', `--resource=${resource}`];
  await cluster.kubectl(...role);
  const account = `--serviceaccount=${namespace}:partly`;
  await cluster.kubectl('create', 'rolebinding', 'partly', '-n', namespace, '--role=partly', account);
  const token = (await cluster.kubectl('create', 'token', 'partly', '-n', namespace)).trim();
  const config = loadConfig({ kubeconfig: cluster.kubeconfig });
  return {
    key: 'partly',
    client: createClient(config, { token }),
    transport: createTransport(config, { token }),
  };
}

it('finds the copies of it in other namespaces, and of a copy where its operator is', async () => {
  const { client } = identity;
  const other = `${namespace}-copies`;
  await client.create(resources.namespaces, {
    ...{ apiVersion: 'v1', kind: 'Namespace' },
    metadata: { name: other },
  });
  const copyOf = (from: string, named: string): KubeObject => ({
    ...csv,
    metadata: { name: named, namespace: other, labels: { [COPIED_FROM_LABEL]: from } },
  });
  await client.create(resources.clusterServiceVersions, copyOf(namespace, name));
  await client.create(resources.clusterServiceVersions, copyOf(namespace, 'another.v1'));
  const facts = await queryRemoval(identity, { namespace, name });
  expect(facts.made).toEqual([
    expect.objectContaining({ kind: 'ServiceAccount' }),
    expect.objectContaining({ kind: 'ClusterRole' }),
    { kind: 'ClusterServiceVersion', namespace: other, name },
  ]);
  const copy = await queryRemoval(identity, { namespace: other, name });
  expect(copy.csv).toMatchObject({ copyOf: namespace });
  for (const named of [name, 'another.v1'])
    await client.delete(resources.clusterServiceVersions, { namespace: other, name: named });
});

it('names the version that is to take its place', async () => {
  const { client } = identity;
  expect(await queryRemoval(identity, { namespace, name })).not.toHaveProperty('successor');
  const next = { namespace, name: 'flight-ticket.v2.0.0' };
  await client.create(resources.clusterServiceVersions, {
    ...csv,
    metadata: next,
    spec: { ...csv.spec, replaces: name },
  });
  expect(await queryRemoval(identity, { namespace, name })).toMatchObject({ successor: next.name });
  await client.delete(resources.clusterServiceVersions, next);
});

it('says what it could not look at, and offers nothing of it', async () => {
  const facts = await queryRemoval(await partly(), { namespace, name });
  expect(facts.made).toEqual([]);
  expect(facts.unread).toContainEqual({
    kind: 'ServiceAccount',
    why: expect.stringContaining('forbidden'),
  });
  expect(facts.kinds[0]).toMatchObject({ instances: [], unread: expect.stringContaining('forbidden') });
  expect(facts.kinds[0]).not.toHaveProperty('definition');
});

const everything = (facts: UninstallFacts): RemovalChoices => {
  const names = new Set([`flighttickets.${group}`]);
  const groups = new Set(['group']);
  return choicesOf(facts, { instances: names, definitions: names, groups, dependencies: new Set() });
};

/** As the page does it; @returns what was deleted, in order. */
async function carryOut(
  choices: RemovalChoices,
  meanwhile: (round: number) => Promise<void>,
): Promise<string[]> {
  const sent: string[] = [];
  let round = 0;
  await eventually(async () => {
    const facts = await queryRemoval(identity, { namespace, name, rest: restOf(choices) });
    const removal = decideRemoval(facts, choices);
    for (const change of removal.next) {
      if (change.verb !== 'delete') throw new Error(`not a deletion: ${change.verb}`);
      await identity.client.delete(change.resource, change.ref, { uid: change.uid ?? '' });
      sent.push(`${change.resource.kind} ${change.ref.name}`);
    }
    await meanwhile((round += 1));
    expect(removal.state).toBe('done');
  });
  return sent;
}

it('takes all that was agreed to away, in order, and nothing made afterwards under the same names', async () => {
  const { client } = identity;
  const ticket = (at: string): KubeObject => ({
    ...{ apiVersion: `${group}/v1`, kind: 'FlightTicket' },
    metadata: { name: at, namespace },
  });
  const held = { metadata: { finalizers: [`${group}/tidy`] } };
  await client.patch(tickets, { namespace, name: 'b' }, { type: 'merge', body: held });
  const choices = everything(await queryRemoval(identity, { namespace, name }));
  expect(readRecord(recordOf(choices))).toEqual(choices);
  const sent = await carryOut(choices, async (round) => {
    if (round === 4) {
      // What the controller does; this operator was made by hand.
      await client.delete(resources.clusterRoles, { name: namespace });
      await client.delete(resources.serviceAccounts, { namespace, name: 'flights' });
    }
    if (round === 2) {
      // Its finalizer still holds one of the three: the operator has to stay until it has gone.
      await client.get(resources.clusterServiceVersions, { namespace, name });
      await client.create(tickets, ticket('a'));
      await client.patch(
        tickets,
        { namespace, name: 'b' },
        { type: 'merge', body: { metadata: { finalizers: null } } },
      );
    }
  });
  expect(sent).toEqual([
    ...['FlightTicket a', 'FlightTicket b', 'FlightTicket c'],
    ...['Subscription flight-ticket', `ClusterServiceVersion ${name}`],
    'OperatorGroup group',
  ]);
  // Made after it was agreed to: it stays, and so does what it is an instance of.
  await client.get(tickets, { namespace, name: 'a' });
  const after = await queryRemoval(identity, { namespace, name, rest: restOf(choices) });
  expect(after).not.toHaveProperty('csv');
  expect(decideRemoval(after, choices).steps.find(({ id }) => id === 'definitions')?.remaining).toMatchObject(
    [{ wait: { code: 'newInstances', values: { count: 1, kind: 'FlightTicket' } } }],
  );
});

it('is not found for an operator that is not there', async () => {
  await expect(queryRemoval(identity, { namespace, name: 'none' })).rejects.toMatchObject({
    kind: 'notFound',
  });
});
