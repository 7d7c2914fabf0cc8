/** Schedules of plans as people set them. */
import type { Change } from '../../k8s/change.ts';
import type { ObjectRef } from '../../k8s/object.ts';
import { SCHEDULE_PREFIX } from '../api/labels.ts';
import { kudoResources } from '../api/types.ts';
import { readCron } from '../plan/cron.ts';

/** When it runs next, or what is wrong with the text. */
export type ScheduleReading = { next: readonly Date[] } | { problem: string };

/** @param from unix ms; @param count how many of the next runs are told */
export function readSchedule(text: string, from: number, count = 3): ScheduleReading {
  const read = readCron(text.trim());
  if ('problem' in read) return read;
  return { next: read.cron.nextRuns(count, new Date(from)) };
}

/** @param when cron's five fields; undefined takes the schedule away */
export function scheduleChange(
  { namespace, name }: Required<ObjectRef>,
  plan: string,
  when: string | undefined,
): Change {
  return {
    verb: 'patch',
    resource: kudoResources.instances,
    ref: { namespace, name },
    patch: {
      type: 'merge',
      body: { metadata: { annotations: { [SCHEDULE_PREFIX + plan]: when?.trim() ?? null } } },
    },
  };
}
