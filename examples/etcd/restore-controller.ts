/**
 * Carries out EtcdRestores: looks whether the backup is whole, then has its cluster begin anew with its keys, by an
 * annotation that names the restore. The rest is the cluster's own work, and stands in its status.
 */
import type { KubeObject, ObjectRef } from '#lib/k8s/object.ts';
import { keyOf, refTo } from '#lib/k8s/object.ts';
import { isKubeError } from '#server/kube/errors.ts';
import type { ReconcileOutcome } from '#server/kube/types.ts';
import { saysTheSame, specProblem } from '../kit/conditions.ts';
import type { Known } from '../kit/known.ts';
import { isLeaving } from '../kit/owned.ts';
import { tell, writeStatus } from '../kit/report.ts';
import type { Controller } from '../kit/run.ts';
import { unpack } from './archive.ts';
import {
  EtcdCluster,
  etcdBackups,
  etcdClusters,
  EtcdRestore,
  etcdRestores,
  EtcdRestoreSpec,
  isOfOthers,
  isSimulated,
  RESTORE_ANNOTATION,
} from './kinds.ts';
import type { EtcdRestoreStatus } from './kinds.ts';
import { MANAGER } from './settings.ts';
import type { EtcdOperatorSettings } from './settings.ts';
import { storedParts } from './stored.ts';

const AGAIN_MS = 2_000;

export function restoreController(settings: EtcdOperatorSettings): Controller {
  return {
    name: 'etcdrestores',
    concurrency: 1,
    watched: [{ resource: etcdRestores, concerns: (restore) => [keyOf(restore)] }],
    reconcile: (known, ref) => reconcile(settings, known, ref),
  };
}

async function reconcile(
  settings: EtcdOperatorSettings,
  known: Known,
  ref: ObjectRef,
): Promise<ReconcileOutcome> {
  const object = known.get(etcdRestores, ref);
  if (object === undefined || isLeaving(object)) return { kind: 'done' };
  const { spec, status } = EtcdRestore.parse(object);
  if (status?.succeeded === true) return { kind: 'done' };
  const parsed = EtcdRestoreSpec.safeParse(spec);
  if (!parsed.success) return finish(settings, object, failed(`${specProblem(parsed.error)}.`));
  const cluster = known.get(etcdClusters, { ...ref, name: parsed.data.etcdCluster.name });
  if (isOfOthers(cluster, settings.namespaces)) return { kind: 'done' };
  const restore = { known, object, cluster, spec: parsed.data };
  return finish(settings, object, await advance(settings, restore));
}

async function finish(
  { client, log }: EtcdOperatorSettings,
  object: KubeObject,
  next: EtcdRestoreStatus,
): Promise<ReconcileOutcome> {
  const { status } = EtcdRestore.parse(object);
  const reporter = { client, manager: MANAGER, resource: etcdRestores, object };
  const isNew = status === undefined || !saysTheSame(status, next);
  if (isNew && (await writeStatus(reporter, next))) {
    log('restore', { key: keyOf(object), phase: next.phase });
    await tell(reporter, {
      type: next.phase === 'Failed' ? 'Warning' : 'Normal',
      reason: next.phase,
      message: next.reason ?? 'The cluster has the keys of the backup.',
    });
  }
  return next.succeeded ? { kind: 'done' } : { kind: 'requeueAfter', ms: AGAIN_MS };
}

function failed(reason: string): EtcdRestoreStatus {
  return { phase: 'Failed', succeeded: false, reason };
}

function restoring(reason: string): EtcdRestoreStatus {
  return { phase: 'Restoring', succeeded: false, reason };
}

interface Restore {
  readonly known: Known;
  readonly object: KubeObject;
  readonly cluster: KubeObject | undefined;
  readonly spec: {
    readonly etcdCluster: { readonly name: string };
    readonly backup: { readonly name: string };
  };
}

async function advance(settings: EtcdOperatorSettings, restore: Restore): Promise<EtcdRestoreStatus> {
  const { object, cluster, spec } = restore;
  const { name, namespace = '', uid = '' } = object.metadata;
  if (cluster === undefined)
    return failed(`There is no EtcdCluster ${spec.etcdCluster.name} in ${namespace}.`);
  const { metadata, status } = EtcdCluster.parse(cluster);
  if (isSimulated({ metadata }))
    return failed(`The members of ${metadata.name} are simulated and hold no keys.`);
  if (status?.epoch === uid) return { phase: 'Restored', succeeded: true };
  const mark = `${name}.${uid}`;
  if (metadata.annotations[RESTORE_ANNOTATION] !== mark) return begin(settings, restore, { cluster, mark });
  const progress = status?.conditions.find(({ type }) => type === 'Progressing')?.message;
  return restoring(progress ?? BEGINS);
}

const BEGINS = 'The cluster begins anew.';

/** Looks at the backup before anything is taken away. */
async function begin(
  { client }: EtcdOperatorSettings,
  { known, object, spec }: Restore,
  { cluster, mark }: { readonly cluster: KubeObject; readonly mark: string },
): Promise<EtcdRestoreStatus> {
  const { namespace = '' } = object.metadata;
  const backup = known.get(etcdBackups, { namespace, name: spec.backup.name });
  if (backup === undefined) return failed(`There is no EtcdBackup ${spec.backup.name} in ${namespace}.`);
  const found = await storedParts(client, backup);
  const content = typeof found === 'string' ? found : unpack(found);
  if (typeof content === 'string') return failed(`EtcdBackup ${spec.backup.name}: ${content}.`);
  const { resourceVersion } = cluster.metadata;
  const body = { metadata: { resourceVersion, annotations: { [RESTORE_ANNOTATION]: mark } } };
  try {
    known.observe(etcdClusters, await client.patch(etcdClusters, refTo(cluster), { type: 'merge', body }));
  } catch (error) {
    if (!isKubeError(error, 'conflict') && !isKubeError(error, 'notFound')) throw error;
  }
  return restoring(BEGINS);
}
