/** The last runs of an instance's plans, the newest first: KUDO keeps only the last of each plan. */
import type { PlanProgress, PlanRunRecord } from '../api/types.ts';

const KEPT = 10;

/** With a run that begins; one with the same uid is there already. */
export function withBegun(
  runs: readonly PlanRunRecord[],
  progress: PlanProgress,
  now: string,
): PlanRunRecord[] {
  const uid = progress.uid ?? '';
  if (runs.some((run) => run.uid === uid)) return [...runs];
  return [{ plan: progress.name, uid, status: progress.status, started: now }, ...runs].slice(0, KEPT);
}

/** With the end of a run; one that has ended stays as it is. */
export function withEnded(
  runs: readonly PlanRunRecord[],
  { uid = '', status }: PlanProgress,
  now: string,
  message: string | undefined,
): PlanRunRecord[] {
  return runs.map((run) =>
    run.uid === uid && run.ended === undefined
      ? { ...run, status, ended: now, ...(message === undefined ? {} : { message }) }
      : run,
  );
}
