/**
 * A plan that is still being recorded when the next one has already replaced what it brought: its CSV has come and gone.
 * Made again, it would stand beside its successor, and both would write the same Deployment for ever.
 */
import type { PlanFacts } from './plan-facts.ts';
import type { InstallPlanStep } from './types.ts';

/** The steps, with nothing left to write for what was replaced; the very same ones where there is none. */
export function settleSuperseded(
  facts: PlanFacts,
  steps: readonly InstallPlanStep[],
): readonly InstallPlanStep[] {
  const csvs = [...facts.csvs.values()];
  const isAlive = (name: string): boolean => {
    const csv = facts.csvs.get(name);
    return csv !== undefined && csv.metadata.deletionTimestamp === undefined;
  };
  const isReplaced = (name: string): boolean =>
    !isAlive(name) &&
    csvs.some(
      (csv) => facts.isCsv(csv) && csv.spec.replaces === name && csv.metadata.deletionTimestamp === undefined,
    );
  const replaced = new Set(steps.map(({ resolving }) => resolving).filter(isReplaced));
  if (replaced.size === 0) return steps;
  return steps.map((step) =>
    replaced.has(step.resolving) && (step.status === 'Unknown' || step.status === 'NotPresent')
      ? { ...step, status: 'Present' as const }
      : step,
  );
}
