import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { KubeObject, OwnerReference } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { heldByFile } from '#local/testing/held.ts';
import type { ReconcileOutcome } from '#server/kube/types.ts';
import { installWorld, type InstallWorld } from '#local/testing/worlds/install-world.ts';
import type { Catalog } from '#server/catalog/types.ts';
import { catalogSourceKind } from './catalog-source-reconciler.ts';
import { reconcile as reconcileKind } from './reconcile.ts';

const held = heldByFile();
let at: InstallWorld;
/** What the store has of every source. */
let catalog: Omit<Catalog, 'ref'> | undefined;
const empty = { packages: new Map(), warnings: [], digest: 'sha256:aa' };

const reconcile = (name: string): Promise<ReconcileOutcome> =>
  reconcileKind(catalogSourceKind, { ...at, key: `${at.namespace}/${name}` });

beforeAll(async () => {
  at = await installWorld(held);
  at.world.store.get = (ref) => (catalog === undefined ? undefined : { ref, ...catalog });
});

beforeEach(() => {
  catalog = undefined;
});

function aSource(name: string, spec: Record<string, unknown>): Promise<KubeObject> {
  return at.make(resources.catalogSources, {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: { name, namespace: at.namespace },
    spec: { ...spec },
  });
}

async function statusOf(name: string): Promise<unknown> {
  return (await at.user.get(resources.catalogSources, { namespace: at.namespace, name }))['status'];
}

const byAddress = { sourceType: 'grpc', address: 'catalog.example.com:50051' };

describe('a CatalogSource', () => {
  it('says what became of reading it, and only when that changes', async () => {
    await aSource('read', byAddress);
    const now = Date.now();
    catalog = { ...empty, readAt: now, reading: { checkedAt: now, fetching: false } };
    at.writes();
    expect(await reconcile('read')).toEqual({ kind: 'done' });
    expect(await statusOf('read')).toMatchObject({ connectionState: { lastObservedState: 'READY' } });
    expect(at.writes()).toHaveLength(1);
    await reconcile('read');
    expect(at.writes()).toEqual([]);
    const problem = { kind: 'unreachable', message: 'nobody listens', since: now } as const;
    catalog = { ...empty, readAt: 0, reading: { checkedAt: now, fetching: false, problem } };
    await reconcile('read');
    expect(await statusOf('read')).toMatchObject({
      connectionState: { lastObservedState: 'TRANSIENT_FAILURE' },
    });
  });

  it('that cannot be understood says why', async () => {
    await aSource('strange', { sourceType: 'carrier-pigeon' });
    await reconcile('strange');
    expect(await statusOf('strange')).toMatchObject({ reason: 'SpecInvalidError' });
  });

  it('that is gone is nothing to do', async () => {
    at.writes();
    expect(await reconcile('gone')).toEqual({ kind: 'done' });
    expect(at.writes()).toEqual([]);
  });
});

describe('the ConfigMap of a CatalogSource', () => {
  /** Made, and read by the store. */
  async function aConfigMapSource(name: string, ownerReferences: OwnerReference[] = []): Promise<KubeObject> {
    const { metadata } = await at.user.create(resources.configMaps, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace: at.namespace, ownerReferences },
    });
    const { uid = '', resourceVersion = '' } = metadata;
    const source = await aSource(name, { sourceType: 'configmap', configMap: name });
    const now = Date.now();
    const reading = { checkedAt: now, fetching: false, configMap: { uid, resourceVersion } };
    catalog = { ...empty, readAt: now, reading };
    return source;
  }

  async function ownersOf(name: string): Promise<string[]> {
    const { metadata } = await at.user.get(resources.configMaps, { namespace: at.namespace, name });
    return (metadata.ownerReferences ?? []).map((owner) => owner.name);
  }

  it('belongs to it, beside those it belonged to before', async () => {
    const { metadata } = await at.user.get(resources.namespaces, { name: at.namespace });
    const other = { apiVersion: 'v1', kind: 'Namespace', name: at.namespace, uid: metadata.uid ?? '' };
    await aConfigMapSource('adopted', [other]);
    await reconcile('adopted');
    expect(await ownersOf('adopted')).toEqual([at.namespace, 'adopted']);
    expect(await statusOf('adopted')).toMatchObject({ configMapReference: { name: 'adopted' } });
  });

  it('that is gone meanwhile keeps no status from being written', async () => {
    await aConfigMapSource('lost');
    await at.user.delete(resources.configMaps, { namespace: at.namespace, name: 'lost' });
    expect(await reconcile('lost')).toEqual({ kind: 'done' });
    expect(await statusOf('lost')).toMatchObject({ configMapReference: { name: 'lost' } });
  });

  it('that may not be written is tried again: no status says that it was adopted', async () => {
    await aConfigMapSource('refused');
    const lift = at.refuse({ status: 403, reason: 'Forbidden' }, ({ method }) => method === 'PATCH');
    await expect(reconcile('refused')).rejects.toMatchObject({ kind: 'forbidden' });
    expect(await statusOf('refused')).toBeUndefined();
    lift();
    await reconcile('refused');
    expect(await ownersOf('refused')).toEqual(['refused']);
  });
});
