/**
 * What the etcd operator decides about a cluster: from an EtcdCluster, its pods and Services, and what its members answer,
 * to the one next step. One at a time, and none while members are missing that are not known to be gone: a cluster that
 * has a majority keeps it. Pure.
 */
import { optional } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { specProblem } from '../kit/conditions.ts';
import type { News } from '../kit/report.ts';
import { hasEnded } from '../kit/pods.ts';
import { nextToDefragment } from './autopilot.ts';
import { toldOf } from './cluster-status.ts';
import type { ClusterStatus, Said } from './cluster-status.ts';
import { EtcdCluster, EtcdClusterSpec, sizeProblem } from './kinds.ts';
import {
  clientService,
  clientServiceName,
  EPOCH_LABEL,
  firstPeers,
  imageOf,
  memberIndex,
  memberName,
  memberPod,
  memberService,
  peerUrl,
  podImage,
  runningImage,
} from './members.ts';
import { addressesOf, freeIndex, sceneOf } from './scene.ts';
import type { ClusterFacts, Scene, SeenMember } from './scene.ts';

export type ClusterAction =
  | { readonly kind: 'createService' | 'moveService' | 'deleteService'; readonly service: KubeObject }
  | { readonly kind: 'createPod'; readonly pod: KubeObject }
  | { readonly kind: 'deletePod'; readonly pod: KubeObject; readonly because: string }
  | { readonly kind: 'setImage'; readonly pod: KubeObject; readonly image: string }
  /** Asked of the cluster first, then its pod is made. */
  | { readonly kind: 'addMember'; readonly peerUrl: string; readonly pod: KubeObject }
  | { readonly kind: 'promoteMember'; readonly member: SeenMember }
  | { readonly kind: 'removeMember'; readonly member: SeenMember; readonly because: 'gone' | 'surplus' }
  /** Nothing of the cluster is to be changed: free pages of its store go back to the disk. */
  | { readonly kind: 'defragment'; readonly member: SeenMember }
  /** Puts the keys of the epoch that the cluster is to have into it. */
  | { readonly kind: 'load'; readonly epoch: string };

export interface ClusterDecision {
  readonly actions: readonly ClusterAction[];
  /** undefined when the cluster has it already. */
  readonly status?: ClusterStatus;
  /** For an event, once the status is written. */
  readonly news?: News;
  /** When to look again though no object has changed: what members say comes by no watch. */
  readonly lookAgainMs?: number;
}

/** What is to be done now, and what is said of it. */
interface Step extends Said {
  readonly actions?: readonly ClusterAction[];
}

const BUSY_MS = 1_000;
const STEADY_MS = 10_000;

/** @param now RFC 3339 */
export function decideCluster(facts: ClusterFacts, now: string): ClusterDecision {
  const cluster = EtcdCluster.parse(facts.cluster);
  const parsed = EtcdClusterSpec.safeParse(cluster.spec);
  const spec = parsed.data ?? EtcdClusterSpec.parse({ size: 1 });
  const scene = sceneOf(facts, cluster, { spec, now });
  const problem = parsed.success ? refusal(scene) : specProblem(parsed.error);
  const step =
    problem === undefined
      ? nextStep(scene)
      : { refused: `${problem}. Its members stay as they are.`, begun: hasBegun(scene) };
  const steady = step.progress === undefined;
  const lookAgainMs = scene.simulated ? undefined : steady ? STEADY_MS : BUSY_MS;
  return {
    actions: step.actions ?? [],
    ...toldOf(scene, { ...step, ...optional({ trouble: facts.trouble }) }, now),
    ...optional({ lookAgainMs }),
  };
}

function refusal({ spec, cluster }: Scene): string | undefined {
  const current = cluster.status?.currentVersion;
  if (current !== undefined && isBefore(spec.version, current))
    return `spec.version: etcd ${current} does not go back to ${spec.version}. Restore a backup into a new cluster instead`;
  return sizeProblem(spec.size);
}

/** By major and minor: patches of one minor version go both ways. */
function isBefore(version: string, other: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number);
  return major < otherMajor || (major === otherMajor && minor < otherMinor);
}

/** Whether it has the data that it is to have; until then there is nothing to lose. */
function hasBegun({ cluster, epoch, etcd, loaded }: Scene): boolean {
  if (cluster.status?.epoch === epoch) return true;
  return etcd.kind === 'answers' && (epoch === 'first' || loaded);
}

function nextStep(scene: Scene): Step {
  if (scene.spec.paused === true)
    return { begun: hasBegun(scene), progress: ['Paused', 'spec.paused: its members stay as they are.'] };
  const stale = [...scene.pods.values()].filter((pod) => pod.metadata.labels?.[EPOCH_LABEL] !== scene.epoch);
  if (scene.cluster.status?.epoch !== scene.epoch && stale.length > 0) return clearing(scene, stale);
  if (!hasBegun(scene)) return beginning(scene);
  const client = clientStep(scene);
  const step = livingStep(scene);
  return { begun: true, ...step, actions: [...client, ...(step.actions ?? [])] };
}

function clearing({ services }: Scene, stale: readonly KubeObject[]): Step {
  const message = `${String(services.size)} members make way for the keys of a backup.`;
  return {
    begun: false,
    progress: ['Restoring', message],
    actions: stale.map((pod) => gone(pod, 'restore')),
  };
}

function gone(pod: KubeObject, because: string): ClusterAction {
  return { kind: 'deletePod', pod, because };
}

/** All members at once: alone, the first would wait for the second to answer. */
function beginning(scene: Scene): Step {
  const { cluster, spec, epoch, pods, leaving, services, simulated, etcd } = scene;
  const about = epoch === 'first' ? 'Creating' : 'Restoring';
  const wait = (message: string, actions: readonly ClusterAction[] = []): Step => ({
    ...{ begun: false, progress: [about, message], actions },
  });
  if (leaving.size > 0) return wait('Members from before are leaving.');
  if (etcd.kind === 'answers') return wait('The keys of the backup are put in.', [{ kind: 'load', epoch }]);
  const names = firstNames(scene);
  const indexes = names.map((name) => memberIndex(cluster.metadata.name, name) ?? 0);
  const unserved = simulated
    ? []
    : indexes.filter((index) => !services.has(memberName(cluster.metadata.name, index)));
  if (unserved.length > 0)
    return wait(
      'Members get their addresses.',
      unserved.map((index) => createService(memberService(cluster, index))),
    );
  const peers = addressesOf(scene, names);
  if (!simulated && peers.size < names.length) return wait('Members get their addresses.');
  const missing = indexes.filter((index) => !pods.has(memberName(cluster.metadata.name, index)));
  return wait(
    `${String(names.length)} members are starting.`,
    missing.map((index) => ({
      kind: 'createPod',
      pod: memberPod(cluster, spec, { index, peers, state: 'new' }),
    })),
  );
}

/** Those that the first pods were told of, whatever has been asked for since. */
function firstNames(scene: Scene): string[] {
  const { cluster, spec, pods } = scene;
  for (const pod of pods.values()) {
    const peers = firstPeers(pod);
    if (peers !== undefined) return peers;
  }
  const indexes: number[] = [...pods.keys()].flatMap(
    (name) => memberIndex(cluster.metadata.name, name) ?? [],
  );
  while (indexes.length < spec.size) indexes.push(freeIndex(scene, indexes));
  return indexes.map((index) => memberName(cluster.metadata.name, index));
}

function createService(service: KubeObject): ClusterAction {
  return { kind: 'createService', service };
}

/** Clients are led to members once these have the right data. */
function clientStep({ cluster, epoch, taken, clientEpoch }: Scene): ClusterAction[] {
  if (taken.has(clientServiceName(cluster.metadata.name)) || clientEpoch === epoch) return [];
  const service = clientService(cluster, epoch);
  return [{ kind: clientEpoch === undefined ? 'createService' : 'moveService', service }];
}

type Living = Omit<Step, 'begun'>;

/** Of a cluster that has its data: what is broken first, then what is asked for. */
function livingStep(scene: Scene): Living {
  const { pods, leaving, etcd, simulated } = scene;
  if (pods.size + leaving.size === 0) {
    if (simulated) return beginning(scene);
    return { lost: true, progress: ['AllMembersLost', LOST] };
  }
  if (etcd.kind === 'silent') return { progress: ['QuorumLost', etcd.reason] };
  const { members, pods: asked } = etcd;
  const missing = scene.spec.size - members.length;
  // Of one that was made since they were asked, nobody has told yet whether it is a member.
  if (missing > 0 && [...pods.keys()].some((name) => !asked.has(name)))
    return { ...resize(scene, members), actions: [] };
  // Whole before one of them is started anew, which takes another away for a while.
  const whole = repair(scene, members) ?? (missing > 0 ? resize(scene, members) : upgrade(scene));
  return whole ?? (missing < 0 ? resize(scene, members) : (tidy(scene, members) ?? tune(members)));
}

const LOST =
  'All members are gone, and their data with them. Create an EtcdRestore from a backup, or delete the cluster and create it anew.';

function repair({ pods, leaving }: Scene, members: readonly SeenMember[]): Living | undefined {
  const recovering = (message: string, ...actions: ClusterAction[]): Living => ({
    ...{ progress: ['Recovering', message], actions },
  });
  const ended = [...pods.values()].find(hasEnded);
  if (ended !== undefined) return recovering(`${nameOf(ended)} has ended.`, gone(ended, 'ended'));
  const away = members.find(({ name }) => !pods.has(name) && !leaving.has(name));
  if (away !== undefined)
    return recovering(`${away.name || 'A member'} is gone.`, {
      kind: 'removeMember',
      member: away,
      because: 'gone',
    });
  const known = new Set(members.map(({ name }) => name));
  const orphan = [...pods.values()].find((pod) => !known.has(nameOf(pod)));
  if (orphan !== undefined) return recovering(`${nameOf(orphan)} is no member.`, gone(orphan, 'no member'));
  const learner = members.find((one) => one.learner);
  if (learner !== undefined)
    return recovering(`${learner.name} catches up.`, { kind: 'promoteMember', member: learner });
  const unwell = members.filter(({ healthy }) => !healthy).map(({ name }) => name);
  if (unwell.length > 0) return recovering(`Waits for ${unwell.join(', ')}.`);
  return leaving.size > 0 ? recovering('A member is leaving.') : undefined;
}

function nameOf({ metadata }: KubeObject): string {
  return metadata.name;
}

/** A pod keeps its data when its image changes; one that runs nothing is replaced. */
function upgrade({ spec, pods, simulated }: Scene): Living | undefined {
  const image = imageOf(spec);
  const all = [...pods.values()];
  const done = all.filter((pod) => podImage(pod) === image);
  const target = { targetVersion: spec.version };
  const message = `${String(done.length)} of ${String(all.length)} members have ${spec.version}.`;
  const starting = simulated ? undefined : done.find((pod) => runningImage(pod) !== image);
  if (starting !== undefined)
    return { ...target, progress: ['Upgrading', `${message} ${nameOf(starting)} starts.`] };
  const next = all.find((pod) => podImage(pod) !== image);
  if (next === undefined) return undefined;
  const action: ClusterAction = simulated ? gone(next, 'upgrade') : { kind: 'setImage', pod: next, image };
  return { ...target, progress: ['Upgrading', message], actions: [action] };
}

function resize(scene: Scene, members: readonly SeenMember[]): Living {
  const { spec } = scene;
  const missing = spec.size - members.length;
  const message = `${String(members.length)} of ${String(spec.size)} members.`;
  return {
    progress: ['Scaling', message],
    actions: missing > 0 ? growth(scene, members) : shrinkage(scene, members),
  };
}

function growth(scene: Scene, members: readonly SeenMember[]): ClusterAction[] {
  const { cluster, spec, services, simulated } = scene;
  const index = freeIndex(scene);
  const name = memberName(cluster.metadata.name, index);
  if (!simulated && !services.has(name)) return [createService(memberService(cluster, index))];
  const peers = addressesOf(scene, [...members.map((member) => member.name), name]);
  const pod = memberPod(cluster, spec, { index, peers, state: 'existing' });
  if (simulated) return [{ kind: 'createPod', pod }];
  const address = peers.get(name);
  return address === undefined ? [] : [{ kind: 'addMember', peerUrl: peerUrl(address), pod }];
}

function shrinkage({ cluster, pods, simulated }: Scene, members: readonly SeenMember[]): ClusterAction[] {
  const number = ({ name }: SeenMember): number => memberIndex(cluster.metadata.name, name) ?? Infinity;
  const member = members.toSorted((one, other) => number(one) - number(other)).at(-1);
  const pod = pods.get(member?.name ?? '');
  if (member === undefined) return [];
  if (!simulated) return [{ kind: 'removeMember', member, because: 'surplus' }];
  return pod === undefined ? [] : [gone(pod, 'surplus')];
}

/** Addresses of members that are no more. */
function tidy({ services, pods }: Scene, members: readonly SeenMember[]): Living | undefined {
  const known = new Set(members.map(({ name }) => name));
  const left = [...services.values()].filter((one) => !known.has(nameOf(one)) && !pods.has(nameOf(one)));
  return left.length === 0
    ? undefined
    : { actions: left.map((service) => ({ kind: 'deleteService', service })) };
}

/** Only of a cluster that is whole and as it is asked for: a member answers nothing meanwhile. */
function tune(members: readonly SeenMember[]): Living {
  const next = nextToDefragment(members);
  if (next === undefined) return {};
  const { member, message } = next;
  return { progress: ['Defragmenting', message], actions: [{ kind: 'defragment', member }] };
}
