/** What a person could do about a conflict: each would take away at least one of its facts. */
import type { Constraint } from './constraints.ts';
import { needOf } from './conflict-facts.ts';
import type { ResolutionAction } from './explanation.ts';
import { channelsInOrder } from '../content/channels.ts';
import { bundleRefOf, type Known } from './known.ts';
import type { Offer } from './offers.ts';

const OFFERED = 5;

/** The likeliest first, each once. */
export function conflictActions(
  conflict: readonly Constraint[],
  known: Known,
  relevant: ReadonlySet<number>,
): ResolutionAction[] {
  const offers = conflict.flatMap(({ origin }) => (origin.kind === 'subscription' ? [origin.offer] : []));
  const all = [
    ...conflict.flatMap((rule) => givenUp(rule)),
    ...conflict.flatMap((rule) => orphans(rule, known, offers)),
    ...conflict.flatMap((rule) => missing(rule, known)),
    ...conflict.flatMap((rule) => secondOnes(rule, known, offers, relevant)),
    ...offers.flatMap((offer) => otherChannels(offer)),
    ...offers.flatMap((offer) => otherVersions(offer, known)),
  ];
  return [...new Map(all.map((action) => [JSON.stringify(action), action])).values()];
}

function givenUp({ origin }: Constraint): ResolutionAction[] {
  return origin.kind === 'given-up' ? (origin.offer.refusal?.explanation.actions ?? []) : [];
}

function orphans({ origin }: Constraint, { variables }: Known, offers: readonly Offer[]): ResolutionAction[] {
  const orphan = origin.kind === 'orphan' ? variables[origin.of] : undefined;
  if (orphan === undefined) return [];
  const { csv } = orphan;
  const heirs = offers.filter(
    ({ installed, subscription }) => installed === undefined && subscription.spec.name === orphan.package,
  );
  return [
    ...heirs.map(({ name }) => ({ kind: 'adopt-csv' as const, subscription: name, csv })),
    { kind: 'remove-csv', csv },
  ];
}

/** Nobody serves the need at all, or only what is not to be had: then a catalog is missing, or broken. */
function missing({ origin, oneOf }: Constraint, { catalogs }: Known): ResolutionAction[] {
  if (origin.kind !== 'need' || (oneOf?.candidates.length ?? 0) > 0) return [];
  const broken = catalogs.flatMap(({ ref: { namespace, name }, problem }): ResolutionAction[] =>
    problem === undefined ? [] : [{ kind: 'repair-catalog', catalog: { namespace, name }, message: problem }],
  );
  return [...broken, { kind: 'find-provider', need: needOf(origin.requirement.rule) }];
}

function secondOnes(
  { origin, atMostOne = [] }: Constraint,
  { choices }: Known,
  offers: readonly Offer[],
  relevant: ReadonlySet<number>,
): ResolutionAction[] {
  if (origin.kind !== 'one-provider' && origin.kind !== 'one-of-package') return [];
  const members = new Set(atMostOne.filter((variable) => relevant.has(variable)));
  // Who came last goes first.
  return [...offers]
    .filter((offer) => (choices.get(offer) ?? []).some((variable) => members.has(variable)))
    .sort((a, b) => Number(a.installed !== undefined) - Number(b.installed !== undefined))
    .map(({ name }) => ({ kind: 'remove-subscription', subscription: name }));
}

function otherChannels({ name, catalog, subscription: { spec } }: Offer): ResolutionAction[] {
  const pkg = catalog?.packages.get(spec.name);
  if (pkg === undefined || (spec.channel ?? '') === '') return [];
  const channels = channelsInOrder(pkg)
    .map((channel) => channel.name)
    .filter((channel) => channel !== spec.channel);
  return channels.length === 0 ? [] : [{ kind: 'pick-channel', subscription: name, channels }];
}

/** A named version was the only one that might come: others of the channel might do. */
function otherVersions(
  { name, installed, catalog, subscription: { spec } }: Offer,
  known: Known,
): ResolutionAction[] {
  const starting = spec.startingCSV ?? '';
  if (installed !== undefined || starting === '' || catalog === undefined) return [];
  const bundles = known.variables
    .filter(({ package: of, csv, from }) => of === spec.name && csv !== starting && from.kind === 'catalog')
    .map(bundleRefOf)
    .slice(0, OFFERED);
  return bundles.length === 0 ? [] : [{ kind: 'pick-version', subscription: name, bundles }];
}
