/** Makes EtcdBackups: reads all keys of a cluster at one revision, and keeps them in Secrets. Each is made once. */
import type { KubeObject, ObjectRef } from '#lib/k8s/object.ts';
import { keyOf } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { ReconcileOutcome } from '#server/kube/types.ts';
import { saysTheSame, specProblem } from '../kit/conditions.ts';
import type { Known } from '../kit/known.ts';
import { isLeaving } from '../kit/owned.ts';
import { tell, writeStatus } from '../kit/report.ts';
import type { Controller } from '../kit/run.ts';
import { pack } from './archive.ts';
import { EtcdError } from './client.ts';
import { readAll } from './data.ts';
import {
  EtcdBackup,
  etcdBackups,
  EtcdBackupSpec,
  EtcdCluster,
  etcdClusters,
  isOfOthers,
  isSimulated,
} from './kinds.ts';
import type { EtcdBackupStatus } from './kinds.ts';
import { askMembers } from './observe.ts';
import { MANAGER } from './settings.ts';
import type { EtcdOperatorSettings } from './settings.ts';
import { secretsFor } from './stored.ts';

const AGAIN_MS = 5_000;

export function backupController(settings: EtcdOperatorSettings): Controller {
  return {
    name: 'etcdbackups',
    // Each holds all keys of a cluster in memory.
    concurrency: 1,
    watched: [{ resource: etcdBackups, concerns: (backup) => [keyOf(backup)] }],
    reconcile: (known, ref) => reconcile(settings, known, ref),
  };
}

async function reconcile(
  settings: EtcdOperatorSettings,
  known: Known,
  ref: ObjectRef,
): Promise<ReconcileOutcome> {
  const object = known.get(etcdBackups, ref);
  if (object === undefined || isLeaving(object)) return { kind: 'done' };
  const { spec, status } = EtcdBackup.parse(object);
  if (status?.succeeded === true) return { kind: 'done' };
  const parsed = EtcdBackupSpec.safeParse(spec);
  if (!parsed.success) return waits(settings, object, `${specProblem(parsed.error)}.`);
  const { name } = parsed.data.etcdCluster;
  const cluster = known.get(etcdClusters, { ...ref, name });
  if (isOfOthers(cluster, settings.namespaces)) return { kind: 'done' };
  const made = await attempt(settings, { known, object, cluster, name });
  if (status === undefined || !saysTheSame(status, made)) await report(settings, object, made);
  return made.succeeded ? { kind: 'done' } : { kind: 'requeueAfter', ms: AGAIN_MS };
}

async function waits(
  settings: EtcdOperatorSettings,
  object: KubeObject,
  reason: string,
): Promise<ReconcileOutcome> {
  const { status } = EtcdBackup.parse(object);
  if (status?.reason !== reason) await report(settings, object, failed(reason));
  return { kind: 'done' };
}

async function report(
  { client, log }: EtcdOperatorSettings,
  object: KubeObject,
  made: EtcdBackupStatus,
): Promise<void> {
  const reporter = { client, manager: MANAGER, resource: etcdBackups, object };
  if (!(await writeStatus(reporter, made))) return;
  log('backup', { key: keyOf(object), succeeded: made.succeeded, keys: made.keys });
  const kept = `${String(made.keys)} keys at revision ${String(made.etcdRevision)} are kept.`;
  await tell(reporter, {
    ...(made.succeeded
      ? { type: 'Normal', reason: 'BackupKept' }
      : { type: 'Warning', reason: 'BackupWaits' }),
    message: made.reason ?? kept,
  });
}

function failed(reason: string): EtcdBackupStatus {
  return { succeeded: false, reason };
}

interface Backup {
  readonly known: Known;
  readonly object: KubeObject;
  readonly cluster: KubeObject | undefined;
  readonly name: string;
}

async function attempt(
  { client }: EtcdOperatorSettings,
  { known, object, cluster, name }: Backup,
): Promise<EtcdBackupStatus> {
  const { namespace = '' } = object.metadata;
  if (cluster === undefined) return failed(`There is no EtcdCluster ${name} in ${namespace}.`);
  if (isSimulated(EtcdCluster.parse(cluster)))
    return failed(`The members of ${name} are simulated and hold no keys.`);
  const [pods, services] = [known.list(resources.pods, namespace), known.list(resources.services, namespace)];
  const asked = { pods, services, uid: cluster.metadata.uid ?? '', stores: false };
  const { speaker, view } = await askMembers(asked);
  if (speaker === undefined)
    return failed(`${name}: ${view.kind === 'silent' ? view.reason : 'nobody answers.'}`);
  try {
    const etcdVersion = await speaker.version();
    const { revision, ...content } = await readAll(speaker);
    const packed = pack(content);
    if (packed === undefined) return failed(`${name} has more than Secrets should hold.`);
    const made = secretsFor(object, packed);
    for (const secret of made) await client.apply(resources.secrets, secret, { fieldManager: MANAGER });
    return {
      succeeded: true,
      ...{ etcdVersion, etcdRevision: revision, keys: content.entries.length, sha256: packed.sha256 },
      secrets: made.map(({ metadata }) => metadata.name),
      lastSuccessDate: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    };
  } catch (error) {
    if (!(error instanceof EtcdError)) throw error;
    return failed(`${name}: ${error.message}.`);
  }
}
