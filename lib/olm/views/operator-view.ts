/** What is installed, as people look at it: one row per operator from ClusterServiceVersions, Subscriptions and plans. */
import { compareApiVersions } from '../../k8s/api-version.ts';
import { findCondition } from '../../k8s/conditions.ts';
import { cutText, optional } from '../../base/loose.ts';
import { COPIED_FROM_LABEL, TARGET_NAMESPACES_ANNOTATION } from '../api/labels.ts';
import { pinOf } from '../api/pin.ts';
import type {
  ClusterServiceVersion,
  CrdDescription,
  CsvPhase,
  InstallPlan,
  RequirementStatus,
  Subscription,
} from '../api/types.ts';

/** As a colour says it; see the tones of the console's design. */
export type StateTone = 'neutral' | 'busy' | 'good' | 'warn' | 'bad' | 'info';

/** What an operator or its upgrade is at: the phases of a CSV, and words of ours. The texts are under `states.label`. */
export type StateLabel =
  | Exclude<CsvPhase, ''>
  | 'CatalogUnhealthy'
  | 'InstallFailed'
  | 'NeedsApproval'
  | 'NoSubscription'
  | 'Pinned'
  | 'PlanMissing'
  | 'ResolutionFailed'
  | 'UnpackFailed'
  | 'UpToDate'
  | 'UpgradeAvailable'
  | 'Upgrading';

/** Why, and what next. The texts are under `states.detail`, those of reasons under `states.reason`. */
export type StateDetail =
  /** What a controller says, each empty where it says nothing. */
  | { code: 'reason'; values: { reason: string; message: string } }
  | { code: 'upgrading'; values: { csv: string } }
  | { code: 'needsApproval' | 'noSubscription' | 'pinned' };

/** A state for people. */
export interface StateView {
  tone: StateTone;
  label: StateLabel;
  detail?: StateDetail;
}

/** A kind that an operator brings, at its best version. */
export interface OwnedApi {
  group: string;
  version: string;
  plural: string;
  kind: string;
  displayName: string;
  description?: string;
}

/** How the operator stands to newer versions. */
export interface UpdateView extends Omit<StateView, 'label'> {
  /** Absent where there is nothing to say. */
  label?: StateLabel;
  kind: 'none' | 'current' | 'available' | 'running' | 'blocked';
  /** The plan that waits for approval. */
  plan?: string;
}

/** One operator for the page: its CSV, its Subscription, or both. */
export interface OperatorRow {
  namespace: string;
  /** Display name, else the package or CSV name. */
  title: string;
  csv?: ClusterServiceVersion;
  subscription?: Subscription;
  version?: string;
  provider?: string;
  state: StateView;
  update: UpdateView;
  /** `all`, or the namespaces it watches; empty when nobody said yet. */
  targets: 'all' | readonly string[];
  apis: OwnedApi[];
  /** RFC 3339. */
  updatedAt?: string;
}

const PHASE_TONES: Readonly<Record<CsvPhase, StateTone>> = {
  '': 'busy',
  Pending: 'busy',
  InstallReady: 'busy',
  Installing: 'busy',
  Succeeded: 'good',
  Failed: 'bad',
  Unknown: 'neutral',
  Replacing: 'busy',
  Deleting: 'busy',
};

/** APIs that an operator marks as its own business. */
const INTERNAL_ANNOTATION = 'operators.operatorframework.io/internal-objects';

/** True for upstream's copy of a CSV in a target namespace (OLM 80). */
export function isCopied(csv: ClusterServiceVersion): boolean {
  return csv.metadata.labels?.[COPIED_FROM_LABEL] !== undefined || csv.status?.reason === 'Copied';
}

/** State of a CSV; one that is Pending because a requirement is not met is a warning. */
export function csvState(csv: ClusterServiceVersion): StateView {
  if (csv.metadata.deletionTimestamp !== undefined) return { tone: 'busy', label: 'Deleting' };
  const { phase = '', reason, message } = csv.status ?? {};
  const blocked = phase === 'Pending' && reason === 'RequirementsNotMet';
  const detail = phase === 'Succeeded' ? undefined : saidBy(reason, message);
  return {
    tone: blocked ? 'warn' : PHASE_TONES[phase],
    label: phase === '' ? 'Pending' : phase,
    ...optional({ detail }),
  };
}

/** What a controller says; undefined where it says nothing. */
export function saidBy(reason = '', message = ''): StateDetail | undefined {
  return reason === '' && message === '' ? undefined : { code: 'reason', values: { reason, message } };
}

/** A Subscription that has brought no operator yet. */
function subscriptionState(subscription: Subscription, plan?: InstallPlan): StateView {
  if (subscription.metadata.deletionTimestamp !== undefined) return { tone: 'busy', label: 'Deleting' };
  const problem = subscriptionProblem(subscription);
  if (problem !== undefined) return problem;
  if (plan !== undefined && waitsForApproval(plan)) {
    return { tone: 'warn', label: 'NeedsApproval', detail: { code: 'needsApproval' } };
  }
  return { tone: 'busy', label: 'Installing' };
}

/** The condition that stands in the way, worst first. */
export function subscriptionProblem(subscription: Subscription): StateView | undefined {
  const { conditions } = subscription.status ?? {};
  const labels = [
    ['ResolutionFailed', 'bad', 'ResolutionFailed'],
    ['BundleUnpackFailed', 'bad', 'UnpackFailed'],
    ['InstallPlanFailed', 'bad', 'InstallFailed'],
    ['InstallPlanMissing', 'warn', 'PlanMissing'],
    ['CatalogSourcesUnhealthy', 'warn', 'CatalogUnhealthy'],
  ] as const;
  for (const [type, tone, label] of labels) {
    const condition = findCondition(conditions, type);
    if (condition?.status !== 'True') continue;
    const detail = saidBy(condition.reason, condition.message);
    return { tone, label, ...optional({ detail }) };
  }
  return undefined;
}

/** One without status installs nothing, approved or not. */
export function waitsForApproval({ spec, status }: InstallPlan): boolean {
  if (status === undefined || spec.approved) return false;
  return status.phase === 'RequiresApproval' || spec.approval === 'Manual';
}

/** One entry per CRD, at the best version of those that the CSV owns, in the CSV's order. Internal ones are left out. */
export function ownedApis(csv: ClusterServiceVersion): OwnedApi[] {
  const internal = internalNames(csv.metadata.annotations?.[INTERNAL_ANNOTATION]);
  const best = new Map<string, CrdDescription>();
  for (const crd of csv.spec.customresourcedefinitions?.owned ?? []) {
    const known = best.get(crd.name);
    if (!crd.name.includes('.') || internal.includes(crd.name)) continue;
    if (known === undefined || compareApiVersions(crd.version, known.version) < 0) best.set(crd.name, crd);
  }
  return [...best.values()].map(apiOf);
}

function apiOf({ name, version, kind, displayName, description }: CrdDescription): OwnedApi {
  const dot = name.indexOf('.');
  return {
    plural: name.slice(0, dot),
    group: name.slice(dot + 1),
    version,
    kind,
    displayName: displayName === undefined || displayName === '' ? kind : displayName,
    ...(description === undefined || description === '' ? {} : { description }),
  };
}

function internalNames(annotation: string | undefined): readonly unknown[] {
  try {
    const names: unknown = JSON.parse(annotation ?? '[]');
    return Array.isArray(names) ? names : [];
  } catch {
    return [];
  }
}

/** What the operator watches, by annotation of its CSV (OLM 76); empty while there is none. */
export function targetsOf(csv: ClusterServiceVersion): 'all' | string[] {
  const text = csv.metadata.annotations?.[TARGET_NAMESPACES_ANNOTATION];
  if (text === undefined) return [];
  return text === '' ? 'all' : text.split(',').map((name) => name.trim());
}

/** What the user's own Subscription says about newer versions. */
export function updateView(
  subscription: Subscription | undefined,
  plans: readonly InstallPlan[],
): UpdateView {
  if (subscription === undefined) {
    return {
      kind: 'none',
      tone: 'neutral',
      label: 'NoSubscription',
      detail: { code: 'noSubscription' },
    };
  }
  const plan = planOf(subscription, plans);
  const problem = subscriptionProblem(subscription);
  if (plan !== undefined && waitsForApproval(plan)) {
    const name = plan.metadata.name;
    return { kind: 'available', tone: 'info', label: 'UpgradeAvailable', plan: name };
  }
  if (problem !== undefined) return { ...problem, kind: 'blocked' };
  const { state, installedCSV, currentCSV } = subscription.status ?? {};
  if (state === 'UpgradeAvailable') return { kind: 'available', tone: 'info', label: 'UpgradeAvailable' };
  if (installedCSV !== undefined && currentCSV !== undefined && installedCSV !== currentCSV) {
    return {
      kind: 'running',
      tone: 'busy',
      label: 'Upgrading',
      detail: { code: 'upgrading', values: { csv: currentCSV } },
    };
  }
  if (state === 'AtLatestKnown') return settled(subscription);
  return { kind: 'none', tone: 'neutral' };
}

/** A pinned one may not be promised to go on by itself. */
function settled(subscription: Subscription): UpdateView {
  const pin = pinOf(subscription);
  return pin !== undefined && pin === subscription.status?.installedCSV
    ? { kind: 'current', tone: 'neutral', label: 'Pinned', detail: { code: 'pinned' } }
    : { kind: 'current', tone: 'neutral', label: 'UpToDate' };
}

/** The plan that the Subscription is at, by its reference. */
export function planOf(subscription: Subscription, plans: readonly InstallPlan[]): InstallPlan | undefined {
  const name = subscription.status?.installPlanRef?.name ?? subscription.status?.installplan?.name;
  if (name === undefined) return undefined;
  return plans.find(
    ({ metadata }) => metadata.name === name && metadata.namespace === subscription.metadata.namespace,
  );
}

/** As far as the user may see; what is missing makes rows say less. */
export interface OperatorFacts {
  csvs: readonly ClusterServiceVersion[];
  subscriptions: readonly Subscription[];
  plans: readonly InstallPlan[];
}

/** One row per operator: a CSV with its Subscription, or a Subscription that has none yet. Copies are left out. */
export function operatorRows({ csvs, subscriptions, plans }: OperatorFacts): OperatorRow[] {
  const own = csvs.filter((csv) => !isCopied(csv));
  const rows = own.map((csv) => csvRow(csv, subscriptionOf(csv, subscriptions), plans));
  const served = new Set(rows.map(({ subscription }) => subscription).filter((found) => found !== undefined));
  const waiting = subscriptions.filter((subscription) => !served.has(subscription));
  return [...rows, ...waiting.map((subscription) => subscriptionRow(subscription, plans))].sort(
    (left, right) =>
      left.title.localeCompare(right.title, 'en', { sensitivity: 'base' }) ||
      left.namespace.localeCompare(right.namespace),
  );
}

/** During an upgrade two CSVs belong to one Subscription; it stands with the installed one. */
export function subscriptionOf(
  csv: ClusterServiceVersion,
  subscriptions: readonly Subscription[],
): Subscription | undefined {
  const { name, namespace } = csv.metadata;
  const near = subscriptions.filter((subscription) => subscription.metadata.namespace === namespace);
  return (
    near.find(({ status }) => status?.installedCSV === name) ??
    near.find(({ status }) => status?.currentCSV === name && status.installedCSV === undefined)
  );
}

function csvRow(
  csv: ClusterServiceVersion,
  subscription: Subscription | undefined,
  plans: readonly InstallPlan[],
): OperatorRow {
  const { name, namespace = '', creationTimestamp } = csv.metadata;
  const updatedAt = csv.status?.lastUpdateTime ?? creationTimestamp;
  return {
    namespace,
    title: cutText(csv.spec.displayName) ?? name,
    csv,
    ...optional({ subscription, version: csv.spec.version }),
    ...(csv.spec.provider?.name === undefined ? {} : { provider: csv.spec.provider.name }),
    state: csvState(csv),
    update: updateView(subscription, plans),
    targets: targetsOf(csv),
    apis: ownedApis(csv),
    ...optional({ updatedAt }),
  };
}

function subscriptionRow(subscription: Subscription, plans: readonly InstallPlan[]): OperatorRow {
  const updatedAt = subscription.status?.lastUpdated ?? subscription.metadata.creationTimestamp;
  return {
    namespace: subscription.metadata.namespace ?? '',
    title: subscription.spec.name,
    subscription,
    state: subscriptionState(subscription, planOf(subscription, plans)),
    update: { kind: 'none', tone: 'neutral' },
    targets: [],
    apis: [],
    ...optional({ updatedAt }),
  };
}

const SATISFIED: ReadonlySet<string> = new Set(['DeploymentFound', 'Present', 'Satisfied']);

/** What the CSV says it still waits for. */
export function unmetRequirements(csv: ClusterServiceVersion): RequirementStatus[] {
  return (csv.status?.requirementStatus ?? []).filter(({ status }) => !SATISFIED.has(status));
}
