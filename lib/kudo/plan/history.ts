/** The last runs of an instance's plans, the newest first: KUDO keeps only the last of each plan. */
import type { PlanProgress, PlanRunRecord } from '../api/types.ts';
import { runChanges, type RunBasis } from './run-changes.ts';

const KEPT = 10;
/** Characters of all that is kept, in JSON: an object of the cluster holds 1 MiB of UTF-8. */
const ROOM = 300_000;

/** With a run that begins; one with the same uid is there already. */
export function withBegun(
  runs: readonly PlanRunRecord[],
  progress: PlanProgress,
  now: string,
  basis: () => RunBasis,
): PlanRunRecord[] {
  const uid = progress.uid ?? '';
  if (runs.some((run) => run.uid === uid)) return [...runs];
  const begun: PlanRunRecord = {
    ...{ plan: progress.name, uid, status: progress.status, started: now },
    ...runChanges(runs[0], basis()),
  };
  return bounded([begun, ...runs.map(withoutValues)].slice(0, KEPT));
}

/** Only the next run asks for them, of the last one. */
function withoutValues({ values: _, ...run }: PlanRunRecord): PlanRunRecord {
  return run;
}

/** What changed in the oldest runs is forgotten first, that they were last of all. */
function bounded(runs: PlanRunRecord[]): PlanRunRecord[] {
  const heavy = JSON.stringify(runs).length > ROOM;
  const oldest = heavy
    ? runs.findLast(({ changed, values }) => (changed ?? values) !== undefined)
    : undefined;
  if (oldest === undefined) return runs;
  const { changed: _, values: __, ...light } = oldest;
  return bounded(runs.map((run) => (run === oldest ? light : run)));
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
