/**
 * Why what runs pods does not run: refused, scaled down, paused, or down in its pods. Sources: the statuses of apps/v1 and batch/v1, and
 * the events of their controllers, which are all that a StatefulSet, a DaemonSet or a Job says of pods that are refused.
 */
import { at, cutText, items } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { deploymentView, podLabels, replicaFailure } from '../../k8s/workload-view.ts';
import { eventsAbout, messageOf } from './events.ts';
import { finding, placeAt, type WalkedLinks, type WhyFinding, type WhyFacts } from './finding.ts';
import { podFindings } from './pods.ts';
import { refusedBecause } from './words.ts';

/** Of a Deployment, StatefulSet, DaemonSet or Job; nothing where all its pods are ready. */
export function workloadFindings(workload: KubeObject, facts: WhyFacts): WalkedLinks {
  const place = placeAt('deployment', workload);
  const only = (found: WhyFinding): WalkedLinks => ({ findings: [found], notJudged: [] });
  const detail = refusalOf(workload, facts.lists.events);
  if (detail !== undefined)
    return only(finding({ ...place, link: 'replicaSet' }, refusedBecause(detail, 'refused'), { detail }));
  const state = stateOf(workload);
  switch (state.code) {
    case 'ready':
      return { findings: [], notJudged: [] };
    case 'scaledToZero':
      return only(finding(place, 'scaledToZero'));
    case 'paused':
      return only(finding(place, 'paused'));
    case 'late':
      return ofPods(workload, facts, finding(place, state.reason, { detail: state.detail }));
  }
}

/** Of a claim that has no volume yet; nothing of one that has, or that waits for its first pod. */
export function claimFindings(claim: KubeObject, events: readonly KubeObject[] = []): WhyFinding[] {
  const phase = at(claim, 'status', 'phase');
  if (phase === 'Bound' || claim.metadata.deletionTimestamp !== undefined) return [];
  const own = eventsAbout(claim, events);
  if (messageOf(own, 'WaitForFirstConsumer') !== undefined) return [];
  const detail = messageOf(own, 'ProvisioningFailed') ?? messageOf(own, 'FailedBinding');
  return [finding(placeAt('volume', claim), phase === 'Lost' ? 'volumeLost' : 'claimUnbound', { detail })];
}

/** The API server's words to the controller of the pods. */
function refusalOf(workload: KubeObject, events: readonly KubeObject[] = []): string | undefined {
  if (workload.kind === 'Deployment') return replicaFailure(workload);
  return stateOf(workload).code === 'late'
    ? messageOf(eventsAbout(workload, events), 'FailedCreate')
    : undefined;
}

type State =
  | { code: 'paused' | 'ready' | 'scaledToZero' }
  | { code: 'late'; reason: 'jobFailed' | 'noProgress' | 'starting'; detail?: string | undefined };

function stateOf(workload: KubeObject): State {
  switch (workload.kind) {
    case 'Deployment':
      return stateOfDeployment(workload);
    case 'Job':
      return stateOfJob(workload);
    case 'DaemonSet': {
      const { desiredNumberScheduled, numberReady } = counts(workload);
      return numberReady >= desiredNumberScheduled ? { code: 'ready' } : { code: 'late', reason: 'starting' };
    }
    default: {
      const wanted = at(workload, 'spec', 'replicas') ?? 1;
      if (wanted === 0) return { code: 'scaledToZero' };
      return counts(workload).readyReplicas >= Number(wanted)
        ? { code: 'ready' }
        : { code: 'late', reason: 'starting' };
    }
  }
}

function counts(
  workload: KubeObject,
): Record<'desiredNumberScheduled' | 'numberReady' | 'readyReplicas', number> {
  const count = (field: string): number => {
    const value = at(workload, 'status', field);
    return typeof value === 'number' ? value : 0;
  };
  return {
    desiredNumberScheduled: count('desiredNumberScheduled'),
    numberReady: count('numberReady'),
    readyReplicas: count('readyReplicas'),
  };
}

function stateOfDeployment(deployment: KubeObject): State {
  const view = deploymentView(deployment);
  if (view.state === 'scaledToZero') return { code: 'scaledToZero' };
  const late =
    items(at(deployment, 'status', 'conditions')).length > 0 &&
    at(deployment, 'status', 'unavailableReplicas');
  if (view.state === 'ready' && typeof late !== 'number') return { code: 'ready' };
  if (at(deployment, 'spec', 'paused') === true) return { code: 'paused' };
  return {
    ...{ code: 'late', reason: view.state === 'failing' ? 'noProgress' : 'starting' },
    detail: view.detail,
  };
}

function stateOfJob(job: KubeObject): State {
  const said = items(at(job, 'status', 'conditions')).filter((one) => at(one, 'status') === 'True');
  const failed = said.find((one) => at(one, 'type') === 'Failed');
  if (failed !== undefined)
    return { code: 'late', reason: 'jobFailed', detail: cutText(at(failed, 'message'), 2000) };
  if (said.some((one) => at(one, 'type') === 'Complete')) return { code: 'ready' };
  if (at(job, 'spec', 'suspend') === true) return { code: 'paused' };
  return { code: 'late', reason: 'starting' };
}

/** The workload's own word stands where its pods say nothing more. */
function ofPods(workload: KubeObject, { lists: { pods, events } }: WhyFacts, own: WhyFinding): WalkedLinks {
  if (pods === undefined) return { findings: [own], notJudged: ['pods'] };
  const labels = Object.entries(podLabels(workload) ?? {});
  const found = pods
    .filter(({ metadata }) => metadata.namespace === workload.metadata.namespace && labels.length > 0)
    .filter(({ metadata }) => labels.every(([key, value]) => cutText(metadata.labels?.[key]) === value))
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .flatMap((pod) => podFindings(pod, events));
  const told = found.filter(({ reason }) => reason !== 'starting');
  if (told.length > 0) return { findings: told.slice(0, 1), notJudged: [] };
  const silent = own.reason === 'starting' && found[0] !== undefined ? found[0] : own;
  return { findings: [silent], notJudged: events === undefined ? ['events'] : [] };
}
