/** Paths in descriptors: dotted text with indexes, written by hand and often wrong. */
import type { Path } from './path.ts';

/** A key, or `*` for any index of a list. */
export type DescriptorStep = string;

/** The step for any item of a list. */
export const ANY_INDEX = '*';
/** Longer paths are no paths: objects of the API server are far less deep. */
const MAX_STEPS = 64;

/** `a[0].b["c.d"]` as steps; every index becomes `*`. Never throws: odd text becomes odd keys that match nothing. */
export function parseDescriptorPath(path: string): DescriptorStep[] {
  const steps: DescriptorStep[] = [];
  for (const match of path.matchAll(/\[(?:\s*"([^"]*)"\s*|\s*'([^']*)'\s*|([^[\]]*))\]|([^.[\]]+)/g)) {
    if (steps.length >= MAX_STEPS) return [];
    const quoted = match[1] ?? match[2];
    const bracket = match[3]?.trim();
    const word = match[4]?.trim();
    if (quoted !== undefined) steps.push(quoted);
    else if (bracket !== undefined) steps.push(/^\d*\*?$/.test(bracket) ? ANY_INDEX : bracket);
    else if (word !== undefined && word !== '') steps.push(word);
  }
  return steps;
}

/**
 * A descriptor's path (below `spec`) as the path of one value: an index takes the number that `from` has at the same
 * place, so that a field of the third item of a list depends on its neighbour in that very item.
 */
export function resolveSteps(steps: readonly DescriptorStep[], from: Path): Path {
  let together = true;
  return steps.map((step, index) => {
    const here = from[index];
    const isIndex = step === ANY_INDEX || (typeof here === 'number' && /^\d+$/.test(step));
    together &&= isIndex ? typeof here === 'number' : step === here;
    if (!isIndex) return step;
    return together && typeof here === 'number' ? here : 0;
  });
}
