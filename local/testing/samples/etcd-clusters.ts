/** What tests of the etcd operator ask for and look at. */
import { at } from '#lib/base/loose.ts';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { eventually } from '../eventually.ts';
import { z } from 'zod';

const GROUP = { group: 'etcd.database.coreos.com', version: 'v1beta2', namespaced: true };
export const etcdClusters: Resource = { ...GROUP, plural: 'etcdclusters', kind: 'EtcdCluster' };
export const etcdBackups: Resource = { ...GROUP, plural: 'etcdbackups', kind: 'EtcdBackup' };
export const etcdRestores: Resource = { ...GROUP, plural: 'etcdrestores', kind: 'EtcdRestore' };

export const MEMBERS = 'etcd.database.coreos.com/members';
export const SCOPE = 'etcd.database.coreos.com/scope';

/** Of three members. */
export function anEtcdCluster(
  { namespace, name }: { readonly namespace: string; readonly name: string },
  spec: Record<string, unknown> = {},
  annotations: Record<string, string> = {},
): KubeObject {
  return {
    apiVersion: 'etcd.database.coreos.com/v1beta2',
    kind: 'EtcdCluster',
    metadata: { name, namespace, annotations },
    spec: { size: 3, version: '3.2.13', ...spec },
  };
}

/** Message and status of a condition. */
export function conditionOf(
  object: KubeObject,
  type: string,
): { status?: unknown; reason?: unknown; message?: unknown } {
  const all = at(object, 'status', 'conditions');
  const found: unknown = Array.isArray(all) ? all.find((one) => at(one, 'type') === type) : undefined;
  return { status: at(found, 'status'), reason: at(found, 'reason'), message: at(found, 'message') };
}

const text = (value: string): string => Buffer.from(value).toString('base64');
const plain = (value: string): string => Buffer.from(value, 'base64').toString();

const Range = z.object({
  kvs: z
    .array(z.object({ key: z.string(), value: z.string().default(''), lease: z.string().optional() }))
    .default([]),
});

/** A client of etcd, by way of the API server and the Service for clients. */
export interface EtcdUser {
  put(key: string, value: string, lease?: string): Promise<void>;
  /** All that there is. */
  all(): Promise<Record<string, string>>;
  ask(path: string, body: object): Promise<unknown>;
}

/** @param service `name` in the namespace */
export function etcdUser(client: KubeClient, namespace: string, service: string): EtcdUser {
  const ask: EtcdUser['ask'] = (path, body) =>
    client.request('POST', `/api/v1/namespaces/${namespace}/services/http:${service}:2379/proxy/v3/${path}`, {
      body,
    });
  return {
    ask,
    put: async (key, value, lease) => {
      await ask('kv/put', { key: text(key), value: text(value), ...(lease !== undefined && { lease }) });
    },
    all: async () => {
      // As etcd's own client does: a member that goes cuts its answers off, and a read may be tried again.
      const { kvs } = await eventually(async () =>
        Range.parse(await ask('kv/range', { key: 'AA==', range_end: 'AA==' })),
      );
      return Object.fromEntries(kvs.map(({ key, value }) => [plain(key), plain(value)]));
    },
  };
}
