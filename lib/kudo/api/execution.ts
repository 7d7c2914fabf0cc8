/** How far a plan, a phase or a step is (KUDO 8). Source: KUDO `pkg/apis/kudo/v1beta1/instance_types.go`. */

/** All there are, in the order of a run. */
export const EXECUTION_STATUSES = [
  'NEVER_RUN',
  'PENDING',
  'IN_PROGRESS',
  'ERROR',
  'COMPLETE',
  'FATAL_ERROR',
] as const;

/** One of them. */
export type PlanExecutionStatus = (typeof EXECUTION_STATUSES)[number];

const RUNNING: ReadonlySet<string> = new Set(['IN_PROGRESS', 'PENDING', 'ERROR']);

/** Begun and not ended. */
export function isRunningStatus(status: PlanExecutionStatus | undefined): boolean {
  return status !== undefined && RUNNING.has(status);
}

/** Ended, well or not: nothing happens any more without a new run. */
export function isTerminalStatus(status: PlanExecutionStatus | undefined): boolean {
  return status === 'FATAL_ERROR' || isFinishedStatus(status);
}

/** Ended well. */
export function isFinishedStatus(status: PlanExecutionStatus | undefined): boolean {
  return status === 'COMPLETE';
}
