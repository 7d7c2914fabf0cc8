/** Resolves the Subscriptions that depend on each other. Where not all can be had, the others go on without the culprits. */
import { optional } from '../../base/loose.ts';
import type { Constraint } from './constraints.ts';
import { crowdedRules } from './crowded.ts';
import { explain, undecidedAnswer } from './explain.ts';
import type { Known } from './known.ts';
import { minimalConflict } from './minimal.ts';
import type { Offer } from './offers.ts';
import type { Part } from './parts.ts';
import { search, type SearchResult } from './search.ts';
import type { SubscriptionOutcome } from './types.ts';

/** What came of one connected part; `steps` counts the partial assignments that were looked at. */
export interface PartDecision {
  outcomes: Map<Offer, SubscriptionOutcome>;
  /** What is to be there in the end; empty when nothing was decided. */
  chosen: ReadonlySet<number>;
  steps: number;
}

interface Options {
  known: Known;
  outOfTime: () => boolean;
  /** Upstream's: one culprit stops all. */
  whole: boolean;
}

/**
 * Resolves one part (OLM 25, 31). Each round explains one contradiction and leaves out its culprits, until the rest can be
 * had or time runs out.
 */
export function decidePart(part: Part, options: Options): PartDecision {
  const outcomes = new Map<Offer, SubscriptionOutcome>();
  for (const offer of part.offers) {
    if (offer.refusal !== undefined) outcomes.set(offer, { kind: 'unresolvable', ...offer.refusal });
  }
  const [refused] = outcomes.values();
  if (options.whole && refused !== undefined) return { ...allAs(refused, part), steps: 0 };
  let rules = part.rules;
  for (let steps = 0; ;) {
    const asked = rulesFor({ ...part, rules }, options.known, outcomes);
    const result = resultOf(asked, options.outOfTime);
    steps += result.steps;
    if (result.kind === 'found') {
      const { chosen } = result;
      setOthers(outcomes, part, (offer) => foundOutcome(offer, asked, chosen, options));
      return { outcomes, chosen, steps };
    }
    if (result.kind === 'undecided') {
      const outcome = undecidedAnswer(asked, options.known, result.steps);
      setOthers(outcomes, part, () => outcome);
      return { outcomes, chosen: new Set(), steps };
    }
    const conflict = minimalConflict(result.rules, options.outOfTime);
    const outcome = explain(conflict, options.known);
    if (options.whole) return { ...allAs(outcome, part), steps };
    const culprits = culpritsOf(conflict);
    if (culprits.length === 0) rules = relaxed(rules, conflict, options.known);
    for (const offer of culprits) outcomes.set(offer, outcome);
  }
}

function resultOf(rules: readonly Constraint[], outOfTime: () => boolean): SearchResult {
  const crowded = crowdedRules(rules);
  return crowded === undefined ? search(rules, outOfTime) : { kind: 'impossible', rules: crowded, steps: 0 };
}

/** What is there already contradicts itself: that is nobody's fault who asks now, but nothing may be added to it. */
function relaxed(
  rules: readonly Constraint[],
  conflict: readonly Constraint[],
  { variables }: Known,
): Constraint[] {
  const reasons = conflict.filter(({ atMostOne }) => atMostOne !== undefined);
  const given = new Set(reasons.length > 0 ? reasons : conflict);
  return rules.map((rule) => {
    const { origin, atMostOne = [] } = rule;
    const coming = atMostOne.filter((variable) => variables[variable]?.from.kind === 'catalog');
    return given.has(rule) ? { origin, none: coming } : rule;
  });
}

function setOthers(
  outcomes: Map<Offer, SubscriptionOutcome>,
  { offers }: Part,
  outcomeOf: (offer: Offer) => SubscriptionOutcome,
): void {
  for (const offer of offers) if (!outcomes.has(offer)) outcomes.set(offer, outcomeOf(offer));
}

function allAs(outcome: SubscriptionOutcome, { offers }: Part): Pick<PartDecision, 'outcomes' | 'chosen'> {
  return { outcomes: new Map(offers.map((offer) => [offer, outcome])), chosen: new Set() };
}

/** Of the part and of its Subscriptions, in the order in which these decide. */
function rulesFor(part: Part, known: Known, outcomes: ReadonlyMap<Offer, SubscriptionOutcome>): Constraint[] {
  const own = part.offers.map((offer) => ruleOf(offer, part, known, outcomes.has(offer)));
  return withoutNeedsOfGivenUp([...own.filter((rule) => rule !== undefined), ...part.rules], outcomes, known);
}

/** Undefined when it asks for nothing. */
function ruleOf(offer: Offer, part: Part, known: Known, givenUp: boolean): Constraint | undefined {
  const choice = known.choices.get(offer) ?? [];
  if (!givenUp) return { origin: { kind: 'subscription', offer }, oneOf: { candidates: choice } };
  const origin = { kind: 'given-up' as const, offer };
  const { installed } = offer;
  if (installed !== undefined) return { origin, oneOf: { candidates: choice.slice(-1) } };
  const ofPackage = part.variables.filter((variable) => {
    const { package: name, from } = known.variables[variable] ?? {};
    return name === offer.subscription.spec.name && from?.kind === 'catalog';
  });
  return ofPackage.length === 0 ? undefined : { origin, none: ofPackage };
}

/** What stays although it cannot be resolved may lack something; that is not for the others to bring. */
function withoutNeedsOfGivenUp(
  rules: readonly Constraint[],
  outcomes: ReadonlyMap<Offer, SubscriptionOutcome>,
  { choices }: Known,
): Constraint[] {
  const staying = new Set(
    [...outcomes.keys()].flatMap((offer) =>
      offer.installed === undefined ? [] : (choices.get(offer) ?? []).slice(-1),
    ),
  );
  return rules.filter(({ origin }) => origin.kind !== 'need' || !staying.has(origin.of));
}

/** Those that want something new; what is installed goes on, unless only such are at odds. */
function culpritsOf(conflict: readonly Constraint[]): Offer[] {
  const offers = conflict.flatMap(({ origin }) => (origin.kind === 'subscription' ? [origin.offer] : []));
  const fresh = offers.filter(({ installed }) => installed === undefined);
  return fresh.length > 0 ? fresh : offers;
}

function foundOutcome(
  offer: Offer,
  rules: readonly Constraint[],
  chosen: ReadonlySet<number>,
  options: Options,
): SubscriptionOutcome {
  const { known } = options;
  const choice = known.choices.get(offer) ?? [];
  const variable = choice.find((candidate) => chosen.has(candidate));
  const candidate = offer.candidates[choice.indexOf(variable ?? -1)];
  if (candidate === undefined || offer.catalog === undefined) return staying(offer, rules, chosen, options);
  const { bundle, channel, entry, edge } = candidate;
  const { installed } = offer;
  const replaces = installed?.name ?? entry.replaces;
  return {
    kind: installed === undefined ? 'install' : 'upgrade',
    chosen: {
      catalog: { namespace: offer.catalog.ref.namespace, name: offer.catalog.ref.name },
      package: bundle.package,
      channel,
      csv: bundle.name,
      version: bundle.version,
      ...optional({ replaces, edge }),
    },
  };
}

function staying(
  offer: Offer,
  rules: readonly Constraint[],
  chosen: ReadonlySet<number>,
  { known, outOfTime }: Options,
): SubscriptionOutcome {
  const csv = offer.installed?.name ?? '';
  const [best] = known.choices.get(offer) ?? [];
  const [candidate] = offer.candidates;
  if (candidate === undefined || best === undefined) return { kind: 'current', reason: offer.idle, csv };
  const wanted: Constraint = { origin: { kind: 'subscription', offer }, oneOf: { candidates: [best] } };
  const others = rules.filter(({ origin }) => origin.kind !== 'subscription' || origin.offer !== offer);
  // Where it is possible by itself, the others went first: then they keep what they have got.
  const settled = others.map((rule): Constraint => {
    const { origin, oneOf } = rule;
    if (origin.kind !== 'subscription' || oneOf === undefined) return rule;
    return { origin, oneOf: { candidates: oneOf.candidates.filter((each) => chosen.has(each)) } };
  });
  for (const context of [others, settled]) {
    const result = search([wanted, ...context], outOfTime);
    if (result.kind !== 'impossible') continue;
    const { explanation } = explain(minimalConflict(result.rules, outOfTime), known);
    return { kind: 'current', reason: 'held', csv, heldBack: { csv: candidate.bundle.name, explanation } };
  }
  return { kind: 'current', reason: 'held', csv };
}
