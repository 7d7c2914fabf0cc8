/**
 * Whatever order events come in, and wherever the operator dies: a cluster ends with the members that are asked for, each
 * with a pod, and no step of the operator ever costs it its majority.
 */
import { expect, it } from 'vitest';
import { at, items } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { effort } from '#local/testing/effort.ts';
import { playOut } from '../kit/testing/orders.ts';
import type { Play, Store } from '../kit/testing/orders.ts';
import { decideCluster } from './decide.ts';
import type { ClusterAction } from './decide.ts';
import { nameAt } from './scene.ts';
import type { EtcdView } from './scene.ts';

const NOW = '2026-01-02T03:04:05Z';
const SEEDS = effort(2_000, 10_000);
let serial = 0;

interface Voter {
  readonly id: string;
  readonly peerUrl: string;
  readonly learner: boolean;
}

/** What the members have agreed on is an object of the world, too. */
const votersOf = (store: Store): readonly Voter[] => items(store.get('etcd')?.['voters']) as readonly Voter[];
const setVoters = (store: Store, voters: readonly Voter[]): void => {
  store.set('etcd', { apiVersion: '', kind: 'Etcd', metadata: { name: '' }, voters });
};

const of = (store: Store, kind: string): KubeObject[] =>
  [...store.values()].filter((one) => one.kind === kind);
const podKey = (name: string): string => `pod/${name}`;

function alive(store: Store): readonly Voter[] {
  const services = of(store, 'Service');
  return votersOf(store).filter(({ peerUrl }) => store.has(podKey(nameAt(peerUrl, services))));
}

function hasMajority(store: Store): boolean {
  const voters = votersOf(store).filter(({ learner }) => !learner);
  const well = alive(store).filter(({ learner }) => !learner);
  return voters.length > 0 && well.length * 2 > voters.length;
}

/** As the members are now: they are asked, not watched. */
function viewOf(store: Store): EtcdView {
  if (!hasMajority(store)) return { kind: 'silent', reason: 'No majority.' };
  const services = of(store, 'Service');
  const well = new Set(alive(store).map(({ id }) => id));
  const members = votersOf(store).map(({ id, peerUrl, learner }) => ({
    ...{ id, learner, name: nameAt(peerUrl, services), healthy: well.has(id) },
  }));
  const pods = new Set(of(store, 'Pod').map(({ metadata }) => metadata.name));
  return { kind: 'answers', members, pods };
}

function make(store: Store, object: KubeObject): void {
  const key = `${object.kind.toLowerCase()}/${object.metadata.name}`;
  if (store.has(key)) return;
  serial += 1;
  const uid = `o${String(serial)}`;
  const clusterIP = `10.0.${String(Math.floor(serial / 250) % 250)}.${String(serial % 250)}`;
  const spec = { ...Object(object['spec']), ...(object.kind === 'Service' && { clusterIP }) };
  store.set(key, { ...object, spec, metadata: { ...object.metadata, uid } });
  // The members that a cluster begins with know each other from the start.
  const state = JSON.stringify(spec).includes('"ETCD_INITIAL_CLUSTER_STATE","value":"new"');
  if (object.kind === 'Pod' && state && votersOf(store).length === 0) setVoters(store, firstVoters(spec));
}

function firstVoters(spec: unknown): Voter[] {
  const env = items(at(items(at(spec, 'containers'))[0], 'env'));
  const initial = env.find((one) => at(one, 'name') === 'ETCD_INITIAL_CLUSTER');
  return String(at(initial, 'value'))
    .split(',')
    .map((peer) => {
      serial += 1;
      return { id: `m${String(serial)}`, peerUrl: peer.split('=')[1] ?? '', learner: false };
    });
}

/** As etcd does it: what would leave no majority is refused. */
function removeMember(store: Store, id: string): void {
  const after: Store = new Map(store);
  setVoters(
    after,
    votersOf(store).filter((one) => one.id !== id),
  );
  if (hasMajority(store) && hasMajority(after)) setVoters(store, votersOf(after));
}

const play: Play<ClusterAction> = {
  start: (random) => {
    const size = random.pick([1, 3, 5]) ?? 3;
    return new Map([['cluster', clusterOf({ size, version: '3.2.13' })]]);
  },
  decide: (known, now) => {
    const look = (cluster: KubeObject | undefined): ReturnType<typeof decideCluster> =>
      decideCluster(
        { cluster, pods: of(known, 'Pod'), services: of(known, 'Service'), etcd: viewOf(now) },
        NOW,
      );
    const seen = look(known.get('cluster'));
    const { actions, status } = seen.actions.length === 0 ? seen : look(now.get('cluster'));
    const cluster = now.get('cluster');
    // Written at the end of a look.
    if (status !== undefined && cluster !== undefined) now.set('cluster', { ...cluster, status });
    return actions;
  },
  act: (store, action) => {
    switch (action.kind) {
      case 'createService':
        return [() => make(store, action.service)];
      case 'createPod':
        return [() => make(store, action.pod)];
      case 'addMember':
        return [
          () => {
            serial += 1;
            if (hasMajority(store) && !votersOf(store).some(({ learner }) => learner))
              setVoters(store, [
                ...votersOf(store),
                { id: `m${String(serial)}`, peerUrl: action.peerUrl, learner: true },
              ]);
          },
          () => make(store, action.pod),
        ];
      case 'promoteMember':
        return [
          () => {
            if (!alive(store).some(({ id }) => id === action.member.id)) return;
            setVoters(
              store,
              votersOf(store).map((one) => (one.id === action.member.id ? { ...one, learner: false } : one)),
            );
          },
        ];
      case 'removeMember':
        return [() => removeMember(store, action.member.id)];
      case 'setImage':
        return [
          () => {
            const key = podKey(action.pod.metadata.name);
            const pod = store.get(key);
            if (pod?.metadata.uid === action.pod.metadata.uid && pod !== undefined)
              store.set(key, withImage(pod, action.image));
          },
        ];
      case 'deletePod':
      case 'deleteService': {
        const object = action.kind === 'deletePod' ? action.pod : action.service;
        const key = `${object.kind.toLowerCase()}/${object.metadata.name}`;
        return [
          () => {
            if (store.get(key)?.metadata.uid === object.metadata.uid) store.delete(key);
          },
        ];
      }
      default:
        throw new Error(`not to be done here: ${action.kind}`);
    }
  },
  disturb: (store, random) => {
    const cluster = store.get('cluster')!;
    if (random.below(2) === 0) {
      const size = random.pick([1, 3, 5, 4, -1]) ?? 3;
      const version = random.pick(['3.2.13', '3.2.14']) ?? '';
      store.set('cluster', { ...cluster, spec: { size, version } });
      return;
    }
    const key = random.pick([...store.keys()].filter((one) => one.startsWith('pod/')));
    if (key === undefined) return;
    const without: Store = new Map(store);
    without.delete(key);
    // Nobody brings back a majority that was taken away.
    if (hasMajority(without)) store.delete(key);
  },
  settle: (store) => {
    const cluster = store.get('cluster')!;
    const size = Number(at(cluster, 'spec', 'size'));
    if (size % 2 === 0 || size < 1)
      store.set('cluster', { ...cluster, spec: { ...Object(cluster['spec']), size: 3 } });
    for (const pod of of(store, 'Pod'))
      store.set(podKey(pod.metadata.name), {
        ...pod,
        status: { phase: 'Running', containerStatuses: [{ image: imageIn(pod) }] },
      });
  },
};

function clusterOf(spec: Record<string, unknown>): KubeObject {
  return {
    ...{ apiVersion: 'etcd.database.coreos.com/v1beta2', kind: 'EtcdCluster' },
    metadata: { name: 'example', namespace: 'ns', uid: 'u1', generation: 1 },
    spec,
  };
}

const imageIn = (pod: KubeObject): unknown => at(items(at(pod, 'spec', 'containers'))[0], 'image');

function withImage(pod: KubeObject, image: string): KubeObject {
  const [container] = items(at(pod, 'spec', 'containers'));
  return { ...pod, spec: { ...Object(pod['spec']), containers: [{ ...Object(container), image }] } };
}

it(`comes to rest as it is asked for, in ${String(SEEDS)} orders with crashes, and never loses its majority`, () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    let had = false;
    const store = playOut(
      {
        ...play,
        check: (world) => {
          const has = hasMajority(world);
          // Once it has begun it goes on answering, whatever the operator does.
          if (had && !has) throw new Error(`seed ${String(seed)}: the operator cost it its majority`);
          had ||= has;
        },
      },
      seed,
    );
    const { size, version } = Object(store.get('cluster')?.['spec']);
    const pods = of(store, 'Pod');
    const about = `seed ${String(seed)}`;
    expect(votersOf(store).filter(({ learner }) => !learner).length, about).toBe(size);
    expect(pods.length, about).toBe(size);
    expect(alive(store).length, about).toBe(size);
    for (const pod of pods) expect(imageIn(pod), about).toBe(`quay.io/coreos/etcd:v${String(version)}`);
    expect(of(store, 'Service').length, about).toBe(Number(size) + 1);
  }
});
