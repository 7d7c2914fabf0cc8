/** What a reconciler has at hand, on the shared cluster: for tests that call one by itself, with nothing else at work. */
import { randomBytes } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { olmCrds } from '#lib/olm/api/crds/index.ts';
import { allCaches, createCaches, createCrdCache, observe } from '#server/install/caches.ts';
import { createMemory } from '#server/install/memory.ts';
import type { World } from '#server/install/world.ts';
import { createClient } from '#server/kube/client.ts';
import { realClock } from '#server/kube/clock.ts';
import { loadConfig } from '#server/kube/config.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { eventually } from '../eventually.ts';
import { startFaultProxy, type FaultProxy } from '../fault-proxy.ts';
import { sharedTestCluster } from '../shared-cluster.ts';
import { noImages, storeOf } from './plain-world.ts';

export interface InstallWorld {
  readonly world: World;
  /** Of the test file alone. */
  readonly namespace: string;
  /** The same world, with another namespace to look at. */
  elsewhere(): Promise<InstallWorld>;
  /** Never aborted. */
  readonly signal: AbortSignal;
  /** An administrator's, past the faults. */
  readonly user: KubeClient;
  /** What the catalogs hold, by digest. */
  readonly contents: Map<string, readonly KubeObject[]>;
  /** Creates an object as somebody else would, with its status; the caches know of it at once. */
  make<T extends KubeObject>(resource: Resource, object: T): Promise<T & KubeObject>;
  /** The OperatorGroup without which nothing is installed, for the namespace itself. */
  makeGroup(): Promise<KubeObject>;
  /**
   * From now on the API server refuses to the world what `which` says, until the end of the test or until the answer is
   * called.
   */
  refuse(refusal: { status: number; reason: string }, which: (request: Request) => boolean): () => void;
  /** As a builder made it, in the namespace. Without its owners, which nobody has made: Kubernetes would collect it. */
  here<T extends KubeObject>(object: T): T;
  /** What the world has written since this was asked last: `PUT /apis/…`, without the query. */
  writes(): string[];
}

type Request = Parameters<FaultProxy['onRequest']>[0];

export async function installWorld(held: AsyncDisposableStack): Promise<InstallWorld> {
  const config = loadConfig({ kubeconfig: sharedTestCluster().kubeconfig });
  const user = createClient(config);
  for (const crd of olmCrds) {
    await user.apply(resources.customResourceDefinitions, crd, { fieldManager: 'capstan-test' });
  }
  const namespace = await aNamespace(user);
  const faults = held.adopt(await startFaultProxy(config), (proxy) => proxy.close());
  const client = createClient(faults.config);
  const caches = createCaches(client, createCrdCache(client));
  held.defer(() => {
    for (const cache of allCaches(caches)) cache.stop();
  });
  await eventually(() => {
    for (const cache of allCaches(caches)) {
      cache.retryNow();
      expect([cache.resource.plural, cache.state().phase]).toEqual([cache.resource.plural, 'live']);
    }
  });
  const contents: InstallWorld['contents'] = new Map();
  const world: World = {
    client,
    clientFor: () => client,
    caches,
    store: storeOf(contents),
    bundleImages: noImages,
    clock: realClock,
    log: { info: () => undefined, warn: () => undefined },
    globalNamespace: namespace,
    wholeNamespace: false,
    serverVersion: '1.36.3',
    memory: createMemory(),
  };
  const make: InstallWorld['make'] = async (resource, object) => {
    const made = await created(user, resource, object);
    observe(caches, resource, made);
    // Its metadata is the API server's, the rest was taken as it is.
    return made as typeof object;
  };
  const { signal } = new AbortController();
  const refuse = refuseBy(faults);
  const writes = writesOf(faults);
  const inNamespace = (name: string): InstallWorld => ({
    ...{ world, namespace: name, signal, user, contents, make, refuse, writes },
    here: (object) => ({ ...object, metadata: { ...object.metadata, namespace: name, ownerReferences: [] } }),
    elsewhere: async () => inNamespace(await aNamespace(user)),
    makeGroup: () =>
      make(resources.operatorGroups, {
        apiVersion: 'operators.coreos.com/v1',
        kind: 'OperatorGroup',
        metadata: { name: 'group', namespace: name },
        spec: { targetNamespaces: [name] },
      }),
  });
  return inNamespace(namespace);
}

async function aNamespace(user: KubeClient): Promise<string> {
  const name = `world-${randomBytes(4).toString('hex')}`;
  await user.create(resources.namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  return name;
}

function refuseBy(faults: FaultProxy): InstallWorld['refuse'] {
  return ({ status, reason }, which) => {
    const body = { kind: 'Status', reason, message: `no: ${reason}` };
    faults.onRequest = (request) => (which(request) ? { status, body } : undefined);
    const lift = (): void => {
      faults.onRequest = () => undefined;
    };
    onTestFinished(lift);
    return lift;
  };
}

async function created(user: KubeClient, resource: Resource, object: KubeObject): Promise<KubeObject> {
  const made = await user.create(resource, object);
  const { status } = object;
  if (status === undefined) return made;
  return user.replace(resource, { ...made, status }, { subresource: 'status' });
}

function writesOf({ requests }: FaultProxy): () => string[] {
  let from = requests.length;
  return () => {
    const since = requests.slice(from).filter((request) => !request.startsWith('GET '));
    from = requests.length;
    return since.map((request) => request.replace(/\?.*$/, ''));
  };
}
