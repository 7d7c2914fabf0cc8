/** What people do to install an operator, and what they look at while it comes up. */
import { optional } from '#lib/base/loose.ts';
import type { KubeObject, Resource } from '../../lib/k8s/object.ts';
import { resources } from '../../lib/k8s/resources.ts';
import { createClient } from '../../server/kube/client.ts';
import { loadConfig } from '../../server/kube/config.ts';
import { isKubeError } from '../../server/kube/errors.ts';
import type { KubeClient } from '../../server/kube/types.ts';
import { eventually } from './eventually.ts';

export interface InstallRequest {
  namespace: string;
  package: string;
  catalog: string;
  /** Absent: all namespaces. */
  targetNamespaces?: readonly string[];
  spec?: Record<string, unknown>;
}

export interface Bench {
  client: KubeClient;
  /** Namespace and OperatorGroup; then the Subscription. */
  install(request: InstallRequest): Promise<void>;
  prepare(request: InstallRequest): Promise<void>;
  subscribe(request: InstallRequest): Promise<void>;
  /** Any field of an object by path; undefined when the object is absent. */
  field(resource: Resource, namespace: string, name: string, path: string): Promise<unknown>;
  list(resource: Resource, namespace?: string, labelSelector?: string): Promise<KubeObject[]>;
  /** Resolves once the CSV has the phase; fails with its status and that of the Subscriptions. */
  untilPhase(namespace: string, csv: string, phase: string, timeoutMs?: number): Promise<void>;
  approve(namespace: string, plan: string): Promise<void>;
}

const OLM = 'operators.coreos.com';

export function bench(kubeconfig: string): Bench {
  const client = createClient(loadConfig({ kubeconfig }));
  const subscribe = async (request: InstallRequest): Promise<void> => {
    await client.create(resources.subscriptions, {
      apiVersion: `${OLM}/v1alpha1`,
      kind: 'Subscription',
      metadata: { name: request.package, namespace: request.namespace },
      spec: {
        name: request.package,
        source: request.catalog,
        sourceNamespace: 'capstan-system',
        ...request.spec,
      },
    });
  };
  const list = async (
    resource: Resource,
    namespace?: string,
    labelSelector?: string,
  ): Promise<KubeObject[]> => (await client.list(resource, optional({ namespace, labelSelector }))).items;
  const field: Bench['field'] = async (resource, namespace, name, path) => {
    try {
      return at(await client.get(resource, { namespace, name }), path);
    } catch (error) {
      if (isKubeError(error, 'notFound')) return undefined;
      throw error;
    }
  };
  const states = async (namespace: string): Promise<string> => {
    const kinds = [resources.clusterServiceVersions, resources.subscriptions, resources.installPlans];
    const lists = await Promise.all(kinds.map((kind) => list(kind, namespace)));
    return lists
      .flat()
      .map((object) => JSON.stringify([object.kind, object.metadata.name, object['status']]).slice(0, 2_000))
      .join('\n');
  };
  return {
    client,
    subscribe,
    list,
    prepare: (request) => prepareNamespace(client, request),
    install: async (request) => {
      await prepareNamespace(client, request);
      await subscribe(request);
    },
    field,
    untilPhase: async (namespace, csv, phase, timeoutMs = 90_000) => {
      try {
        await eventually(
          async () => {
            const found = await field(resources.clusterServiceVersions, namespace, csv, 'status.phase');
            if (found !== phase) throw new Error(`${csv} in ${namespace} is ${String(found)}, not ${phase}`);
          },
          { timeoutMs },
        );
      } catch (cause) {
        throw new Error(`${csv} in ${namespace} is not ${phase}:\n${await states(namespace)}`, { cause });
      }
    },
    approve: async (namespace, plan) => {
      const body = { spec: { approved: true } };
      await client.patch(resources.installPlans, { namespace, name: plan }, { type: 'merge', body });
    },
  };
}

async function prepareNamespace(client: KubeClient, request: InstallRequest): Promise<void> {
  const { namespace, targetNamespaces } = request;
  await client.create(resources.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace },
  });
  await client.create(resources.operatorGroups, {
    apiVersion: `${OLM}/v1`,
    kind: 'OperatorGroup',
    metadata: { name: 'group', namespace },
    spec: targetNamespaces === undefined ? {} : { targetNamespaces },
  });
}

/** Value at a dotted path. */
/** The condition of that type among what `status.conditions` holds. */
export function conditionIn(conditions: unknown, type: string): unknown {
  const all: unknown[] = Array.isArray(conditions) ? conditions : [];
  return all.find((condition) => at(condition, 'type') === type);
}

export function at(value: unknown, path: string): unknown {
  let current: unknown = value;
  for (const key of path.split('.')) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = Object.entries(current).find(([name]) => name === key)?.[1];
  }
  return current;
}
