/** An explanation as it is written down. */
import { stableJson } from '../../base/hash.ts';
import { MAX_EXPLANATION_BYTES, type ConflictFact, type Explanation } from './explanation.ts';

type Listed = Extract<ConflictFact, { bundles: unknown }>;

/** JSON with sorted keys; too long lists lose their ends, the longest first. */
export function explanationText(explanation: Explanation): string {
  let current = explanation;
  for (;;) {
    const text = stableJson(current);
    if (new TextEncoder().encode(text).length <= MAX_EXPLANATION_BYTES) return text;
    const shorter = shortened(current);
    if (shorter === undefined) return stableJson({ facts: [], actions: [] } satisfies Explanation);
    current = shorter;
  }
}

/** Undefined when there is nothing left to leave out. */
function shortened(explanation: Explanation): Explanation | undefined {
  const { facts, actions } = explanation;
  const lists = facts.filter((fact): fact is Listed => 'bundles' in fact && fact.bundles.length > 1);
  const [first] = lists;
  if (first !== undefined) {
    const longest = lists.reduce((a, b) => (b.bundles.length > a.bundles.length ? b : a), first);
    return { ...explanation, facts: facts.map((fact) => (fact === longest ? halved(longest) : fact)) };
  }
  if (actions.length > 1) return { ...explanation, actions: actions.slice(0, actions.length >> 1) };
  return facts.length > 1 ? { ...explanation, facts: facts.slice(0, facts.length >> 1) } : undefined;
}

function halved(fact: Listed): Listed {
  const kept = fact.bundles.length >> 1;
  const more = (fact.more ?? 0) + fact.bundles.length - kept;
  return { ...fact, bundles: fact.bundles.slice(0, kept), more };
}
