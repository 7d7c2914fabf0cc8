/**
 * A plan that is still being recorded when the next one has already replaced what it brought: its CSV has come and gone, or
 * is on its way. Made again, it would stand beside its successor, and both would write the same Deployment for ever; and
 * what belongs to no namespace would come back behind the CSV that was to remove it.
 */
import type { PlanFacts } from './facts.ts';
import type { InstallPlanStep } from '../api/types.ts';

/** The steps, with nothing left to write for what was replaced; the very same ones where there is none. */
export function settleSuperseded(
  facts: PlanFacts,
  steps: readonly InstallPlanStep[],
): readonly InstallPlanStep[] {
  const csvs = [...facts.csvs.values()];
  const isReplaced = (name: string): boolean =>
    !stays(facts, name) &&
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

/** One that steps aside has been installed whole. */
function stays({ csvs, isCsv }: PlanFacts, name: string): boolean {
  const csv = csvs.get(name);
  if (csv === undefined || csv.metadata.deletionTimestamp !== undefined) return false;
  const phase = isCsv(csv) ? csv.status?.phase : undefined;
  return phase !== 'Replacing' && phase !== 'Deleting';
}
