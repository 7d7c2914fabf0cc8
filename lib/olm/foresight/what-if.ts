/**
 * What would happen in a namespace if a Subscription came, changed or went: the controller's own decisions, before and after.
 * Pure; the caller brings what the namespace holds and the catalogs it may use.
 */
import { stableJson } from '../../base/hash.ts';
import { PIN_ANNOTATION } from '../api/pin.ts';
import { subscriptionObject } from '../api/subscription.ts';
import type { ClusterServiceVersion, InstallPlan, OperatorGroup, Subscription } from '../api/types.ts';
import { readerOf } from '../observed/objects.ts';
import { subscriptionFacts, type KnownOfCatalogs } from '../observed/subscription-facts.ts';
import type { NewPlan } from '../plan/decision.ts';
import type {
  CatalogRef,
  ChosenBundle,
  ChosenDependency,
  NamespaceResolution,
  SubscriptionOutcome,
} from '../resolver/types.ts';
import { waitsForApproval } from '../views/operator-view.ts';
import { foretellSubscriptions, type ForetoldNamespace } from './foretell.ts';
import type { WhatIfChange } from './what-if-question.ts';

/** The namespace as it is, and what may be resolved from. */
export interface WhatIfFacts {
  namespace: string;
  subscriptions: readonly Subscription[];
  /** Copies left out. */
  csvs: readonly ClusterServiceVersion[];
  groups: readonly OperatorGroup[];
  plans: readonly InstallPlan[];
  /** Those that the namespace may use and the one who asks may see. */
  known: KnownOfCatalogs;
  /** Catalogs that the namespace uses and the one who asks may not see: what hangs on them is not told. */
  hidden?: readonly CatalogRef[];
  /** Unix ms. */
  now: number;
}

/** One bundle of the plan that would be made. */
export interface BroughtBundle {
  kind: 'install' | 'upgrade' | 'dependency';
  csv: string;
  version: string;
  package: string;
  channel: string;
  catalog: CatalogRef;
  /** Of a dependency: the one that would be made for it. */
  subscription: string;
  /** For an upgrade the version that is installed. */
  replaces?: string;
  /** Of a dependency: CSV names of what needs it. */
  requiredBy?: readonly string[];
  /** It is the Subscription in question, or comes because of it. */
  own: boolean;
}

/** The InstallPlan that the controller would make. */
export interface PlannedPlan {
  brings: BroughtBundle[];
  /** Somebody would have to approve it. */
  waits: boolean;
  /** Names of the Subscriptions because of which it waits. */
  manual: string[];
  /** As the controller would make it. */
  made: NewPlan;
}

/** A Subscription for which something else comes out than without the change. */
export interface OtherEffect {
  subscription: string;
  before: SubscriptionOutcome;
  after: SubscriptionOutcome;
}

/** What the change comes to, told apart from what would happen anyway. */
export interface WhatIf {
  /** Of the Subscription in question; absent when it goes. */
  outcome?: SubscriptionOutcome;
  /** The plan that it would be part of; absent when there is nothing to install. */
  plan?: PlannedPlan;
  others: OtherEffect[];
  /** Plans of the namespace that wait for approval already. */
  waiting: { plan: string; csvs: readonly string[] }[];
  /** OperatorGroups of the namespace: with any number but one nothing is installed. */
  groups: number;
  /** Some catalogs of the namespace may not be seen: their packages are not counted in. */
  hidden: boolean;
}

/** The answer of the server; where a real OLM decides, nobody but OLM knows. */
export type WhatIfAnswer = ({ known: true } & WhatIf) | { known: false };

/** Decides about the namespace without the change and with it; what only hidden catalogs could tell is left out. */
export function whatIf(facts: WhatIfFacts, change: WhatIfChange): WhatIf {
  const name = change.kind === 'remove' ? change.name : change.subscription.name;
  const after = changed(facts, change);
  const told = after.subscriptions.filter((subscription) => !isHidden(facts, subscription));
  const { resolution: now } = foretold(facts, facts);
  const { resolution: then, plans } = foretold(facts, after);
  const outcome = told.some(({ metadata }) => metadata.name === name) ? then.outcomes.get(name) : undefined;
  const plan = plannedPlan({ name, resolution: then }, after.subscriptions, told, plans);
  return {
    ...(outcome === undefined ? {} : { outcome }),
    ...(plan === undefined ? {} : { plan }),
    others: othersOf(told, name, now, then),
    waiting: facts.plans
      .filter(waitsForApproval)
      .map(({ metadata, spec }) => ({ plan: metadata.name, csvs: spec.clusterServiceVersionNames })),
    groups: facts.groups.length,
    hidden: (facts.hidden ?? []).length > 0,
  };
}

interface Contents {
  subscriptions: readonly Subscription[];
  csvs: readonly ClusterServiceVersion[];
  groups: readonly OperatorGroup[];
}

function changed({ namespace, subscriptions, csvs, groups }: WhatIfFacts, change: WhatIfChange): Contents {
  if (change.kind === 'remove') {
    const gone = subscriptions.find(({ metadata }) => metadata.name === change.name);
    const installed = gone?.status?.installedCSV;
    return {
      subscriptions: subscriptions.filter((subscription) => subscription !== gone),
      csvs: csvs.filter(({ metadata }) => metadata.name !== installed),
      groups,
    };
  }
  const { name, pin, spec } = change.subscription;
  const known = subscriptions.find(({ metadata }) => metadata.name === name);
  const { [PIN_ANNOTATION]: _pin, ...annotations } = known?.metadata.annotations ?? {};
  const metadata = {
    uid: NEW,
    ...known?.metadata,
    name,
    namespace,
    annotations: pin === undefined ? annotations : { ...annotations, [PIN_ANNOTATION]: pin },
  };
  const wanted = { ...known, ...subscriptionObject(metadata, spec) };
  return {
    subscriptions:
      known === undefined
        ? [...subscriptions, wanted]
        : subscriptions.map((subscription) => (subscription === known ? wanted : subscription)),
    csvs,
    groups: groups.length === 0 && change.group !== undefined ? [change.group] : groups,
  };
}

/** UID of what is not there yet. */
const NEW = 'to come';

function foretold(facts: WhatIfFacts, { subscriptions, csvs, groups }: Contents): ForetoldNamespace {
  const { namespace, plans, known, now } = facts;
  const reader = readerOf([...subscriptions, ...csvs, ...plans]);
  return foretellSubscriptions(subscriptionFacts(reader, { namespace, groups }, known), now);
}

/** What was resolved without its catalog says nothing. */
function isHidden({ hidden = [] }: WhatIfFacts, { spec }: Subscription): boolean {
  return hidden.some(({ namespace, name }) => spec.source === name && spec.sourceNamespace === namespace);
}

interface Subject {
  name: string;
  resolution: NamespaceResolution;
}

function plannedPlan(
  subject: Subject,
  subscriptions: readonly Subscription[],
  told: readonly Subscription[],
  plans: readonly NewPlan[],
): PlannedPlan | undefined {
  const own = ownBundles(subject);
  const made = plans.find(({ bundles }) => bundles.some(({ csv }) => own.has(csv))) ?? plans[0];
  if (made === undefined) return undefined;
  const coming = new Set(made.bundles.map(({ csv }) => csv));
  const brings = broughtBy(told, subject, own).filter(({ csv }) => coming.has(csv));
  const owners = new Set(made.plan.metadata.ownerReferences?.map(({ name }) => name));
  const manual = subscriptions
    .filter(({ metadata, spec }) => spec.installPlanApproval === 'Manual' && owners.has(metadata.name))
    .map(({ metadata }) => metadata.name);
  return brings.length === 0 ? undefined : { brings, waits: !made.plan.spec.approved, manual, made };
}

/** The chosen bundle of the subject and what comes along with it, by CSV name. */
function ownBundles({ name, resolution }: Subject): ReadonlySet<string> {
  const chosen = chosenOf(resolution.outcomes.get(name));
  const own = new Set(chosen === undefined ? [] : [chosen.csv]);
  for (let before = -1; own.size > before;) {
    before = own.size;
    for (const { csv, requiredBy } of resolution.dependencies) {
      if (requiredBy.some((other) => own.has(other))) own.add(csv);
    }
  }
  return own;
}

function broughtBy(
  subscriptions: readonly Subscription[],
  { resolution }: Subject,
  own: ReadonlySet<string>,
): BroughtBundle[] {
  const chosen = subscriptions.flatMap(({ metadata: { name } }): BroughtBundle[] => {
    const outcome = resolution.outcomes.get(name);
    const bundle = chosenOf(outcome);
    if (bundle === undefined || (outcome?.kind !== 'install' && outcome?.kind !== 'upgrade')) return [];
    return [{ ...broughtOf(bundle, own), kind: outcome.kind, subscription: name }];
  });
  const dependencies = resolution.dependencies.map((bundle: ChosenDependency): BroughtBundle => ({
    ...broughtOf(bundle, own),
    kind: 'dependency',
    subscription: bundle.subscription,
    requiredBy: bundle.requiredBy,
  }));
  return [...chosen, ...dependencies].sort((left, right) => Number(right.own) - Number(left.own));
}

function chosenOf(outcome: SubscriptionOutcome | undefined): ChosenBundle | undefined {
  return outcome?.kind === 'install' || outcome?.kind === 'upgrade' ? outcome.chosen : undefined;
}

function broughtOf(
  bundle: ChosenBundle,
  own: ReadonlySet<string>,
): Omit<BroughtBundle, 'kind' | 'subscription'> {
  const { csv, version, channel, catalog, replaces } = bundle;
  return {
    ...{ csv, version, package: bundle.package, channel, catalog },
    ...(replaces === undefined ? {} : { replaces }),
    own: own.has(csv),
  };
}

function othersOf(
  subscriptions: readonly Subscription[],
  subject: string,
  now: NamespaceResolution,
  then: NamespaceResolution,
): OtherEffect[] {
  return subscriptions.flatMap(({ metadata: { name } }): OtherEffect[] => {
    const before = now.outcomes.get(name);
    const after = then.outcomes.get(name);
    if (name === subject || before === undefined || after === undefined) return [];
    return stableJson(before) === stableJson(after) ? [] : [{ subscription: name, before, after }];
  });
}
