/** What somebody who wrote a word wrongly probably meant. */
import { withinEdits } from './edit-distance.ts';

/** The candidate that differs only in case, or in one or two letters. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const lower = name.toLowerCase();
  const limit = name.length < 3 ? 0 : name.length < 5 ? 1 : 2;
  for (let allowed = 0; allowed <= limit; allowed += 1) {
    const found = candidates.find((candidate) => withinEdits(lower, candidate.toLowerCase(), allowed));
    if (found !== undefined) return found;
  }
  return undefined;
}
