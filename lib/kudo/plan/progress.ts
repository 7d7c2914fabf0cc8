/** Statuses of plans as values: fresh ones, and ones that follow their OperatorVersion (KUDO 47, 54). */
import type { PlanExecutionStatus } from '../api/execution.ts';
import { isRunningStatus } from '../api/execution.ts';
import { firstByName } from '../api/named.ts';
import type {
  KudoOperatorVersion,
  KudoPlan,
  PhaseProgress,
  PlanProgress,
  StepProgress,
} from '../api/types.ts';

type AllPlans = Readonly<Record<string, PlanProgress>>;

/** The plan as if it had never run. */
function untouched(name: string, plan: KudoPlan, status: PlanExecutionStatus): PlanProgress {
  const phases = plan.phases.map((phase) => ({
    name: phase.name,
    status,
    steps: phase.steps.map((step) => ({ name: step.name, status })),
  }));
  return { name, status, phases };
}

/**
 * Every plan of the version, with its phases and steps in the version's order: what stands already stays, what is new comes
 * in, what is gone goes. Plans that the version has given up keep what they were.
 */
export function alignedPlans(before: AllPlans, version: KudoOperatorVersion): Record<string, PlanProgress> {
  const aligned = Object.entries(version.spec.plans).map(([name, plan]) => {
    const known = Object.hasOwn(before, name) ? before[name] : undefined;
    return [
      name,
      known === undefined ? untouched(name, plan, 'NEVER_RUN') : alignedPlan(known, plan),
    ] as const;
  });
  return { ...before, ...Object.fromEntries(aligned) };
}

function alignedPlan(known: PlanProgress, plan: KudoPlan): PlanProgress {
  // What comes into a plan that runs is to be run.
  const fresh: PlanExecutionStatus = isRunningStatus(known.status) ? 'PENDING' : 'NEVER_RUN';
  const empty = untouched(known.name, plan, fresh);
  const before = firstByName(known.phases);
  const phases = empty.phases.map((phase) => {
    const was = before.get(phase.name);
    return was === undefined ? phase : alignedPhase(was, phase);
  });
  return { ...known, phases };
}

function alignedPhase(was: PhaseProgress, fresh: PhaseProgress): PhaseProgress {
  const before = firstByName(was.steps);
  const steps = fresh.steps.map((step) => before.get(step.name) ?? step);
  const isWhole = steps.every((step) => step.status === 'COMPLETE');
  // A step that came into a phase that was done has to be run.
  const reopened = was.status === 'COMPLETE' && !isWhole && fresh.status === 'PENDING';
  return { ...was, ...(reopened ? { status: 'IN_PROGRESS' as const } : {}), steps };
}

/** A new run: everything is pending (KUDO 47). */
export function begunPlan(name: string, plan: KudoPlan, uid: string): PlanProgress {
  return { ...untouched(name, plan, 'PENDING'), status: 'IN_PROGRESS', uid };
}

/** A new run that goes on where the one before failed: what was complete stays so. */
export function resumedPlan(failed: PlanProgress, uid: string): PlanProgress {
  const phases = failed.phases.map((phase) => {
    const steps = phase.steps.map(({ name, status }): StepProgress => ({ name, status: keptStatus(status) }));
    return { name: phase.name, status: keptStatus(phase.status), steps };
  });
  return { name: failed.name, status: 'IN_PROGRESS', uid, phases };
}

function keptStatus(status: PlanExecutionStatus): PlanExecutionStatus {
  return status === 'COMPLETE' ? status : 'PENDING';
}

/** Ended without success: what was running when it was stopped says so, the rest stays as it is. */
export function stoppedPlan(progress: PlanProgress, message: string): PlanProgress {
  const phases = progress.phases.map((phase) => ({
    ...phase,
    ...(isUnderWay(phase.status) ? { status: 'FATAL_ERROR' as const } : {}),
    steps: phase.steps.map((step) =>
      isUnderWay(step.status) ? { ...step, status: 'FATAL_ERROR' as const, message } : step,
    ),
  }));
  return { ...progress, status: 'FATAL_ERROR', message, phases };
}

function isUnderWay(status: PlanExecutionStatus): boolean {
  return status === 'IN_PROGRESS' || status === 'ERROR';
}
