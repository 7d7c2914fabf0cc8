/** What the cluster says of its addresses: Services, pods, nodes. */
import { z } from 'zod';
import { resources } from '#lib/k8s/resources.ts';
import { createCache } from '#server/kube/cache.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { podWorkload } from './way.ts';
import type { DoorNode, DoorPod, DoorService } from './way.ts';

export interface Addresses {
  readonly services: readonly DoorService[];
  readonly pods: readonly DoorPod[];
  readonly nodes: readonly DoorNode[];
}

/** Follows them until it is stopped. */
export function followAddresses(client: Pick<KubeClient, 'list' | 'watch'>): {
  readonly synced: Promise<unknown>;
  now(): Addresses;
  stop(): void;
} {
  const [services, pods, nodes] = [
    createCache(client, resources.services),
    createCache(client, resources.pods),
    createCache(client, resources.nodes),
  ];
  const all = [services, pods, nodes];
  return {
    synced: Promise.all(all.map(({ synced }) => synced)),
    now: () => ({
      services: services.list().flatMap((object) => serviceOf(object) ?? []),
      pods: pods.list().flatMap((object) => podOf(object) ?? []),
      nodes: nodes.list().flatMap((object) => nodeOf(object) ?? []),
    }),
    stop: () => {
      for (const cache of all) cache.stop();
    },
  };
}

const Service = z.object({
  metadata: z.object({ namespace: z.string(), name: z.string() }),
  spec: z.object({
    clusterIPs: z.array(z.string()).default([]),
    selector: z.record(z.string(), z.string()).default({}),
    ports: z
      .array(z.object({ port: z.int(), targetPort: z.union([z.int(), z.string()]).optional() }))
      .default([]),
  }),
});

export function serviceOf(object: unknown): DoorService | undefined {
  const { data } = Service.safeParse(object);
  if (data === undefined) return undefined;
  const { metadata, spec } = data;
  const ports = spec.ports.map(({ port, targetPort = port }) => ({ port, targetPort }));
  return { ...metadata, clusterIPs: spec.clusterIPs, selector: spec.selector, ports };
}

const Pod = z.object({
  metadata: z.object({
    namespace: z.string(),
    name: z.string(),
    labels: z.record(z.string(), z.string()).default({}),
    ownerReferences: z.array(z.object({ kind: z.string(), name: z.string() })).default([]),
  }),
  status: z.object({ podIPs: z.array(z.object({ ip: z.string() })).default([]) }).prefault({}),
});

/** A pod that belongs to no Deployment stands for itself; undefined for what is no pod. */
export function podOf(object: unknown): DoorPod | undefined {
  const { data } = Pod.safeParse(object);
  if (data === undefined) return undefined;
  const { namespace, name, labels, ownerReferences } = data.metadata;
  // A Deployment names its ReplicaSets after itself and the hash that their pods carry.
  const suffix = `-${labels['pod-template-hash'] ?? ''}`;
  const owner = ownerReferences.find((one) => one.kind === 'ReplicaSet' && one.name.endsWith(suffix));
  const deployment = suffix === '-' ? undefined : owner?.name.slice(0, -suffix.length);
  const ips = data.status.podIPs.map(({ ip }) => ip);
  return { namespace, name, ips, workload: deployment ?? podWorkload(name) };
}

const Node = z.object({
  status: z.object({ addresses: z.array(z.object({ address: z.string() })).default([]) }),
});

function nodeOf(object: unknown): DoorNode | undefined {
  const { data } = Node.safeParse(object);
  return data === undefined ? undefined : { addresses: data.status.addresses.map(({ address }) => address) };
}
