/** core/v1 Events as rows; pure. Old and new writers keep times and counts in different fields. */
import { isJsonObject } from '#lib/base/json.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { involvedObject } from '#lib/k8s/workload-view.ts';

export interface SeenEvent {
  readonly key: string;
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  /** `Kind name` of what it is about. */
  readonly object: string;
  readonly count: number;
  /** RFC 3339. */
  readonly lastSeen: string | undefined;
}

/** More than anybody reads, and less than a page holds up under. */
const MAX_SHOWN = 200;

/**
 * Newest first, those of the last hours as a rule: no more than a page bears.
 * @param home the namespace of the page; objects of others are named with theirs
 */
export function seenEvents(events: readonly KubeObject[], home?: string): SeenEvent[] {
  return events
    .map((event) => seenEvent(event, home))
    .sort((left, right) => (right.lastSeen ?? '').localeCompare(left.lastSeen ?? ''))
    .slice(0, MAX_SHOWN);
}

function seenEvent(event: KubeObject, home: string | undefined): SeenEvent {
  const series = isJsonObject(event['series']) ? event['series'] : {};
  const count = series['count'] ?? event['count'];
  const times = [
    series['lastObservedTime'],
    event['lastTimestamp'],
    event['eventTime'],
    event.metadata.creationTimestamp,
  ];
  return {
    key: event.metadata.uid ?? event.metadata.name,
    type: text(event['type']) ?? 'Normal',
    reason: text(event['reason']) ?? '',
    message: text(event['message']) ?? text(event['note']) ?? '',
    object: objectOf(event, home),
    count: typeof count === 'number' ? count : 1,
    lastSeen: times.map(text).find((time) => time !== undefined),
  };
}

function objectOf(event: KubeObject, home: string | undefined): string {
  const { kind = '', name = '' } = involvedObject(event) ?? {};
  const { namespace } = event.metadata;
  const elsewhere = home !== undefined && namespace !== undefined && namespace !== home;
  return `${kind} ${elsewhere ? `${namespace}/` : ''}${name}`.trim();
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
