/** Which operators a plan moves, from which version, and why each of them is in it. */
import { parsedJson } from '../../base/json.ts';
import { at, items, optional, cutText } from '../../base/loose.ts';
import { planBundles, type PlanBundle } from './bundle.ts';
import type { ClusterServiceVersion, InstallPlan, Subscription } from '../api/types.ts';

/** Left by the resolver on a Subscription that it has made itself: the plan's name. */
const GENERATED_BY = 'olm.generated-by';

/** One CSV of a plan: what it takes over from, and why it is in the plan. */
export interface PlanMove {
  csv: string;
  package?: string;
  /** What it takes over from; absent for a first install, and where that is not known. */
  from?: { csv: string; version?: string };
  /** Certainly nothing of it was there before. */
  fresh: boolean;
  /** `asked`: somebody subscribed. `dependency`: others of the plan need it. */
  why: 'asked' | 'dependency' | 'unknown';
  subscription?: string;
  /** CSVs of the same plan that need what it brings. */
  neededBy: string[];
  /** What the catalog offers by now instead; only where that is another version. */
  offered?: string;
}

/** The plan and what surrounds it; undefined lists may not be read. */
export interface PlanMoveFacts {
  plan: InstallPlan;
  subscriptions: readonly Subscription[] | undefined;
  csvs: readonly ClusterServiceVersion[] | undefined;
  /** By name of the CSV, as far as their content is known. */
  contents: ReadonlyMap<string, ClusterServiceVersion>;
  /** By Subscription: what its catalog offers by now as the next version, where that is known. */
  offered?: ReadonlyMap<string, string>;
}

/** In the order of the plan's steps; CSVs without a step come last. */
export function planMoves(facts: PlanMoveFacts): PlanMove[] {
  const { plan } = facts;
  const named = (plan.status?.plan ?? []).map(({ resolving }) => resolving);
  const all = [...new Set([...named, ...plan.spec.clusterServiceVersionNames])];
  return all.filter((csv) => csv !== '').map((csv) => moveOf(csv, all, facts));
}

function moveOf(csv: string, all: readonly string[], facts: PlanMoveFacts): PlanMove {
  const bundle = planBundles(facts.plan)?.find((one) => one.csv === csv);
  const subscription = subscriptionFor(csv, bundle, facts);
  const name = cutText(subscription?.metadata.name ?? bundle?.subscription);
  const from = predecessor(csv, subscription, facts);
  const offered = facts.offered?.get(name ?? '');
  return {
    csv,
    ...optional({ package: bundle?.package ?? subscription?.spec.name, from }),
    fresh: facts.subscriptions !== undefined && from === undefined,
    why: whyOf(bundle, subscription, name),
    ...optional({ subscription: name }),
    neededBy: all.filter((other) => other !== csv && needs(other, { csv, bundle }, facts)),
    ...optional({ offered: offered === csv ? undefined : offered }),
  };
}

function whyOf(
  bundle: PlanBundle | undefined,
  subscription: Subscription | undefined,
  name: string | undefined,
): PlanMove['why'] {
  // The plan, or one before it, has made the Subscription itself.
  const generatedBy = subscription?.metadata.annotations?.[GENERATED_BY];
  if (bundle?.generated !== undefined || generatedBy !== undefined) return 'dependency';
  return name === undefined ? 'unknown' : 'asked';
}

function subscriptionFor(
  csv: string,
  bundle: PlanBundle | undefined,
  { subscriptions = [] }: PlanMoveFacts,
): Subscription | undefined {
  if (bundle !== undefined)
    return subscriptions.find(({ metadata }) => metadata.name === bundle.subscription);
  return (
    subscriptions.find(({ status }) => status?.currentCSV === csv) ??
    subscriptions.find(({ status }) => status?.installedCSV === csv)
  );
}

function predecessor(
  csv: string,
  subscription: Subscription | undefined,
  { csvs = [], contents }: PlanMoveFacts,
): PlanMove['from'] {
  const installed = subscription?.status?.installedCSV;
  // Of a plan that has run, the Subscription is at the new version already.
  const name = installed === csv ? contents.get(csv)?.spec.replaces : installed;
  if (name === undefined || name === '') return undefined;
  const version = csvs.find(({ metadata }) => metadata.name === name)?.spec.version;
  return { csv: name, ...optional({ version }) };
}

/** Does `other` ask for a kind that the CSV owns, or for its package? */
function needs(
  other: string,
  { csv, bundle }: { csv: string; bundle: PlanBundle | undefined },
  { plan, contents }: PlanMoveFacts,
): boolean {
  const owned = new Set(crds(contents.get(csv), 'owned'));
  if (crds(contents.get(other), 'required').some((name) => owned.has(name))) return true;
  const properties = planBundles(plan)?.find((one) => one.csv === other)?.properties;
  return bundle !== undefined && requiredPackages(properties).includes(bundle.package);
}

function crds(csv: ClusterServiceVersion | undefined, which: 'owned' | 'required'): string[] {
  return (csv?.spec.customresourcedefinitions?.[which] ?? []).map(({ name }) => name);
}

/** @param properties JSON as in annotation `operatorframework.io/properties` */
function requiredPackages(properties: string | undefined): string[] {
  const all = items(at(parsedJson(properties ?? ''), 'properties'));
  return all
    .filter((property) => at(property, 'type') === 'olm.package.required')
    .flatMap((property) => cutText(at(property, 'value', 'packageName')) ?? []);
}
