/**
 * The InstallPlan's state machine: RequiresApproval → Installing → Complete | Failed (OLM 46).
 * Source: OLM `pkg/controller/operators/catalog/operator.go` (syncInstallPlans, ExecutePlan). Pure: the same function
 * tells the console what approving a plan would do.
 */
import { rfc3339 } from '../../base/time.ts';
import { withCondition, withoutCondition } from '../../k8s/conditions.ts';
import { accountProblem, begunAnew, withAccount, withAccountProblem, withContradiction } from './account.ts';
import { stepAction } from './action.ts';
import { crdCheckFailure } from './crd-check.ts';
import { planContradiction, type PlanBundle } from './bundle.ts';
import type { StepAction, StepFailure, StepResult } from './decision.ts';
import { bundleObjects, type PlanFacts } from './facts.ts';
import { leftOutForApi, leftOutMessage, type LeftOut } from './left-out.ts';
import { bundleLeftOut } from './objects.ts';
import { crdFacts } from './crd.ts';
import { crdNameOf, planKind } from './kinds.ts';
import { bundleCsv } from './steps.ts';
import { settleSuperseded } from './superseded.ts';
import type { ClusterServiceVersion, InstallPlan, InstallPlanStatus, InstallPlanStep } from '../api/types.ts';

/** The status to write and the objects to write before it; without actions the status alone. */
export interface PlanDecision {
  status: InstallPlanStatus;
  actions: StepAction[];
  /** Why the plan cannot go on although nothing was written: content gone, or an object in the way. */
  blocked?: string;
}

/** How long errors are retried before the plan fails (upstream's `--install-plan-retry-timeout`). */
export const PLAN_RETRY_MS = 60_000;

/** Decides how a plan goes on (OLM 46, 52, 55); one without steps is left as it is. `now`: unix ms. */
export function stepOfPlan(facts: PlanFacts, now: number): PlanDecision {
  const { plan } = facts;
  const old: InstallPlanStatus = plan.status ?? { phase: '', catalogSources: [] };
  // Whoever makes a plan writes into its status what it installs: before that, and by nothing else, it can be carried out.
  if (old.plan === undefined || old.plan.length === 0) return { status: old, actions: [] };
  const contradiction = planContradiction(plan);
  if (contradiction !== undefined) return { status: withContradiction(old, contradiction, now), actions: [] };
  if (old.phase === 'Failed') return { status: begunAnew(facts, old, now), actions: [] };
  if (old.phase === 'Complete') return lateSteps(facts, old, now);
  const problem = accountProblem(facts);
  if (problem !== undefined) return { status: withAccountProblem(old, problem, now), actions: [] };
  const status = withAccount(facts, old);
  if (status.phase === 'Installing') return installing(facts, status, now);
  return { status: approved(plan, status, now), actions: [] };
}

function approved(plan: InstallPlan, status: InstallPlanStatus, now: number): InstallPlanStatus {
  if (!plan.spec.approved) return { ...status, phase: 'RequiresApproval' };
  return { ...status, phase: 'Installing', startTime: status.startTime ?? rfc3339(now) };
}

function installing(facts: PlanFacts, status: InstallPlanStatus, now: number): PlanDecision {
  const steps = [...settleSuperseded(facts, settleCrds(facts, status.plan ?? []))];
  const settled: InstallPlanStatus = { ...status, plan: steps };
  const pending = steps.flatMap((step, index) => (needsWrite(step, facts) ? [{ step, index }] : []));
  if (pending.length > 0) return write(facts, settled, pending, now);
  const unfinished = steps.some((step) => !isFinished(step, facts));
  return { status: unfinished ? settled : complete(facts, settled, now), actions: [] };
}

function write(
  facts: PlanFacts,
  status: InstallPlanStatus,
  pending: readonly { step: InstallPlanStep; index: number }[],
  now: number,
): PlanDecision {
  // Before anything is touched: a definition that must not be replaced stops the whole plan.
  const unsafe = facts.crdCheck === undefined ? undefined : crdCheckFailure(facts.crdCheck);
  if (unsafe !== undefined) return failed(status, unsafe, now);
  const unknown = facts.crdCheckProblem;
  if (unknown !== undefined) return blockedBy(status, unknown.message, unknown.keepTrying, now);
  const waiting = waitingParts(facts, status.plan ?? []);
  const leftOut = (csv: ClusterServiceVersion, bundle: PlanBundle): LeftOut[] =>
    bundleLeftOut(csv, bundleObjects(facts, bundle), {
      waiting: waiting.get(bundle.csv) ?? [],
      policy: facts.leavesOut,
    });
  const actions: StepAction[] = [];
  for (const { step, index } of pending) {
    const action = stepAction(facts, step, leftOut);
    if (action.kind === 'refused') return failed(status, action.message, now);
    if (action.kind === 'blocked') return blockedBy(status, action.message, action.forEver, now);
    actions.push({ ...action.write, step: index });
  }
  return { status, actions };
}

function blockedBy(status: InstallPlanStatus, message: string, forEver: boolean, now: number): PlanDecision {
  if (!forEver && isLate(status, now)) return failed(status, message, now);
  return { status: { ...status, message: retrying(message) }, actions: [], blocked: message };
}

/** After Complete: optional objects whose API has come since. */
function lateSteps(facts: PlanFacts, status: InstallPlanStatus, now: number): PlanDecision {
  const steps = status.plan ?? [];
  const late = steps.flatMap((step, index) =>
    step.status === 'WaitingForApi' && step.optional === true && apiServed(step, facts)
      ? [{ step, index }]
      : [],
  );
  if (late.length > 0) {
    // A plan that was complete stays so, whatever becomes of its late parts.
    return { ...write(facts, status, late, now), status: complete(facts, status, now) };
  }
  return { status, actions: [] };
}

/** Takes in what the writes came to. */
export function recordResults(
  status: InstallPlanStatus,
  results: readonly StepResult[],
  now: number,
): InstallPlanStatus {
  const byStep = new Map(results.map((result) => [result.step, result]));
  const plan = (status.plan ?? []).map((step, index): InstallPlanStep => {
    const result = byStep.get(index);
    if (result?.ok !== true) return step;
    const isNewCrd = step.resource.kind === 'CustomResourceDefinition' && result.status === 'Created';
    return { ...step, status: isNewCrd ? 'WaitingForApi' : result.status };
  });
  const failures = results.filter((result): result is StepFailure => !result.ok);
  const first = failures[0];
  const { message: _message, ...rest } = status;
  if (first === undefined || status.phase === 'Complete') return { ...rest, plan };
  if (isLate(status, now) && !failures.some((failure) => failure.keepTrying))
    return failed({ ...status, plan }, first.message, now).status;
  return { ...rest, plan, message: retrying(first.message) };
}

function needsWrite(step: InstallPlanStep, facts: PlanFacts): boolean {
  if (step.status === 'Created' || step.status === 'Present') return false;
  if (step.optional === true) return apiServed(step, facts);
  return step.status !== 'WaitingForApi';
}

function isFinished(step: InstallPlanStep, facts: PlanFacts): boolean {
  if (step.status === 'Created' || step.status === 'Present') return true;
  return step.optional === true && !apiServed(step, facts);
}

/** A CRD step that waits is done as soon as the API server serves the definition. */
function settleCrds(facts: PlanFacts, steps: readonly InstallPlanStep[]): InstallPlanStep[] {
  return steps.map((step): InstallPlanStep => {
    if (step.optional === true)
      return apiServed(step, facts) || step.status === 'Created' ? step : waitingStep(step);
    if (step.status !== 'WaitingForApi' || step.resource.kind !== 'CustomResourceDefinition') return step;
    const crd = facts.crds.get(step.resource.name);
    // Deleted while we waited: write it again.
    if (crd === undefined) return { ...step, status: 'NotPresent' };
    return crdFacts(crd)?.established === true ? { ...step, status: 'Created' } : step;
  });
}

const waitingStep = (step: InstallPlanStep): InstallPlanStep => ({ ...step, status: 'WaitingForApi' });

function apiServed(step: InstallPlanStep, facts: PlanFacts): boolean {
  const kind = planKind(step.resource);
  if (kind === undefined || !kind.optional) return kind !== undefined;
  const object = facts.crds.get(crdNameOf(kind.resource));
  const crd = object === undefined ? undefined : crdFacts(object);
  return crd?.established === true && crd.servedVersions.includes(step.resource.version);
}

/** Optional objects that wait for their API, by CSV. */
function waitingParts(facts: PlanFacts, steps: readonly InstallPlanStep[]): Map<string, LeftOut[]> {
  const parts = new Map<string, LeftOut[]>();
  for (const step of steps) {
    if (step.optional !== true || step.status === 'Created' || apiServed(step, facts)) continue;
    const { group, version } = step.resource;
    parts.set(step.resolving, [
      ...(parts.get(step.resolving) ?? []),
      leftOutForApi(step.resource, `${group}/${version}`),
    ]);
  }
  return parts;
}

function complete(facts: PlanFacts, status: InstallPlanStatus, now: number): InstallPlanStatus {
  const waiting = waitingParts(facts, status.plan ?? []);
  const leftOut = facts.bundles.flatMap((bundle) => {
    const objects = bundleObjects(facts, bundle);
    const csv = bundleCsv(bundle, objects, facts.isCsv);
    const parts = waiting.get(bundle.csv) ?? [];
    return csv === undefined
      ? parts
      : bundleLeftOut(csv, objects, { waiting: parts, policy: facts.leavesOut });
  });
  const { message: _message, ...rest } = status;
  const installed = withCondition(rest.conditions, { type: 'Installed', status: 'True' }, rfc3339(now));
  if (leftOut.length === 0)
    return { ...rest, phase: 'Complete', conditions: withoutCondition(installed, 'PartsLeftOut') };
  const message = leftOutMessage(leftOut);
  const conditions = withCondition(
    installed,
    { type: 'PartsLeftOut', status: 'True', reason: 'NotSupported', message },
    rfc3339(now),
  );
  return { ...rest, phase: 'Complete', message, conditions };
}

/** The decision that ends a plan, with its message in status and condition; what was written stays. */
export function failed(status: InstallPlanStatus, message: string, now: number): PlanDecision {
  const conditions = withCondition(
    status.conditions,
    { type: 'Installed', status: 'False', reason: 'InstallComponentFailed', message },
    rfc3339(now),
  );
  return { status: { ...status, phase: 'Failed', message, conditions }, actions: [] };
}

const retrying = (message: string): string => `retrying execution due to error: ${message}`;

function isLate({ startTime }: InstallPlanStatus, now: number): boolean {
  const start = Date.parse(startTime ?? '');
  return !Number.isNaN(start) && now - start > PLAN_RETRY_MS;
}
