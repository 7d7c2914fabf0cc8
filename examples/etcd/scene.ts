/** What there is of an EtcdCluster: its pods and Services by member, and what its members say. Pure. */
import { at } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { controllerOf, isLeaving } from '../kit/owned.ts';
import { isReady } from '../kit/pods.ts';
import { epochOf, isSimulated } from './kinds.ts';
import type { EtcdCluster, EtcdClusterSpec } from './kinds.ts';
import { addressOf, clientServiceName, EPOCH_LABEL, memberIndex, memberName, peerUrl } from './members.ts';

/** A member as the cluster's own members know it. */
export interface SeenMember {
  readonly id: string;
  /** Of its pod; empty where its address is none that the operator gave. */
  readonly name: string;
  /** It gets the data and has no vote yet. */
  readonly learner: boolean;
  readonly healthy: boolean;
  /** Absent where nobody asked for it, or it was not told. */
  readonly store?: MemberStore;
}

/** Bytes that the file of a member takes, and those of them that hold something. */
export interface MemberStore {
  readonly size: number;
  readonly inUse: number;
  /** It is the leader. */
  readonly leads: boolean;
}

/** What members answered. */
export type EtcdView =
  /** No majority of them, or nobody at all; for people. */
  | { readonly kind: 'silent'; readonly reason: string }
  | {
      readonly kind: 'answers';
      readonly members: readonly SeenMember[];
      /** Names of the pods that were there when they were asked; those that came since may be members. */
      readonly pods: ReadonlySet<string>;
    };

export interface ClusterFacts {
  /** As the API server gave it. */
  readonly cluster: unknown;
  /** All of its namespace: names may be taken by pods of others. */
  readonly pods: readonly KubeObject[];
  readonly services: readonly KubeObject[];
  readonly etcd: EtcdView;
  /** Whether the keys of the epoch that it is to have were put into it just now. */
  readonly loaded?: boolean;
  /** What was refused just now. */
  readonly trouble?: string;
}

export interface Scene {
  readonly cluster: EtcdCluster;
  readonly spec: EtcdClusterSpec;
  readonly simulated: boolean;
  readonly epoch: string;
  /** By name: its own pods that are not leaving. */
  readonly pods: ReadonlyMap<string, KubeObject>;
  /** By name: its own that are to be gone soon. */
  readonly leaving: ReadonlyMap<string, KubeObject>;
  /** Names that nothing can be made under. */
  readonly taken: ReadonlySet<string>;
  /** By name: its own Services of members. */
  readonly services: ReadonlyMap<string, KubeObject>;
  /** Of the members that its Service for clients leads to; undefined where there is no such Service. */
  readonly clientEpoch: string | undefined;
  readonly etcd: EtcdView;
  readonly loaded: boolean;
}

/** A pod that should have ended this long ago is on a node that does not answer: its member counts as lost. */
const LOST_AFTER_MS = 30_000;

/** @param now RFC 3339 */
export function sceneOf(
  facts: ClusterFacts,
  cluster: EtcdCluster,
  { spec, now }: { readonly spec: EtcdClusterSpec; readonly now: string },
): Scene {
  const { uid, name } = cluster.metadata;
  const own = facts.pods.filter((pod) => controllerOf(pod) === uid);
  const foreign = [...facts.pods, ...facts.services].filter((one) => controllerOf(one) !== uid);
  const lost = own.filter((pod) => isLostAt(pod, now));
  const services = facts.services.filter(
    (one) => controllerOf(one) === uid && memberIndex(name, one.metadata.name) !== undefined,
  );
  return {
    ...{ cluster, spec, etcd: facts.etcd, loaded: facts.loaded ?? false },
    simulated: isSimulated(cluster),
    epoch: epochOf(cluster),
    pods: named(own.filter((pod) => !isLeaving(pod))),
    leaving: named(own.filter((pod) => isLeaving(pod) && !lost.includes(pod))),
    taken: new Set([...foreign, ...lost].map(({ metadata }) => metadata.name)),
    services: named(services.filter((one) => !isLeaving(one))),
    clientEpoch: clientEpochOf(cluster, facts.services),
  };
}

function clientEpochOf({ metadata }: EtcdCluster, services: readonly KubeObject[]): string | undefined {
  const service = services.find((one) => one.metadata.name === clientServiceName(metadata.name));
  if (service === undefined) return undefined;
  const epoch = at(service, 'spec', 'selector', EPOCH_LABEL);
  return typeof epoch === 'string' ? epoch : '';
}

function named(objects: readonly KubeObject[]): Map<string, KubeObject> {
  return new Map(
    objects
      .map((object): [string, KubeObject] => [object.metadata.name, object])
      .sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true })),
  );
}

function isLostAt({ metadata: { deletionTimestamp } }: KubeObject, now: string): boolean {
  return deletionTimestamp !== undefined && Date.parse(deletionTimestamp) + LOST_AFTER_MS <= Date.parse(now);
}

/** Of pods that run nothing: each that is there is a member. */
export function simulatedView(cluster: EtcdCluster, pods: readonly KubeObject[]): EtcdView {
  const own = pods.filter((pod) => controllerOf(pod) === cluster.metadata.uid && !isLeaving(pod));
  const members = own.map((pod): SeenMember => {
    const { name } = pod.metadata;
    return { id: name, name, learner: false, healthy: isReady(pod) };
  });
  if (members.length === 0) return { kind: 'silent', reason: 'There is no pod.' };
  return { kind: 'answers', members, pods: new Set(members.map(({ name }) => name)) };
}

/** A free place: the lowest number under which nothing is. */
export function freeIndex({ cluster, pods, leaving, taken }: Scene, except: readonly number[] = []): number {
  for (let index = 0; ; index += 1) {
    const name = memberName(cluster.metadata.name, index);
    const isFree = !pods.has(name) && !leaving.has(name) && !taken.has(name);
    if (isFree && !except.includes(index)) return index;
  }
}

/** The addresses of members, by name; those whose Service has none yet are left out. */
export function addressesOf({ services }: Scene, names: Iterable<string>): Map<string, string> {
  return new Map(
    [...names].flatMap((name): [string, string][] => {
      const address = addressOf(services.get(name));
      return address === undefined ? [] : [[name, address]];
    }),
  );
}

/** The member that is reached at an address, by name; empty where no Service of a member has it. */
export function nameAt(url: string | undefined, services: readonly KubeObject[]): string {
  const found = services.find((service) => {
    const address = addressOf(service);
    return address !== undefined && peerUrl(address) === url;
  });
  return found?.metadata.name ?? '';
}
