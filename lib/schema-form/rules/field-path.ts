/**
 * Where a rule's `fieldPath` points to, from the field that has the rule: `.spec.x`, `['odd.key']`.
 * Source: apiextensions.k8s.io/v1 ValidationRule.
 */
import type { PathStep } from '../schema/path.ts';

const STEP = /^(?:\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\])/;

/** Empty when it is no such path: the error then stands at the field itself. */
export function fieldPathOf(text: unknown): PathStep[] {
  if (typeof text !== 'string') return [];
  const steps: PathStep[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const found = STEP.exec(rest);
    if (found === null) return [];
    steps.push(found[1] ?? (found[2] ?? '').replace(/\\(.)/g, '$1'));
    rest = rest.slice(found[0].length);
  }
  return steps;
}
