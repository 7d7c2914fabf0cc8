/**
 * The Logger operator: keeps as many loggers alive as each Logger asks for, whatever dies. A logger is a pod that it makes
 * and that the Logger owns, so that the cluster takes it away with the Logger. Several operators of one version may run at the
 * same time. It needs no more rights than its bundle asks for: get, list and watch loggers, patch their status, list, watch,
 * create and delete pods, create events.
 */
import { optional } from '#lib/base/loose.ts';
import type { KubeObject, ObjectRef, Resource } from '#lib/k8s/object.ts';
import { keyOf, refKey, refTo } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { isKubeError, undefinedIf } from '#server/kube/errors.ts';
import type { KubeError } from '#server/kube/errors.ts';
import type { KubeClient, ReconcileOutcome } from '#server/kube/types.ts';
import { tell, writeStatus } from '../kit/report.ts';
import { operate } from '../kit/run.ts';
import type { Known } from '../kit/known.ts';
import { isLeaving, ownersOf } from '../kit/owned.ts';
import type { OperatorSettings } from '../kit/settings.ts';
import { decideLogger, decideOrphans } from './decide.ts';
import type { LoggerAction, LoggerDecision } from './decide.ts';
import { loggers } from './logger.ts';

const MANAGER = 'logger-operator';

const pods: Resource = resources.pods;

export interface LoggerOperatorSettings extends OperatorSettings {
  /** That a logger runs. */
  readonly image: string;
}

/** Runs until the signal fires. Rejects only when it could not start at all. */
export async function run(settings: LoggerOperatorSettings): Promise<void> {
  await operate({
    ...settings,
    name: MANAGER,
    controllers: [
      {
        name: 'loggers',
        watched: [
          { resource: loggers, concerns: (logger) => [keyOf(logger)] },
          // All of them: one whose labels somebody took off still has its name.
          { resource: pods, concerns: (pod) => ownersOf(loggers, pod).map((ref) => refKey(ref)) },
        ],
        reconcile: (known, ref) => reconcile(settings, known, ref),
      },
    ],
  });
}

async function reconcile(
  settings: LoggerOperatorSettings,
  known: Known,
  ref: ObjectRef,
): Promise<ReconcileOutcome> {
  const cached = known.get(loggers, ref);
  if (cached !== undefined && isLeaving(cached)) return { kind: 'done' };
  const seen = cached === undefined ? orphaned(known, ref) : decide(settings, known, cached);
  if (cached !== undefined && seen.actions.length === 0) return report(settings, cached, seen);
  if (seen.actions.length === 0) return { kind: 'done' };
  const logger = await asItIsNow(settings.client, ref);
  if (logger === undefined) return cleared(await carryOut(settings, known, orphaned(known, ref).actions));
  known.observe(loggers, logger);
  if (isLeaving(logger)) return { kind: 'done' };
  const refused = await carryOut(settings, known, decide(settings, known, logger).actions);
  const outcome = await report(settings, logger, decide(settings, known, logger, refused?.message));
  return refused === undefined ? outcome : cleared(refused);
}

function cleared(refused: KubeError | undefined): ReconcileOutcome {
  return refused === undefined ? { kind: 'done' } : { kind: 'retry', error: refused };
}

function orphaned(known: Known, ref: ObjectRef): LoggerDecision {
  return { actions: decideOrphans(ref, known.list(pods, ref.namespace ?? '')) };
}

function decide(
  { version, image }: LoggerOperatorSettings,
  known: Known,
  logger: KubeObject,
  trouble?: string,
): LoggerDecision {
  const facts = {
    logger,
    pods: known.list(pods, logger.metadata.namespace ?? ''),
    build: { version, image },
  };
  return decideLogger({ ...facts, ...optional({ trouble }) }, new Date().toISOString());
}

/**
 * Asked for before anything is made or deleted: another operator may have acted on a change that has not come here yet, and
 * what it did must not be undone. undefined when it is gone.
 */
async function asItIsNow(client: KubeClient, ref: ObjectRef): Promise<KubeObject | undefined> {
  return undefinedIf(client.get(loggers, ref), 'notFound');
}

async function report(
  { client, log }: LoggerOperatorSettings,
  logger: KubeObject,
  { status, news, lookAgainMs }: LoggerDecision,
): Promise<ReconcileOutcome> {
  const reporter = { client, manager: MANAGER, resource: loggers, object: logger };
  if (status !== undefined && (await writeStatus(reporter, status))) {
    log('status', { key: keyOf(logger), state: status.state, ready: status.readyReplicas });
    if (news !== undefined) await tell(reporter, news);
  }
  return lookAgainMs === undefined ? { kind: 'done' } : { kind: 'requeueAfter', ms: lookAgainMs };
}

/** Resolves to the first refusal: one pod that is not taken keeps no other from being made. */
async function carryOut(
  { client, log }: LoggerOperatorSettings,
  known: Known,
  actions: readonly LoggerAction[],
): Promise<KubeError | undefined> {
  let refused: KubeError | undefined;
  for (const action of actions) {
    try {
      if (await act(client, known, action)) log(action.kind, { pod: keyOf(action.pod) });
    } catch (error) {
      if (!isKubeError(error)) throw error;
      refused ??= error;
    }
  }
  return refused;
}

/** Resolves to whether there was something to do: another operator may have been first, or the cache was behind. */
async function act(client: KubeClient, known: Known, { kind, pod }: LoggerAction): Promise<boolean> {
  try {
    if (kind === 'create') known.observe(pods, await client.create(pods, pod, { fieldManager: MANAGER }));
    // The one that was looked at, not another of its name.
    else await client.delete(pods, refTo(pod), { ...uidOf(pod) });
    return true;
  } catch (error) {
    if (isKubeError(error, 'conflict') || isKubeError(error, 'alreadyExists')) return false;
    throw error;
  }
}

function uidOf({ metadata: { uid } }: KubeObject): { uid?: string } {
  return uid === undefined ? {} : { uid };
}
