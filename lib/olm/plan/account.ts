/**
 * Under which OperatorGroup a plan runs, and with whose rights (OLM 53). Source: OLM
 * `pkg/lib/scoped/querier.go`, and syncInstallPlans of the catalog operator.
 */
import { findCondition, withCondition, withoutCondition } from '../../k8s/conditions.ts';
import { rfc3339 } from '../../base/time.ts';
import type { PlanFacts } from './facts.ts';
import type { InstallPlanStatus } from '../api/types.ts';
import { ACCOUNT_NEEDED } from '../api/vocabulary.ts';

const PREFIX = 'attenuated service account query failed - ';
const INSTALLED = 'Installed';
const CHECK_FAILED = 'InstallCheckFailed';

/** Why nobody can tell whose rights the plan has; undefined when that is clear. */
export function accountProblem({
  groups,
  serviceAccounts,
  plan,
  needsAccount = false,
}: PlanFacts): string | undefined {
  const [group] = groups;
  if (group === undefined) return 'no operator group found that is managing this namespace';
  if (groups.length > 1)
    return `more than one operator group(s) are managing this namespace count=${String(groups.length)}`;
  const { serviceAccount, name } = group;
  const where = `${plan.metadata.namespace ?? ''}/${name}`;
  if (serviceAccount === undefined)
    return needsAccount ? `${ACCOUNT_NEEDED} operatorgroup=${where}` : undefined;
  if (serviceAccounts.has(serviceAccount)) return undefined;
  return `please make sure the service account exists. sa=${serviceAccount} operatorgroup=${where}`;
}

/** The plan's status with the problem in condition Installed and in its message, in upstream's words. `now`: unix ms. */
export function withAccountProblem(
  status: InstallPlanStatus,
  problem: string,
  now: number,
): InstallPlanStatus {
  return withProblem(status, PREFIX + problem, { problem, now });
}

/** What has ended has nothing to be held up in. */
export function withContradiction(
  status: InstallPlanStatus,
  problem: string,
  now: number,
): InstallPlanStatus {
  const ended = status.phase === 'Complete' || status.phase === 'Failed';
  return ended ? status : withProblem(status, problem, { problem, now });
}

function withProblem(
  status: InstallPlanStatus,
  message: string,
  { problem, now }: { problem: string; now: number },
): InstallPlanStatus {
  const condition = { type: INSTALLED, status: 'False', reason: CHECK_FAILED, message: problem } as const;
  return { ...status, conditions: withCondition(status.conditions, condition, rfc3339(now)), message };
}

/** Without what an earlier look found wrong, and with the account of now; the very same object when nothing changes. */
export function withAccount(facts: PlanFacts, status: InstallPlanStatus): InstallPlanStatus {
  const { attenuatedServiceAccountRef: old, ...rest } = withoutProblem(status);
  const name = facts.groups[0]?.serviceAccount;
  if (name === undefined) return old === undefined ? withoutProblem(status) : rest;
  const uid = facts.serviceAccounts.get(name)?.metadata.uid;
  if (old?.name === name && old.uid === uid) return withoutProblem(status);
  const namespace = facts.plan.metadata.namespace ?? '';
  const ref = { apiVersion: 'v1', kind: 'ServiceAccount', namespace, name };
  return { ...rest, attenuatedServiceAccountRef: uid === undefined ? ref : { ...ref, uid } };
}

function withoutProblem(status: InstallPlanStatus): InstallPlanStatus {
  const known = findCondition(status.conditions, INSTALLED);
  if (known?.reason !== CHECK_FAILED) return status;
  const { message, ...rest } = status;
  const kept = message?.endsWith(known.message ?? PREFIX) === true ? rest : status;
  return { ...kept, conditions: withoutCondition(status.conditions, INSTALLED) };
}

/** A plan that failed with somebody's rights begins anew when rights have changed since it began (OLM 52). */
export function begunAnew(facts: PlanFacts, status: InstallPlanStatus, now: number): InstallPlanStatus {
  const { rightsChangedAt } = facts;
  const begun = Date.parse(status.startTime ?? '');
  if (status.attenuatedServiceAccountRef === undefined || rightsChangedAt === undefined) return status;
  if (Number.isNaN(begun) || Math.floor(rightsChangedAt / 1_000) * 1_000 <= begun) return status;
  const { message: _message, ...rest } = status;
  const conditions = withoutCondition(status.conditions, INSTALLED);
  return { ...rest, phase: 'Installing', startTime: rfc3339(now), conditions };
}
