/** From rules that cannot all be kept to those of them that already cannot, none of which is superfluous. */
import type { Constraint } from './constraints.ts';
import { search } from './search.ts';

/**
 * Leaves out one rule after the other, the last first. When time runs out, what is left may hold rules that do not
 * matter.
 */
export function minimalConflict(rules: readonly Constraint[], outOfTime: () => boolean): Constraint[] {
  const needed: Constraint[] = [];
  let open = [...rules];
  while (open.length > 0 && !outOfTime()) {
    const tried = open.pop();
    const result = search([...needed, ...open], outOfTime);
    if (result.kind === 'impossible') {
      const still = new Set(result.rules);
      open = open.filter((rule) => still.has(rule));
    } else if (tried !== undefined) {
      needed.push(tried);
    }
  }
  const kept = new Set([...needed, ...open]);
  return rules.filter((rule) => kept.has(rule));
}
