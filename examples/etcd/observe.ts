/** Asks the members of a cluster how they are. */
import type { KubeObject } from '#lib/k8s/object.ts';
import { controllerOf, isLeaving } from '../kit/owned.ts';
import { etcdAt, listMembers } from './client.ts';
import type { EtcdClient, ListedMember } from './client.ts';
import { addressOf, CLIENT_PORT } from './members.ts';
import { nameAt } from './scene.ts';
import type { EtcdView } from './scene.ts';

export interface Asked {
  readonly view: EtcdView;
  /** A member that answers for all of them; undefined where none does. */
  readonly speaker: EtcdClient | undefined;
}

/** @param pods of the namespace, as are the Services @param uid of the cluster */
export async function askMembers(
  pods: readonly KubeObject[],
  services: readonly KubeObject[],
  uid: string,
): Promise<Asked> {
  const own = services.filter((service) => controllerOf(service) === uid);
  const running = pods.filter((pod) => controllerOf(pod) === uid && !isLeaving(pod));
  const reachable = running.flatMap(({ metadata: { name = '' } }) => {
    const address = addressOf(own.find((service) => service.metadata.name === name));
    return address === undefined ? [] : [{ name, etcd: etcdAt(`http://${address}:${String(CLIENT_PORT)}`) }];
  });
  const health = await Promise.all(reachable.map(({ etcd }) => etcd.isHealthy()));
  const healthy = reachable.filter((_, index) => health[index]);
  for (const { etcd } of healthy) {
    const listed = await listMembers(etcd).catch(() => undefined);
    if (listed === undefined) continue;
    const well = new Set(healthy.map(({ name }) => name));
    return { speaker: etcd, view: { kind: 'answers', members: listed.map((one) => seen(one, own, well)) } };
  }
  const reason = `${String(healthy.length)} of ${String(running.length)} members answer, which is no majority.`;
  return { speaker: undefined, view: { kind: 'silent', reason } };
}

function seen(
  { id, peerUrl, learner }: ListedMember,
  services: readonly KubeObject[],
  well: ReadonlySet<string>,
): Extract<EtcdView, { kind: 'answers' }>['members'][number] {
  const name = nameAt(peerUrl, services);
  return { id, name, learner, healthy: well.has(name) };
}
