/**
 * Is this a cluster that local mode made? Only there may a Deployment start a process on this machine. Three things have
 * to agree: the API server is on the loopback interface, the cluster carries local mode's mark, and the mark names the
 * cluster that the caller expects.
 */
import { z } from 'zod';
import { resources } from '#lib/k8s/resources.ts';
import { undefinedIf } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';

const MARK = { namespace: 'kube-system', name: 'capstan-local' } as const;

const Mark = z.object({ data: z.object({ cluster: z.string() }) });

/** Marks a cluster as made by local mode. Called by whoever made it, and by nobody else. */
export async function markLocalCluster(client: KubeClient, name: string): Promise<void> {
  const mark = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...MARK }, data: { cluster: name } };
  await client.apply(resources.configMaps, mark, { fieldManager: 'capstan-local' });
}

/** The cluster's name as its mark says; undefined without a mark. */
export async function readMark(client: KubeClient): Promise<string | undefined> {
  const mark = await undefinedIf(client.get(resources.configMaps, MARK), 'notFound');
  return Mark.safeParse(mark).data?.data.cluster;
}

export interface ClusterFacts {
  /** Base URL of the API server. */
  server: string;
  proxyUrl?: string | undefined;
  /** What the cluster's mark says. */
  mark: string | undefined;
  /** The name that the caller expects. */
  expected: string;
}

/** Why nothing is run on this cluster; undefined when it is the expected local one. */
export function refusalReason({ server, proxyUrl, mark, expected }: ClusterFacts): string | undefined {
  if (proxyUrl !== undefined)
    return `its API server is reached through a proxy, so it need not be on this machine`;
  if (!isLoopback(server)) return `its API server ${server} is not on this machine`;
  const where = `ConfigMap ${MARK.namespace}/${MARK.name}`;
  if (mark === undefined) return `local mode did not make it: there is no ${where}`;
  if (mark !== expected) return `${where} says it is "${mark}", not "${expected}"`;
  return undefined;
}

function isLoopback(server: string): boolean {
  const host = URL.parse(server)?.hostname;
  return host !== undefined && (host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host));
}
