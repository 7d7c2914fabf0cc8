import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { COPIED_FROM_LABEL, CSV_CLEANUP_FINALIZER, ownerLabels } from '#lib/olm/api/labels.ts';
import type { ClusterServiceVersion } from '#lib/olm/api/types.ts';
import { anInstallableCsv } from '#lib/testing/install-facts.ts';
import { heldByFile } from '#local/testing/held.ts';
import { installWorld, type InstallWorld } from '#local/testing/worlds/install-world.ts';
import type { ReconcileOutcome } from '#server/kube/types.ts';
import { eventually } from '#local/testing/eventually.ts';
import { observe } from './caches.ts';
import { csvKind } from './csv-reconciler.ts';
import { eventsWritten } from './events.ts';
import { grantsFor, stopGrants } from './csv/grants.ts';
import { reconcile as reconcileKind } from './reconcile.ts';

const held = heldByFile();
let at: InstallWorld;
const reconcile = (name: string): Promise<ReconcileOutcome> =>
  reconcileKind(csvKind, { ...at, key: `${at.namespace}/${name}` });

beforeAll(async () => {
  at = await installWorld(held);
  await at.makeGroup();
});

/** One that requires nothing but its Deployment. */
async function aCsv(
  name: string,
  more: Parameters<typeof anInstallableCsv>[1] = {},
): Promise<ClusterServiceVersion> {
  const template = {
    metadata: { labels: { app: name } },
    spec: { containers: [{ name: 'manager', image: 'registry.example.com/x' }] },
  };
  const spec = { replicas: 1, selector: { matchLabels: { app: name } }, template };
  const install = { strategy: 'deployment', spec: { deployments: [{ name, spec }] } };
  return at.make(
    resources.clusterServiceVersions,
    anInstallableCsv(name, {
      metadata: { namespace: at.namespace, finalizers: [], annotations: {}, ...more.metadata },
      spec: { install, customresourcedefinitions: {}, ...more.spec },
      ...(more.status === undefined ? {} : { status: more.status }),
    }),
  );
}

async function read(name: string): Promise<ClusterServiceVersion> {
  const csv = await at.user.get(resources.clusterServiceVersions, { namespace: at.namespace, name });
  return csv as ClusterServiceVersion;
}

async function statusOf(name: string): Promise<unknown> {
  const { phase, reason } = (await read(name)).status ?? {};
  return { phase, reason };
}

const statusWrites = (name: string): number =>
  at.writes().filter((request) => request.startsWith('PUT') && request.endsWith(`/${name}/status`)).length;

/** What the API server says to whoever makes a Deployment. */
const refuseDeployments = (status: number, reason: string): (() => void) =>
  at.refuse({ status, reason }, ({ method, url }) => method !== 'GET' && url.includes('/deployments/'));

async function eventsOf(name: string): Promise<unknown[]> {
  await eventsWritten(at.world);
  const fieldSelector = `involvedObject.name=${name}`;
  const { items } = await at.user.list(resources.events, { namespace: at.namespace, fieldSelector });
  return items.map((event) => event['reason']);
}

describe('a ClusterServiceVersion', () => {
  it('comes to Installing in one go, with one write of its status', async () => {
    await aCsv('new.v1');
    at.writes();
    await reconcile('new.v1');
    expect(statusWrites('new.v1')).toBe(1);
    expect(await statusOf('new.v1')).toMatchObject({ phase: 'Installing' });
    const { metadata } = await read('new.v1');
    expect(metadata.finalizers).toEqual([CSV_CLEANUP_FINALIZER]);
    const deployment = await at.user.get(resources.deployments, { namespace: at.namespace, name: 'new.v1' });
    expect(deployment.metadata.labels).toMatchObject(
      ownerLabels({ name: 'new.v1', namespace: at.namespace }),
    );
    await reconcile('new.v1');
    // It may run by now, and that is told; it is not written again.
    expect(at.writes().filter((request) => request.includes('/deployments/'))).toEqual([]);
  });

  it('that lacks something says so, and makes nothing', async () => {
    const required = [{ name: 'missing.example.com', version: 'v1', kind: 'Missing' }];
    await aCsv('needy.v1', { spec: { customresourcedefinitions: { required } } });
    await reconcile('needy.v1');
    expect(await statusOf('needy.v1')).toEqual({ phase: 'Pending', reason: 'RequirementsNotMet' });
    expect(at.world.caches.deployments.get({ namespace: at.namespace, name: 'needy.v1' })).toBeUndefined();
  });

  it('that is a copy of another namespace is left alone', async () => {
    await aCsv('copy.v1', { metadata: { labels: { [COPIED_FROM_LABEL]: 'elsewhere' } } });
    at.writes();
    expect(await reconcile('copy.v1')).toEqual({ kind: 'done' });
    expect(at.writes()).toEqual([]);
  });
});

describe('a Deployment that is refused', () => {
  it.each([
    // OLM 62.
    { status: 422, kind: 'Invalid', reason: 'InstallComponentFailed' },
    { status: 403, kind: 'Forbidden', reason: 'InstallComponentFailedNoRetry' },
  ])('with $status fails the CSV by $reason, with an Event, and is tried again', async (row) => {
    const name = `refused-${String(row.status)}.v1`;
    await aCsv(name);
    refuseDeployments(row.status, row.kind);
    expect(await reconcile(name)).toMatchObject({ kind: 'retry' });
    expect(await statusOf(name)).toEqual({ phase: 'Failed', reason: row.reason });
    expect(new Set(await eventsOf(name))).toEqual(
      new Set(['RequirementsUnknown', 'AllRequirementsMet', row.reason]),
    );
  });

  it('1a.11 by RBAC is told when somebody changes that', async () => {
    const name = 'forbidden.v1';
    await aCsv(name);
    refuseDeployments(403, 'Forbidden');
    await reconcile(name);
    const { grants } = at.world.memory;
    held.defer(() => {
      stopGrants(grants);
    });
    const told: string[] = [];
    grants.onChange = (key) => told.push(key);
    await reconcile(name);
    await at.user.create(resources.roles, {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name, namespace: at.namespace },
      rules: [],
    });
    await eventually(() => {
      expect(told).toContain(`${at.namespace}/${name}`);
    });
  });

  it.each([
    { status: 503, kind: 'unavailable' },
    { status: 409, kind: 'conflict' },
  ])('with $status says nothing of the CSV', async ({ status, kind }) => {
    const name = `passing-${String(status)}.v1`;
    await aCsv(name);
    at.writes();
    refuseDeployments(status, status === 409 ? 'Conflict' : 'ServiceUnavailable');
    await expect(reconcile(name)).rejects.toMatchObject({ kind });
    expect(await statusOf(name)).toEqual({ phase: undefined, reason: undefined });
    expect(await eventsOf(name)).toEqual([]);
  });
});

describe('what somebody else has made for a ClusterServiceVersion', () => {
  const RBAC = 'rbac.authorization.k8s.io';
  const rule = { apiGroups: [''], resources: ['events'], verbs: ['create'] };

  /** By way of an aggregated ClusterRole, which the API server fills. */
  async function grant(account: string): Promise<void> {
    const name = `${at.namespace}-${account}`;
    const clusterRole = (more: object): Promise<KubeObject> =>
      at.user.create(resources.clusterRoles, {
        apiVersion: `${RBAC}/v1`,
        kind: 'ClusterRole',
        metadata: { name },
        ...more,
      });
    await clusterRole({ metadata: { name: `${name}-part`, labels: { [name]: 'true' } }, rules: [rule] });
    await clusterRole({
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [name]: 'true' } }] },
      rules: [],
    });
    await at.user.create(resources.roleBindings, {
      apiVersion: `${RBAC}/v1`,
      kind: 'RoleBinding',
      metadata: { name, namespace: at.namespace },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name },
      subjects: [{ kind: 'ServiceAccount', name: account, namespace: at.namespace }],
    });
  }

  it('1g.12 are rights, which count when they come and no longer when they go', async () => {
    const name = 'granted.v1';
    const permissions = [{ serviceAccountName: name, rules: [rule] }];
    const { spec: plain } = anInstallableCsv(name);
    const spec = { ...plain.install.spec, deployments: [], permissions, clusterPermissions: [] };
    await aCsv(name, { spec: { install: { strategy: 'deployment', spec } } });
    await at.make(resources.serviceAccounts, {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name, namespace: at.namespace },
    });
    const { grants } = at.world.memory;
    held.defer(() => {
      stopGrants(grants);
    });
    const told: string[] = [];
    grants.onChange = (key) => told.push(key);
    await reconcile(name);
    expect(await statusOf(name)).toEqual({ phase: 'Pending', reason: 'RequirementsNotMet' });
    await grant(name);
    await eventually(async () => {
      await reconcile(name);
      expect(await statusOf(name)).toMatchObject({ phase: 'Succeeded' });
    });
    expect(told).toContain(`${at.namespace}/${name}`);
    await at.user.delete(resources.roleBindings, {
      namespace: at.namespace,
      name: `${at.namespace}-${name}`,
    });
    await eventually(async () => {
      await reconcile(name);
      expect(await statusOf(name)).toMatchObject({ reason: 'RequirementsNotMet' });
    });
  });

  it('is no reason to wait for rights when the controller is told to end', async () => {
    const { grants } = at.world.memory;
    // Known from tests before, they need not be waited for.
    stopGrants(grants);
    const asked = grantsFor(at.world, `${at.namespace}/any.v1`, at.namespace);
    stopGrants(grants);
    await expect(asked).rejects.toMatchObject({ kind: 'aborted' });
    grants.users.clear();
  });

  /** As another controller of OLM has written it; the answer is what it is then. */
  async function takenOver(name: string, more: object = {}): Promise<KubeObject> {
    await aCsv(name);
    await reconcile(name);
    const made = await at.user.get(resources.deployments, { namespace: at.namespace, name });
    // Without a version: its status may change meanwhile.
    const { resourceVersion: _version, ...metadata } = made.metadata;
    const labels = { ...metadata.labels, 'olm.deployment-spec-hash': 'of-another-controller' };
    const spec = { ...(made['spec'] as object), ...more };
    const replaced = await at.user.replace(resources.deployments, {
      ...made,
      metadata: { ...metadata, labels },
      spec,
    });
    observe(at.world.caches, resources.deployments, replaced);
    return replaced;
  }

  it('is a Deployment, which stays as it is whatever hash it bears', async () => {
    const before = await takenOver('taken-over.v1');
    at.writes();
    await reconcile('taken-over.v1');
    await reconcile('taken-over.v1');
    // The dry run.
    expect(at.writes().filter((request) => request.includes('/deployments/'))).toHaveLength(1);
    const { metadata } = await at.user.get(resources.deployments, {
      namespace: at.namespace,
      name: 'taken-over.v1',
    });
    expect(metadata.labels).toEqual(before.metadata.labels);
    expect(metadata.generation).toBe(before.metadata.generation);
  });

  it('is a Deployment that is another: it is made as the CSV says', async () => {
    await takenOver('changed.v1', { replicas: 3 });
    await reconcile('changed.v1');
    const after = await at.user.get(resources.deployments, { namespace: at.namespace, name: 'changed.v1' });
    expect(after['spec']).toMatchObject({ replicas: 1 });
  });
});

describe('a ClusterServiceVersion that goes', () => {
  async function seen(name: string): Promise<void> {
    await expect
      .poll(() => {
        const csv = at.world.caches.clusterServiceVersions.get({ namespace: at.namespace, name });
        return csv === undefined || csv.metadata.deletionTimestamp !== undefined;
      })
      .toBe(true);
  }

  const configMap = (name: string, labels: Record<string, string>): KubeObject => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: at.namespace, labels },
  });

  it('takes along what it brought, before its finalizer', async () => {
    const name = 'leaves.v1';
    await aCsv(name, { metadata: { finalizers: [CSV_CLEANUP_FINALIZER] } });
    await at.user.create(
      resources.configMaps,
      configMap('brought', ownerLabels({ name, namespace: at.namespace })),
    );
    await at.user.create(resources.configMaps, configMap('of-others', { app: 'x' }));
    await at.user.delete(resources.clusterServiceVersions, { namespace: at.namespace, name });
    await seen(name);
    at.writes();
    expect(await reconcile(name)).toEqual({ kind: 'done' });
    expect(at.writes().map((request) => request.replace(/ .*\//, ' '))).toEqual([
      'DELETE brought',
      `PATCH ${name}`,
    ]);
    await expect(read(name)).rejects.toMatchObject({ kind: 'notFound' });
  });

  it('keeps its finalizer while something of it cannot be deleted', async () => {
    const name = 'stays.v1';
    await aCsv(name, { metadata: { finalizers: [CSV_CLEANUP_FINALIZER] } });
    const labels = ownerLabels({ name, namespace: at.namespace });
    await at.user.create(resources.configMaps, configMap('stuck', labels));
    await at.user.delete(resources.clusterServiceVersions, { namespace: at.namespace, name });
    await seen(name);
    at.refuse({ status: 403, reason: 'Forbidden' }, ({ method }) => method === 'DELETE');
    await expect(reconcile(name)).rejects.toMatchObject({ kind: 'forbidden' });
    expect((await read(name)).metadata.finalizers).toEqual([CSV_CLEANUP_FINALIZER]);
  });

  it('and is gone already leaves nothing that nobody else would collect', async () => {
    const labels = ownerLabels({ name: 'gone.v1', namespace: at.namespace });
    const role = `${at.namespace}-left-behind`;
    await at.make(resources.clusterRoles, {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: role, labels: { ...labels, 'olm.managed': 'true' } },
      rules: [],
    });
    expect(await reconcile('gone.v1')).toEqual({ kind: 'done' });
    await expect(at.user.get(resources.clusterRoles, { name: role })).rejects.toMatchObject({
      kind: 'notFound',
    });
  });
});
