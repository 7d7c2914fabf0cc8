/** The way of an installation from Subscription to a running operator, as steps that say where it stands and why. */
import { optional } from '../../base/loose.ts';
import { findCondition } from '../../k8s/conditions.ts';
import { planOf, saidBy, subscriptionProblem, unmetRequirements, waitsForApproval } from './operator-view.ts';
import type { StateDetail } from './operator-view.ts';
import type { ClusterServiceVersion, InstallPlan, Subscription } from '../api/types.ts';

/** `waiting`: for a person. `pending`: not begun. */
export type ProgressState = 'done' | 'active' | 'waiting' | 'failed' | 'pending';

/** What is going on in a step, or why not. The texts are under `states.detail`. */
export type ProgressDetail =
  | StateDetail
  | { code: 'chosen'; values: { csv: string } }
  /** `catalog` with its namespace. */
  | { code: 'lookingFor'; values: { name: string; channel: string; catalog: string } }
  | { code: 'wouldChange' | 'inPlace'; values: { count: number } }
  | { code: 'partlyInPlace'; values: { ready: number; count: number } }
  /** Such as `CustomResourceDefinition a.b (CRD is not present)`. */
  | { code: 'missing'; values: { requirements: readonly string[] } }
  | { code: 'approvedAutomatically' | 'approvedManually' | 'running' };

/** What a person can do about it: what the texts say to a reason, which may be nothing. */
export type ProgressNext = { code: 'reviewPlan' } | { code: 'reason'; values: { reason: string } };

/** One step of four; their titles are under `states.step`. */
export interface ProgressStep {
  id: 'version' | 'plan' | 'objects' | 'operator';
  state: ProgressState;
  detail?: ProgressDetail;
  next?: ProgressNext;
}

/** The four steps and what they come to. */
export interface ProgressView {
  steps: ProgressStep[];
  outcome: 'running' | 'waiting' | 'succeeded' | 'failed';
  /** The CSV that this Subscription has brought or is bringing. */
  csv?: string;
  /** The version that runs meanwhile, where what is followed is its upgrade. */
  running?: ClusterServiceVersion;
  plan?: InstallPlan;
}

/** The Subscription, and the plans and CSVs among which its own are. */
export interface ProgressFacts {
  subscription: Subscription;
  plans: readonly InstallPlan[];
  csvs: readonly ClusterServiceVersion[];
}

/** Follows a Subscription through the four steps; the first that has failed or waits holds up those after it. */
export function progressView({ subscription, plans, csvs }: ProgressFacts): ProgressView {
  const plan = planOf(subscription, plans);
  const name = subscription.status?.currentCSV ?? subscription.status?.installedCSV;
  const csv = csvs.find(
    ({ metadata }) => metadata.name === name && metadata.namespace === subscription.metadata.namespace,
  );
  const running = runningBeside(subscription, name, csvs);
  const steps = [
    versionStep(subscription, name),
    planStep(plan, csv),
    objectsStep(plan, csv),
    operatorStep(csv, plan),
  ];
  return {
    steps: held(steps),
    outcome: outcomeOf(steps),
    ...optional({ csv: name, running, plan }),
  };
}

/** An upgrade that waits or is under way takes nothing from the version before it. */
function runningBeside(
  { status, metadata }: Subscription,
  following: string | undefined,
  csvs: readonly ClusterServiceVersion[],
): ClusterServiceVersion | undefined {
  const name = status?.installedCSV;
  if (name === undefined || name === following) return undefined;
  return csvs.find(
    (csv) =>
      csv.metadata.name === name &&
      csv.metadata.namespace === metadata.namespace &&
      csv.status?.phase === 'Succeeded',
  );
}

/** What comes after a step that has failed or waits has not begun, whatever is left over from before. */
function held(steps: readonly ProgressStep[]): ProgressStep[] {
  const stop = steps.findIndex(({ state }) => state === 'failed' || state === 'waiting');
  return steps.map((step, index) =>
    stop >= 0 && index > stop && step.state === 'active' ? { id: step.id, state: 'pending' } : step,
  );
}

function outcomeOf(steps: readonly ProgressStep[]): ProgressView['outcome'] {
  const has = (state: ProgressState): boolean => steps.some((step) => step.state === state);
  if (has('failed')) return 'failed';
  if (has('waiting')) return 'waiting';
  return steps.at(-1)?.state === 'done' ? 'succeeded' : 'running';
}

function versionStep(subscription: Subscription, csv: string | undefined): ProgressStep {
  const { name, channel = '', source, sourceNamespace } = subscription.spec;
  const failed = findCondition(subscription.status?.conditions, 'ResolutionFailed');
  if (failed?.status === 'True') return problemStep('version', failed);
  if (csv !== undefined) {
    return { id: 'version', state: 'done', detail: { code: 'chosen', values: { csv } } };
  }
  const problem = subscriptionProblem(subscription);
  if (problem?.tone === 'warn') {
    const condition = findCondition(subscription.status?.conditions, 'CatalogSourcesUnhealthy');
    return { ...problemStep('version', condition), state: 'waiting' };
  }
  const values = { name, channel, catalog: `${sourceNamespace}/${source}` };
  return { id: 'version', state: 'active', detail: { code: 'lookingFor', values } };
}

function planStep(plan: InstallPlan | undefined, csv: ClusterServiceVersion | undefined): ProgressStep {
  if (plan === undefined) return { id: 'plan', state: csv === undefined ? 'pending' : 'done' };
  if (waitsForApproval(plan)) {
    const count = plan.status?.plan?.length ?? 0;
    return {
      id: 'plan',
      state: 'waiting',
      detail: { code: 'wouldChange', values: { count } },
      next: { code: 'reviewPlan' },
    };
  }
  const code = plan.spec.approval === 'Manual' ? 'approvedManually' : 'approvedAutomatically';
  return { id: 'plan', state: 'done', detail: { code } };
}

const IN_PLACE: ReadonlySet<string> = new Set(['Present', 'Created']);

function objectsStep(plan: InstallPlan | undefined, csv: ClusterServiceVersion | undefined): ProgressStep {
  const base = { id: 'objects' } as const;
  if (plan === undefined) return { ...base, state: csv === undefined ? 'pending' : 'done' };
  const { phase, plan: steps = [], message, conditions } = plan.status ?? {};
  if (phase === 'Complete')
    return { ...base, state: 'done', detail: { code: 'inPlace', values: { count: steps.length } } };
  if (phase === 'Failed') {
    const condition = findCondition(conditions, 'Installed');
    return problemStep(base.id, { reason: condition?.reason, message: message ?? condition?.message });
  }
  if (!plan.spec.approved) return { ...base, state: 'pending' };
  const ready = steps.filter(({ status }) => IN_PLACE.has(status)).length;
  return {
    ...base,
    state: 'active',
    detail: saidBy('', message) ?? { code: 'partlyInPlace', values: { ready, count: steps.length } },
  };
}

function operatorStep(csv: ClusterServiceVersion | undefined, plan: InstallPlan | undefined): ProgressStep {
  const base = { id: 'operator' } as const;
  if (csv === undefined) return { ...base, state: plan?.status?.phase === 'Complete' ? 'active' : 'pending' };
  const { phase, reason, message } = csv.status ?? {};
  if (phase === 'Succeeded') return { ...base, state: 'done', detail: { code: 'running' } };
  if (phase === 'Failed') return problemStep(base.id, { reason, message });
  if (phase === 'Pending' && reason === 'RequirementsNotMet') {
    const step = problemStep(base.id, { reason, message });
    const requirements = missingRequirements(csv);
    if (requirements.length === 0) return { ...step, state: 'active' };
    return { ...step, state: 'active', detail: { code: 'missing', values: { requirements } } };
  }
  const detail = saidBy(reason, message);
  return { ...base, state: 'active', ...optional({ detail }) };
}

function missingRequirements(csv: ClusterServiceVersion): string[] {
  return unmetRequirements(csv).map(
    ({ kind, name, message }) => `${kind} ${name}${message === '' ? '' : ` (${message})`}`,
  );
}

interface Problem {
  reason?: string | undefined;
  message?: string | undefined;
}

function problemStep(id: ProgressStep['id'], { reason, message }: Problem = {}): ProgressStep {
  const detail = saidBy(reason, message);
  return {
    id,
    state: 'failed',
    ...optional({
      detail,
      next: reason === undefined ? undefined : ({ code: 'reason', values: { reason } } as const),
    }),
  };
}
