/** Why a set of rules cannot be kept: the message in OLM's words, and beside it facts and actions. */
import type { Constraint } from './constraints.ts';
import { conflictActions } from './conflict-actions.ts';
import { conflictFacts } from './conflict-facts.ts';
import { conflictTexts } from './conflict-texts.ts';
import type { ConflictFact } from './explanation.ts';
import type { Known } from './known.ts';
import { catalogRefOf, unusableText } from './refusals.ts';
import type { SubscriptionOutcome } from './types.ts';

type Unresolvable = Extract<SubscriptionOutcome, { kind: 'unresolvable' }>;
type Undecided = Extract<SubscriptionOutcome, { kind: 'undecided' }>;

/** Subscriptions come first, then what their bundles need, then what keeps them apart. */
const ORDER = [
  'subscription',
  'given-up',
  'need',
  'unreadable',
  'one-provider',
  'one-of-package',
  'conflict',
  'orphan',
];

/** @param conflict minimal */
export function explain(conflict: readonly Constraint[], known: Known): Unresolvable {
  const rules = [...conflict].sort((a, b) => ORDER.indexOf(a.origin.kind) - ORDER.indexOf(b.origin.kind));
  const relevant = relevantTo(rules);
  const texts = rules.flatMap((rule) => conflictTexts(rule, known, relevant));
  const facts = rules.flatMap((rule) => conflictFacts(rule, known, relevant));
  const actions = conflictActions(rules, known, relevant);
  const broken = brokenCatalogs(rules, known);
  const message = `constraints not satisfiable: ${texts.join(', ')}`;
  const [first] = broken;
  const unreadable = rules.filter(({ origin }) => origin.kind === 'unreadable');
  if (unreadable.length > 0) {
    // Upstream's reason: nothing was found out about what cannot be read.
    return {
      kind: 'unresolvable',
      reason: 'ErrorPreventedResolution',
      message: unreadable.flatMap((rule) => conflictTexts(rule, known, relevant)).join(', '),
      explanation: { facts, actions },
    };
  }
  if (first === undefined) {
    return {
      kind: 'unresolvable',
      reason: 'ConstraintsNotSatisfiable',
      message,
      explanation: { facts, actions },
    };
  }
  // What is missing may be in a catalog that cannot be read now: then it is tried again.
  return {
    kind: 'unresolvable',
    reason: 'ErrorPreventedResolution',
    message: `${unusableText(first.catalog, first.message)} (${message})`,
    explanation: { facts: [...facts, ...broken], actions },
  };
}

/** @param rules among which it was searched */
export function undecidedAnswer(rules: readonly Constraint[], known: Known, steps: number): Undecided {
  const asked = rules.filter(({ origin }) => origin.kind === 'subscription');
  const bundles = new Set(rules.flatMap(({ oneOf }) => oneOf?.candidates ?? [])).size;
  const names = asked.flatMap(({ origin }) => (origin.kind === 'subscription' ? [origin.offer.name] : []));
  return {
    kind: 'undecided',
    message: `not decided in time: ${String(steps)} steps among ${String(bundles)} bundles for ${names.length === 1 ? 'subscription' : 'subscriptions'} ${names.slice(0, SHOWN).join(', ')}${names.length > SHOWN ? ` and ${String(names.length - SHOWN)} more` : ''} found neither an answer nor that there is none`,
    explanation: {
      facts: asked.slice(0, SHOWN).flatMap((rule) => conflictFacts(rule, known, new Set())),
      actions: [],
      tried: { steps, bundles },
    },
  };
}

const SHOWN = 10;

/** What one of the rules asks for or insists on; of large groups, the others do not matter. */
function relevantTo(rules: readonly Constraint[]): Set<number> {
  return new Set(
    rules.flatMap(({ origin, oneOf }) => [
      ...(oneOf?.candidates ?? []),
      ...(oneOf?.guard === undefined ? [] : [oneOf.guard]),
      ...(origin.kind === 'conflict' ? origin.of : []),
    ]),
  );
}

function brokenCatalogs(
  rules: readonly Constraint[],
  { catalogs }: Known,
): Extract<ConflictFact, { kind: 'catalog-unusable' }>[] {
  if (!rules.some(({ origin }) => origin.kind === 'need')) return [];
  return catalogs.flatMap(({ ref, problem }) =>
    problem === undefined
      ? []
      : [{ kind: 'catalog-unusable' as const, catalog: catalogRefOf(ref), message: problem }],
  );
}
