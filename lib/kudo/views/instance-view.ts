/**
 * An Instance as pages show it: its plans as pictures, its parameters with what they would run. Reads what the cluster has
 * loosely, for browsers: a field of the wrong type counts as absent.
 */
import { schedulesOf, type PlanSchedule } from '../api/schedules.ts';
import { isJsonObject, ownValue } from '../../base/json.ts';
import { at, cutText, items, optional } from '../../base/loose.ts';
import type { Change } from '../../k8s/change.ts';
import type { KubeObject, ObjectRef } from '../../k8s/object.ts';
import { EXECUTION_STATUSES, isRunningStatus, type PlanExecutionStatus } from '../api/execution.ts';
import {
  ABORT_ANNOTATION,
  CLEANUP_PLAN,
  DEPLOY_PLAN,
  OPERATOR_LABEL,
  PARAMETER_FORM_ANNOTATION,
  RETRY_ANNOTATION,
  UPDATE_PLAN,
} from '../api/labels.ts';
import { kudoResources } from '../api/types.ts';

/** One step: tasks that run together. */
export interface StepView {
  name: string;
  status: PlanExecutionStatus;
  /** What it waits for, or why it failed. */
  message?: string;
  tasks: readonly string[];
}

/** Steps under one strategy. */
export interface PhaseView {
  name: string;
  status: PlanExecutionStatus;
  parallel: boolean;
  message?: string;
  steps: readonly StepView[];
}

/** A plan with its last run. */
export interface PlanView {
  name: string;
  status: PlanExecutionStatus;
  parallel: boolean;
  message?: string;
  /** RFC 3339. */
  updated?: string;
  /** Of the last run. */
  uid?: string;
  phases: readonly PhaseView[];
  /** Steps that are complete, and all of them. */
  done: number;
  total: number;
}

/** A parameter with its value, and the plan that a change of it would run. */
export interface ParameterView {
  name: string;
  title: string;
  description?: string;
  /** Text, as the API keeps all of them. */
  value?: string;
  default?: string;
  required: boolean;
  immutable: boolean;
  advanced: boolean;
  /** Absent where the operator has no plan for it. */
  runs?: string;
}

/** An Instance for its page. */
export interface InstanceView extends Required<ObjectRef> {
  operator: string;
  operatorVersion: string;
  version?: string;
  appVersion?: string;
  plans: readonly PlanView[];
  /** Name of the plan that runs, or ran last. */
  current: string | undefined;
  parameters: readonly ParameterView[];
  schedules: readonly PlanSchedule[];
}

/** An Instance for a list. */
export interface InstanceRow extends Required<ObjectRef> {
  operator: string;
  operatorVersion: string;
  /** What runs, or ran last; absent before the first. */
  plan?: Pick<PlanView, 'name' | 'status' | 'done' | 'total' | 'updated'>;
  created?: string;
}

/** @param version the OperatorVersion, undefined where it may not be read or is not there: only what ran is known then */
export function instanceView(instance: KubeObject, version: KubeObject | undefined): InstanceView {
  const plans = plansOf(instance, version);
  return {
    ...identityOf(instance),
    ...optional({
      version: cutText(at(version, 'spec', 'version')),
      appVersion: cutText(at(version, 'spec', 'appVersion')),
    }),
    plans,
    current: currentPlan(instance, plans),
    parameters: parametersOf(instance, version, plans),
    schedules: schedulesOf(instance),
  };
}

/** The OperatorVersion that an Instance names; in its own namespace where it names none (KUDO 6). */
export function versionRef(instance: KubeObject): Required<ObjectRef> | undefined {
  const reference = at(instance, 'spec', 'operatorVersion');
  const [name, namespace] = [cutText(at(reference, 'name')), cutText(at(reference, 'namespace'))];
  if (name === undefined) return undefined;
  return { name, namespace: namespace ?? instance.metadata.namespace ?? '' };
}

/** The list needs no OperatorVersion. */
export function instanceRow(instance: KubeObject): InstanceRow {
  const plans = plansOf(instance, undefined);
  const current = currentPlan(instance, plans);
  const plan = plans.find(({ name }) => name === current);
  return {
    ...identityOf(instance),
    ...optional({ plan, created: instance.metadata.creationTimestamp }),
  };
}

function identityOf({
  metadata,
  ...object
}: KubeObject): Pick<InstanceView, 'namespace' | 'name' | 'operator' | 'operatorVersion'> {
  const { namespace = '', name, labels = {} } = metadata;
  const operatorVersion = cutText(at(object, 'spec', 'operatorVersion', 'name')) ?? '';
  return { namespace, name, operatorVersion, operator: labels[OPERATOR_LABEL] ?? operatorVersion };
}

/** Those that the operator has, in its order; before the version is known, those that ran. */
function plansOf(instance: KubeObject, version: KubeObject | undefined): PlanView[] {
  const known = at(version, 'spec', 'plans');
  const ran = at(instance, 'status', 'planStatus');
  const names = new Set([
    ...Object.keys(isJsonObject(known) ? known : {}),
    ...Object.keys(isJsonObject(ran) ? ran : {}),
  ]);
  return [...names].map((name) => planView(name, at(known, name), at(ran, name)));
}

function planView(name: string, known: unknown, ran: unknown): PlanView {
  const phases = joined(at(known, 'phases'), at(ran, 'phases')).map(
    ({ name: phase, known: shape, ran: state }) => ({
      name: phase,
      ...executionState(state),
      parallel: isParallel(shape),
      steps: joined(at(shape, 'steps'), at(state, 'steps')).map((step): StepView => ({
        name: step.name,
        ...executionState(step.ran),
        tasks: items(at(step.known, 'tasks')).flatMap((task) => cutText(task) ?? []),
      })),
    }),
  );
  const steps = phases.flatMap((phase) => phase.steps);
  return {
    name,
    ...executionState(ran),
    parallel: isParallel(known),
    ...optional({
      updated: cutText(at(ran, 'lastUpdatedTimestamp')),
      uid: cutText(at(ran, 'uid')),
    }),
    phases,
    done: steps.filter(({ status }) => status === 'COMPLETE').length,
    total: steps.length,
  };
}

interface Joined {
  name: string;
  known: unknown;
  ran: unknown;
}

/** As the version has them; what ran and is in it no longer comes last. */
function joined(known: unknown, ran: unknown): Joined[] {
  const byName = (list: unknown): Map<string, unknown> => new Map(items(list).flatMap((item) => named(item)));
  const shapes = byName(known);
  const states = byName(ran);
  return [...new Set([...shapes.keys(), ...states.keys()])].map((name) => ({
    name,
    known: shapes.get(name),
    ran: states.get(name),
  }));
}

function named(item: unknown): [string, unknown][] {
  const name = cutText(at(item, 'name'));
  return name === undefined ? [] : [[name, item]];
}

/** KUDO 49: whatever is not written as serial behaves as parallel, nothing at all too. */
function isParallel(shape: unknown): boolean {
  return shape !== undefined && at(shape, 'strategy') !== 'serial';
}

/** A status as the cluster has it, and what it says of it; one that nobody knows counts as never run. */
export function executionState(state: unknown): { status: PlanExecutionStatus; message?: string } {
  const text = at(state, 'status');
  const status = EXECUTION_STATUSES.find((one) => one === text) ?? 'NEVER_RUN';
  return { status, ...optional({ message: cutText(at(state, 'message'), MESSAGE) }) };
}

/** Of a message, which may hold what a template made. */
const MESSAGE = 2_000;

function currentPlan(instance: KubeObject, plans: readonly PlanView[]): string | undefined {
  const asked = cutText(at(instance, 'spec', 'planExecution', 'planName'));
  if (asked !== undefined) return asked;
  const running = plans.find(({ status }) => isRunningStatus(status));
  if (running !== undefined) return running.name;
  const ran = plans.filter(({ status }) => status !== 'NEVER_RUN');
  const latest = ran.toSorted((left, right) => timeOf(right) - timeOf(left))[0];
  return latest?.name;
}

function timeOf({ updated }: PlanView): number {
  return updated === undefined ? 0 : Date.parse(updated) || 0;
}

function parametersOf(
  instance: KubeObject,
  version: KubeObject | undefined,
  plans: readonly PlanView[],
): ParameterView[] {
  const given = at(instance, 'spec', 'parameters');
  const form = advancedOf(version);
  const has = (name: string | undefined): boolean => plans.some((plan) => plan.name === name);
  return items(at(version, 'spec', 'parameters')).flatMap((parameter) => {
    const name = cutText(at(parameter, 'name'));
    if (name === undefined) return [];
    const trigger = cutText(at(parameter, 'trigger'));
    return {
      name,
      title: cutText(at(parameter, 'displayName')) ?? name,
      required: at(parameter, 'required') === true,
      immutable: at(parameter, 'immutable') === true,
      advanced: form.has(name),
      ...optional({
        description: cutText(at(parameter, 'description'), MESSAGE),
        value: textOf(at(given, name)),
        default: textOf(at(parameter, 'default')),
        runs: [trigger, UPDATE_PLAN, DEPLOY_PLAN].find(has),
      }),
    };
  });
}

/** Whole: a value is data, however long. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function advancedOf(version: KubeObject | undefined): ReadonlySet<string> {
  const text = version?.metadata.annotations?.[PARAMETER_FORM_ANNOTATION];
  if (text === undefined) return new Set();
  try {
    const said = at(JSON.parse(text), 'parameters');
    if (!isJsonObject(said)) return new Set();
    return new Set(Object.keys(said).filter((name) => at(ownValue(said, name), 'advanced') === true));
  } catch {
    return new Set();
  }
}

/** Plans that a person may ask for: the controller alone runs the one of a deletion. */
export function triggerable({ plans }: InstanceView): readonly PlanView[] {
  return plans.filter(({ name }) => name !== CLEANUP_PLAN);
}

function patchOf({ namespace, name }: InstanceView, body: Record<string, unknown>): Change {
  return {
    verb: 'patch',
    resource: kudoResources.instances,
    ref: { namespace, name },
    patch: { type: 'merge', body },
  };
}

/** Asks for a run of the plan, as `kubectl kudo plan trigger` does. */
export function triggerChange(instance: InstanceView, plan: string): Change {
  return patchOf(instance, { spec: { planExecution: { planName: plan } } });
}

/** Sets one parameter, or gives it back to its default. */
export function parameterChange(instance: InstanceView, name: string, value: string | undefined): Change {
  return patchOf(instance, { spec: { parameters: { [name]: value ?? null } } });
}

/** Ends the run; undefined where none is there to end. */
export function abortChange(instance: InstanceView): Change | undefined {
  const plan = currentRun(instance, ({ status }) => isRunningStatus(status));
  return plan === undefined ? undefined : patchOf(instance, noteOf(ABORT_ANNOTATION, plan));
}

/** Runs the plan once more, from the step that failed on; undefined where none has. */
export function retryChange(instance: InstanceView): Change | undefined {
  const plan = currentRun(instance, ({ status }) => status === 'FATAL_ERROR');
  if (plan === undefined) return undefined;
  return patchOf(instance, {
    ...noteOf(RETRY_ANNOTATION, plan),
    spec: { planExecution: { planName: plan.name } },
  });
}

function noteOf(annotation: string, { uid }: PlanView): Record<string, unknown> {
  return { metadata: { annotations: { [annotation]: uid } } };
}

function currentRun(instance: InstanceView, fits: (plan: PlanView) => boolean): PlanView | undefined {
  const plan = instance.plans.find(({ name }) => name === instance.current);
  return plan?.uid === undefined || !fits(plan) ? undefined : plan;
}
