/**
 * What new plans have to bring: what was chosen, without what live plans bring already. A plan is for all of a namespace
 * (OLM 45) or, by choice, for one Subscription with its dependencies.
 */
import type { ChosenBundle, ChosenDependency, NamespaceResolution } from '../resolver/types.ts';
import { csvNamed, isToBring, draftName, type StatusDraft } from './draft.ts';
import type { KnownPlan, SubscriptionFacts } from './facts.ts';
import type { InstallPlan } from '../api/types.ts';

/** What goes into a plan together, or not at all. */
export interface WantedSet {
  /** Subscriptions that it is for; only of those does it depend in per-Subscription plans. */
  drafts: readonly StatusDraft[];
  bundles: readonly WantedBundle[];
}

/** A bundle that a plan is to bring, and for whom. */
export interface WantedBundle {
  chosen: ChosenBundle;
  /** Name of the Subscription. */
  subscription: string;
  /** OLM 28: the Subscription is yet to be made. */
  isGenerated: boolean;
}

/** @param mayMove Subscriptions that a new version may be planned for. */
export function wantedSets(
  facts: SubscriptionFacts,
  drafts: readonly StatusDraft[],
  resolution: NamespaceResolution,
  mayMove: ReadonlySet<string>,
): WantedSet[] {
  const byName = new Map(drafts.map((draft) => [draftName(draft), draft]));
  const parts = resolution.parts.map((part) => part.toSorted().flatMap((name) => byName.get(name) ?? []));
  const groups = facts.planPerSubscription ? parts.flat().map((draft) => [draft]) : parts;
  return groups.flatMap((members) => {
    const set = wantedOf({ facts, members, resolution, mayMove });
    return set.bundles.length === 0 ? [] : [set];
  });
}

interface Group {
  facts: SubscriptionFacts;
  members: readonly StatusDraft[];
  resolution: NamespaceResolution;
  mayMove: ReadonlySet<string>;
}

function wantedOf(group: Group): WantedSet {
  const { facts, members } = group;
  const moves = members.flatMap((draft) => moveOf(group, draft));
  const fresh = moves.filter(({ draft, chosen }) => coverOf(facts, draft, chosen.csv) === undefined);
  const dependencies = missingDependencies(group);
  const byMoves = neededBy(dependencies, new Set(moves.map(({ chosen }) => chosen.csv)));
  const byOthers = dependencies.filter((dependency) => !byMoves.includes(dependency));
  const unplanned = [...byMoves, ...byOthers].filter((dependency) => !isPlanned(facts, dependency));
  if (fresh.length + unplanned.length === 0) return { drafts: [], bundles: [] };
  // What waits for approval is offered again, so that the newest plan is whole.
  const again = moves.filter(({ draft, chosen }) => isWaiting(coverOf(facts, draft, chosen.csv)));
  const moving = moves.filter((move) => fresh.includes(move) || again.includes(move));
  const needed = neededBy(byMoves, new Set(moving.map(({ chosen }) => chosen.csv)));
  const brought = [...needed, ...byOthers.filter((dependency) => unplanned.includes(dependency))];
  return {
    drafts: moving.length === 0 ? members : moving.map(({ draft }) => draft),
    bundles: [
      ...brought.map((chosen) => ({ chosen, subscription: chosen.subscription, isGenerated: true })),
      ...moving.map(({ draft, chosen }) => ({ chosen, subscription: draftName(draft), isGenerated: false })),
    ],
  };
}

interface Move {
  draft: StatusDraft;
  chosen: ChosenBundle;
}

function moveOf({ resolution, mayMove }: Group, draft: StatusDraft): Move[] {
  const outcome = resolution.outcomes.get(draftName(draft));
  if (outcome?.kind !== 'install' && outcome?.kind !== 'upgrade') return [];
  return mayMove.has(draftName(draft)) ? [{ draft, chosen: outcome.chosen }] : [];
}

/** The plan that is for this CSV already: still at work, waiting for approval, or failed for good. */
function coverOf(facts: SubscriptionFacts, draft: StatusDraft, csv: string): InstallPlan | undefined {
  const { bundle, latest } = draft;
  if (latest === undefined || bundle?.csv !== csv) return undefined;
  const covers = latest.plan.status?.phase !== 'Complete' || csvNamed(facts, csv) !== undefined;
  return covers ? latest.plan : undefined;
}

function isWaiting(plan: InstallPlan | undefined): boolean {
  return plan !== undefined && !plan.spec.approved && plan.status?.phase !== 'Failed';
}

/** Dependencies of the group that are not on their way by an approved plan. */
function missingDependencies({ facts, members, resolution, mayMove }: Group): ChosenDependency[] {
  const names = members.flatMap((draft): string[] => {
    const outcome = resolution.outcomes.get(draftName(draft));
    if (outcome?.kind === 'current') return [outcome.csv];
    if (outcome?.kind !== 'install' && outcome?.kind !== 'upgrade') return [];
    return mayMove.has(draftName(draft)) ? [outcome.chosen.csv] : [];
  });
  return neededBy(resolution.dependencies, new Set(names)).filter(
    (dependency) => !facts.plans.some((known) => isBringing(facts, known, dependency)),
  );
}

/** Those that the CSVs need, and what these need in turn. */
function neededBy(dependencies: readonly ChosenDependency[], csvs: ReadonlySet<string>): ChosenDependency[] {
  const needing = new Set(csvs);
  const found = new Set<ChosenDependency>();
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const dependency of dependencies) {
      if (!dependency.requiredBy.some((csv) => needing.has(csv))) continue;
      found.add(dependency);
      needing.add(dependency.csv);
    }
  }
  return dependencies.filter((dependency) => found.has(dependency));
}

function isBringing(
  facts: SubscriptionFacts,
  { plan, bundles }: KnownPlan,
  dependency: ChosenDependency,
): boolean {
  if (plan.metadata.deletionTimestamp !== undefined) return false;
  return bundles.some(
    (bundle) => bundle.package === dependency.package && isToBring(facts, plan, bundle.csv),
  );
}

/** A plan with the very bundle waits for approval, or has failed for good. */
function isPlanned({ plans }: SubscriptionFacts, { csv }: ChosenDependency): boolean {
  return plans.some(
    ({ plan, bundles }) =>
      plan.status?.phase !== 'Complete' &&
      plan.metadata.deletionTimestamp === undefined &&
      bundles.some((bundle) => bundle.csv === csv),
  );
}
