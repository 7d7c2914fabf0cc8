/**
 * The machine of plans: what becomes of an Instance now. One fold over facts; whatever is decided may be carried out twice, and
 * a status is stored before anything is built on it, so that a controller may stop between any two actions (KUDO 44-59).
 */
import { stableJson } from '../../base/hash.ts';
import { refKey } from '../../k8s/object.ts';
import { isTerminalStatus } from '../api/execution.ts';
import {
  ABORT_ANNOTATION,
  CLEANUP_FINALIZER,
  CLEANUP_PLAN,
  RETRY_ANNOTATION,
  SKIP_CLEANUP_ANNOTATION,
} from '../api/labels.ts';
import type {
  KudoInstance,
  KudoInstanceStatus,
  KudoOperatorVersion,
  PlanProgress,
  PlanRunRecord,
} from '../api/types.ts';
import type { EventReason, InstanceDecision, InstancePatch, KudoAction } from './decision.ts';
import type { InstanceFacts } from './facts.ts';
import { withBegun, withEnded } from './history.ts';
import { passOver } from './pass.ts';
import { alignedPlans, begunPlan, resumedPlan, stoppedPlan } from './progress.ts';
import { withReady } from './ready.ts';
import { runBasis } from './run-changes.ts';
import { scheduleVerdict } from './schedule.ts';

type Plans = Record<string, PlanProgress>;

/** Decides about one Instance. */
export function decideInstance(facts: InstanceFacts): InstanceDecision {
  const { instance, version } = facts;
  const leaving = whenDeleted(facts);
  if (leaving !== undefined) return leaving;
  const { planName = '', uid = '' } = instance.spec.planExecution ?? {};
  const before = instance.status?.planStatus ?? {};
  if (version === undefined) return withoutVersion(facts);
  const plans = alignedPlans(before, version);
  if (planName === '') return idle(facts, plans, version);
  const known = plans[planName];
  if (known?.uid !== uid) return begin(facts, version, plans, { name: planName, uid });
  if (isTerminalStatus(known.status)) return report(facts, known);
  return carryOn(facts, version, plans, known);
}

/** A missing version may come back, and what runs waits for it. */
function withoutVersion({ instance }: InstanceFacts): InstanceDecision {
  const reference = instance.spec.operatorVersion;
  const why = `OperatorVersion ${refKey({ namespace: reference.namespace ?? instance.metadata.namespace ?? '', name: reference.name ?? '' })} not found`;
  return { actions: [warning('InvalidOperatorVersion', why)], again: { kind: 'retry', why } };
}

/** Cleanup comes before the end, and the end after it (KUDO 44, 45); undefined where a plan is to go on. */
function whenDeleted(facts: InstanceFacts): InstanceDecision | undefined {
  const { instance, version, uid } = facts;
  const { deletionTimestamp, finalizers = [], annotations } = instance.metadata;
  if (deletionTimestamp === undefined || !finalizers.includes(CLEANUP_FINALIZER)) return undefined;
  const hasNone = version !== undefined && !Object.hasOwn(version.spec.plans, CLEANUP_PLAN);
  const isSkipped = annotations?.[SKIP_CLEANUP_ANNOTATION] === 'true';
  if (hasNone || isSkipped || isCleanedUp(instance)) {
    const kept = finalizers.filter((finalizer) => finalizer !== CLEANUP_FINALIZER);
    return { actions: [patchInstance({ finalizers: kept })] };
  }
  if (version === undefined || hasCleanupBegun(instance)) return undefined;
  return { actions: [patchInstance({ planExecution: { planName: CLEANUP_PLAN, uid } })] };
}

function hasCleanupBegun({ spec, status }: KudoInstance): boolean {
  const ran = status?.planStatus?.[CLEANUP_PLAN]?.status ?? 'NEVER_RUN';
  return spec.planExecution?.planName === CLEANUP_PLAN || ran !== 'NEVER_RUN';
}

/** A run that was asked for again counts, and not the one before. */
function isCleanedUp({ spec, status }: KudoInstance): boolean {
  const { planName, uid } = spec.planExecution ?? {};
  const ran = status?.planStatus?.[CLEANUP_PLAN];
  return ran?.status === 'COMPLETE' && (planName !== CLEANUP_PLAN || ran.uid === uid);
}

/** Nothing runs: Ready is what the workloads are, and what is due by the clock may begin. */
function idle(facts: InstanceFacts, plans: Plans, version: KudoOperatorVersion): InstanceDecision {
  const { instance, now } = facts;
  const status = changedStatus(facts, plans, undefined);
  if (instance.metadata.deletionTimestamp !== undefined) return { status, actions: [] };
  const { patch, actions, nextAt } = scheduleVerdict(instance, version, Date.parse(now));
  return {
    status,
    actions: [...actions, ...(patch === undefined ? [] : [patchInstance(patch)])],
    ...(nextAt === undefined ? {} : { again: { kind: 'after', ms: nextAt - Date.parse(now) } }),
  };
}

/** A run that is new: everything is pending, unless a failed run is to go on. */
function begin(
  facts: InstanceFacts,
  version: KudoOperatorVersion,
  plans: Plans,
  { name, uid }: { name: string; uid: string },
): InstanceDecision {
  const plan = version.spec.plans[name];
  if (plan === undefined || !Object.hasOwn(version.spec.plans, name)) {
    const why = `plan ${name} is not in OperatorVersion ${version.metadata.name}`;
    const failed: PlanProgress = { name, uid, status: 'FATAL_ERROR', message: why, phases: [] };
    return end(facts, { ...abandoned(plans, name), [name]: failed }, failed, [warning('InvalidPlan', why)]);
  }
  const last = plans[name];
  const asked = facts.instance.metadata.annotations?.[RETRY_ANNOTATION];
  const isResumed = last?.status === 'FATAL_ERROR' && last.uid !== undefined && last.uid === asked;
  const fresh = isResumed ? resumedPlan(last, uid) : begunPlan(name, plan, uid);
  const started = { ...fresh, lastUpdatedTimestamp: facts.now };
  const all = { ...abandoned(plans, name), [name]: started };
  return {
    status: changedStatus(facts, all, started),
    actions: [event('Normal', 'PlanStarted', `Execution of plan ${name} started`)],
    again: { kind: 'written' },
  };
}

/** Another plan took the place of one that ran: it is over (KUDO 44). */
function abandoned(plans: Plans, begins: string): Plans {
  const entries = Object.entries(plans).map(([name, plan]) => {
    const isLeft = name !== begins && plan.status !== 'NEVER_RUN' && !isTerminalStatus(plan.status);
    return [name, isLeft ? stoppedPlan(plan, `aborted: plan ${begins} took its place`) : plan] as const;
  });
  return Object.fromEntries(entries);
}

function carryOn(
  facts: InstanceFacts,
  version: KudoOperatorVersion,
  plans: Plans,
  known: PlanProgress,
): InstanceDecision {
  const blocked = blocker(facts, known);
  if (blocked !== undefined) {
    const failed = stoppedPlan(known, blocked.why);
    return end(facts, { ...plans, [known.name]: failed }, failed, blocked.actions);
  }
  const plan = version.spec.plans[known.name] ?? { phases: [] };
  const { metadata } = facts.instance;
  const instance = refKey({ namespace: metadata.namespace ?? '', name: metadata.name });
  const pass = passOver(plan, known, { version, runTask: facts.runTask, instance });
  const all = { ...plans, [known.name]: stamped(known, pass.progress, facts.now) };
  const done = all[known.name] ?? pass.progress;
  if (isTerminalStatus(done.status)) {
    const words = pass.fatal === undefined ? [] : [warning(pass.fatal.reason, pass.fatal.message)];
    return end(facts, all, done, [...pass.actions, ...words]);
  }
  return {
    status: changedStatus(facts, all, done),
    actions: pass.actions,
    ...(pass.held
      ? { again: { kind: 'written' as const } }
      : pass.transient === undefined
        ? {}
        : { again: { kind: 'retry' as const, why: pass.transient } }),
  };
}

/** Why the run ends before its next step. */
function blocker(
  facts: InstanceFacts,
  { uid }: PlanProgress,
): { why: string; actions: KudoAction[] } | undefined {
  const { instance, dependencyProblem, parameterProblem } = facts;
  const aborted = instance.metadata.annotations?.[ABORT_ANNOTATION];
  if (aborted !== undefined && aborted === uid)
    return {
      why: 'aborted by request',
      actions: [event('Normal', 'PlanAborted', 'The plan was aborted by request')],
    };
  if (parameterProblem !== undefined)
    return { why: parameterProblem, actions: [warning('InvalidParams', parameterProblem)] };
  const isTop = !instance.metadata.ownerReferences?.some(({ kind }) => kind === 'Instance');
  if (isTop && dependencyProblem !== undefined)
    return { why: dependencyProblem, actions: [warning('CircularDependency', dependencyProblem)] };
  return undefined;
}

/** A time only where something changed: whoever only looked has not updated anything (KUDO 53). */
function stamped(before: PlanProgress, after: PlanProgress, now: string): PlanProgress {
  return stableJson(before) === stableJson(after) ? before : { ...after, lastUpdatedTimestamp: now };
}

/** The run is over: first that is stored, then the instance is freed (KUDO 41). */
function end(
  facts: InstanceFacts,
  plans: Plans,
  ended: PlanProgress,
  actions: readonly KudoAction[],
): InstanceDecision {
  const done = { ...ended, lastUpdatedTimestamp: facts.now };
  const finished = event(
    'Normal',
    'PlanFinished',
    `Execution of plan ${ended.name} finished with status COMPLETE`,
  );
  return {
    status: changedStatus(facts, { ...plans, [ended.name]: done }, done, messageOf(done)),
    actions: ended.status === 'COMPLETE' ? [...actions, finished] : actions,
    again: { kind: 'written' },
  };
}

/** Why it failed: of the plan, else of the step that ended it (KUDO 52). */
function messageOf({ message, phases }: PlanProgress): string | undefined {
  const steps = phases.flatMap((phase) => phase.steps);
  return message ?? steps.find(({ status }) => status === 'FATAL_ERROR')?.message;
}

/** Tells admission that the run is over; requests that were about it go. */
function report({ instance }: InstanceFacts, { name, uid, status }: PlanProgress): InstanceDecision {
  const annotations = instance.metadata.annotations ?? {};
  const answered = [ABORT_ANNOTATION, RETRY_ANNOTATION].filter((key) => Object.hasOwn(annotations, key));
  const planExecution = { planName: name, ...(uid === undefined ? {} : { uid }), status };
  const patch: InstancePatch = {
    planExecution,
    ...(answered.length === 0 ? {} : { annotations: Object.fromEntries(answered.map((key) => [key, null])) }),
  };
  return { actions: [patchInstance(patch)] };
}

/** The status with these plans; undefined where it says the same already. */
function changedStatus(
  facts: InstanceFacts,
  planStatus: Plans,
  current: PlanProgress | undefined,
  message?: string,
): KudoInstanceStatus | undefined {
  const { instance, workloads, now } = facts;
  const before = instance.status ?? {};
  const isRunning = current !== undefined && !isTerminalStatus(current.status);
  const running = isRunning ? current.name : undefined;
  const conditions = withReady(before.conditions, planStatus, { running, workloads, now });
  const status: KudoInstanceStatus = { ...before, planStatus };
  if (conditions.length > 0) status.conditions = conditions;
  if (current !== undefined) status.runs = runsWith(facts, planStatus, current, message);
  return stableJson(status) === stableJson(before) ? undefined : status;
}

function runsWith(
  { instance, version, now, seal }: InstanceFacts,
  plans: Plans,
  current: PlanProgress,
  message: string | undefined,
): PlanRunRecord[] {
  const begun = withBegun(instance.status?.runs ?? [], current, now, () => runBasis(instance, version, seal));
  const ended = isTerminalStatus(current.status) ? withEnded(begun, current, now, message) : begun;
  return Object.values(plans)
    .filter((plan) => plan.status === 'FATAL_ERROR' && plan !== current)
    .reduce((runs, plan) => withEnded(runs, plan, now, plan.message), ended);
}

function patchInstance(patch: InstancePatch): KudoAction {
  return { kind: 'patch-instance', patch };
}

function event(type: 'Normal' | 'Warning', reason: EventReason, message: string): KudoAction {
  return { kind: 'event', type, reason, message };
}

function warning(reason: EventReason, message: string): KudoAction {
  return event('Warning', reason, message);
}

/** What retries a failed run from the step that failed; undefined where the last run of the plan has not failed. */
export function planRetry(instance: KudoInstance, plan: string): InstancePatch | undefined {
  const last = instance.status?.planStatus?.[plan];
  if (last?.status !== 'FATAL_ERROR' || last.uid === undefined) return undefined;
  return { planExecution: { planName: plan }, annotations: { [RETRY_ANNOTATION]: last.uid } };
}

/** What aborts the run that is under way; undefined where none is. */
export function planAbort(instance: KudoInstance): InstancePatch | undefined {
  const { planName = '', uid = '' } = instance.spec.planExecution ?? {};
  return planName === '' || uid === '' ? undefined : { annotations: { [ABORT_ANNOTATION]: uid } };
}
