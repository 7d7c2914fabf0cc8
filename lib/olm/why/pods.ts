/** Why a pod does not run: scheduled, its volumes, its containers one after the other, and who says that it is ready. */
import { at, cutText, items } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { podView } from '../../k8s/workload-view.ts';
import { eventsAbout, eventsSince, lastStart, messageOf } from './events.ts';
import { finding, placeAt, type WhyFinding, type LinkPlace } from './finding.ts';
import type { WhyReason } from './reasons.ts';
import { needReason, pullReason, schedulingReason } from './words.ts';

/** @param events absent where they could not be read */
export function podFindings(pod: KubeObject, events: readonly KubeObject[] = []): WhyFinding[] {
  const place = placeAt('pod', pod);
  const own = eventsAbout(pod, events);
  const since = eventsSince(own, lastStart(pod));
  const view = podView(pod);
  if (view.state === 'running' || view.state === 'completed') return [];
  const found =
    unscheduled(pod, place) ??
    stuckContainer(pod, place, own) ??
    unmounted(place, since) ??
    unready(pod, place, since) ??
    (view.state === 'failed' ? failed(place, view) : undefined);
  return [found ?? finding(place, 'starting', { detail: view.detail })];
}

function unscheduled(pod: KubeObject, place: LinkPlace): WhyFinding | undefined {
  const said = condition(pod, 'PodScheduled');
  if (said?.['status'] !== 'False') return undefined;
  const detail = cutText(said['message'], 2000) ?? '';
  const gated = said['reason'] === 'SchedulingGated';
  return finding(place, gated ? 'schedulingGated' : schedulingReason(detail), { detail });
}

function stuckContainer(
  pod: KubeObject,
  { on }: LinkPlace,
  events: readonly KubeObject[],
): WhyFinding | undefined {
  const all = [
    ...items(at(pod, 'status', 'initContainerStatuses')),
    ...items(at(pod, 'status', 'containerStatuses')),
  ];
  for (const status of all) {
    const place: LinkPlace = {
      link: 'container',
      on: { ...on, container: cutText(at(status, 'name')) ?? '' },
    };
    const now = at(status, 'state', 'terminated');
    // An init container that ended well is done.
    const done = at(now, 'exitCode') === 0;
    const found = waiting(status, place, events) ?? (done ? undefined : ended(now, place, events));
    if (found !== undefined) return found;
  }
  return undefined;
}

function waiting(status: unknown, place: LinkPlace, events: readonly KubeObject[]): WhyFinding | undefined {
  const why = cutText(at(status, 'state', 'waiting', 'reason'));
  const detail = cutText(at(status, 'state', 'waiting', 'message'), 2000);
  switch (why) {
    case undefined:
    case 'ContainerCreating':
    case 'PodInitializing':
      return undefined;
    case 'CrashLoopBackOff':
      return (
        ended(at(status, 'lastState', 'terminated'), place, events) ?? finding(place, 'crashed', { detail })
      );
    case 'InvalidImageName':
      return finding(place, 'imageNameInvalid', { detail });
    case 'ErrImageNeverPull':
      return finding(place, 'imageMissing', { detail });
    case 'CreateContainerConfigError':
      return finding(place, needReason(detail ?? '', 'configWrong'), { detail });
    case 'CreateContainerError':
    case 'RunContainerError':
      return finding(place, 'programMissing', { detail });
    default:
      return unpulled(place, detail, events);
  }
}

/** While the kubelet waits before it asks again, only the event has the registry's answer. */
function unpulled(place: LinkPlace, detail: string | undefined, events: readonly KubeObject[]): WhyFinding {
  const answer = messageOf(events, 'Failed', 'pull image') ?? detail;
  const own = pullReason(detail ?? '');
  return own === 'imagePullFailed'
    ? finding(place, pullReason(answer ?? ''), { detail: answer })
    : finding(place, own, { detail });
}

function ended(terminated: unknown, place: LinkPlace, events: readonly KubeObject[]): WhyFinding | undefined {
  const code = at(terminated, 'exitCode');
  if (typeof code !== 'number') return undefined;
  const why = cutText(at(terminated, 'reason'));
  const detail = cutText(at(terminated, 'message'), 2000);
  if (why === 'OOMKilled') return finding(place, 'outOfMemory', { detail, exitCode: code });
  if (why === 'ContainerCannotRun' || why === 'StartError')
    return finding(place, 'programMissing', { detail, exitCode: code });
  const inRun = eventsSince(events, at(terminated, 'startedAt'));
  const probe = failedProbe(inRun, ['Startup', 'Liveness']);
  return probe === undefined
    ? finding(place, 'crashed', { detail, exitCode: code })
    : finding(place, probe.reason, { detail: probe.detail, exitCode: code });
}

const PROBES: Readonly<Record<string, WhyReason>> = {
  Startup: 'startupFailing',
  Liveness: 'livenessFailing',
  Readiness: 'readinessFailing',
};

function failedProbe(
  events: readonly KubeObject[],
  kinds: readonly string[],
): { reason: WhyReason; detail: string } | undefined {
  for (const kind of kinds) {
    const detail = messageOf(events, 'Unhealthy', `${kind} probe`);
    const reason = PROBES[kind];
    if (detail !== undefined && reason !== undefined) return { reason, detail };
  }
  return undefined;
}

function unmounted(place: LinkPlace, events: readonly KubeObject[]): WhyFinding | undefined {
  const sandbox = messageOf(events, 'FailedCreatePodSandBox');
  if (sandbox !== undefined) return finding(place, 'networkFailed', { detail: sandbox });
  const detail = messageOf(events, 'FailedMount') ?? messageOf(events, 'FailedAttachVolume');
  return detail === undefined ? undefined : finding(place, needReason(detail, 'volumeFailed'), { detail });
}

function unready(pod: KubeObject, place: LinkPlace, events: readonly KubeObject[]): WhyFinding | undefined {
  if (at(pod, 'status', 'reason') === 'NodeLost' || condition(pod, 'Ready')?.['status'] === 'Unknown')
    return finding(place, 'nodeLost', { detail: cutText(condition(pod, 'Ready')?.['message']) });
  if (at(pod, 'status', 'phase') !== 'Running') return undefined;
  const probe = failedProbe(events, ['Startup', 'Liveness', 'Readiness']);
  if (probe !== undefined) return finding(place, probe.reason, { detail: probe.detail });
  const ready = condition(pod, 'Ready');
  // A probe that fails says so again and again: without its event the containers have only just begun.
  return ready?.['reason'] === 'ReadinessGatesNotReady'
    ? finding(place, 'readinessGate', { detail: cutText(ready['message']) })
    : undefined;
}

function failed(place: LinkPlace, { reason, detail }: { reason?: string; detail?: string }): WhyFinding {
  return finding(place, reason === 'Evicted' ? 'evicted' : 'crashed', { detail: detail ?? reason });
}

function condition(pod: KubeObject, type: string): Record<string, unknown> | undefined {
  const found = items(at(pod, 'status', 'conditions')).find((entry) => at(entry, 'type') === type);
  return typeof found === 'object' && found !== null ? { ...found } : undefined;
}
