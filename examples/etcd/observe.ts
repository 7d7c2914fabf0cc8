/** Asks the members of a cluster how they are. */
import { optional } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { controllerOf, isLeaving } from '../kit/owned.ts';
import { etcdAt, listMembers, storeOf } from './client.ts';
import type { EtcdClient, ListedMember } from './client.ts';
import { addressOf, CLIENT_PORT } from './members.ts';
import { nameAt } from './scene.ts';
import type { EtcdView, MemberStore, SeenMember } from './scene.ts';

export interface Asked {
  readonly view: EtcdView;
  /** A member that answers for all of them; undefined where none does. */
  readonly speaker: EtcdClient | undefined;
  /** By name: those that answer. */
  readonly clients: ReadonlyMap<string, EtcdClient>;
}

/** What is asked of. */
interface AskedOf {
  /** Of the namespace, as are the Services. */
  readonly pods: readonly KubeObject[];
  readonly services: readonly KubeObject[];
  /** Of the cluster. */
  readonly uid: string;
  /** Whether to ask for the size of stores, too. */
  readonly stores: boolean;
}

export async function askMembers({ pods, services, uid, stores }: AskedOf): Promise<Asked> {
  const own = services.filter((service) => controllerOf(service) === uid);
  const running = pods.filter((pod) => controllerOf(pod) === uid && !isLeaving(pod));
  const reachable = running.flatMap(({ metadata: { name } }) => {
    const address = addressOf(own.find((service) => service.metadata.name === name));
    return address === undefined ? [] : [{ name, etcd: etcdAt(`http://${address}:${String(CLIENT_PORT)}`) }];
  });
  const health = await Promise.all(reachable.map(({ etcd }) => etcd.isHealthy()));
  const healthy = reachable.filter((_, index) => health[index]);
  const clients = new Map(healthy.map(({ name, etcd }) => [name, etcd]));
  for (const { etcd } of healthy) {
    const listed = await listMembers(etcd).catch(() => undefined);
    if (listed === undefined) continue;
    const sizes = stores ? await sizesOf(clients) : new Map<string, MemberStore>();
    const members = listed.map((one) => seen(one, own, clients, sizes));
    const names = new Set(running.map(({ metadata }) => metadata.name));
    return { speaker: etcd, clients, view: { kind: 'answers', members, pods: names } };
  }
  const reason = `${String(healthy.length)} of ${String(running.length)} members answer, which is no majority.`;
  return { speaker: undefined, clients, view: { kind: 'silent', reason } };
}

/** Of those that tell. */
async function sizesOf(clients: ReadonlyMap<string, EtcdClient>): Promise<Map<string, MemberStore>> {
  const told = await Promise.all(
    [...clients].map(async ([name, etcd]) => [name, await storeOf(etcd).catch(() => undefined)] as const),
  );
  return new Map(told.flatMap(([name, store]) => (store === undefined ? [] : [[name, store] as const])));
}

function seen(
  { id, peerUrl, learner }: ListedMember,
  services: readonly KubeObject[],
  clients: ReadonlyMap<string, EtcdClient>,
  sizes: ReadonlyMap<string, MemberStore>,
): SeenMember {
  const name = nameAt(peerUrl, services);
  return { id, name, learner, healthy: clients.has(name), ...optional({ store: sizes.get(name) }) };
}
