/** Why an operator is not at the newest version yet, the nearest cause first. */
import type { KubeObject } from '../../k8s/object.ts';
import { findCondition } from '../../k8s/conditions.ts';
import { at, cutText, items, optional } from '../../base/loose.ts';
import { subscriptionProblem, waitsForApproval } from './operator-view.ts';
import type { StateView } from './operator-view.ts';
import { explanationOf, type Explanation } from '../resolver/explanation.ts';
import type { ClusterServiceVersion, InstallPlan, Subscription } from '../api/types.ts';

/** A version by CSV name; `version` where catalog or CSV tells it. */
export interface VersionRef {
  csv: string;
  version?: string;
}

/** The way to the head, as far as the catalog tells it. */
export interface Ahead {
  next?: VersionRef;
  head?: VersionRef;
  steps?: number;
  /** The head is another version, and no way leads there. */
  noWay: boolean;
  /** Of the annotation; the way ends there. */
  pin?: string;
}

/** What there is beside the Subscription itself, of all namespaces that are looked at. */
export interface Around {
  plans: readonly InstallPlan[];
  csvs: readonly ClusterServiceVersion[];
  operatorConditions: readonly KubeObject[];
  /** Unhealthy catalogs by `<namespace>/<name>`, with what is wrong. */
  catalogProblems: ReadonlyMap<string, string>;
}

/** One thing that an upgrade waits for, as data; the words are the page's. */
export type UpgradeWait =
  /** `moves`: how many operators the plan is about. */
  | { kind: 'approval'; plan: string; moves: number }
  | { kind: 'running'; plan?: string }
  /** The namespace waits for the approval of a plan that others are in. */
  | { kind: 'held-back'; plan: string; by: string[] }
  /** `to`: the CSV that it stays at, or goes to. */
  | { kind: 'pinned'; to: string }
  /** `state` instead of a message where it is no resolution that has failed. */
  | { kind: 'unresolvable'; message?: string; state?: StateView; explanation?: Explanation }
  | { kind: 'plan-failed'; plan: string; message?: string }
  | { kind: 'catalog'; catalog: string; message?: string }
  /** The installed version has to be well first. */
  | { kind: 'not-ready'; csv: string; phase: string; message?: string }
  /** The operator itself says that this is no good moment. */
  | { kind: 'not-upgradeable'; csv: string; message?: string }
  /** No version replaces, skips or covers the installed one. */
  | { kind: 'no-way'; head: string };

interface WaitFacts {
  subscription: Subscription;
  /** That the Subscription is at. */
  plan: InstallPlan | undefined;
  next: VersionRef | undefined;
  ahead: Ahead;
  /** Name of the CSV. */
  installed: string | undefined;
}

/** All that the upgrade waits for, the nearest cause first; empty when nothing stands in the way. */
export function upgradeWaits(wait: WaitFacts, around: Around): UpgradeWait[] {
  const all = [
    ofPlan(wait),
    ofOthers(wait, around.plans),
    ofPin(wait),
    ofResolution(wait.subscription),
    ofCatalog(wait.subscription, around.catalogProblems),
    ofInstalled(wait, around.csvs),
    ofCondition(wait, around.operatorConditions),
    wait.ahead.noWay && wait.ahead.head !== undefined
      ? ({ kind: 'no-way', head: wait.ahead.head.csv } as const)
      : undefined,
  ];
  return all.filter((one) => one !== undefined);
}

function ofPlan({ plan, subscription, installed }: WaitFacts): UpgradeWait | undefined {
  if (plan === undefined) return undefined;
  const name = plan.metadata.name;
  if (waitsForApproval(plan)) {
    return { kind: 'approval', plan: name, moves: plan.spec.clusterServiceVersionNames.length };
  }
  const { phase, message } = plan.status ?? {};
  if (phase === 'Failed') {
    return { kind: 'plan-failed', plan: name, ...optional({ message }) };
  }
  const { currentCSV } = subscription.status ?? {};
  const done = currentCSV === undefined || currentCSV === installed;
  return done && phase === 'Complete' ? undefined : { kind: 'running', plan: name };
}

/** While one plan of a namespace waits, no other is made. */
function ofOthers(
  { subscription, plan, next }: WaitFacts,
  plans: readonly InstallPlan[],
): UpgradeWait | undefined {
  if (next === undefined || (plan !== undefined && waitsForApproval(plan))) return undefined;
  const other = plans.find(
    (one) => one.metadata.namespace === subscription.metadata.namespace && waitsForApproval(one),
  );
  if (other === undefined) return undefined;
  const owners = (other.metadata.ownerReferences ?? []).filter(({ kind }) => kind === 'Subscription');
  const by = owners.map(({ name }) => name).filter((name) => name !== subscription.metadata.name);
  return { kind: 'held-back', plan: other.metadata.name, by };
}

/** A pin at the head of the channel holds nothing back. */
function ofPin({ ahead, installed, next }: WaitFacts): UpgradeWait | undefined {
  const { pin, head } = ahead;
  if (pin === undefined) return undefined;
  const holds = pin === installed || (next !== undefined && pin !== head?.csv);
  return holds ? { kind: 'pinned', to: pin } : undefined;
}

function ofResolution(subscription: Subscription): UpgradeWait | undefined {
  const failed = findCondition(subscription.status?.conditions, 'ResolutionFailed');
  const explanation = explanationOf(subscription.metadata.annotations);
  if (failed?.status === 'True') {
    return {
      kind: 'unresolvable',
      message: failed.message ?? failed.reason ?? '',
      ...optional({ explanation }),
    };
  }
  const problem = subscriptionProblem(subscription);
  return problem?.tone === 'bad' ? { kind: 'unresolvable', state: problem } : undefined;
}

function ofCatalog(
  { spec, status }: Subscription,
  problems: ReadonlyMap<string, string>,
): UpgradeWait | undefined {
  const catalog = `${spec.sourceNamespace}/${spec.source}`;
  const known = problems.get(catalog);
  if (known !== undefined) return { kind: 'catalog', catalog, ...(known === '' ? {} : { message: known }) };
  const unhealthy = findCondition(status?.conditions, 'CatalogSourcesUnhealthy');
  const ours = status?.catalogHealth?.find(
    ({ catalogSourceRef: ref }) => ref.name === spec.source && ref.namespace === spec.sourceNamespace,
  );
  if (unhealthy?.status !== 'True' || ours?.healthy === true) return undefined;
  return {
    kind: 'catalog',
    catalog,
    ...optional({ message: unhealthy.message }),
  };
}

function ofInstalled(
  { subscription, installed, next }: WaitFacts,
  csvs: readonly ClusterServiceVersion[],
): UpgradeWait | undefined {
  const csv = csvs.find(
    ({ metadata }) => metadata.name === installed && metadata.namespace === subscription.metadata.namespace,
  );
  const { phase = '', message } = csv?.status ?? {};
  if (csv === undefined || next === undefined || phase === 'Succeeded' || phase === 'Replacing')
    return undefined;
  return {
    kind: 'not-ready',
    csv: installed ?? '',
    phase: phase === '' ? 'Pending' : phase,
    ...optional({ message }),
  };
}

/** Source: OLM `docs/design/operator-conditions`: an override of the administrator counts more than the operator. */
function ofCondition(
  { subscription, installed, next }: WaitFacts,
  conditions: readonly KubeObject[],
): UpgradeWait | undefined {
  const object = conditions.find(
    ({ metadata }) => metadata.name === installed && metadata.namespace === subscription.metadata.namespace,
  );
  if (object === undefined || next === undefined) return undefined;
  const said = [
    at(object, 'spec', 'overrides'),
    at(object, 'status', 'conditions'),
    at(object, 'spec', 'conditions'),
  ]
    .map((list) => items(list).find((one) => at(one, 'type') === 'Upgradeable'))
    .find((one) => one !== undefined);
  if (at(said, 'status') !== 'False') return undefined;
  const message = cutText(at(said, 'message'), 1_000);
  return { kind: 'not-upgradeable', csv: installed ?? '', ...optional({ message }) };
}
