/** Reconciles one ClusterServiceVersion; the key is `namespace/name`. */
import { parseKey } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { decideCsv } from '#lib/olm/csv/decide.ts';
import { to, type CsvAction, type CsvDecision, type CsvFacts } from '#lib/olm/csv/facts.ts';
import { requiredApis } from '#lib/olm/csv/requirements.ts';
import { saysTheSame, withTransition } from '#lib/olm/csv/status.ts';
import { csvFacts } from '#lib/olm/observed/csv-facts.ts';
import { isCsv } from '#lib/olm/observed/shapes.ts';
import type { ClusterServiceVersion, CsvStatus } from '#lib/olm/api/types.ts';
import { isKubeError, type KubeError } from '#server/kube/errors.ts';
import type { ReconcileOutcome } from '#server/kube/types.ts';
import { withGroupRights } from './attenuated.ts';
import { servedApis } from './discovered-apis.ts';
import { recordPhaseEvent } from './events.ts';
import { ownedObjects, removeRemains } from './owned-objects.ts';
import { getOf, readerOfWorld, type World } from './world.ts';
import { inParallel } from './limiter.ts';
import { isTransient } from './transient.ts';
import { applyObject, patchMetadata, writeStatus } from './write.ts';

/** Transitions follow each other at once until one has to wait; the longest way from new to Installing has five. */
const MAX_ROUNDS = 10;
const WRITES_AT_ONCE = 4;

/**
 * Carries out what `decideCsv` says and writes the status once, at the end; of a CSV that is gone, removes what it left.
 */
export async function reconcileCsv(
  world: World,
  key: string,
  signal: AbortSignal,
): Promise<ReconcileOutcome> {
  const { namespace = '', name } = parseKey(key);
  const ref = { namespace, name };
  if (world.caches.clusterServiceVersions.get(ref) === undefined) await removeRemains(world, ref, signal);
  const { status, outcome } = await advance(world, ref, signal);
  const stored = getOf(world.caches.clusterServiceVersions, isCsv, ref);
  if (stored === undefined || status === undefined || isGone(stored)) return outcome;
  if (saysTheSame(stored.status ?? {}, status)) return outcome;
  await writeStatus(world, { resource: resources.clusterServiceVersions, object: stored }, status, signal);
  const { phase, reason } = status;
  world.log.info({ controller: 'csv', key, phase, reason, detail: status.message }, 'csv status written');
  await recordPhaseEvent(world, stored, status, signal);
  return outcome;
}

interface Advance {
  status: CsvStatus | undefined;
  outcome: ReconcileOutcome;
}

/** Decides and carries out until something has to be waited for; the status is only worked out. */
async function advance(
  world: World,
  ref: { namespace: string; name: string },
  signal: AbortSignal,
): Promise<Advance> {
  let status = getOf(world.caches.clusterServiceVersions, isCsv, ref)?.status;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const stored = getOf(world.caches.clusterServiceVersions, isCsv, ref);
    if (stored === undefined) return { status, outcome: { kind: 'done' } };
    const seen: ClusterServiceVersion = status === undefined ? stored : { ...stored, status };
    const decision = decideCsv(await observeCsv(world, seen), world.clock.now());
    const failure = await carryOutAll(world, seen, decision, signal);
    if (failure !== undefined) return failed(world, status, failure);
    const { next, requirementStatus, requeueAfterMs } = decision;
    const later =
      next === undefined ? status : withTransition(status, next, requirementStatus, world.clock.now());
    const moved = next !== undefined && later !== status;
    status = later;
    if (moved || changesFacts(decision, stored)) continue;
    const outcome: ReconcileOutcome =
      requeueAfterMs === undefined ? { kind: 'done' } : { kind: 'requeueAfter', ms: requeueAfterMs };
    return { status, outcome };
  }
  return { status, outcome: { kind: 'requeueAfter', ms: 0 } };
}

/** The first write that was refused for good; what may pass by itself is thrown and tried again without a word. */
async function carryOutAll(
  world: World,
  csv: ClusterServiceVersion,
  decision: CsvDecision,
  signal: AbortSignal,
): Promise<KubeError | undefined> {
  try {
    const about = decision.actions.filter((action) => action.kind !== 'annotate');
    await inParallel(WRITES_AT_ONCE, about, (action) => carryOut(world, csv, action, signal));
    // The CSV's own metadata last: its finalizer must not go before what it stands for.
    for (const action of decision.actions) {
      if (action.kind === 'annotate') await carryOut(world, csv, action, signal);
    }
    return undefined;
  } catch (error) {
    const installing = decision.next?.phase === 'Installing';
    if (!installing || !isKubeError(error) || isTransient(error)) throw error;
    return error;
  }
}

/** OLM 62: the reason is shown, and the install tried again with growing pauses. */
function failed(world: World, status: CsvStatus | undefined, error: KubeError): Advance {
  const reason = error.kind === 'forbidden' ? 'InstallComponentFailedNoRetry' : 'InstallComponentFailed';
  const next = to('Failed', reason, `install strategy failed: ${error.publicMessage}`);
  return {
    status: withTransition(status, next, undefined, world.clock.now()),
    outcome: { kind: 'retry', error },
  };
}

/** Only what an answer puts into the caches at once is worth another look now; the rest comes back as an event. */
function changesFacts({ next, actions }: CsvDecision, csv: ClusterServiceVersion): boolean {
  return next === undefined && !isGone(csv) && actions.some((action) => action.kind === 'annotate');
}

/** Being deleted: its status matters to nobody any more. */
function isGone(csv: ClusterServiceVersion): boolean {
  return csv.metadata.deletionTimestamp !== undefined;
}

async function carryOut(
  world: World,
  csv: ClusterServiceVersion,
  action: CsvAction,
  signal: AbortSignal,
): Promise<void> {
  switch (action.kind) {
    case 'apply': {
      // What an operator's pods may do is decided by who could have made them.
      const limited = await withGroupRights(world, csv.metadata.namespace ?? '');
      await applyObject(limited, action.resource, action.object, signal);
      return;
    }
    case 'delete':
      await world.client.delete(action.resource, action.ref, {
        uid: action.uid,
        propagation: 'Background',
        signal,
      });
      return;
    case 'annotate': {
      const current = world.caches.clusterServiceVersions.get({
        namespace: csv.metadata.namespace ?? '',
        name: csv.metadata.name ?? '',
      });
      const { annotations, finalizers } = action;
      await patchMetadata(
        world,
        { resource: resources.clusterServiceVersions, object: current ?? csv },
        { annotations, finalizers },
        signal,
      );
    }
  }
}

async function observeCsv(world: World, csv: ClusterServiceVersion): Promise<CsvFacts> {
  return csvFacts(readerOfWorld(world), csv, {
    serverVersion: world.serverVersion,
    servedApis: requiredApis(csv).length === 0 ? new Set<string>() : await servedApis(world),
    ownedObjects: isGone(csv) ? await ownedObjects(world, csv) : [],
  });
}
