/** A cluster with the kinds of kudo.dev, engines over it, and somebody who installs operators. */
import { at } from '#lib/base/loose.ts';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { kudoCrds } from '#lib/kudo/api/crds.ts';
import { instanceLabels } from '#lib/kudo/api/names.ts';
import { KUDO_API_VERSION, kudoResources, type KudoInstanceSpec } from '#lib/kudo/api/types.ts';
import { packageFamily } from '#lib/kudo/package/family.ts';
import type { PackageFiles } from '#lib/kudo/package/files.ts';
import { startTestCluster, type TestCluster } from '#local/testing/cluster.ts';
import { eventually } from '#local/testing/eventually.ts';
import { eventsWritten } from '#server/install/events.ts';
import { createCache } from '#server/kube/cache.ts';
import { createClient } from '#server/kube/client.ts';
import { realClock } from '#server/kube/clock.ts';
import { loadConfig } from '#server/kube/config.ts';
import { isKubeError } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { startEngine, type Engine } from '../engine.ts';
import { smallPackage, type SmallPackage } from './small-package.ts';

/** An engine with what it stands on. */
export interface HeldEngine extends Engine, AsyncDisposable {
  /** Errors it has met, for messages of failed tests. */
  readonly errors: readonly string[];
  /** Of one whose client is dead: what it waits for never comes. */
  abandon(): void;
}

export interface KudoBench extends KudoUser {
  readonly cluster: TestCluster;
  /** One that works by the given client, with all rights. */
  engine(client?: KubeClient, options?: { reviewKey?: Buffer }): Promise<HeldEngine>;
}

/** Somebody who installs operators, on a cluster that has the kinds. */
export interface KudoUser {
  readonly client: KubeClient;
  /** A new namespace. */
  namespace(name: string): Promise<void>;
  /** Operators and versions of the package and those in it; resolves to the name of the version. */
  provide(namespace: string, files: PackageFiles): Promise<string>;
  instantiate(namespace: string, name: string, spec: KudoInstanceSpec): Promise<void>;
  /** The package in a new namespace, as Instance `it`. */
  install(namespace: string, small: SmallPackage, parameters?: Record<string, string>): Promise<void>;
  /** What Events say of Instances of the namespace, `Reason: message`. */
  reasons(namespace: string): Promise<string[]>;
  change(namespace: string, name: string, body: Record<string, unknown>): Promise<void>;
  instance(namespace: string, name: string): Promise<KubeObject>;
  find(resource: Resource, namespace: string, name: string): Promise<KubeObject | undefined>;
  /** Resolves once the last run of the plan has the status and the instance is idle. */
  untilPlan(namespace: string, name: string, plan: string, status: string): Promise<KubeObject>;
}

/** Rejects when the definitions are not served in time. */
export async function startKudoBench(
  held: AsyncDisposableStack,
  options: Parameters<typeof startTestCluster>[0] = {},
): Promise<KudoBench> {
  const cluster = held.use(await startTestCluster(options));
  const client = createClient(loadConfig({ kubeconfig: cluster.kubeconfig }));
  for (const crd of kudoCrds)
    await client.apply(resources.customResourceDefinitions, crd, { fieldManager: 'capstan-test' });
  for (const resource of Object.values(kudoResources)) await eventually(() => client.list(resource));
  const engine: KudoBench['engine'] = (own = client, more = {}) => heldEngine(own, more);
  return { ...kudoUser(client), cluster, engine };
}

/** By the client. */
export function kudoUser(client: KubeClient): KudoUser {
  const find: KudoUser['find'] = async (resource, namespace, name) => {
    try {
      return await client.get(resource, resource.namespaced ? { namespace, name } : { name });
    } catch (error) {
      if (isKubeError(error, 'notFound')) return undefined;
      throw error;
    }
  };
  const instance: KudoUser['instance'] = (namespace, name) =>
    client.get(kudoResources.instances, { namespace, name });
  const namespace: KudoUser['namespace'] = async (name) => {
    await client.create(resources.namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  };
  const provide: KudoUser['provide'] = async (namespace, files) => {
    const family = packageFamily(files, false, () => ({ problem: 'it is not in the package' }));
    if ('problem' in family) throw new Error(family.problem);
    for (const { operator, version } of family.members) {
      for (const [resource, object] of [
        [kudoResources.operators, operator],
        [kudoResources.operatorVersions, version],
      ] as const)
        await client.apply(resource, inNamespace(object, namespace), { fieldManager: 'capstan-test' });
    }
    return family.members.at(-1)?.version.metadata.name ?? '';
  };
  const instantiate: KudoUser['instantiate'] = async (namespace, name, spec) => {
    const labels = instanceLabels(spec.operatorVersion.name ?? '');
    const metadata = { namespace, name, labels };
    const object = { apiVersion: KUDO_API_VERSION, kind: 'Instance', metadata, spec };
    await client.create(kudoResources.instances, object);
  };
  return {
    client,
    find,
    instance,
    namespace,
    provide,
    instantiate,
    install: async (name, small, parameters = {}) => {
      await namespace(name);
      const version = await provide(name, smallPackage(small));
      await instantiate(name, 'it', { operatorVersion: { name: version }, parameters });
    },
    reasons: async (namespace) => {
      const { items } = await client.list(resources.events, { namespace });
      const own = items.filter((event) => at(event, 'involvedObject', 'kind') === 'Instance');
      return own.map((event) => `${String(event['reason'])}: ${String(event['message'])}`);
    },
    change: async (namespace, name, body) => {
      await client.patch(kudoResources.instances, { namespace, name }, { type: 'merge', body });
    },
    untilPlan: (namespace, name, plan, status) =>
      eventually(
        async () => {
          const found = await instance(namespace, name);
          const told = at(found, 'status', 'planStatus', plan, 'status');
          const runs = at(found, 'spec', 'planExecution', 'planName') ?? '';
          if (told !== status || runs !== '')
            throw new Error(`${plan} is not ${status}: ${JSON.stringify([found['spec'], found['status']])}`);
          return found;
        },
        { timeoutMs: 60_000 },
      ),
  };
}

function inNamespace(object: KubeObject, namespace: string): KubeObject {
  const plain = JSON.parse(JSON.stringify(object)) as KubeObject;
  return { ...plain, metadata: { ...plain.metadata, namespace } };
}

/** An engine that works by the client, on a cluster that has the kinds. */
export async function heldEngine(
  client: KubeClient,
  { reviewKey }: { reviewKey?: Buffer } = {},
): Promise<HeldEngine> {
  const definitions = createCache(client, resources.customResourceDefinitions);
  const errors: string[] = [];
  const nothing = (): void => undefined;
  await definitions.synced;
  const memory = { events: { waiting: [], writing: undefined, stop: new AbortController() } };
  const engine = await startEngine({
    client,
    memory,
    definitions,
    clock: realClock,
    reviewKey,
    log: { info: nothing, warn: nothing },
    onError: (key, error) => {
      errors.push(`${key}: ${String(error)}`);
    },
  });
  const stop = async (): Promise<void> => {
    definitions.stop();
    await engine.stop();
    await eventsWritten({ memory });
  };
  const abandon = (): void => void stop();
  return { queue: engine.queue, stop, abandon, errors, [Symbol.asyncDispose]: stop };
}
