/** Which bundles the Subscriptions of a namespace lead to now. Pure: the caller says what is there and what may be used. */
import { undecidedAnswer } from './explain.ts';
import { decidePart, type PartDecision } from './decide-part.ts';
import type { Known } from './known.ts';
import { offersOf, type Offer } from './offers.ts';
import { ownCsvs } from './own-csvs.ts';
import { problemParts, type Part } from './parts.ts';
import { problemOf } from './problem.ts';
import { catalogRefOf, unusableCatalog } from './refusals.ts';
import type {
  CatalogRef,
  ChosenDependency,
  NamespaceResolution,
  ResolveNamespaceInput,
  SubscriptionOutcome,
} from './types.ts';

/**
 * Resolves the Subscriptions of a namespace part by part (OLM 31), so that one that cannot be resolved does not stop the
 * others. Deterministic.
 */
export function resolveNamespace(input: ResolveNamespaceInput): NamespaceResolution {
  const whole = input.options?.wholeNamespace === true;
  const outOfTime = input.options?.outOfTime ?? (() => false);
  const own = ownCsvs(input.csvs, input.subscriptions, input.options);
  const offers = offersOf(input, own);
  const stopped = whole ? allStopped(input, offers) : undefined;
  if (stopped !== undefined) return stopped;
  const problem = problemOf(input, offers, own);
  const known: Known = { variables: problem.variables, choices: problem.choices, catalogs: input.catalogs };
  if (problem.cut) return cutShort(offers, known);
  const outcomes = new Map<string, SubscriptionOutcome>();
  const dependencies: ChosenDependency[] = [];
  const dependsOn = new Map<string, readonly CatalogRef[]>();
  const parts = problemParts(problem, whole);
  let steps = 0;
  for (const part of parts) {
    const decision = decidePart(part, { known, outOfTime, whole });
    steps += decision.steps;
    dependencies.push(...dependenciesOf(part, decision, known));
    for (const offer of part.offers) {
      const outcome = decision.outcomes.get(offer);
      if (outcome !== undefined) outcomes.set(offer.name, outcome);
      dependsOn.set(offer.name, catalogsFor(offer, part, known));
    }
  }
  return { outcomes, dependencies, parts: parts.map((part) => namesOf(part.offers)), dependsOn, steps };
}

/** OLM 30: upstream stops at any catalog that cannot be used, needed or not. */
function allStopped(
  { catalogs, subscriptions }: ResolveNamespaceInput,
  offers: readonly Offer[],
): NamespaceResolution | undefined {
  const broken = catalogs.find(({ problem }) => problem !== undefined);
  const [subscription] = subscriptions;
  if (broken?.problem === undefined || subscription === undefined) return undefined;
  const { problem } = broken;
  const outcomes = offers.map(({ name, subscription: asked }): [string, SubscriptionOutcome] => [
    name,
    { kind: 'unresolvable', ...unusableCatalog({ subscription: asked, catalogs: [] }, broken, problem) },
  ]);
  return {
    outcomes: new Map(outcomes),
    dependencies: [],
    parts: [namesOf(offers)],
    dependsOn: new Map(offers.map(({ name }) => [name, catalogs.map(({ ref }) => catalogRefOf(ref))])),
    steps: 0,
  };
}

/** Nothing is concluded from a part of what there is. */
function cutShort(offers: readonly Offer[], known: Known): NamespaceResolution {
  const bundles = known.variables.length;
  return {
    outcomes: new Map(
      offers.map((offer) => {
        const asked = {
          origin: { kind: 'subscription' as const, offer },
          oneOf: { candidates: known.choices.get(offer) ?? [] },
        };
        return [
          offer.name,
          offer.refusal === undefined
            ? undecidedAnswer([asked], known, bundles)
            : { kind: 'unresolvable', ...offer.refusal },
        ];
      }),
    ),
    dependencies: [],
    parts: [namesOf(offers)],
    dependsOn: new Map(offers.map(({ name }) => [name, known.catalogs.map(({ ref }) => catalogRefOf(ref))])),
    steps: bundles,
  };
}

function namesOf(offers: readonly Offer[]): string[] {
  return offers.map(({ name }) => name);
}

/** OLM 28: what was chosen without a Subscription of its own. */
function dependenciesOf(
  part: Part,
  { chosen }: PartDecision,
  { variables, choices }: Known,
): ChosenDependency[] {
  const asked = new Set(part.offers.flatMap((offer) => choices.get(offer) ?? []));
  return part.variables.flatMap((index) => {
    const variable = variables[index];
    if (!chosen.has(index) || asked.has(index) || variable?.from.kind !== 'catalog') return [];
    const { catalog, candidate } = variable.from;
    const { bundle, channel, entry } = candidate;
    const needing = part.rules.flatMap(({ oneOf }) => {
      const { guard } = oneOf ?? {};
      const needs = guard !== undefined && chosen.has(guard) && oneOf?.candidates.includes(index) === true;
      return needs ? (variables[guard]?.csv ?? []) : [];
    });
    return {
      catalog: catalogRefOf(catalog),
      package: bundle.package,
      channel,
      csv: bundle.name,
      version: bundle.version,
      ...(entry.replaces === undefined ? {} : { replaces: entry.replaces }),
      subscription: `${bundle.package}-${channel}-${catalog.name}-${catalog.namespace}`,
      requiredBy: [...new Set(needing)].sort(),
    };
  });
}

/** Its own, those that could serve its part, and those of which that cannot be told. */
function catalogsFor(offer: Offer, part: Part, { variables, catalogs }: Known): CatalogRef[] {
  const { source, sourceNamespace } = offer.subscription.spec;
  const refs = new Map<string, CatalogRef>();
  const add = ({ namespace, name }: CatalogRef): void => {
    refs.set(`${namespace}/${name}`, { namespace, name });
  };
  add({ namespace: sourceNamespace, name: source });
  for (const index of part.variables) {
    const from = variables[index]?.from;
    if (from?.kind === 'catalog') add(from.catalog);
  }
  const lacking = part.rules.some(
    ({ origin, oneOf }) => origin.kind === 'need' && oneOf?.candidates.length === 0,
  );
  if (lacking) for (const { ref } of catalogs) add(ref);
  return [...refs.values()];
}
