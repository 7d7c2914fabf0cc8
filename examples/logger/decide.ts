/**
 * What the Logger operator decides: from a Logger and the pods beside it to what is to be made and deleted, and the status
 * that the Logger should have. Pure, and pods have names by number: two operators that decide about the same come to the
 * same, so that one never undoes what the other did.
 */
import type { Condition, KubeObject, ObjectRef } from '#lib/k8s/object.ts';
import type { News } from '../kit/report.ts';
import { saysTheSame, settle, specProblem } from '../kit/conditions.ts';
import { covers } from '../kit/covers.ts';
import { isLeaving, ownersOf } from '../kit/owned.ts';
import { hasEnded, isReady } from '../kit/pods.ts';
import { Logger, loggers, LoggerSpec } from './logger.ts';
import type { LoggerStatus } from './logger.ts';
import { belongsTo, podFor, podNameOf } from './pod.ts';
import type { Build } from './pod.ts';

export interface LoggerFacts {
  /** As the API server gave it. */
  readonly logger: unknown;
  /** All of its namespace: names may be taken by pods of others. */
  readonly pods: readonly KubeObject[];
  readonly build: Build;
  /** Why the API server took no pod, when it was tried just now. */
  readonly trouble?: string;
}

export type LoggerAction =
  | { readonly kind: 'create'; readonly pod: KubeObject }
  | { readonly kind: 'delete'; readonly pod: KubeObject; readonly because: 'wrong' | 'surplus' | 'orphan' };

export interface LoggerDecision {
  readonly actions: readonly LoggerAction[];
  /** undefined when the Logger has it already. */
  readonly status?: LoggerStatus;
  /** For an event, once the status is written. */
  readonly news?: News;
  /** When to look again though nothing has changed. */
  readonly lookAgainMs?: number;
}

/** One without its owner may go without our being told. */
const LOOK_AT_WRONG_MS = 1_000;
/** A pod that should have ended this long ago is on a node that does not answer: another takes its place. */
const LOST_AFTER_MS = 60_000;

/** @param now RFC 3339 */
export function decideLogger(facts: LoggerFacts, now: string): LoggerDecision {
  const logger = Logger.parse(facts.logger);
  const spec = LoggerSpec.safeParse(logger.spec);
  const own = facts.pods.filter((pod) => belongsTo(pod, logger.metadata.uid) && !isLeaving(pod));
  if (!spec.success) {
    const condition = unavailable('InvalidSpec', `${specProblem(spec.error)}. Its loggers stay as they are.`);
    const ready = own.filter(isReady).length;
    return { actions: [], ...told(logger, { condition, replicas: own.length, ready }, now) };
  }
  const seats = seatsOf(logger, spec.data, facts, now);
  const seated = new Set(seats.map(({ pod }) => pod));
  const surplus = own.filter((pod) => !seated.has(pod));
  const ready = seats.filter(({ state, pod }) => state === 'good' && isReady(pod)).length;
  const condition = conditionOf(spec.data.replicas, ready, facts.trouble);
  const lookAgainMs = Math.min(...seats.map((seat) => seat.lookAgainMs ?? Infinity));
  return {
    actions: [
      ...seats.flatMap(actionFor),
      ...surplus.map((pod): LoggerAction => ({ kind: 'delete', pod, because: 'surplus' })),
    ],
    ...told(logger, { condition, replicas: own.length, ready }, now),
    ...(lookAgainMs !== Infinity && { lookAgainMs }),
  };
}

/**
 * What is to be done where there is no Logger of that name: the garbage collector takes its pods away, but not when the
 * definition of Logger is gone before it looks, as when both are uninstalled together.
 */
export function decideOrphans(ref: ObjectRef, pods: readonly KubeObject[]): LoggerAction[] {
  return pods
    .filter((pod) => !isLeaving(pod) && ownersOf(loggers, pod).some(({ name }) => name === ref.name))
    .map((pod) => ({ kind: 'delete', pod, because: 'orphan' }));
}

/** A place for one logger. */
interface Seat {
  readonly wanted: KubeObject;
  readonly pod?: KubeObject;
  readonly state: 'empty' | 'good' | 'wrong' | 'leaving';
  readonly lookAgainMs?: number;
}

/** As many as loggers are asked for; a number whose pod is somebody else's, or lost with its node, has none. */
function seatsOf(logger: Logger, spec: LoggerSpec, { pods, build }: LoggerFacts, now: string): Seat[] {
  const byName = new Map(pods.map((pod) => [pod.metadata.name, pod]));
  const seats: Seat[] = [];
  for (let index = 0; seats.length < spec.replicas; index += 1) {
    const wanted = podFor(logger, spec, index, build);
    const pod = byName.get(podNameOf(logger.metadata.name, index));
    const seat = pod === undefined ? { wanted, state: 'empty' as const } : seatOf(logger, wanted, pod, now);
    if (seat !== undefined) seats.push(seat);
  }
  return seats;
}

function seatOf(logger: Logger, wanted: KubeObject, pod: KubeObject, now: string): Seat | undefined {
  const { deletionTimestamp } = pod.metadata;
  if (deletionTimestamp !== undefined) {
    const lostInMs = Date.parse(deletionTimestamp) + LOST_AFTER_MS - Date.parse(now);
    return lostInMs <= 0 ? undefined : { wanted, pod, state: 'leaving', lookAgainMs: lostInMs };
  }
  if (!belongsTo(pod, logger.metadata.uid)) return undefined;
  if (!hasEnded(pod) && covers(pod, wanted)) return { wanted, pod, state: 'good' };
  return { wanted, pod, state: 'wrong', lookAgainMs: LOOK_AT_WRONG_MS };
}

function actionFor({ state, wanted, pod }: Seat): LoggerAction[] {
  if (state === 'empty') return [{ kind: 'create', pod: wanted }];
  // Its name is free once it is gone, and the watch tells that.
  return state === 'wrong' && pod !== undefined ? [{ kind: 'delete', pod, because: 'wrong' }] : [];
}

function conditionOf(wanted: number, ready: number, trouble: string | undefined): Condition {
  const running = `${String(ready)} of ${String(wanted)} running`;
  if (trouble !== undefined && ready < wanted) return unavailable('PodsNotCreated', `${running}: ${trouble}`);
  if (ready < wanted) return unavailable('LoggersStarting', `${running}.`);
  const message = wanted === 0 ? 'No logger is asked for.' : `${running}.`;
  return { type: 'Available', status: 'True', reason: 'LoggersRun', message };
}

function unavailable(reason: string, message: string): Condition {
  return { type: 'Available', status: 'False', reason, message };
}

interface Found {
  readonly condition: Condition;
  readonly replicas: number;
  readonly ready: number;
}

/** Status and news, as far as there are any. */
function told(
  { metadata, status: before }: Logger,
  { condition, replicas, ready }: Found,
  now: string,
): Pick<LoggerDecision, 'status' | 'news'> {
  const observedGeneration = metadata.generation;
  const old = before?.conditions ?? [];
  const status: LoggerStatus = {
    observedGeneration,
    state: condition.status === 'True' ? 'Available' : 'Unavailable',
    replicas,
    readyReplicas: ready,
    conditions: settle([{ ...condition, observedGeneration }], old, now),
  };
  if (before !== undefined && saysTheSame(before, status)) return {};
  const { reason = '', message = '' } = condition;
  // Not each logger that comes and goes.
  if (old.some((one) => one.reason === reason)) return { status };
  return { status, news: { type: EXPECTED.has(reason) ? 'Normal' : 'Warning', reason, message } };
}

const EXPECTED: ReadonlySet<string> = new Set(['LoggersStarting', 'LoggersRun']);
