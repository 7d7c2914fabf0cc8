/**
 * What an Instance becomes when it is written: the plan that is to run and its uid, or why the write is refused. The only
 * writer of uids (KUDO 37-46). The same answer tells people beforehand what their change would run.
 */
import { CLEANUP_FINALIZER, CLEANUP_PLAN, DEPLOY_PLAN, QUEUED_PLANS_ANNOTATION } from '../api/labels.ts';
import { isFinishedStatus } from '../api/execution.ts';
import type { KudoInstance, KudoOperatorVersion, PlanExecution } from '../api/types.ts';
import { refKey } from '../../k8s/object.ts';
import { stableJson } from '../../base/hash.ts';
import { checkImmutable, withImmutableDefaults } from './immutable.ts';
import { queuedPlans, queueText } from './queue.ts';
import { checkPlanRules, checkSeveral, type Intent, intentOf } from './rules.ts';
import {
  changedParameters,
  definitionOf,
  firstPlan,
  Refused,
  type UpdateSides,
  triggeredPlans,
  upgradePlan,
} from './triggers.ts';

/** What is wrong with the values, as `parameter "X" …`; undefined when nothing is. */
export type ParameterCheck = (
  version: KudoOperatorVersion,
  values: Readonly<Record<string, string>>,
) => string | undefined;

/** All that counts; a version is absent where the cluster has none of that name. */
export interface AdmissionFacts {
  /** Absent on creation. */
  old?: KudoInstance | undefined;
  next: KudoInstance;
  oldVersion?: KudoOperatorVersion | undefined;
  version?: KudoOperatorVersion | undefined;
  /** For the run that begins, if one does. */
  uid: string;
  invalidParameters: ParameterCheck;
  /** Several plans asked for at once run one after another, in declared order, instead of being refused. */
  mayQueue?: boolean | undefined;
}

/** Why a plan runs. */
export type PlanCause =
  | { kind: 'created' | 'upgraded' | 'asked' | 'restarted' | 'queued' }
  | { kind: 'parameters'; parameters: readonly string[] };

/** The plan that the write starts, and those that wait for it. */
export interface PlanChoice {
  plan: string;
  cause: PlanCause;
  then: readonly string[];
}

/** The object as it is to be stored, or why not. `code` as in HTTP. */
export type Admission =
  | { allowed: true; instance: KudoInstance; runs?: PlanChoice }
  | { allowed: false; code: 403 | 500; message: string };

/** Decides about one write. */
export function admitInstance(facts: AdmissionFacts): Admission {
  const { old, next, version, oldVersion } = facts;
  const name = refKey({ namespace: next.metadata.namespace ?? '', name: next.metadata.name });
  if (old !== undefined && isUntouched(old, next)) return { allowed: true, instance: next };
  if (version === undefined) return missing(next);
  if (old === undefined) return admitCreation(facts, version, name);
  if (oldVersion === undefined) return missing(old);
  return admitUpdate(facts, { old, next, oldVersion, version }, name);
}

function missing({ spec }: KudoInstance): Admission {
  const message = `operatorversions.kudo.dev "${spec.operatorVersion.name ?? ''}" not found`;
  return { allowed: false, code: 500, message };
}

function isUntouched(old: KudoInstance, next: KudoInstance): boolean {
  return stableJson([old.spec, old.status]) === stableJson([next.spec, next.status]);
}

function admitCreation(facts: AdmissionFacts, version: KudoOperatorVersion, name: string): Admission {
  const { next, uid } = facts;
  const refuse = (why: string): Admission => ({
    allowed: false,
    code: 403,
    message: `failed to create an Instance ${name}: ${why}`,
  });
  const parameters = withImmutableDefaults(version, next.spec.parameters ?? {});
  if (firstPlan(version, [DEPLOY_PLAN]) === undefined)
    return refuse(`couldn't find '${DEPLOY_PLAN}' plan in the operatorVersion`);
  const invalid = facts.invalidParameters(version, parameters);
  if (invalid !== undefined) return refuse(`parameters are not valid: ${invalid}`);
  const planned = withExecution(withFinalizer(withParameters(next, parameters), version), {
    planName: DEPLOY_PLAN,
    uid,
  });
  return {
    allowed: true,
    instance: planned,
    runs: { plan: DEPLOY_PLAN, cause: { kind: 'created' }, then: [] },
  };
}

/** Upstream's order: plan, names of parameters, immutable, valid, trigger, then what may happen to plans (KUDO 43). */
function admitUpdate(facts: AdmissionFacts, given: UpdateSides, name: string): Admission {
  let prefix = '';
  try {
    const sides = { ...given, next: withoutRemoved(given) };
    checkPlanExists(sides);
    prefix = `failed to update Instance ${name}: `;
    const changed = changedParameters(sides);
    prefix = `failed to check immutable parameters for Instance ${name}: `;
    const upgrading = intentOf(sides, []).upgrading;
    checkImmutable(sides, upgrading);
    prefix = `failed to validate parameters for Instance ${name}: `;
    checkValues(facts, sides);
    prefix = `failed to update Instance ${name}: `;
    const triggered = triggeredPlans(changed, sides.version);
    checkSeveral(triggered, facts.mayQueue === true);
    const intent = intentOf(sides, triggered);
    if (intent.ended && !upgrading && triggered.length === 0) return cleared(sides.next, facts.uid);
    checkPlanRules(intent);
    return scheduled(facts, sides, intent);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { allowed: false, code: 403, message: `${prefix}${error.message}` };
  }
}

function checkPlanExists({ old, next, version }: UpdateSides): void {
  const plan = next.spec.planExecution?.planName ?? '';
  const isSame = plan === (old.spec.planExecution?.planName ?? '');
  if (plan !== '' && !isSame && firstPlan(version, [plan]) === undefined)
    throw new Refused(`plan ${plan} does not exist`);
}

/** An instance that is being deleted is not held up by values that a changed version does not take any more. */
function checkValues({ invalidParameters }: AdmissionFacts, { next, version }: UpdateSides): void {
  if (next.metadata.deletionTimestamp !== undefined) return;
  const invalid = invalidParameters(version, next.spec.parameters ?? {});
  if (invalid !== undefined) throw new Refused(invalid);
}

/** Values of parameters that the new version has given up go with them (KUDO 43). */
function withoutRemoved(sides: UpdateSides): KudoInstance {
  const { next, oldVersion, version } = sides;
  if (!intentOf(sides, []).upgrading || next.spec.parameters === undefined) return next;
  const kept = Object.entries(next.spec.parameters).filter(
    ([name]) => definitionOf(version, name) !== undefined || definitionOf(oldVersion, name) === undefined,
  );
  return withParameters(next, Object.fromEntries(kept));
}

/** Nothing runs any more (KUDO 41); after success the next plan of the queue, after failure none. */
function cleared(next: KudoInstance, uid: string): Admission {
  const queued = isFinishedStatus(next.spec.planExecution?.status) ? queuedPlans(next) : [];
  const [plan, ...then] = queued;
  const idle = withQueue(next, then);
  if (plan === undefined) return { allowed: true, instance: withExecution(idle, {}) };
  return {
    allowed: true,
    instance: withExecution(idle, { planName: plan, uid }),
    runs: { plan, cause: { kind: 'queued' }, then },
  };
}

function scheduled(facts: AdmissionFacts, { next, version }: UpdateSides, intent: Intent): Admission {
  const choice = choose(intent, version);
  const kept = intent.upgrading ? withFinalizer(next, version) : next;
  if (choice === undefined) return { allowed: true, instance: kept };
  const execution = { planName: choice.plan, uid: facts.uid };
  const instance = withQueue(withExecution(kept, execution), choice.then);
  return { allowed: true, instance, runs: choice };
}

function choose(intent: Intent, version: KudoOperatorVersion): PlanChoice | undefined {
  if (intent.upgrading) return { plan: upgradePlan(version), cause: { kind: 'upgraded' }, then: [] };
  const [first, ...others] = intent.triggered;
  if (first !== undefined) {
    const cause: PlanCause = { kind: 'parameters', parameters: first.parameters };
    return { plan: first.plan, cause, then: others.map(({ plan }) => plan) };
  }
  if (intent.restarted) return { plan: intent.newPlan, cause: { kind: 'restarted' }, then: [] };
  const isAsked = intent.newPlan !== '' && intent.newPlan !== intent.oldPlan;
  return isAsked ? { plan: intent.newPlan, cause: { kind: 'asked' }, then: [] } : undefined;
}

function withParameters(instance: KudoInstance, parameters: Record<string, string>): KudoInstance {
  const isNone = instance.spec.parameters === undefined && Object.keys(parameters).length === 0;
  return isNone ? instance : { ...instance, spec: { ...instance.spec, parameters } };
}

function withExecution(instance: KudoInstance, planExecution: PlanExecution): KudoInstance {
  return { ...instance, spec: { ...instance.spec, planExecution } };
}

/** On upgrade too: a version may bring a cleanup that the one before had not (KUDO 46). */
function withFinalizer(instance: KudoInstance, version: KudoOperatorVersion): KudoInstance {
  const { finalizers = [], deletionTimestamp } = instance.metadata;
  const isHeld = finalizers.includes(CLEANUP_FINALIZER) || deletionTimestamp !== undefined;
  if (isHeld || firstPlan(version, [CLEANUP_PLAN]) === undefined) return instance;
  return { ...instance, metadata: { ...instance.metadata, finalizers: [...finalizers, CLEANUP_FINALIZER] } };
}

function withQueue(instance: KudoInstance, plans: readonly string[]): KudoInstance {
  const { [QUEUED_PLANS_ANNOTATION]: before, ...others } = instance.metadata.annotations ?? {};
  if (plans.length === 0 && before === undefined) return instance;
  const annotations =
    plans.length === 0 ? others : { ...others, [QUEUED_PLANS_ANNOTATION]: queueText(plans) };
  return { ...instance, metadata: { ...instance.metadata, annotations } };
}

/** What a write runs, for people: `plan deploy because parameter size changed`. */
export function planChoiceText({ plan, cause, then }: PlanChoice): string {
  const rest = then.length === 0 ? '' : `, then ${then.join(', ')}`;
  return `plan ${plan} because ${causeText(cause)}${rest}`;
}

function causeText(cause: PlanCause): string {
  switch (cause.kind) {
    case 'created':
      return 'the instance is new';
    case 'upgraded':
      return 'the operator version changed';
    case 'asked':
      return 'it was triggered';
    case 'restarted':
      return 'it was triggered again';
    case 'queued':
      return 'it was queued';
    case 'parameters': {
      const noun = cause.parameters.length === 1 ? 'parameter' : 'parameters';
      return `${noun} ${cause.parameters.join(', ')} changed`;
    }
  }
}
