/** The condition Ready, mended: a failure stays visible, and pods that have finished say nothing (KUDO 55, 56). */
import { withCondition } from '../../k8s/conditions.ts';
import type { Condition, KubeObject } from '../../k8s/object.ts';
import { DEPLOY_PLAN, UPDATE_PLAN, UPGRADE_PLAN } from '../api/labels.ts';
import type { PlanProgress } from '../api/types.ts';
import { workloadsHealth } from '../health/workloads.ts';

/** The plans that make an instance ready. */
const READY_PLANS: ReadonlySet<string> = new Set([DEPLOY_PLAN, UPDATE_PLAN, UPGRADE_PLAN]);

type Plans = Readonly<Record<string, PlanProgress>>;

/** The plan among those whose end is the latest; running ones count as now. */
function lastOf(plans: Plans): PlanProgress | undefined {
  const time = ({ lastUpdatedTimestamp = '' }: PlanProgress): string => lastUpdatedTimestamp;
  return Object.values(plans)
    .filter(({ name, status }) => READY_PLANS.has(name) && status !== 'NEVER_RUN')
    .reduce<PlanProgress | undefined>(
      (last, plan) => (last === undefined || time(plan) >= time(last) ? plan : last),
      undefined,
    );
}

/** The conditions with Ready as it is now. @param running name of the plan that runs, if one does */
export function withReady(
  conditions: readonly Condition[] | undefined,
  plans: Plans,
  { running, workloads, now }: { running: string | undefined; workloads: readonly KubeObject[]; now: string },
): Condition[] {
  const set = (status: Condition['status'], reason: string, message: string): Condition[] =>
    withCondition(conditions, { type: 'Ready', status, reason, message }, now);
  if (running !== undefined) {
    if (!READY_PLANS.has(running)) return [...(conditions ?? [])];
    return set('Unknown', 'PlanInProgress', `Plan ${running} is in progress`);
  }
  const last = lastOf(plans);
  if (last === undefined) return [...(conditions ?? [])];
  if (last.status === 'FATAL_ERROR')
    return set(
      'Unknown',
      'PlanInFatalError',
      `Plan ${last.name} failed${last.message === undefined ? '' : `: ${last.message}`}`,
    );
  const problems = workloadsHealth(workloads);
  return problems.length === 0
    ? set('True', 'ResourcesReady', '')
    : set('False', 'ResourceNotReady', problems.join('\n'));
}
