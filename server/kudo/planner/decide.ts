/** A decision about an instance: made here while that is quick, and otherwise in a thread of its own. */
import { setImmediate } from 'node:timers/promises';
import type { KudoInstanceStatus, KudoOperatorVersion } from '#lib/kudo/api/types.ts';
import type { InstanceDecision, KudoAction } from '#lib/kudo/plan/decision.ts';
import { Allowance, QUICK_ALLOWANCE } from '#lib/kudo/tasks/allowance.ts';
import {
  decider,
  decisionWithout,
  isQuickToWalk,
  type DecisionFacts,
  type DecisionTools,
  type Sight,
} from '../decision.ts';
import type { DecideJob, PackedDecision, PlannerAnswer, PlannerQuestion } from './messages.ts';
import { PlannerLimit, type Planner } from './planner.ts';

/** What decisions are made with. */
export interface DecisionDesk extends DecisionTools {
  planner: Planner;
  /** Versions whose plans take long to look at: nobody tries to be quick with them again. */
  heavy: WeakSet<KudoOperatorVersion>;
}

/** What is known of the cluster, and how more of it becomes known. */
export interface DecisionView {
  sight: Sight;
  /** Looks up what `sight` was asked for in vain; false where that was nothing. */
  learn: () => Promise<boolean>;
  /** The same for tasks in another thread. */
  answer: (question: PlannerQuestion) => Promise<PlannerAnswer>;
  told: () => Pick<DecideJob, 'types' | 'refusals' | 'outputs'>;
  signal: AbortSignal;
}

/**
 * `busy`: another instance of the namespace is looked at in a thread, and this one has to wait. Rejects with what `learn` and
 * `answer` reject with, or with the signal's reason.
 */
export async function decidePlans(
  desk: DecisionDesk,
  facts: DecisionFacts,
  view: DecisionView,
): Promise<InstanceDecision | 'busy'> {
  return (await decideHere(desk, facts, view)) ?? decideBeside(desk, facts, view);
}

/** Again whenever it asked for something that nobody had looked up; undefined where that takes long. */
async function decideHere(
  desk: DecisionDesk,
  facts: DecisionFacts,
  { sight, learn }: DecisionView,
): Promise<InstanceDecision | undefined> {
  const { version } = facts;
  if (version !== undefined && desk.heavy.has(version)) return undefined;
  const allowance = new Allowance(QUICK_ALLOWANCE);
  const decideNow = isQuickToWalk(version) ? decider(desk, facts, sight, allowance) : undefined;
  for (;;) {
    const decision = decideNow?.();
    if (decision === undefined || allowance.problem !== undefined) {
      if (version !== undefined) desk.heavy.add(version);
      return undefined;
    }
    if (!(await learn())) return decision;
  }
}

async function decideBeside(
  { planner }: DecisionDesk,
  facts: DecisionFacts,
  { told, answer, signal }: DecisionView,
): Promise<InstanceDecision | 'busy'> {
  const group = facts.instance.metadata.namespace ?? '';
  if (!planner.isFree(group)) return 'busy';
  try {
    const result = await planner.run({ kind: 'decide', facts, ...told() }, { group, signal, answer });
    if (result.kind !== 'decide') throw new Error('no decision');
    return await unpacked(result);
  } catch (error) {
    if (!(error instanceof PlannerLimit)) throw error;
    return decisionWithout(facts, error.message);
  }
}

/** How long others wait for it at most, in ms; but for one part that takes longer. */
const SLICE_MS = 10;

/** Part by part: there may be thousands. */
async function unpacked({ status, actions, again }: PackedDecision): Promise<InstanceDecision> {
  const read: KudoAction[] = [];
  let since = performance.now();
  for (const action of actions) {
    // What we packed ourselves.
    read.push(JSON.parse(action) as KudoAction);
    if (performance.now() - since < SLICE_MS) continue;
    await setImmediate();
    since = performance.now();
  }
  const written = status === undefined ? undefined : (JSON.parse(status) as KudoInstanceStatus);
  return { actions: read, again, status: written };
}
