/** Who replaces whom among the CSVs of a namespace. */
import type { CsvFacts } from './facts.ts';
import type { ClusterServiceVersion } from '../api/types.ts';

const alive = (csv: ClusterServiceVersion): boolean => csv.metadata.deletionTimestamp === undefined;

/** The CSV that this one says it replaces, while it exists. */
export function predecessorOf(facts: CsvFacts): ClusterServiceVersion | undefined {
  const { replaces } = facts.csv.spec;
  if (replaces === undefined || replaces === '') return undefined;
  return facts.siblings.find((sibling) => sibling.metadata.name === replaces && alive(sibling));
}

/** Names of the CSVs that this one replaces, one after the other, as far as they are there. */
export function ancestorsOf(facts: CsvFacts): string[] {
  const names: string[] = [];
  for (let before = predecessorOf(facts); before !== undefined;) {
    const { name } = before.metadata;
    if (names.includes(name)) break;
    names.push(name);
    before = predecessorOf({ ...facts, csv: before });
  }
  return names;
}

function successorIn(
  siblings: readonly ClusterServiceVersion[],
  name: string | undefined,
): ClusterServiceVersion | undefined {
  return siblings.find((sibling) => sibling.spec.replaces === name && alive(sibling));
}

/** A CSV that says it replaces this one; undefined while none does, those being deleted left out. */
export function successorOf(facts: CsvFacts): ClusterServiceVersion | undefined {
  return successorIn(facts.siblings, facts.csv.metadata.name);
}

/** Some later CSV of the chain runs: this one is not needed any more. */
export function hasSucceededSuccessor(facts: CsvFacts): boolean {
  const seen = new Set([facts.csv.metadata.name]);
  for (
    let next = successorOf(facts);
    next !== undefined;
    next = successorIn(facts.siblings, next.metadata.name)
  ) {
    if (seen.has(next.metadata.name)) return false;
    if (next.status?.phase === 'Succeeded') return true;
    seen.add(next.metadata.name);
  }
  return false;
}

/** OLM 67: another CSV of the namespace owns one of our CRDs, and neither replaces the other. */
export function crdOwnerConflict(facts: CsvFacts): boolean {
  const owned = new Set((facts.csv.spec.customresourcedefinitions?.owned ?? []).map((crd) => crd.name));
  const related = relatives(facts);
  return facts.siblings.some(
    (sibling) =>
      alive(sibling) &&
      !related.has(sibling.metadata.name) &&
      (sibling.spec.customresourcedefinitions?.owned ?? []).some((crd) => owned.has(crd.name)),
  );
}

/** Names along `spec.replaces` in both directions. */
function relatives(facts: CsvFacts): Set<string | undefined> {
  const found = new Set<string | undefined>([facts.csv.metadata.name, facts.csv.spec.replaces]);
  let grew = true;
  while (grew) {
    grew = false;
    for (const sibling of facts.siblings) {
      const { name } = sibling.metadata;
      const { replaces } = sibling.spec;
      if (found.has(name) && replaces !== undefined && !found.has(replaces))
        grew = Boolean(found.add(replaces));
      if (!found.has(name) && found.has(replaces) && replaces !== undefined) grew = Boolean(found.add(name));
    }
  }
  return found;
}
