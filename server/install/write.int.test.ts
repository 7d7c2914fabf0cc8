import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { heldByFile } from '#local/testing/held.ts';
import { installWorld, type InstallWorld } from '#local/testing/worlds/install-world.ts';
import { applyObject, patchObject, writeStatus } from './write.ts';

const held = heldByFile();
let at: InstallWorld;

beforeAll(async () => {
  at = await installWorld(held);
});

const aGroup = (name: string, more: Partial<KubeObject['metadata']> = {}): KubeObject => ({
  apiVersion: 'operators.coreos.com/v1',
  kind: 'OperatorGroup',
  metadata: { name, namespace: at.namespace, ...more },
  spec: {},
});

const cached = (name: string): KubeObject | undefined =>
  at.world.caches.operatorGroups.get({ namespace: at.namespace, name });

describe('server-side apply', () => {
  const aRole = (resourceNames: string[], name = 'role'): KubeObject => ({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name, namespace: at.namespace, labels: { 'olm.managed': 'true' } },
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'], resourceNames }],
  });

  it('can be repeated, and is seen by the caches at once', async () => {
    for (const names of [['a'], ['b']]) {
      await applyObject(at.world, resources.roles, aRole(names), at.signal);
      const seen = at.world.caches.roles.get({ namespace: at.namespace, name: 'role' });
      expect(seen?.['rules']).toMatchObject([{ resourceNames: names }]);
    }
  });

  /** With two ports of one name, as bundles have them. */
  const aService = (port: number, labels: Record<string, string> = {}): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'twice', namespace: at.namespace, labels },
    spec: { selector: { app: 'x' }, ports: [{ name: 'web', port }], unknownToAnybody: true },
  });

  it('that refuses a field which nobody knows gives way to create and replace', async () => {
    const read = (): Promise<KubeObject> =>
      at.user.get(resources.services, { namespace: at.namespace, name: 'twice' });
    await applyObject(at.world, resources.services, aService(80), at.signal);
    const made = await read();
    // What others have put onto it stays.
    await at.user.patch(
      resources.services,
      { namespace: at.namespace, name: 'twice' },
      { type: 'merge', body: { metadata: { labels: { others: 'yes' }, finalizers: ['example.com/holds'] } } },
    );
    await applyObject(at.world, resources.services, aService(81, { ours: 'yes' }), at.signal);
    const { metadata, spec } = (await read()) as KubeObject & { spec?: unknown };
    expect(spec).toMatchObject({ ports: [{ port: 81 }] });
    expect(metadata).toMatchObject({
      uid: made.metadata.uid,
      labels: { others: 'yes', ours: 'yes' },
      finalizers: ['example.com/holds'],
    });
  });

  it('that is refused for another reason is an error', async () => {
    at.refuse({ status: 403, reason: 'Forbidden' }, ({ method }) => method === 'PATCH');
    at.writes();
    const applied = applyObject(at.world, resources.roles, aRole(['c'], 'refused'), at.signal);
    await expect(applied).rejects.toMatchObject({ kind: 'forbidden' });
    expect(at.writes()).toHaveLength(1);
  });
});

describe('a status', () => {
  it('is written alone, and seen by the caches at once', async () => {
    const object = await at.make(resources.operatorGroups, aGroup('status'));
    const target = {
      resource: resources.operatorGroups,
      object: { ...object, spec: { targetNamespaces: ['x'] } },
    };
    const status = { namespaces: ['a'], lastUpdated: '2026-01-01T00:00:00Z' };
    const written = await writeStatus(at.world, target, status, at.signal);
    expect(written).toMatchObject({ spec: {}, status: { namespaces: ['a'] } });
    expect(cached('status')?.['status']).toMatchObject({ namespaces: ['a'] });
  });

  it('that was decided from an older object is a conflict', async () => {
    const object = await at.make(resources.operatorGroups, aGroup('older'));
    const ref = { namespace: at.namespace, name: 'older' };
    await at.user.patch(resources.operatorGroups, ref, {
      type: 'merge',
      body: { metadata: { labels: { a: 'b' } } },
    });
    const target = { resource: resources.operatorGroups, object };
    await expect(writeStatus(at.world, target, {}, at.signal)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(
      patchObject(at.world, target, { metadata: { labels: {} } }, at.signal),
    ).rejects.toMatchObject({
      kind: 'conflict',
    });
  });
});

describe('a patch of metadata', () => {
  it('takes away what is null, leaves the rest, and is seen by the caches at once', async () => {
    const object = await at.make(resources.operatorGroups, aGroup('labels', { labels: { a: '1', b: '2' } }));
    const target = { resource: resources.operatorGroups, object };
    await patchObject(at.world, target, { metadata: { labels: { a: null, c: '3' } } }, at.signal);
    expect(cached('labels')?.metadata.labels).toEqual({ b: '2', c: '3' });
  });
});
