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

/** Newest first. */
export function seenEvents(events: readonly KubeObject[]): SeenEvent[] {
  return events
    .map(seenEvent)
    .sort((left, right) => (right.lastSeen ?? '').localeCompare(left.lastSeen ?? ''));
}

function seenEvent(event: KubeObject): SeenEvent {
  const series = isJsonObject(event['series']) ? event['series'] : {};
  const count = series['count'] ?? event['count'];
  const times = [
    series['lastObservedTime'],
    event['lastTimestamp'],
    event['eventTime'],
    event.metadata.creationTimestamp,
  ];
  return {
    key: event.metadata.uid ?? event.metadata.name ?? '',
    type: text(event['type']) ?? 'Normal',
    reason: text(event['reason']) ?? '',
    message: text(event['message']) ?? text(event['note']) ?? '',
    object: [involvedObject(event)?.kind, involvedObject(event)?.name].join(' ').trim(),
    count: typeof count === 'number' ? count : 1,
    lastSeen: times.map(text).find((time) => time !== undefined),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
