import { beforeAll, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import { olmCrds } from '#lib/olm/api/crds/index.ts';
import { eventually } from '#local/testing/eventually.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { anchorsOf, HELM_OPERATOR, installByHelm } from '#local/testing/unmanaged.ts';
import type { Identity } from '#server/auth/identity.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { createTransport } from '#server/kube/transport.ts';
import { queryUnmanaged } from './unmanaged.ts';

const namespace = `unmanaged-${String(process.pid)}`;
const group = `${namespace}.example`;
const cluster = sharedTestCluster();
const config = loadConfig({ kubeconfig: cluster.kubeconfig });
const admin: Identity = { key: 'admin', client: createClient(config), transport: createTransport(config) };

beforeAll(async () => {
  for (const crd of olmCrds) {
    await admin.client.apply(resources.customResourceDefinitions, crd, { fieldManager: 'capstan-test' });
  }
  await eventually(() => admin.client.list(resources.clusterServiceVersions));
  await installByHelm(admin.client, { namespace, group });
});

const boats = { group, plural: 'boats', kind: 'Boat', version: 'v1' };
const found = expect.objectContaining({
  ...{ kind: 'Deployment', namespace, name: HELM_OPERATOR, version: 'v1.2.0', kinds: [boats] },
  origin: { code: 'helm', chart: 'boats-0.4.0', release: { name: 'fleet', namespace } },
});

/** Somebody who may list these types everywhere, and in the namespace what `here` names. */
async function somebody(
  name: string,
  everywhere: readonly string[],
  here: readonly string[] = [],
): Promise<Identity> {
  const id = `${name}-${namespace}`;
  const grant = async (what: string, types: readonly string[], where: readonly string[]): Promise<void> => {
    const role = [`--verb=list`, `--resource=${types.join(',')}`];
    await cluster.kubectl('create', what, id, ...where, ...role);
    const account = `--serviceaccount=${namespace}:${name}`;
    await cluster.kubectl('create', `${what}binding`, id, ...where, `--${what}=${id}`, account);
  };
  await cluster.kubectl('create', 'serviceaccount', name, '-n', namespace);
  await grant('clusterrole', everywhere, []);
  if (here.length > 0) await grant('role', here, ['-n', namespace]);
  const token = (await cluster.kubectl('create', 'token', name, '-n', namespace)).trim();
  return {
    key: name,
    client: createClient(config, { token }),
    transport: createTransport(config, { token }),
  };
}

const CRDS = 'customresourcedefinitions.apiextensions.k8s.io';
const CSVS = 'clusterserviceversions.operators.coreos.com';
const RBAC = ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'];
const WORKLOADS = ['deployments.apps', 'statefulsets.apps', 'daemonsets.apps'];

it('finds who serves a kind that no CSV owns, and the kinds that nobody serves', async () => {
  const { client } = admin;
  const answer = await queryUnmanaged(admin, undefined);
  expect(answer).toMatchObject({ hidden: [], blind: false });
  expect(answer.operators.filter((one) => one.namespace === namespace)).toEqual([found]);
  const { group: old, plural, kind, version } = anchorsOf(group);
  expect(answer.orphans).toContainEqual({ group: old, kinds: [{ group: old, plural, kind, version }] });
  expect(answer.orphans.map((one) => one.group)).not.toContain(group);

  const owner = {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: 'boats.v1', namespace },
    spec: {
      displayName: 'Boats',
      install: { strategy: 'deployment', spec: { deployments: [] } },
      customresourcedefinitions: { owned: [{ name: `boats.${group}`, version: 'v1', kind: 'Boat' }] },
    },
  };
  await client.create(resources.clusterServiceVersions, owner);
  expect((await queryUnmanaged(admin, namespace)).operators).toEqual([]);
  await client.delete(resources.clusterServiceVersions, { namespace, name: 'boats.v1' });
});

it('tells of one namespace what is there, judged by the whole cluster', async () => {
  expect(await queryUnmanaged(admin, namespace)).toEqual({
    ...{ operators: [found], orphans: [], hidden: [], blind: false },
  });
  expect((await queryUnmanaged(admin, 'default')).operators).toEqual([]);
});

it('judges nothing where the definitions, or the CSVs, are hidden', async () => {
  const blind = { operators: [], orphans: [], blind: true };
  const all = [...RBAC, ...WORKLOADS];
  expect(await queryUnmanaged(await somebody('no-crds', [CSVS, ...all]), namespace)).toEqual({
    ...{ ...blind, hidden: ['CustomResourceDefinition'] },
  });
  expect(await queryUnmanaged(await somebody('no-csvs', [CRDS, ...all], [CSVS]), namespace)).toEqual({
    ...{ ...blind, hidden: ['ClusterServiceVersion'] },
  });
});

it('names what is hidden, and says of no kind that nobody serves it then', async () => {
  const blinkered = await somebody('no-cluster-roles', [CRDS, CSVS, 'roles', 'rolebindings', ...WORKLOADS]);
  expect(await queryUnmanaged(blinkered, undefined)).toEqual({
    ...{ operators: [], orphans: [], blind: false },
    hidden: ['ClusterRole', 'ClusterRoleBinding'],
  });
});

it('finds in the namespace what may be read there alone', async () => {
  const local = await somebody('local', [CRDS, CSVS, ...RBAC], WORKLOADS);
  const hidden = ['DaemonSet', 'Deployment', 'StatefulSet'];
  expect(await queryUnmanaged(local, undefined)).toMatchObject({ operators: [], hidden });
  expect(await queryUnmanaged(local, namespace)).toMatchObject({ operators: [found], orphans: [], hidden });
});
