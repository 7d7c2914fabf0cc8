/** What the events say of a pod: of this very pod, oldest first, and nothing that its containers have overcome since. */
import { at, cutText, items } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';

/** Of the pod with this UID. Events of writers that leave the UID out count by the name. */
export function eventsAbout(pod: KubeObject, events: readonly KubeObject[]): KubeObject[] {
  const { name, namespace, uid } = pod.metadata;
  return events
    .filter((event) => {
      const about = at(event, 'involvedObject');
      const told = cutText(at(about, 'uid'));
      return (
        at(about, 'kind') === pod.kind &&
        at(about, 'name') === name &&
        event.metadata.namespace === namespace &&
        (uid === undefined || told === undefined || told === uid)
      );
    })
    .sort((left, right) => (lastSeen(left) ?? 0) - (lastSeen(right) ?? 0));
}

/** Those that were seen at this moment or after it; all where one of the two times is not known. */
export function eventsSince(events: readonly KubeObject[], moment: unknown): KubeObject[] {
  const since = timeOf(moment);
  if (since === undefined) return [...events];
  return events.filter((event) => (lastSeen(event) ?? since) >= since);
}

/** When the last of the running containers began; absent while none runs. */
export function lastStart(pod: KubeObject): string | undefined {
  return items(at(pod, 'status', 'containerStatuses'))
    .flatMap((status) => cutText(at(status, 'state', 'running', 'startedAt')) ?? [])
    .sort((left, right) => (timeOf(left) ?? 0) - (timeOf(right) ?? 0))
    .at(-1);
}

/** The newest message of this reason that has the part in it. */
export function messageOf(events: readonly KubeObject[], reason: string, part = ''): string | undefined {
  const found = events.findLast(
    (event) => event['reason'] === reason && (cutText(event['message'], 2000) ?? '').includes(part),
  );
  return cutText(found?.['message'], 2000);
}

/** Objects keep whole seconds, some events fractions of them: compared by the second, so that nothing new counts as old. */
function timeOf(value: unknown): number | undefined {
  const time = Math.floor(Date.parse(cutText(value) ?? '') / 1000);
  return Number.isNaN(time) ? undefined : time;
}

function lastSeen(event: KubeObject): number | undefined {
  const { metadata } = event;
  return (
    timeOf(at(event, 'series', 'lastObservedTime')) ??
    timeOf(event['lastTimestamp']) ??
    timeOf(event['eventTime']) ??
    timeOf(metadata.creationTimestamp)
  );
}
