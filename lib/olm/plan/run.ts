/** How an InstallPlan goes on, with what its steps came to: rounds of deciding until something has to be waited for. */
import { stableJson } from '../../base/hash.ts';
import { rfc3339 } from '../../base/time.ts';
import { resources } from '../../k8s/resources.ts';
import type { Action, Again, Decision, StepFailure, StepResult } from './decision.ts';
import { CRD_CHECK_ANNOTATION } from '../api/labels.ts';
import type { InstallPlan, InstallPlanStatus } from '../api/types.ts';
import { crdCheckAnnotation, unfitMessage, type CrdCheck } from './crd-check.ts';
import { recordResults, stepOfPlan } from './decide.ts';
import type { PlanFacts } from './facts.ts';

/** Decides the status of a plan and the steps that are due; a step that fails is tried again later. `now`: unix ms. */
export function decidePlan(facts: PlanFacts, now: number): Decision<InstallPlanStatus> {
  const { plan, results = [] } = facts;
  const told = [...warnings(plan, results, now), ...crdReport(facts, now)];
  const recorded =
    plan.status === undefined || results.length === 0
      ? plan.status
      : recordResults(plan.status, results, now);
  const failure = results.find((result): result is StepFailure => !result.ok);
  if (failure !== undefined)
    return { status: recorded, actions: told, again: { kind: 'retry', why: failure.message } };
  const seen = recorded === undefined ? plan : { ...plan, status: recorded };
  const { status, actions, blocked } = stepOfPlan({ ...facts, plan: seen }, now);
  if (blocked !== undefined) return { status, actions: told, again: { kind: 'retry', why: blocked } };
  const steps = actions.map((action): Action => ({ kind: 'step', ...action }));
  if (steps.length > 0) return { status, actions: [...told, ...steps], again: { kind: 'now' } };
  if (stableJson(status) !== stableJson(plan.status ?? {}))
    return { status, actions: told, again: { kind: 'written' } };
  const again: Again | undefined =
    facts.lookAt === undefined ? undefined : { kind: 'after', ms: Math.max(1, facts.lookAt - now) };
  return again === undefined ? { actions: told } : { actions: told, again };
}

/** OLM 54: what the API server had to say against objects that it took; once per step and run. */
function warnings(about: InstallPlan, results: readonly StepResult[], now: number): Action[] {
  const time = about.status?.startTime ?? rfc3339(now);
  return results.flatMap((result): Action[] => {
    const step = about.status?.plan?.[result.step];
    if (!result.ok || result.warnings === undefined || step === undefined) return [];
    const { kind, name } = step.resource;
    const message =
      `${String(result.warnings.length)} warning(s) generated during installation of operator ` +
      `"${step.resolving}" (${kind} "${name}"): ${result.warnings.join(', ')}`;
    const fieldPath = `status.plan[${String(result.step)}]`;
    return [
      { kind: 'event', about, reason: 'AppliedWithWarnings', message, type: 'Warning', time, fieldPath },
    ];
  });
}

/** The report goes onto the plan before its status says what follows from it. */
function crdReport({ plan, crdCheck }: PlanFacts, now: number): Action[] {
  if (crdCheck === undefined) return [];
  const text = crdCheckAnnotation(crdCheck);
  if (plan.metadata.annotations?.[CRD_CHECK_ANNOTATION] === text) return [];
  const metadata = { annotations: { [CRD_CHECK_ANNOTATION]: text ?? null } };
  const patch: Action = { kind: 'patch', resource: resources.installPlans, object: plan, metadata };
  return [...unfitTold(plan, crdCheck, now), patch];
}

/** OLM 55: objects that do not fit, of definitions whose webhook may yet make them fit. */
function unfitTold(about: InstallPlan, check: CrdCheck, now: number): Action[] {
  const time = about.status?.startTime ?? rfc3339(now);
  return check.tolerated
    .filter((crd) => (check.unfit[crd] ?? 0) > 0)
    .map((crd): Action => ({
      ...{ kind: 'event', about, reason: 'CRDValidation', type: 'Warning', time },
      message: unfitMessage(check, crd),
    }));
}
