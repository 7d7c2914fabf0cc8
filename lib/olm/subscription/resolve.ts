/** What the resolver is asked about the Subscriptions of a namespace, and which of them have to wait all the same. */
import { optional } from '../../base/loose.ts';
import { resolveNamespace } from '../resolver/resolve-namespace.ts';
import type { NamespaceResolution } from '../resolver/types.ts';
import { csvNamed, isFrozen, isToBring, referredBy, type StatusDraft } from './draft.ts';
import type { SubscriptionFacts } from './facts.ts';
import { orphansOf } from './orphans.ts';
import type { ClusterServiceVersion, Subscription } from '../api/types.ts';

/** Resolves the namespace by the drafts' new status, not by what the objects still say. */
export function resolveDrafts(facts: SubscriptionFacts, drafts: readonly StatusDraft[]): NamespaceResolution {
  const { failForward, wholeNamespace, outOfTime } = facts;
  return resolveNamespace({
    namespace: facts.namespace,
    subscriptions: drafts.map((draft) => asSeen(facts, draft)),
    csvs: standingCsvs(facts, drafts),
    catalogs: facts.catalogs,
    options: { failForward, wholeNamespace, ...optional({ outOfTime }) },
  });
}

/** What a plan is bringing already is what the others have to live with, whatever the catalog offers by now. */
function asSeen(facts: SubscriptionFacts, draft: StatusDraft): Subscription {
  const { subscription, status, bundle } = draft;
  if (bundle === undefined || !isUnderWay(facts, draft) || status.installedCSV !== undefined)
    return { ...subscription, status };
  const catalog = facts.catalogs.find(
    ({ ref }) => ref.name === bundle.catalog && ref.namespace === bundle.catalogNamespace,
  );
  const offered = catalog?.packages.get(bundle.package)?.bundles[bundle.csv] !== undefined;
  if (!offered) return { ...subscription, status };
  return { ...subscription, status, spec: { ...subscription.spec, startingCSV: bundle.csv } };
}

/**
 * Without those that are on their way out: deleted, or to be replaced by one that is there. The latter are in phase
 * Replacing a moment later, and would until then look like CSVs that nobody subscribed to (OLM 40).
 */
function standingCsvs({ csvs }: SubscriptionFacts, drafts: readonly StatusDraft[]): ClusterServiceVersion[] {
  const present = csvs.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const replaced = new Set(present.map(({ spec }) => spec.replaces));
  for (const { status } of drafts) replaced.delete(status.installedCSV);
  return present.filter(({ metadata }) => !replaced.has(metadata.name));
}

/** Its plan is approved, and has yet to bring the CSV. */
function isUnderWay(facts: SubscriptionFacts, { latest, bundle }: StatusDraft): boolean {
  return latest !== undefined && bundle !== undefined && isToBring(facts, latest.plan, bundle.csv);
}

/** `silent`: nothing of its resolution is of interest now; `wait`: a new version would have to wait. */
export type Hold = 'silent' | 'wait' | undefined;

/** Why a Subscription may not move now; undefined when it may. */
export function holdOf(facts: SubscriptionFacts, draft: StatusDraft, drafts: readonly StatusDraft[]): Hold {
  if (isUnderWay(facts, draft) || (facts.planPerSubscription && isFrozen(draft))) return 'silent';
  const installed = csvNamed(facts, draft.status.installedCSV);
  if (installed !== undefined) return mayUpgrade(facts, installed) ? undefined : 'wait';
  // A CSV of the package on its way out: its end starts the next round.
  const orphans = orphansOf(facts.csvs, draft.subscription.spec.name, referredBy(drafts));
  return orphans.some(({ metadata }) => metadata.deletionTimestamp !== undefined) ? 'silent' : undefined;
}

/** An upgrade begins when the version before it runs; until then it could only wait in the namespace. */
function mayUpgrade({ failForward }: SubscriptionFacts, { status }: ClusterServiceVersion): boolean {
  return status?.phase === 'Succeeded' || (failForward && status?.phase === 'Failed');
}
