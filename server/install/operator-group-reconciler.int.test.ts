import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { COPIED_FROM_LABEL, PROVIDED_APIS_ANNOTATION } from '#lib/olm/api/labels.ts';
import { anInstallableCsv } from '#lib/testing/install-facts.ts';
import { heldByFile } from '#local/testing/held.ts';
import type { ReconcileOutcome } from '#server/kube/types.ts';
import { installWorld, type InstallWorld } from '#local/testing/worlds/install-world.ts';
import { operatorGroupKind } from './operator-group-reconciler.ts';
import { reconcile as reconcileKind } from './reconcile.ts';

const held = heldByFile();
let at: InstallWorld;
const reconcile = (name: string): Promise<ReconcileOutcome> =>
  reconcileKind(operatorGroupKind, { ...at, key: `${at.namespace}/${name}` });

beforeAll(async () => {
  at = await installWorld(held);
});

function aGroup(name: string, spec: Record<string, unknown>): KubeObject {
  const metadata = { name, namespace: at.namespace };
  return { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata, spec };
}

const labelOf = ({ metadata }: KubeObject): string => `olm.operatorgroup.uid/${metadata.uid ?? ''}`;

async function labelsOf(name: string): Promise<string[]> {
  const { metadata } = await at.user.get(resources.namespaces, { name });
  return Object.keys(metadata.labels ?? {}).filter((label) => label.startsWith('olm.operatorgroup.uid/'));
}

async function aNamespace(name: string, labels: Record<string, string> = {}): Promise<void> {
  await at.make(resources.namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } });
}

describe('an OperatorGroup', () => {
  it('says its targets, marks their namespaces, and is left alone when that is so', async () => {
    const target = `${at.namespace}-target`;
    await aNamespace(target);
    const group = await at.make(
      resources.operatorGroups,
      aGroup('named', { targetNamespaces: [target, 'not-there'] }),
    );
    at.writes();
    expect(await reconcile('named')).toEqual({ kind: 'done' });
    const written = await at.user.get(resources.operatorGroups, { namespace: at.namespace, name: 'named' });
    expect(written['status']).toMatchObject({ namespaces: ['not-there', target].sort() });
    expect(await labelsOf(target)).toEqual([labelOf(group)]);
    // Its status and the label.
    expect(at.writes()).toHaveLength(2);
    await reconcile('named');
    expect(at.writes()).toEqual([]);
  });

  it('tells what its namespace provides, copies of other namespaces left out', async () => {
    const owned = (kind: string): object => ({
      customresourcedefinitions: { owned: [{ name: `${kind}s.example.com`, version: 'v1', kind }] },
    });
    const csv = (name: string, kind: string, labels: Record<string, string> = {}): KubeObject =>
      anInstallableCsv(name, {
        metadata: { namespace: at.namespace, labels },
        spec: owned(kind),
        status: { phase: 'Succeeded' },
      });
    await at.make(resources.clusterServiceVersions, csv('own.v1', 'Own'));
    await at.make(resources.clusterServiceVersions, csv('copy.v1', 'Copy', { [COPIED_FROM_LABEL]: 'b' }));
    await at.make(resources.operatorGroups, aGroup('provides', {}));
    await reconcile('provides');
    const { metadata } = await at.user.get(resources.operatorGroups, {
      namespace: at.namespace,
      name: 'provides',
    });
    expect(metadata.annotations?.[PROVIDED_APIS_ANNOTATION]).toBe('Own.v1.example.com');
  });

  it('names its account once that is there', async () => {
    await at.make(resources.operatorGroups, aGroup('limited', { serviceAccountName: 'installer' }));
    const account = { apiVersion: 'v1', kind: 'ServiceAccount' };
    const read = async (): Promise<unknown> =>
      (await at.user.get(resources.operatorGroups, { namespace: at.namespace, name: 'limited' }))['status'];
    await reconcile('limited');
    expect(await read()).not.toHaveProperty('serviceAccountRef');
    const { metadata } = await at.make(resources.serviceAccounts, {
      ...account,
      metadata: { name: 'installer', namespace: at.namespace },
    });
    await reconcile('limited');
    expect(await read()).toMatchObject({ serviceAccountRef: { name: 'installer', uid: metadata.uid } });
  });

  it('that is gone leaves no label of its own, and those of others', async () => {
    const living = await at.make(resources.operatorGroups, aGroup('living', {}));
    const place = `${at.namespace}-left`;
    await aNamespace(place, { 'olm.operatorgroup.uid/of-one-that-is-gone': '', [labelOf(living)]: '' });
    expect(await reconcile('gone')).toEqual({ kind: 'done' });
    expect(await labelsOf(place)).toEqual([labelOf(living)]);
  });

  it('that somebody has changed meanwhile is not written over', async () => {
    await at.make(resources.operatorGroups, aGroup('changed', {}));
    at.writes();
    at.refuse({ status: 409, reason: 'Conflict' }, ({ method }) => method === 'PUT');
    await expect(reconcile('changed')).rejects.toMatchObject({ kind: 'conflict' });
    // Nothing follows from a status that was not taken.
    expect(at.writes().filter((request) => request.startsWith('PATCH'))).toEqual([]);
  });
});
