/** One Instance: what was asked for is admitted, its plan decided, what that wants written, and the status after it. */
import { stableJson } from '#lib/base/hash.ts';
import { parseKey, type KubeObject } from '#lib/k8s/object.ts';
import { admitLate, admitOwn, type LateFacts } from '#lib/kudo/admission/late.ts';
import type { KudoInstance, KudoInstanceStatus, KudoOperatorVersion } from '#lib/kudo/api/types.ts';
import { invalidParameters } from '#lib/kudo/parameters/check.ts';
import type {
  EventReason,
  InstanceDecision,
  InstancePatch,
  KudoAction,
  ObjectAction,
} from '#lib/kudo/plan/decision.ts';
import { placeKey } from '#lib/kudo/tasks/world.ts';
import type { ReconcileOutcome } from '#server/kube/types.ts';
import { authorGate, OPEN_GATE } from './author-gate.ts';
import { clusterObjectsGo, holdForClusterObjects } from './cluster-objects.ts';
import { tellOf, writeInstance, writeInstanceStatus } from './instance-writes.ts';
import {
  instanceAt,
  instanceMemory,
  isVersionOnItsWay,
  versionFor,
  type InstanceRun,
  type KudoWorld,
} from './kudo-world.ts';
import { decided } from './decided.ts';
import { keepRuns } from './plan-runs.ts';
import { placeOfWrite, writeObjects, type Written } from './object-writes.ts';
import { TaskView } from './task-view.ts';

/** More than a plan of many steps has; what is not at rest by then lets others go first. */
const MAX_ROUNDS = 50;
/** Deletions, and objects without our labels, tell nobody of their progress. */
const LOOK_AGAIN_MS = 1_000;
/** Another instance of the namespace is looked at for long: who waits for it holds up nobody. */
const BUSY_MS = 200;
/** The time that decisions are made at has whole seconds. */
const SECOND_MS = 1_000;
/** Timers of the platform end at some weeks, and a clock may be set. */
const LONGEST_MS = 3_600_000;

/** What one run has come to know. */
interface SoFar {
  /** Written in vain just now. */
  refused: Set<string>;
  view: TaskView;
}

/** Decides and carries out until something has to be waited for. Rejects with KubeError. */
export async function reconcileInstance(run: InstanceRun): Promise<ReconcileOutcome> {
  const soFar: SoFar = { refused: new Set(), view: new TaskView(run.world, run.signal) };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const outcome = await oneRound(run, soFar);
    if (outcome !== 'again') return outcome;
  }
  return { kind: 'requeueAfter', ms: 0 };
}

async function oneRound(run: InstanceRun, soFar: SoFar): Promise<ReconcileOutcome | 'again'> {
  const { world, key, signal } = run;
  const read = instanceAt(world, parseKey(key));
  if (read === undefined) {
    world.memory.delete(key);
    return { kind: 'done' };
  }
  if ('problem' in read) {
    const object = world.instances.get(parseKey(key));
    if (object !== undefined) warn(run, object, 'InvalidPlan', read.problem);
    return { kind: 'done' };
  }
  if (await isVersionOnItsWay(run, read.value)) return { kind: 'requeueAfter', ms: LOOK_AGAIN_MS };
  const late = admitLate(lateFacts(world, read.value));
  if (late.kind === 'take') {
    await writeInstance(world, read.value, late.instance, signal);
    instanceMemory(world, key).warned.clear();
    return 'again';
  }
  const instance = late.kind === 'refused' ? late.instance : read.value;
  if (late.kind === 'refused') warn(run, instance, 'UpdateRefused', late.message);
  return (await clusterObjectsGo(run, instance)) ?? decideAndWrite(run, instance, soFar);
}

function lateFacts(world: KudoWorld, instance: KudoInstance): LateFacts {
  const versionOf = (of: KudoInstance): KudoOperatorVersion | undefined => versionFor(world, of);
  return { instance, versionOf, uid: world.newUid(), invalidParameters };
}

async function decideAndWrite(
  run: InstanceRun,
  before: KudoInstance,
  { refused, view }: SoFar,
): Promise<ReconcileOutcome | 'again'> {
  const { world, key, signal } = run;
  const memory = instanceMemory(world, key);
  const decision = await decided(run, before, view);
  if (decision === 'busy') return { kind: 'requeueAfter', ms: BUSY_MS };
  const due = decision.actions
    .filter(isObjectAction)
    .filter((action) => !refused.has(placeKey(placeOfWrite(action))));
  const instance = await holdForClusterObjects(run, before, due);
  const gate =
    world.reviewKey === undefined
      ? OPEN_GATE
      : authorGate(world.reviewKey, instance, versionFor(world, instance));
  const written = await writeObjects(world, memory, due, { gate, signal });
  if (written.refused.size > 0) {
    // What was refused belongs into the status.
    for (const place of written.refused) refused.add(place);
    return 'again';
  }
  for (const { patch } of decision.actions.filter(isInstancePatch)) await patchOwn(run, instance, patch);
  view.forget(due.map(placeOfWrite));
  if (isOnTheWay(decision, written)) return 'again';
  await writeStatusOf(run, instance, decision.status);
  tellAll(run, instance, decision);
  return whatNext(decision, written, view);
}

/** What was written may be all that it takes: then the step is complete before anybody is told that it is under way. */
function isOnTheWay({ again, actions }: InstanceDecision, { wrote, deleted }: Written): boolean {
  return again === undefined && wrote && !deleted && actions.every(isObjectAction);
}

/** The history stands beside the object, whose status has no place for it: it comes first, as what is done follows the status. */
async function writeStatusOf(
  { world, signal }: InstanceRun,
  instance: KudoInstance,
  decided: KudoInstanceStatus | undefined,
): Promise<void> {
  if (decided === undefined) return;
  const { runs = [], ...status } = decided;
  await keepRuns(world, instance, runs, signal);
  if (stableJson(status) !== stableJson(instance.status ?? {}))
    await writeInstanceStatus(world, instance, status, signal);
}

function whatNext(
  { actions, again, status }: InstanceDecision,
  { deleted }: Written,
  view: TaskView,
): ReconcileOutcome | 'again' {
  if (again?.kind === 'retry') return { kind: 'retry', error: new Error(again.why) };
  if (again?.kind === 'written' || actions.some(isInstancePatch)) return 'again';
  if (deleted) return { kind: 'requeueAfter', ms: LOOK_AGAIN_MS };
  if (again?.kind === 'after')
    return { kind: 'requeueAfter', ms: Math.min(again.ms + SECOND_MS, LONGEST_MS) };
  const waits = status !== undefined || actions.length === 0;
  return view.isBlind && waits ? { kind: 'requeueAfter', ms: LOOK_AGAIN_MS } : { kind: 'done' };
}

/** No webhook admits what the engine itself writes either. */
async function patchOwn(run: InstanceRun, instance: KudoInstance, patch: InstancePatch): Promise<void> {
  const admission = admitOwn(lateFacts(run.world, instance), patch);
  if ('message' in admission) throw new Error(admission.message);
  await writeInstance(run.world, instance, admission.instance, run.signal);
}

/** What stands in no status is told once, however often it is decided. */
function tellAll(run: InstanceRun, instance: KudoInstance, decision: InstanceDecision): void {
  for (const action of decision.actions) {
    if (action.kind !== 'event') continue;
    if (decision.status === undefined) warn(run, instance, action.reason, action.message);
    else tellOf(run.world, instance, action);
  }
}

function warn(run: InstanceRun, instance: KubeObject, reason: EventReason, message: string): void {
  const memory = instanceMemory(run.world, run.key);
  if (memory.warned.has(message)) return;
  memory.warned.add(message);
  tellOf(run.world, instance, { kind: 'event', type: 'Warning', reason, message });
}

function isObjectAction(action: KudoAction): action is ObjectAction {
  return action.kind !== 'event' && action.kind !== 'patch-instance';
}

function isInstancePatch(action: KudoAction): action is Extract<KudoAction, { kind: 'patch-instance' }> {
  return action.kind === 'patch-instance';
}
