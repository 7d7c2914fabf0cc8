/** The way of an installation from Subscription to a running operator, as steps that say where it stands and why. */
import { optional } from '../../base/loose.ts';
import { findCondition } from '../../k8s/conditions.ts';
import {
  planOf,
  sentence,
  subscriptionProblem,
  unmetRequirements,
  waitsForApproval,
} from './operator-view.ts';
import { reasonWords } from './reason-words.ts';
import type { ClusterServiceVersion, InstallPlan, Subscription } from '../api/types.ts';

/** `waiting`: for a person. `pending`: not begun. */
export type ProgressState = 'done' | 'active' | 'waiting' | 'failed' | 'pending';

/** One step of four, in English for people. */
export interface ProgressStep {
  id: 'version' | 'plan' | 'objects' | 'operator';
  title: string;
  state: ProgressState;
  /** What is going on, or why not. */
  detail?: string;
  /** What a person can do about it. */
  next?: string;
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
    stop >= 0 && index > stop && step.state === 'active'
      ? { id: step.id, title: step.title, state: 'pending' }
      : step,
  );
}

function outcomeOf(steps: readonly ProgressStep[]): ProgressView['outcome'] {
  const has = (state: ProgressState): boolean => steps.some((step) => step.state === state);
  if (has('failed')) return 'failed';
  if (has('waiting')) return 'waiting';
  return steps.at(-1)?.state === 'done' ? 'succeeded' : 'running';
}

function versionStep(subscription: Subscription, csv: string | undefined): ProgressStep {
  const { name, channel, source, sourceNamespace } = subscription.spec;
  const title = 'Resolve a version';
  const wanted = `${name}${channel === undefined ? '' : `, channel ${channel}`}, from catalog ${sourceNamespace}/${source}`;
  const failed = findCondition(subscription.status?.conditions, 'ResolutionFailed');
  if (failed?.status === 'True') return problemStep('version', title, failed.reason, failed.message);
  if (csv !== undefined) return { id: 'version', title, state: 'done', detail: csv };
  const problem = subscriptionProblem(subscription);
  if (problem?.tone === 'warn') {
    const condition = findCondition(subscription.status?.conditions, 'CatalogSourcesUnhealthy');
    return { ...problemStep('version', title, condition?.reason, condition?.message), state: 'waiting' };
  }
  return { id: 'version', title, state: 'active', detail: `Looking for ${wanted}.` };
}

function planStep(plan: InstallPlan | undefined, csv: ClusterServiceVersion | undefined): ProgressStep {
  const title = 'Approve the plan';
  if (plan === undefined) return { id: 'plan', title, state: csv === undefined ? 'pending' : 'done' };
  if (waitsForApproval(plan)) {
    const count = plan.status?.plan?.length ?? 0;
    const detail = `It would create or update ${count === 1 ? 'one object' : `${String(count)} objects`}.`;
    return {
      id: 'plan',
      title,
      state: 'waiting',
      detail,
      next: 'Review and approve the plan.',
    };
  }
  const how = plan.spec.approval === 'Manual' ? 'Approved manually.' : 'Approved automatically.';
  return { id: 'plan', title, state: 'done', detail: how };
}

const IN_PLACE: ReadonlySet<string> = new Set(['Present', 'Created']);

function objectsStep(plan: InstallPlan | undefined, csv: ClusterServiceVersion | undefined): ProgressStep {
  const base = { id: 'objects', title: 'Create CRDs, RBAC, and Deployments' } as const;
  if (plan === undefined) return { ...base, state: csv === undefined ? 'pending' : 'done' };
  const { phase, plan: steps = [], message, conditions } = plan.status ?? {};
  if (phase === 'Complete')
    return { ...base, state: 'done', detail: `${String(steps.length)} objects in place.` };
  if (phase === 'Failed') {
    const condition = findCondition(conditions, 'Installed');
    return problemStep(base.id, base.title, condition?.reason, message ?? condition?.message);
  }
  if (!plan.spec.approved) return { ...base, state: 'pending' };
  const ready = steps.filter(({ status }) => IN_PLACE.has(status)).length;
  return {
    ...base,
    state: 'active',
    detail: given(message) ?? `${String(ready)} of ${String(steps.length)} in place.`,
  };
}

function given(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

function operatorStep(csv: ClusterServiceVersion | undefined, plan: InstallPlan | undefined): ProgressStep {
  const base = { id: 'operator', title: 'Start the operator' } as const;
  if (csv === undefined) return { ...base, state: plan?.status?.phase === 'Complete' ? 'active' : 'pending' };
  const { phase, reason, message } = csv.status ?? {};
  if (phase === 'Succeeded') return { ...base, state: 'done', detail: 'Running.' };
  if (phase === 'Failed') return problemStep(base.id, base.title, reason, message);
  if (phase === 'Pending' && reason === 'RequirementsNotMet') {
    return {
      ...problemStep(base.id, base.title, reason, missingRequirements(csv) ?? message),
      state: 'active',
    };
  }
  const detail = sentence(reason, message);
  return { ...base, state: 'active', ...optional({ detail }) };
}

/** "Missing: CustomResourceDefinition a.b.c: CRD is not present." */
function missingRequirements(csv: ClusterServiceVersion): string | undefined {
  const missing = unmetRequirements(csv);
  if (missing.length === 0) return undefined;
  const names = missing.map(
    ({ kind, name, message }) => `${kind} ${name}${message === '' ? '' : ` (${message})`}`,
  );
  return `Missing: ${names.join(', ')}.`;
}

function problemStep(
  id: ProgressStep['id'],
  title: string,
  reason: string | undefined,
  message: string | undefined,
): ProgressStep {
  const detail = sentence(reason, message);
  const next = reasonWords(reason)?.next;
  return {
    id,
    title,
    state: 'failed',
    ...optional({ detail, next }),
  };
}
