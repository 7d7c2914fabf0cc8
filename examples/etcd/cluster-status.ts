/** What an EtcdCluster says of itself. Pure. */
import { optional } from '#lib/base/loose.ts';
import type { Condition } from '#lib/k8s/object.ts';
import { saysTheSame, settle } from '../kit/conditions.ts';
import type { News } from '../kit/report.ts';
import type { EtcdClusterStatus } from './kinds.ts';
import { CLIENT_PORT, clientServiceName } from './members.ts';
import type { Scene } from './scene.ts';

export interface Said {
  /** Whether it has the data that it is to have. */
  readonly begun: boolean;
  /** Reason and message of what is going on; nothing when it is as it is asked for. */
  readonly progress?: readonly [reason: string, message: string];
  /** Why what is asked for is not done. */
  readonly refused?: string;
  /** Whether its data is gone. */
  readonly lost?: boolean;
  /** Of an upgrade under way. */
  readonly targetVersion?: string;
  /** What the API server or the members refused just now. */
  readonly trouble?: string;
}

export type ClusterStatus = EtcdClusterStatus & { readonly conditions: Condition[] };

/** Status and news, as far as there are any. */
export function toldOf(
  scene: Scene,
  said: Said,
  now: string,
): { readonly status?: ClusterStatus; readonly news?: News } {
  const { cluster } = scene;
  const before = cluster.status;
  const old = before?.conditions ?? [];
  const observedGeneration = cluster.metadata.generation;
  const conditions = conditionsOf(scene, said).map((one) => ({ ...one, observedGeneration }));
  const status = { ...fieldsOf(scene, said), conditions: settle(conditions, old, now) };
  if (before !== undefined && saysTheSame(before, status)) return {};
  const changed = conditions.find(
    ({ type, reason }) => !old.some((one) => one.type === type && one.reason === reason),
  );
  if (changed === undefined) return { status };
  const { reason = '', message = '' } = changed;
  return { status, news: { type: CALM.has(reason) ? 'Normal' : 'Warning', reason, message } };
}

const CALM: ReadonlySet<string> = new Set([
  ...['Accepted', 'MembersAnswer', 'AsAsked', 'Creating', 'Scaling', 'Upgrading', 'Restoring', 'Paused'],
  'Defragmenting',
]);

function fieldsOf(scene: Scene, said: Said): EtcdClusterStatus {
  const { cluster, spec, pods, epoch } = scene;
  const before = cluster.status;
  const healthy = healthyOf(scene);
  const steady = said.progress === undefined && said.refused === undefined;
  return {
    observedGeneration: cluster.metadata.generation,
    phase: said.lost === true ? 'Failed' : said.begun ? 'Running' : 'Creating',
    size: pods.size,
    members: {
      ready: [...pods.keys()].filter((name) => healthy.has(name)),
      unready: [...pods.keys()].filter((name) => !healthy.has(name)),
    },
    serviceName: clientServiceName(cluster.metadata.name),
    clientPort: CLIENT_PORT,
    ...optional({
      currentVersion: steady ? spec.version : before?.currentVersion,
      targetVersion: said.targetVersion,
      epoch: said.begun ? epoch : before?.epoch,
    }),
  };
}

function healthyOf({ etcd }: Scene): Set<string> {
  if (etcd.kind === 'silent') return new Set();
  return new Set(etcd.members.filter(({ healthy }) => healthy).map(({ name }) => name));
}

function conditionsOf(scene: Scene, said: Said): Condition[] {
  const { progress, refused, trouble } = said;
  const [reason = 'AsAsked', message = 'It is as it is asked for.'] = progress ?? [];
  return [
    available(scene, said),
    {
      ...{ type: 'Progressing', status: progress === undefined ? 'False' : 'True', reason },
      message: trouble === undefined ? message : `${message} ${trouble}`,
    },
    refused === undefined
      ? { type: 'Accepted', status: 'True', reason: 'Accepted', message: 'What is asked for can be done.' }
      : { type: 'Accepted', status: 'False', reason: 'SpecRefused', message: refused },
  ];
}

function available(scene: Scene, { begun, progress }: Said): Condition {
  const type = 'Available';
  const { etcd, pods } = scene;
  if (begun && etcd.kind === 'answers') {
    const answer = `${String(healthyOf(scene).size)} of ${String(pods.size)} members answer.`;
    return { type, status: 'True', reason: 'MembersAnswer', message: answer };
  }
  const [reason = 'Starting', message = 'Nobody answers.'] = progress ?? [];
  return { type, status: 'False', reason, message };
}
