/** A rule of a conflict as a fact for people. */
import { optional } from '../../base/loose.ts';
import type { Constraint } from './constraints.ts';
import type { BundleRef, ConflictFact, ResolutionAction } from './explanation.ts';
import { bundleRefOf, type Known } from './known.ts';
import type { Offer } from './offers.ts';
import { ruleText, type Rule } from './rules.ts';

type Need = Extract<ResolutionAction, { kind: 'find-provider' }>['need'];

/** Bundles that a fact lists before it only counts. */
const LISTED = 20;

/** @param relevant variables that the conflict is about */
export function conflictFacts(
  rule: Constraint,
  known: Known,
  relevant: ReadonlySet<number>,
): readonly ConflictFact[] {
  const { origin, oneOf, atMostOne = [] } = rule;
  const candidates = oneOf?.candidates ?? [];
  const members = atMostOne.filter((variable) => relevant.has(variable));
  switch (origin.kind) {
    case 'subscription':
      return [subscriptionFact(origin.offer, candidates, known)];
    case 'given-up':
      return givenUpFacts(origin.offer);
    case 'need':
      return needFacts(origin, candidates, known);
    case 'unreadable':
      return refs(origin.of, known).map((bundle) => ({
        kind: 'needs',
        bundle,
        need: { kind: 'rule', text: origin.message },
        bundles: [],
      }));
    case 'one-provider':
      return [{ kind: 'one-provider', api: origin.api, ...listed(members, known) }];
    case 'one-of-package':
      return [{ kind: 'one-of-package', package: origin.package, ...listed(members, known) }];
    case 'orphan':
      return refs(origin.of, known).map(orphanFact);
    case 'conflict': {
      const [of] = origin.of;
      return [{ kind: 'one-of-package', package: packageOf(of, known), ...listed(origin.of, known) }];
    }
  }
}

function orphanFact({ csv, package: name }: BundleRef): ConflictFact {
  return { kind: 'orphan', csv, ...optional({ package: name }) };
}

function givenUpFacts({ name, refusal }: Offer): readonly ConflictFact[] {
  return refusal?.explanation.facts ?? [{ kind: 'subscription', subscription: name }];
}

function needFacts(
  { of, requirement }: Extract<Constraint['origin'], { kind: 'need' }>,
  candidates: readonly number[],
  known: Known,
): ConflictFact[] {
  const { rule, failure } = requirement;
  return refs(of, known).map((bundle) => ({
    kind: 'needs',
    bundle,
    need: needOf(rule),
    ...optional({ message: failure }),
    ...listed(candidates, known),
  }));
}

function subscriptionFact(
  { name, installed, subscription: { spec } }: Offer,
  candidates: readonly number[],
  known: Known,
): ConflictFact {
  if (installed !== undefined) {
    const own = (variable: number): boolean => known.variables[variable]?.from.kind === 'installed';
    const { name: csv, package: packageName, version } = installed;
    return {
      kind: 'installed',
      subscription: name,
      bundle: {
        csv,
        ...optional({ package: packageName, version }),
      },
      ...listed(
        candidates.filter((variable) => !own(variable)),
        known,
      ),
    };
  }
  return {
    kind: 'candidates',
    subscription: name,
    catalog: { namespace: spec.sourceNamespace, name: spec.source },
    package: spec.name,
    ...((spec.channel ?? '') === '' ? {} : { channel: spec.channel ?? '' }),
    ...((spec.startingCSV ?? '') === '' ? {} : { startingCSV: spec.startingCSV ?? '' }),
    ...listed(candidates, known),
  };
}

/** A rule as explanations tell it; labels and compound rules become text. */
export function needOf(rule: Rule): Need {
  if (rule.kind === 'api') return { kind: 'api', api: rule.api };
  if (rule.kind === 'package') return { kind: 'package', package: rule.package, range: rule.range.text };
  return { kind: 'rule', text: ruleText(rule) };
}

function refs(variable: number, { variables }: Known): BundleRef[] {
  const found = variables[variable];
  return found === undefined ? [] : [bundleRefOf(found)];
}

function packageOf(variable: number, { variables }: Known): string {
  return variables[variable]?.package ?? '';
}

function listed(variables: readonly number[], known: Known): { bundles: BundleRef[]; more?: number } {
  const bundles = variables.slice(0, LISTED).flatMap((variable) => refs(variable, known));
  const more = variables.length - bundles.length;
  return more > 0 ? { bundles, more } : { bundles };
}
