import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { startTestCluster } from '#local/testing/cluster.ts';
import type { TestCluster } from '#local/testing/cluster.ts';
import { eventually } from '#local/testing/eventually.ts';
import { startFaultProxy } from '#local/testing/fault-proxy.ts';
import { untilAllowed } from '#local/testing/people/rights.ts';
import type { FaultProxy } from '#local/testing/fault-proxy.ts';
import { heldByFile } from '#local/testing/held.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { requestToken } from './ask.ts';
import { createCache } from './cache.ts';
import type { CreateCacheOptions } from './cache.ts';
import { createClient } from './client.ts';
import { loadConfig } from './config.ts';
import type { ClusterConfig } from './config.ts';
import { isKubeError } from './errors.ts';
import { closeConnections } from './transport.ts';
import type { KubeClient, ResourceCache } from './types.ts';

const { configMaps, namespaces, serviceAccounts } = resources;
const namespace = `cache-${randomUUID().slice(0, 8)}`;

/** Ends what a test has opened, last first. */
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

function aConfigMap(name: string, data: Record<string, string> = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name }, data };
}

/** A cache and, beside it, what somebody believes who only listens to its events. */
function watched(
  client: KubeClient,
  resource: Resource = configMaps,
  options: CreateCacheOptions = {},
): { cache: ResourceCache; told: Map<string, KubeObject>; events: string[]; phases: string[] } {
  const told = new Map<string, KubeObject>();
  const events: string[] = [];
  const phases: string[] = [];
  const cache = createCache(client, resource, {
    ...(resource.namespaced ? { namespace } : {}),
    ...options,
    onState: () => phases.push(cache.state().phase),
  });
  cleanups.push(() => {
    cache.stop();
  });
  cache.subscribe(({ type, object }) => {
    const name = object.metadata.name;
    events.push(`${type} ${name}`);
    expect(told.has(name)).toBe(type !== 'added');
    if (type === 'deleted') told.delete(name);
    else told.set(name, object);
  });
  return { cache, told, events, phases };
}

const versions = (objects: Iterable<KubeObject>): Map<string, string> =>
  new Map([...objects].map(({ metadata }) => [metadata.name, metadata.resourceVersion ?? '']));

/** Waits until cache and listener agree with a fresh list. */
async function agrees(
  client: KubeClient,
  { cache, told }: Pick<ReturnType<typeof watched>, 'cache' | 'told'>,
): Promise<void> {
  await eventually(async () => {
    const { items } = await client.list(cache.resource, { namespace });
    expect(versions(cache.list())).toEqual(versions(items));
    expect(versions(told.values())).toEqual(versions(items));
  });
}

describe('on a shared cluster', () => {
  let config: ClusterConfig;
  let client: KubeClient;
  let proxy: FaultProxy;
  let through: KubeClient;

  beforeAll(async () => {
    config = loadConfig({ kubeconfig: sharedTestCluster().kubeconfig });
    client = createClient(config);
    proxy = await startFaultProxy(config);
    through = createClient(proxy.config);
    await client.create(namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  });
  afterEach(() => {
    proxy.heal();
    proxy.onRequest = () => undefined;
  });
  afterAll(async () => {
    await closeConnections(proxy.config);
    await proxy.close();
    await closeConnections(config);
  });

  const lists = (): string[] => proxy.requests.filter((request) => !request.includes('watch=true'));
  const watches = (): string[] => proxy.requests.filter((request) => request.includes('watch=true'));

  it('follows what happens, slim and indexed', async () => {
    const all = watched(client, configMaps, { indexes: { color: (object) => [labelOf(object, 'color')] } });
    await all.cache.synced;
    await client.create(configMaps, {
      ...aConfigMap('a'),
      metadata: { namespace, name: 'a', labels: { color: 'red' } },
    });
    await client.apply(configMaps, aConfigMap('b', { x: 'é€😀' }), { fieldManager: 'test' });
    await client.patch(configMaps, { namespace, name: 'a' }, { type: 'merge', body: { data: { y: '1' } } });
    await agrees(client, all);
    expect(all.cache.byIndex('color', 'red').map((object) => object.metadata.name)).toEqual(['a']);
    expect(all.cache.get({ namespace, name: 'b' })).toMatchObject({ kind: 'ConfigMap', data: { x: 'é€😀' } });
    expect(all.cache.list().every((object) => object.metadata.managedFields === undefined)).toBe(true);
    expect(all.cache.state().phase).toBe('live');
    await client.delete(configMaps, { namespace, name: 'a' });
    await agrees(client, all);
    expect(all.cache.byIndex('color', 'red')).toEqual([]);
  });

  it('keeps only metadata when asked', async () => {
    const slim = watched(client, configMaps, { metadataOnly: true });
    await slim.cache.synced;
    await client.create(configMaps, aConfigMap('slim', { x: '1' }));
    await agrees(client, slim);
    expect(Object.keys(slim.cache.get({ namespace, name: 'slim' }) ?? {}).sort()).toEqual([
      'apiVersion',
      'kind',
      'metadata',
    ]);
  });

  it('reads its own writes and tells each once', async () => {
    const own = watched(client);
    await own.cache.synced;
    const written = await client.create(configMaps, aConfigMap('own'));
    own.cache.observe(written);
    expect(own.cache.get({ namespace, name: 'own' })?.metadata.uid).toBe(written.metadata.uid);
    await client.delete(configMaps, { namespace, name: 'own' });
    await agrees(client, own);
    own.cache.observe(written);
    expect(own.cache.get({ namespace, name: 'own' })).toBeUndefined();
    expect(own.events.filter((event) => event.endsWith(' own'))).toEqual(['added own', 'deleted own']);
  });

  it('resumes after a cut without listing again', async () => {
    proxy.requests.length = 0;
    const cut = watched(through);
    await eventually(() => {
      expect(cut.cache.state().phase).toBe('live');
    });
    for (const name of ['cut-1', 'cut-2', 'cut-3']) {
      proxy.cut();
      await client.create(configMaps, aConfigMap(name));
      await agrees(client, cut);
    }
    expect(lists()).toHaveLength(1);
    expect(cut.phases).toContain('stale');
    expect(cut.cache.state().phase).toBe('live');
  });

  it('asks for bookmarks and stays live over many rotations, without listing again', async () => {
    proxy.requests.length = 0;
    const quiet = watched(through, configMaps, { rotateSeconds: 1 });
    await eventually(() => {
      expect(watches().length).toBeGreaterThanOrEqual(4);
    });
    expect(watches().every((request) => request.includes('allowWatchBookmarks=true'))).toBe(true);
    expect(lists()).toHaveLength(1);
    expect(quiet.phases).toEqual(['live']);
  });

  const expired = {
    kind: 'Status',
    code: 410,
    reason: 'Expired',
    message: 'too old resource version: 1 (2)',
  };

  it('lists anew after 410, in the stream or as an answer: no phantom, no missed delete', async () => {
    await client.create(configMaps, aConfigMap('doomed'));
    const gone = watched(through);
    await gone.cache.synced;
    await eventually(() => {
      expect(gone.cache.state().phase).toBe('live');
    });
    proxy.requests.length = 0;
    // The stream breaks off; what happens until the new watch is refused is only in the new list.
    let refusals = 2;
    proxy.onRequest = ({ url }) => {
      if (!url.includes('watch=true') || refusals === 0) return undefined;
      refusals -= 1;
      return { status: 410, body: expired };
    };
    proxy.cut();
    await client.delete(configMaps, { namespace, name: 'doomed' });
    await client.create(configMaps, aConfigMap('fresh'));
    await agrees(client, gone);
    await eventually(() => {
      expect(gone.cache.state().phase).toBe('live');
      expect(refusals).toBe(0);
    });
    proxy.inject({ type: 'ERROR', object: expired });
    await client.delete(configMaps, { namespace, name: 'fresh' });
    await agrees(client, gone);
    await eventually(() => {
      expect(lists()).toHaveLength(3);
    });
    expect(gone.events.filter((event) => event.startsWith('deleted'))).toEqual([
      'deleted doomed',
      'deleted fresh',
    ]);
  });

  it('notices that a watch has gone silent', async () => {
    const silent = watched(through, configMaps, { rotateSeconds: 1 });
    await eventually(() => {
      expect(silent.cache.state().phase).toBe('live');
    });
    proxy.silence();
    await client.create(configMaps, aConfigMap('unheard'));
    await eventually(() => {
      expect(silent.cache.state()).toMatchObject({ phase: 'stale', error: { kind: 'timeout' } });
    });
    proxy.heal();
    await agrees(client, silent);
    await eventually(() => {
      expect(silent.cache.state().phase).toBe('live');
    });
  });

  it('is no storm when watches are accepted and ended at once', async () => {
    proxy.requests.length = 0;
    proxy.onRequest = ({ url }) => (url.includes('watch=true') ? { status: 200 } : undefined);
    const storm = watched(through);
    await eventually(() => {
      expect(watches().length).toBeGreaterThanOrEqual(5);
    });
    expect(lists()).toHaveLength(1);
    expect(storm.cache.state()).toMatchObject({ phase: 'stale' });
    proxy.onRequest = () => undefined;
    storm.cache.retryNow();
    await eventually(() => {
      expect(storm.cache.state().phase).toBe('live');
    });
  });

  it('waits as long as the server asks', async () => {
    const busy = { kind: 'Status', code: 429, reason: 'TooManyRequests', message: 'busy' };
    proxy.requests.length = 0;
    let refusals = 1;
    proxy.onRequest = ({ url }) => {
      if (!url.includes('watch=true') || refusals === 0) return undefined;
      refusals -= 1;
      return { status: 429, headers: { 'retry-after': '1' }, body: busy };
    };
    const patient = watched(through);
    await eventually(() => {
      expect(patient.cache.state()).toMatchObject({ phase: 'stale', error: { kind: 'tooManyRequests' } });
    });
    await eventually(() => {
      expect(patient.cache.state().phase).toBe('live');
    });
    expect(watches()).toHaveLength(2);
  });

  it('is synced, empty and stale without the CRD, and fills when asked again after it has come', async () => {
    const group = `${namespace}.example`;
    const widgets = { group, version: 'v1', plural: 'widgets', kind: 'Widget', namespaced: true };
    const early = watched(client, widgets);
    await early.cache.synced;
    await eventually(() => {
      expect(early.cache.state()).toMatchObject({
        phase: 'stale',
        error: { kind: 'notFound', resourceAbsent: true },
      });
    });
    const crd = aWidgetCrd(group);
    cleanups.push(() => client.delete(resources.customResourceDefinitions, { name: crd.metadata.name }));
    await client.create(resources.customResourceDefinitions, crd);
    const widget = { apiVersion: `${group}/v1`, kind: 'Widget', metadata: { namespace, name: 'w' } };
    await eventually(() => client.create(widgets, widget));
    await eventually(() => {
      early.cache.retryNow();
      expect(early.cache.get({ namespace, name: 'w' })).toMatchObject(widget);
    });
    await client.delete(resources.customResourceDefinitions, { name: crd.metadata.name });
    await eventually(() => {
      early.cache.retryNow();
      expect(early.cache.list()).toEqual([]);
      expect(early.cache.state()).toMatchObject({ phase: 'stale', error: { resourceAbsent: true } });
    });
    expect(early.events).toEqual(['added w', 'deleted w']);
  });

  it('does not lose its content to one "not found" of a server that is starting', async () => {
    await client.create(configMaps, aConfigMap('kept'));
    const kept = watched(through);
    await eventually(() => {
      expect(kept.cache.state().phase).toBe('live');
    });
    let refusals = 1;
    proxy.onRequest = () => {
      refusals -= 1;
      return refusals >= 0 ? { status: 404 } : undefined;
    };
    proxy.cut();
    await eventually(() => {
      expect(refusals).toBeLessThan(0);
      expect(kept.cache.state().phase).toBe('live');
    });
    expect(kept.events.filter((event) => event.startsWith('deleted'))).toEqual([]);
  });

  it('renews its credentials once when they are refused in the middle', async () => {
    const subjects = await Promise.all(['first', 'second'].map((name) => aViewer(name)));
    let current = 0;
    let asked = 0;
    const viewer = createClient(proxy.config, {
      credentials: {
        get: () => Promise.resolve({ headers: { authorization: `Bearer ${subjects[current] ?? ''}` } }),
        invalidate: () => {
          asked += 1;
          current = 1;
          return true;
        },
      },
    });
    const seen = watched(viewer, configMaps, { rotateSeconds: 1 });
    await eventually(() => {
      expect(seen.cache.state().phase).toBe('live');
    });
    await client.delete(serviceAccounts, { namespace, name: 'first' });
    await eventually(() => {
      expect(asked).toBe(1);
    });
    await client.create(configMaps, aConfigMap('after-renewal'));
    await agrees(client, seen);
    expect(asked).toBe(1);
    expect(seen.phases).toEqual(['live']);
    await client.delete(serviceAccounts, { namespace, name: 'second' });
    await eventually(() => {
      expect(seen.cache.state()).toMatchObject({ phase: 'stale', error: { kind: 'unauthorized' } });
    });
  });

  it('says so when it may not look', async () => {
    const token = await aToken('nobody');
    const { cache } = watched(createClient(config, { token }), resources.secrets);
    await eventually(() => {
      expect(cache.state()).toMatchObject({ phase: 'stale', error: { kind: 'forbidden' } });
    });
    expect(cache.list()).toEqual([]);
  });

  async function aToken(name: string): Promise<string> {
    await client.create(serviceAccounts, {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { namespace, name },
    });
    return (await requestToken(client, { namespace, name }, { expirationSeconds: 3_600 })).token;
  }

  async function aViewer(name: string): Promise<string> {
    const token = await aToken(name);
    await client.create(resources.roleBindings, {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { namespace, name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
      subjects: [{ kind: 'ServiceAccount', name, namespace }],
    });
    const right = { apiGroups: [''], resources: ['configmaps'], verbs: ['watch'] };
    await untilAllowed(createClient(config, { token }), namespace, right);
    return token;
  }
});

describe('on a cluster of its own', () => {
  const held = heldByFile();
  let cluster: TestCluster;
  let config: ClusterConfig;
  let client: KubeClient;

  beforeAll(async () => {
    cluster = held.use(await startTestCluster());
    config = loadConfig({ kubeconfig: cluster.kubeconfig });
    held.defer(() => closeConnections(config));
    client = createClient(config);
    await client.create(namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  });

  it('survives the death of the API server, with and without its history', async () => {
    await client.create(configMaps, aConfigMap('old'));
    const all = watched(client);
    await all.cache.synced;
    const crds = watched(client, resources.customResourceDefinitions);
    for (const compact of [false, true]) {
      if (compact) await cluster.compact();
      await cluster.kill('kube-apiserver');
      await eventually(() => {
        expect(all.cache.state().phase).toBe('stale');
        expect(isKubeError(all.cache.state().error, 'unavailable')).toBe(true);
      });
      expect(all.cache.get({ namespace, name: 'old' })).toBeDefined();
      await cluster.restart();
      await client.create(configMaps, aConfigMap(`after-${String(compact)}`));
      await agrees(client, all);
      await eventually(() => {
        expect([all.cache.state().phase, crds.cache.state().phase]).toEqual(['live', 'live']);
      });
    }
    await client.delete(configMaps, { namespace, name: 'old' });
    await agrees(client, all);
    expect(all.events.filter((event) => event.startsWith('deleted'))).toEqual(['deleted old']);
  });
});

function labelOf({ metadata }: KubeObject, label: string): string {
  return metadata.labels?.[label] ?? '';
}

function aWidgetCrd(group: string): KubeObject {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget' },
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
      ],
    },
  };
}
