/** Looks after EtcdClusters: asks, decides, does one step, tells. */
import { at, optional } from '#lib/base/loose.ts';
import type { KubeObject, ObjectRef } from '#lib/k8s/object.ts';
import { compareVersions } from '#lib/olm/api/version.ts';
import { keyOf, refKey, refTo } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { isKubeError, undefinedIf } from '#server/kube/errors.ts';
import type { KubeClient, ReconcileOutcome } from '#server/kube/types.ts';
import type { Known } from '../kit/known.ts';
import { isLeaving, ownersOf } from '../kit/owned.ts';
import { tell, writeStatus } from '../kit/report.ts';
import type { Controller } from '../kit/run.ts';
import { unpack } from './archive.ts';
import { defragment, EtcdError } from './client.ts';
import type { EtcdClient } from './client.ts';
import { writeAll } from './data.ts';
import { decideCluster } from './decide.ts';
import type { ClusterAction, ClusterDecision } from './decide.ts';
import {
  EtcdCluster,
  epochOf,
  etcdBackups,
  etcdClusters,
  etcdRestores,
  EtcdRestoreSpec,
  isOurs,
  isSimulated,
  RESTORE_ANNOTATION,
} from './kinds.ts';
import { askMembers } from './observe.ts';
import type { Asked } from './observe.ts';
import { simulatedView } from './scene.ts';
import type { ClusterFacts, SeenMember } from './scene.ts';
import { storedParts } from './stored.ts';
import { MANAGER } from './settings.ts';
import type { EtcdOperatorSettings } from './settings.ts';

const { pods, services } = resources;

export function clusterController(settings: EtcdOperatorSettings): Controller {
  return {
    name: 'etcdclusters',
    watched: [
      { resource: etcdClusters, concerns: (cluster) => [keyOf(cluster)] },
      { resource: pods, concerns: (pod) => ownersOf(etcdClusters, pod).map(refKey) },
      { resource: services, concerns: (service) => ownersOf(etcdClusters, service).map(refKey) },
    ],
    reconcile: (known, ref) => reconcile(settings, known, ref),
  };
}

async function reconcile(
  settings: EtcdOperatorSettings,
  known: Known,
  ref: ObjectRef,
): Promise<ReconcileOutcome> {
  const cached = known.get(etcdClusters, ref);
  if (cached === undefined || isLeaving(cached)) return { kind: 'done' };
  if (!isOurs(EtcdCluster.parse(cached), settings.namespaces)) return notOurs(settings, cached);
  const asked = await look(settings, known, cached);
  const seen = decideCluster(factsOf(known, cached, asked), now());
  if (seen.actions.length === 0) return report(settings, cached, seen);
  // What is done cannot always be undone: it is done for the cluster as it is now.
  const cluster = await undefinedIf(settings.client.get(etcdClusters, ref), 'notFound');
  if (cluster === undefined || isLeaving(cluster)) return { kind: 'done' };
  known.observe(etcdClusters, cluster);
  const facts = factsOf(known, cluster, asked);
  const trouble = await carryOut(settings, { known, cluster, asked }, decideCluster(facts, now()).actions);
  const loaded = trouble === undefined && seen.actions.some(({ kind }) => kind === 'load');
  const after = decideCluster({ ...factsOf(known, cluster, asked), loaded, ...optional({ trouble }) }, now());
  return report(settings, cluster, after);
}

function now(): string {
  return new Date().toISOString();
}

/** An operator of all namespaces says so once, where somebody may wait for it in vain. */
async function notOurs(
  { client, namespaces }: EtcdOperatorSettings,
  object: KubeObject,
): Promise<ReconcileOutcome> {
  if (namespaces.length > 0 || object['status'] !== undefined) return { kind: 'done' };
  await tell(
    { client, manager: MANAGER, resource: etcdClusters, object },
    {
      type: 'Warning',
      reason: 'NotClusterwide',
      message:
        'This operator serves all namespaces, and looks after clusters with the annotation etcd.database.coreos.com/scope: clusterwide.',
    },
  );
  return { kind: 'done' };
}

/** From this version of the operator on it tunes what it looks after. */
const AUTOPILOT_SINCE = '1.2.0';

async function look({ version }: EtcdOperatorSettings, known: Known, cluster: KubeObject): Promise<Asked> {
  const { namespace = '', uid = '' } = cluster.metadata;
  const own = known.list(pods, namespace);
  const parsed = EtcdCluster.parse(cluster);
  if (isSimulated(parsed))
    return { view: simulatedView(parsed, own), speaker: undefined, clients: new Map() };
  const stores = compareVersions(version, AUTOPILOT_SINCE) >= 0;
  return askMembers({ pods: own, services: known.list(services, namespace), uid, stores });
}

function factsOf(known: Known, cluster: KubeObject, { view }: Asked): ClusterFacts {
  const { namespace = '' } = cluster.metadata;
  const parsed = EtcdCluster.parse(cluster);
  const own = known.list(pods, namespace);
  const etcd = isSimulated(parsed) ? simulatedView(parsed, own) : view;
  return { cluster, pods: own, services: known.list(services, namespace), etcd };
}

async function report(
  { client, log }: EtcdOperatorSettings,
  object: KubeObject,
  { status, news, lookAgainMs }: ClusterDecision,
): Promise<ReconcileOutcome> {
  const reporter = { client, manager: MANAGER, resource: etcdClusters, object };
  if (status !== undefined && (await writeStatus(reporter, status))) {
    log('status', { key: keyOf(object), phase: status.phase, ready: status.members.ready.length });
    if (news !== undefined) await tell(reporter, news);
  }
  return lookAgainMs === undefined ? { kind: 'done' } : { kind: 'requeueAfter', ms: lookAgainMs };
}

interface Doing {
  readonly known: Known;
  readonly cluster: KubeObject;
  readonly asked: Asked;
}

/** Resolves to the first refusal, for people. */
async function carryOut(
  settings: EtcdOperatorSettings,
  doing: Doing,
  actions: readonly ClusterAction[],
): Promise<string | undefined> {
  let refused: string | undefined;
  for (const action of actions) {
    try {
      await act(settings, doing, action);
      settings.log(action.kind, { key: keyOf(doing.cluster), ...aboutOf(action) });
    } catch (error) {
      // Made by an earlier look, or changed since: the watch tells.
      if (isKubeError(error, 'alreadyExists') || isKubeError(error, 'conflict')) continue;
      if (!isKubeError(error) && !(error instanceof EtcdError)) throw error;
      refused ??= error.message;
    }
  }
  return refused;
}

function aboutOf(action: ClusterAction): Record<string, string> {
  if ('pod' in action) return { pod: action.pod.metadata.name };
  if ('member' in action) return { member: action.member.name };
  if ('service' in action) return { service: action.service.metadata.name };
  return { epoch: action.epoch };
}

async function act(settings: EtcdOperatorSettings, doing: Doing, action: ClusterAction): Promise<void> {
  switch (action.kind) {
    case 'createService':
    case 'moveService':
    case 'deleteService':
      return serve(settings, doing, action);
    case 'createPod':
    case 'deletePod':
    case 'setImage':
      return change(settings, doing, action);
    case 'load':
      return load(settings, doing);
    case 'defragment':
      return defragment(memberOf(doing.asked, action.member));
    default:
      return join(settings, doing, action);
  }
}

type Of<Kind extends ClusterAction['kind']> = Extract<ClusterAction, { readonly kind: Kind }>;

const by = { fieldManager: MANAGER };

async function serve(
  { client }: EtcdOperatorSettings,
  { known }: Doing,
  { kind, service }: Extract<ClusterAction, { readonly service: KubeObject }>,
): Promise<void> {
  if (kind === 'deleteService') return client.delete(services, refTo(service), uidOf(service));
  const body = { spec: { selector: at(service, 'spec', 'selector') } };
  const written =
    kind === 'createService'
      ? await client.create(services, service, by)
      : await client.patch(services, refTo(service), { type: 'merge', body }, by);
  known.observe(services, written);
}

async function change(
  { client }: EtcdOperatorSettings,
  { known }: Doing,
  action: Of<'createPod'> | Of<'deletePod'> | Of<'setImage'>,
): Promise<void> {
  const { pod } = action;
  // The one that was looked at, not another of its name.
  if (action.kind === 'deletePod') return client.delete(pods, refTo(pod), uidOf(pod));
  if (action.kind === 'createPod') return known.observe(pods, await client.create(pods, pod, by));
  const body = { metadata: uidOf(pod), spec: { containers: [{ name: 'etcd', image: action.image }] } };
  known.observe(pods, await client.patch(pods, refTo(pod), { type: 'strategic', body }, by));
}

async function join(
  { client }: EtcdOperatorSettings,
  { known, cluster, asked }: Doing,
  action: Of<'addMember'> | Of<'promoteMember'> | Of<'removeMember'>,
): Promise<void> {
  const speaker = speak(asked);
  if (action.kind === 'addMember') {
    await speaker.ask('cluster/member/add', { peerURLs: [action.peerUrl], isLearner: true });
    known.observe(pods, await client.create(pods, action.pod, by));
    return;
  }
  const { member } = action;
  if (action.kind === 'removeMember' && action.because === 'gone' && (await hasPod(client, cluster, member)))
    return;
  const what = action.kind === 'removeMember' ? 'remove' : 'promote';
  await speaker.ask(`cluster/member/${what}`, { ID: member.id });
}

/** Asked of the API server: what is known may be behind, and a member that was let go comes back empty. */
async function hasPod(client: KubeClient, cluster: KubeObject, { name }: SeenMember): Promise<boolean> {
  if (name === '') return false;
  const pod = await undefinedIf(client.get(pods, { ...refTo(cluster), name }), 'notFound');
  return pod !== undefined && !isLeaving(pod);
}

function speak({ speaker }: Asked): EtcdClient {
  if (speaker === undefined) throw new EtcdError('no member answers');
  return speaker;
}

function memberOf({ clients }: Asked, { name }: SeenMember): EtcdClient {
  const client = clients.get(name);
  if (client === undefined) throw new EtcdError(`${name} does not answer`);
  return client;
}

function uidOf({ metadata: { uid } }: KubeObject): { uid?: string } {
  return uid === undefined ? {} : { uid };
}

/** The keys of the backup that the restore names which the cluster's annotation names. */
async function load({ client }: EtcdOperatorSettings, { cluster, asked }: Doing): Promise<void> {
  const { namespace = '' } = cluster.metadata;
  const epoch = epochOf(EtcdCluster.parse(cluster));
  const name = (cluster.metadata.annotations?.[RESTORE_ANNOTATION] ?? '').split('.').slice(0, -1).join('.');
  const restore = await client.get(etcdRestores, { namespace, name });
  if (restore.metadata.uid !== epoch) throw new EtcdError(`EtcdRestore ${name} is another one now`);
  const { backup } = EtcdRestoreSpec.parse(restore['spec']);
  const found = await storedParts(client, await client.get(etcdBackups, { namespace, name: backup.name }));
  const content = typeof found === 'string' ? found : unpack(found);
  if (typeof content === 'string') throw new EtcdError(`EtcdBackup ${backup.name}: ${content}`);
  await writeAll(speak(asked), content);
}
