/**
 * Deployments and pods as people read them: how many are ready, and why not. Statuses are written by other programs,
 * so every field is looked at before it is used. Source: apps/v1 DeploymentStatus, core/v1 PodStatus.
 */
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { optional } from '../base/loose.ts';
import type { KubeObject } from './object.ts';

/** How good the news is: `busy` will pass by itself, `warn` may not, `bad` does not without help. */
export type WorkloadTone = 'neutral' | 'busy' | 'good' | 'warn' | 'bad';

/** What a workload is up to; the words are the page's. */
export type WorkloadState =
  | 'completed'
  | 'failed'
  | 'failing'
  | 'noNodes'
  | 'notReady'
  | 'pending'
  | 'ready'
  | 'running'
  | 'scaledToZero'
  | 'starting'
  | 'terminating'
  | 'waiting';

/** How a workload is doing. */
export interface WorkloadView {
  tone: WorkloadTone;
  state: WorkloadState;
  /** The cluster's own word, where it has one that says more. */
  reason?: string;
  /** Why, in the cluster's own words. */
  detail?: string;
}

/** With the replicas that are ready and those asked for (one when the spec does not say). */
export interface DeploymentView extends WorkloadView {
  ready: number;
  desired: number;
}

/** With the restarts of all its containers together, and the node once it has one. */
export interface PodView extends WorkloadView {
  restarts: number;
  node?: string;
}

function part(value: unknown, field: string): JsonObject {
  const found = isJsonObject(value) ? value[field] : undefined;
  return isJsonObject(found) ? found : {};
}

function list(value: unknown, field: string): JsonObject[] {
  const found = isJsonObject(value) ? value[field] : undefined;
  return Array.isArray(found) ? found.filter(isJsonObject) : [];
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function withDetail<T extends WorkloadView>(view: T, detail: string | undefined): T {
  return detail === undefined ? view : { ...view, detail };
}

/** Failing comes before counts: pods that are refused, or a rollout that made no progress in time. */
export function deploymentView(deployment: KubeObject): DeploymentView {
  const spec = part(deployment, 'spec');
  const status = part(deployment, 'status');
  const desired = typeof spec['replicas'] === 'number' ? spec['replicas'] : 1;
  const ready = number(status['readyReplicas']);
  const counts = { ready, desired };
  const conditions = list(status, 'conditions');
  const stuck = conditions.find(
    ({ type, status: is, reason }) => type === 'Progressing' && is === 'False' && reason !== '',
  );
  // Pods that are refused are the reason where both are told.
  const failing = replicaFailure(deployment) ?? (stuck === undefined ? undefined : wordsOf(stuck));
  if (failing !== undefined) return withDetail({ ...counts, tone: 'bad', state: 'failing' }, text(failing));
  if (desired === 0) return { ...counts, tone: 'neutral', state: 'scaledToZero' };
  if (ready >= desired) return { ...counts, tone: 'good', state: 'ready' };
  const available = conditions.find(({ type }) => type === 'Available');
  return withDetail({ ...counts, tone: 'busy', state: 'starting' }, text(available?.['message']));
}

/** A DaemonSet by the nodes that it is for: none says nothing before its controller has looked. Source: apps/v1 DaemonSetStatus. */
export function daemonSetView(daemonSet: KubeObject): DeploymentView {
  const status = part(daemonSet, 'status');
  const [desired, ready] = [number(status['desiredNumberScheduled']), number(status['numberReady'])];
  const counts = { ready, desired };
  if (number(status['observedGeneration']) === 0) return { ...counts, tone: 'busy', state: 'starting' };
  if (desired === 0) return { ...counts, tone: 'neutral', state: 'noNodes' };
  if (ready >= desired) return { ...counts, tone: 'good', state: 'ready' };
  return { ...counts, tone: 'busy', state: 'starting' };
}

/** Why its pods cannot be made, in the API server's words; empty when it gave none, undefined when they can. */
export function replicaFailure(deployment: KubeObject): string | undefined {
  const failed = list(part(deployment, 'status'), 'conditions').find(
    ({ type, status }) => type === 'ReplicaFailure' && status === 'True',
  );
  return failed === undefined ? undefined : wordsOf(failed);
}

function wordsOf({ message, reason }: JsonObject): string {
  return text(message) ?? text(reason) ?? '';
}

/** A container that waits for a reason that does not pass by itself decides; else the phase does. */
export function podView(pod: KubeObject): PodView {
  const status = part(pod, 'status');
  const containers = [...list(status, 'initContainerStatuses'), ...list(status, 'containerStatuses')];
  const restarts = containers.reduce((sum, container) => sum + number(container['restartCount']), 0);
  const node = text(part(pod, 'spec')['nodeName']);
  const base = { restarts, ...optional({ node }) };
  if (pod.metadata.deletionTimestamp !== undefined) return { ...base, tone: 'busy', state: 'terminating' };
  return { ...base, ...podState(status, containers) };
}

function podState(status: JsonObject, containers: readonly JsonObject[]): WorkloadView {
  const stuck = containers.map((container) => part(part(container, 'state'), 'waiting')).find(isTrouble);
  if (stuck !== undefined) return told('waiting', stuck);
  const conditions = list(status, 'conditions');
  switch (status['phase']) {
    case 'Running': {
      const ready = conditions.some(
        (condition) => condition['type'] === 'Ready' && condition['status'] === 'True',
      );
      if (ready) return { tone: 'good', state: 'running' };
      // Whoever runs it may say how far it is.
      const begun = containers.map((container) => text(part(part(container, 'state'), 'waiting')['message']));
      return withDetail({ tone: 'busy', state: 'notReady' }, begun.find(Boolean));
    }
    case 'Succeeded':
      return { tone: 'neutral', state: 'completed' };
    case 'Failed':
      return told('failed', status);
    default: {
      const unscheduled = conditions.find(
        (condition) => condition['type'] === 'PodScheduled' && condition['status'] === 'False',
      );
      const tone = unscheduled === undefined ? 'busy' : 'warn';
      return withDetail({ tone, state: 'pending' }, text(unscheduled?.['message']));
    }
  }
}

function told(state: WorkloadState, { reason, message }: JsonObject): WorkloadView {
  return { tone: 'bad', state, ...optional({ reason: text(reason), detail: text(message) }) };
}

/** Reasons that come and go while a pod starts. */
const PASSING: ReadonlySet<unknown> = new Set([undefined, 'ContainerCreating', 'PodInitializing']);

function isTrouble(waiting: JsonObject): boolean {
  return !PASSING.has(waiting['reason']);
}

/** Labels that a Deployment selects its pods by; undefined when it says none. */
export function podLabels(deployment: KubeObject): Record<string, string> | undefined {
  const labels = part(part(part(deployment, 'spec'), 'selector'), 'matchLabels');
  const entries = Object.entries(labels).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** What a core/v1 Event is about. */
export function involvedObject(event: KubeObject): { kind: string; name: string } | undefined {
  const object = part(event, 'involvedObject');
  const name = text(object['name']);
  return name === undefined ? undefined : { kind: text(object['kind']) ?? '', name };
}
