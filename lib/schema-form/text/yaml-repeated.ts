/** Keys that a map has twice. */
import { isMap, isPair, isScalar, isSeq } from 'yaml';

/** Offset of the first key that stands in its map already; the syntax tree may be of a broken text. */
export function repeatedKey(node: unknown): number | undefined {
  if (isSeq(node)) return firstAmong(node.items);
  return isMap(node) ? repeatedIn(node.items) : undefined;
}

function firstAmong(nodes: readonly unknown[]): number | undefined {
  for (const node of nodes) {
    const found = repeatedKey(node);
    if (found !== undefined) return found;
  }
  return undefined;
}

function repeatedIn(pairs: readonly unknown[]): number | undefined {
  const seen = new Set<unknown>();
  for (const pair of pairs) {
    if (!isPair(pair)) continue;
    const { key, value } = pair;
    // Maps and lists as keys are never equal, however much they look alike.
    if (isScalar(key)) {
      if (seen.has(key.value) && !Number.isNaN(key.value)) return key.range?.[0];
      seen.add(key.value);
    }
    const found = firstAmong([key, value]);
    if (found !== undefined) return found;
  }
  return undefined;
}
