/**
 * Plans that run by the clock, such as backups: `capstan.dev/schedule.<plan>` says when, in the five fields of cron, in UTC. What
 * was due while something else ran, or while nobody ran anything, runs once, and the rest is told.
 */
import type { Cron } from 'croner';
import { isJsonObject } from '../../base/json.ts';
import { rfc3339 } from '../../base/time.ts';
import { CLEANUP_PLAN, SCHEDULE_PREFIX, SCHEDULED_ANNOTATION } from '../api/labels.ts';
import { schedulesOf, type PlanSchedule } from '../api/schedules.ts';
import type { KudoInstance, KudoOperatorVersion } from '../api/types.ts';
import { readCron } from './cron.ts';
import type { InstancePatch, KudoAction } from './decision.ts';

/** What the schedules of an idle instance ask for now. Moments are unix ms. */
export interface ScheduleVerdict {
  /** Absent where nothing is due. */
  patch?: InstancePatch;
  actions: KudoAction[];
  /** When the next plan is due; absent without a schedule. */
  nextAt?: number;
}

/** More are not counted: who was away for so long wants one run. */
const MOST_MISSED = 100;

/** The earliest of what is due runs; a schedule that is new begins now. */
export function scheduleVerdict(
  instance: KudoInstance,
  version: KudoOperatorVersion,
  now: number,
): ScheduleVerdict {
  const known = lastDue(instance);
  const read = schedulesOf(instance).map((schedule) => readSchedule(schedule, version));
  const problems = read.flatMap((one) => ('problem' in one ? [warning('InvalidSchedule', one.problem)] : []));
  const schedules = read.filter((one) => 'cron' in one);
  const begun = schedules.filter(({ plan }) => known[plan] === undefined);
  const due = schedules
    .flatMap(({ plan, cron }) => {
      const since = known[plan];
      const runs = since === undefined ? [] : dueSince(cron, since, now);
      const at = runs.at(-1);
      return at === undefined ? [] : [{ plan, at, missed: runs.length - 1 }];
    })
    .sort((left, right) => left.at - right.at)[0];
  const marks = {
    ...Object.fromEntries(schedules.map(({ plan }) => [plan, known[plan] ?? now])),
    ...(due === undefined ? {} : { [due.plan]: due.at }),
  };
  const next = schedules.flatMap(({ cron }) => cron.nextRun(new Date(now))?.getTime() ?? []);
  return {
    ...(begun.length === 0 && due === undefined ? {} : { patch: patchOf(marks, due?.plan) }),
    actions: [...problems, ...(due === undefined ? [] : missedOf(due))],
    ...(next.length === 0 ? {} : { nextAt: Math.min(...next) }),
  };
}

type ReadSchedule = { plan: string; cron: Cron } | { problem: string };

function readSchedule({ plan, when: text }: PlanSchedule, version: KudoOperatorVersion): ReadSchedule {
  const key = SCHEDULE_PREFIX + plan;
  if (!Object.hasOwn(version.spec.plans, plan) || plan === CLEANUP_PLAN)
    return { problem: `${key}: ${version.metadata.name} has no plan ${plan} that may be scheduled` };
  const read = readCron(text);
  return 'cron' in read
    ? { plan, cron: read.cron }
    : { problem: `${key}: "${text}" is no schedule such as "0 3 * * *": ${read.problem}` };
}

/** Oldest first. */
function dueSince(cron: Cron, since: number, now: number): number[] {
  const runs: number[] = [];
  for (let at = since; runs.length < MOST_MISSED;) {
    const next = cron.nextRun(new Date(at))?.getTime();
    if (next === undefined || next > now) break;
    runs.push(next);
    at = next;
  }
  // After a long time only the latest counts.
  const latest =
    runs.length < MOST_MISSED ? undefined : cron.previousRuns(1, new Date(now + 1_000))[0]?.getTime();
  return latest === undefined ? runs : [...runs.slice(1), latest];
}

function lastDue({ metadata }: KudoInstance): Record<string, number> {
  try {
    const read: unknown = JSON.parse(metadata.annotations?.[SCHEDULED_ANNOTATION] ?? '{}');
    if (!isJsonObject(read)) return {};
    return Object.fromEntries(
      Object.entries(read).flatMap(([plan, text]) => {
        const at = typeof text === 'string' ? Date.parse(text) : Number.NaN;
        return Number.isNaN(at) ? [] : [[plan, at]];
      }),
    );
  } catch {
    return {};
  }
}

function patchOf(marks: Record<string, number>, planName: string | undefined): InstancePatch {
  const text = JSON.stringify(
    Object.fromEntries(Object.entries(marks).map(([plan, at]) => [plan, rfc3339(at)])),
  );
  return {
    ...(planName === undefined ? {} : { planExecution: { planName } }),
    annotations: { [SCHEDULED_ANNOTATION]: text },
  };
}

function missedOf({ plan, missed }: { plan: string; missed: number }): KudoAction[] {
  if (missed === 0) return [];
  const runs = missed === 1 ? 'one scheduled run was' : `${String(missed)} scheduled runs were`;
  return [warning('ScheduleMissed', `plan ${plan}: ${runs} missed; it runs once now`)];
}

function warning(reason: 'InvalidSchedule' | 'ScheduleMissed', message: string): KudoAction {
  return { kind: 'event', type: 'Warning', reason, message };
}
