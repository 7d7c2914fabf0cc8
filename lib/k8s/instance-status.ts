/**
 * One word on how an instance of any kind is doing, drawn from what operators commonly write: conditions, a phase or
 * state, a message. Nothing written yet is said as such.
 */
import { isJsonObject } from '../base/json.ts';
import { optional } from '../base/loose.ts';
import type { KubeObject } from './object.ts';

/** How good the news is; the colour follows from it. */
export type InstanceTone = 'good' | 'progress' | 'warn' | 'bad' | 'neutral';

/** The word for a list, ours as a code or as the operator wrote it, and the reason when it is not good. */
export interface InstanceStatus {
  readonly label: string | { readonly code: 'deleting' | 'none' | 'reported' };
  readonly tone: InstanceTone;
  /** Why, in the operator's words. */
  readonly detail?: string;
  /** That its deletion waits for. */
  readonly finalizers?: readonly string[];
}

/** A condition as some operator wrote it: other than meta/v1 asks, any status is taken. */
export interface SeenCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

/**
 * A deletion comes first, then a failure condition, a summary such as Ready, the phase or state, and what is in
 * progress.
 */
export function instanceStatus(object: KubeObject): InstanceStatus {
  if (object.metadata.deletionTimestamp !== undefined) return deleting(object);
  const status = isJsonObject(object['status']) ? object['status'] : {};
  const conditions = conditionsOf(object);
  const phase = text(status['phase']) ?? text(status['state']) ?? text(status['status']);
  return (
    failing(conditions) ??
    summary(conditions) ??
    (phase === undefined ? undefined : ofPhase(phase, status)) ??
    running(conditions) ?? {
      label: { code: Object.keys(status).length === 0 ? 'none' : 'reported' },
      tone: 'neutral',
    }
  );
}

function deleting({ metadata: { finalizers = [] } }: KubeObject): InstanceStatus {
  return {
    label: { code: 'deleting' },
    tone: 'progress',
    ...(finalizers.length === 0 ? {} : { finalizers }),
  };
}

/** Conditions of the status that have a type and a status; everything else an operator wrote there is left out. */
export function conditionsOf(object: KubeObject): SeenCondition[] {
  const status = object['status'];
  const list = isJsonObject(status) ? status['conditions'] : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    if (!isJsonObject(entry)) return [];
    const type = text(entry['type']);
    const state = text(entry['status']);
    if (type === undefined || state === undefined) return [];
    const reason = text(entry['reason']);
    const message = text(entry['message']);
    const since = text(entry['lastTransitionTime']);
    return [
      {
        type,
        status: state,
        ...optional({ reason, message, lastTransitionTime: since }),
      },
    ];
  });
}

/** Conditions that sum the object up, in the order in which they are believed. */
const SUMMARIES = [
  'Ready',
  'Available',
  'Succeeded',
  'Healthy',
  'Complete',
  'Reconciled',
  'Synced',
  'Deployed',
];
const FAILURES = ['Failed', 'Failure', 'Degraded', 'Error', 'ReconcileError', 'Stalled', 'ReleaseFailed'];
const PROGRESS = ['Progressing', 'Reconciling', 'Running', 'Pending', 'Installing', 'Upgrading'];

function failing(conditions: readonly SeenCondition[]): InstanceStatus | undefined {
  const found = conditions.find((one) => FAILURES.includes(one.type) && one.status === 'True');
  return found === undefined ? undefined : { label: words(found.type), tone: 'bad', ...detailOf(found) };
}

function summary(conditions: readonly SeenCondition[]): InstanceStatus | undefined {
  for (const type of SUMMARIES) {
    const found = conditions.find((one) => one.type === type);
    if (found === undefined) continue;
    if (found.status === 'True') return { label: words(type), tone: 'good' };
    const busy = found.status === 'Unknown' || running(conditions) !== undefined || soundsBusy(found.reason);
    return {
      label: `Not ${words(type).toLowerCase()}`,
      tone: busy ? 'progress' : 'warn',
      ...detailOf(found),
    };
  }
  return undefined;
}

function running(conditions: readonly SeenCondition[]): InstanceStatus | undefined {
  const found = conditions.find((one) => PROGRESS.includes(one.type) && one.status === 'True');
  if (found !== undefined) return { label: words(found.type), tone: 'progress', ...detailOf(found) };
  return undefined;
}

function soundsBusy(reason: string | undefined): boolean {
  return (
    reason !== undefined && /progress|pending|creating|installing|waiting|reconciling|booking/i.test(reason)
  );
}

const GOOD =
  /^(ready|running|available|succeeded|success|healthy|active|bound|complete|completed|ok|up|green|synced|deployed|installed|booked|true)$/i;
const BAD = /(fail|error|degraded|invalid|unhealthy|crash|lost|red|rejected)/i;
const BUSY =
  /(pending|progress|creating|installing|waiting|updating|upgrading|initializing|reconciling|starting|terminating|deleting)/i;

function ofPhase(phase: string, status: Record<string, unknown>): InstanceStatus {
  const message = text(status['message']) ?? text(status['reason']);
  const tone = GOOD.test(phase)
    ? 'good'
    : BAD.test(phase)
      ? 'bad'
      : BUSY.test(phase)
        ? 'progress'
        : 'neutral';
  return { label: phase, tone, ...(message === undefined || tone === 'good' ? {} : { detail: message }) };
}

function detailOf(condition: SeenCondition): { detail?: string } {
  const detail = condition.message ?? condition.reason;
  return detail === undefined ? {} : { detail };
}

/** `ReconcileError` → `Reconcile error`. */
function words(type: string): string {
  const spaced = type.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function text(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'boolean' ? String(value) : undefined;
}
