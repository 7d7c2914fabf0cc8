/** What may happen to the plan of an instance, in upstream's order and words (KUDO 42 d-t, 43). */
import { CLEANUP_PLAN, DEPLOY_PLAN } from '../api/labels.ts';
import { isTerminalStatus } from '../api/execution.ts';
import { isUpgrade, referenceText, Refused, type UpdateSides, type Triggered } from './triggers.ts';

/** What an update is about. */
export interface Intent {
  oldPlan: string;
  newPlan: string;
  upgrading: boolean;
  /** The version that is asked for, as Go prints it. */
  reference: string;
  deleting: boolean;
  /** The run has ended, and the controller says so. */
  ended: boolean;
  /** The same plan under another uid. */
  restarted: boolean;
  /** What changed parameters ask for. */
  triggered: readonly Triggered[];
}

/** Reads it off both sides. */
export function intentOf({ old, next }: UpdateSides, triggered: readonly Triggered[]): Intent {
  const [was, is] = [old.spec.planExecution ?? {}, next.spec.planExecution ?? {}];
  const [oldPlan, newPlan] = [was.planName ?? '', is.planName ?? ''];
  const sameUid = (was.uid ?? '') === (is.uid ?? '');
  const samePlan = oldPlan !== '' && oldPlan === newPlan;
  return {
    oldPlan,
    newPlan,
    upgrading: isUpgrade(old, next),
    reference: referenceText(next.spec.operatorVersion),
    deleting: next.metadata.deletionTimestamp !== undefined,
    ended: samePlan && sameUid && isTerminalStatus(is.status),
    restarted: samePlan && !sameUid,
    triggered,
  };
}

type Rule = (intent: Intent) => string | undefined;

const isNovel = ({ oldPlan, newPlan }: Intent): boolean => oldPlan === '' && newPlan !== '';
const isCancelled = ({ oldPlan, newPlan }: Intent): boolean => oldPlan !== '' && newPlan === '';
const isOverridden = ({ oldPlan, newPlan }: Intent): boolean =>
  oldPlan !== '' && newPlan !== '' && oldPlan !== newPlan;

/** Of an instance that is being deleted. */
const DELETING: readonly Rule[] = [
  (intent) =>
    intent.oldPlan === CLEANUP_PLAN && (isCancelled(intent) || isOverridden(intent))
      ? "'cleanup' plan can not be cancelled or overridden by another plan since the instance is being deleted"
      : undefined,
  ({ upgrading, triggered }) =>
    upgrading || triggered.length > 0
      ? 'parameter update and/or upgrade is not allowed when an instance is being deleted'
      : undefined,
  (intent) =>
    (isNovel(intent) || isOverridden(intent)) && intent.newPlan !== CLEANUP_PLAN
      ? "only 'cleanup' plan can be scheduled when an instance is being deleted"
      : undefined,
];

const LIVING: readonly Rule[] = [
  ({ oldPlan, triggered }) => {
    const other = oldPlan === '' ? undefined : triggered.find(({ plan }) => plan !== oldPlan);
    return other === undefined
      ? undefined
      : `plan '${oldPlan}' is scheduled (or running) and an update would trigger a different plan '${other.plan}'`;
  },
  ({ upgrading, oldPlan, reference }) =>
    upgrading && oldPlan !== ''
      ? `upgrade to new OperatorVersion ${reference} while a plan '${oldPlan}' is scheduled (or running) is not allowed`
      : undefined,
  (intent) =>
    intent.upgrading && isNovel(intent)
      ? `upgrade to new OperatorVersion ${intent.reference} and triggering new plan '${intent.newPlan}' is not allowed`
      : undefined,
  ({ upgrading, reference, triggered }) => {
    const other = upgrading ? triggered.find(({ plan }) => plan !== DEPLOY_PLAN) : undefined;
    return other === undefined
      ? undefined
      : `upgrade to new OperatorVersion ${reference} together with a parameter update triggering '${other.plan}' is not allowed`;
  },
  (intent) =>
    isOverridden(intent)
      ? `overriding currently scheduled (or running) plan '${intent.oldPlan}' with '${intent.newPlan}' is not supported`
      : undefined,
  (intent) =>
    isCancelled(intent)
      ? `cancelling currently scheduled (or running) plan '${intent.oldPlan}' is not supported`
      : undefined,
  (intent) => {
    const other = isNovel(intent) ? intent.triggered.find(({ plan }) => plan !== intent.newPlan) : undefined;
    return other === undefined
      ? undefined
      : `triggering one plan '${intent.oldPlan}' directly and through parameter update '${other.plan}' is not allowed`;
  },
  ({ newPlan, oldPlan }) =>
    newPlan === CLEANUP_PLAN && oldPlan !== CLEANUP_PLAN
      ? "only the controller schedules the 'cleanup' plan when the instance is deleted"
      : undefined,
];

/** @throws Refused by the first rule that is broken */
export function checkPlanRules(intent: Intent): void {
  for (const rule of intent.deleting ? DELETING : LIVING) {
    const problem = rule(intent);
    if (problem !== undefined) throw new Refused(problem);
  }
}

/** @throws Refused where parameters ask for several plans and they may not queue (KUDO 42 d) */
export function checkSeveral(triggered: readonly Triggered[], mayQueue: boolean): void {
  if (triggered.length < 2 || mayQueue) return;
  const names = triggered.map(({ plan }) => plan).join(' ');
  throw new Refused(`triggering multiple plans: [[${names}]] at once is not allowed`);
}
