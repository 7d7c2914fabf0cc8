/** When plans of an instance run by the clock, as its annotations say. */
import type { KubeObject } from '../../k8s/object.ts';
import { SCHEDULE_PREFIX } from './labels.ts';

/** A plan, and when it runs: in the five fields of cron, in UTC, or whatever else somebody wrote there. */
export interface PlanSchedule {
  plan: string;
  when: string;
}

/** In the order of their names. */
export function schedulesOf({ metadata }: Pick<KubeObject, 'metadata'>): PlanSchedule[] {
  return Object.entries(metadata.annotations ?? {})
    .flatMap(([key, when]) =>
      key.startsWith(SCHEDULE_PREFIX) ? [{ plan: key.slice(SCHEDULE_PREFIX.length), when: when }] : [],
    )
    .sort((left, right) => left.plan.localeCompare(right.plan, 'en'));
}
