import { describe, expect, it } from 'vitest';
import type { KubeObject } from './object.ts';
import { daemonSetView, deploymentView, involvedObject, podLabels, podView } from './workload-view.ts';

function object(fields: Record<string, unknown>): KubeObject {
  return { apiVersion: 'v1', kind: 'X', metadata: { name: 'x' }, ...fields };
}

describe('daemonSetView', () => {
  it.each([
    ['that nobody has looked at', undefined, { ready: 0, desired: 0, tone: 'busy', state: 'starting' }],
    ['for no node', { desired: 0 }, { ready: 0, desired: 0, tone: 'neutral', state: 'noNodes' }],
    ['on some', { desired: 3, ready: 1 }, { ready: 1, desired: 3, tone: 'busy', state: 'starting' }],
    ['on all', { desired: 3, ready: 3 }, { ready: 3, desired: 3, tone: 'good', state: 'ready' }],
  ])('%s', (_, counts, expected) => {
    const { desired, ready } = { desired: undefined, ready: undefined, ...counts };
    const status = { observedGeneration: 1, desiredNumberScheduled: desired, numberReady: ready };
    expect(daemonSetView(object(counts === undefined ? {} : { status }))).toEqual(expected);
  });
});

describe('deploymentView', () => {
  it.each([
    ['no status yet', {}, { ready: 0, desired: 1, tone: 'busy', state: 'starting' }],
    [
      'ready',
      { spec: { replicas: 2 }, status: { readyReplicas: 2 } },
      { ready: 2, desired: 2, tone: 'good', state: 'ready' },
    ],
    [
      'scaled down',
      { spec: { replicas: 0 } },
      { ready: 0, desired: 0, tone: 'neutral', state: 'scaledToZero' },
    ],
    [
      'starting, with words',
      {
        spec: { replicas: 1 },
        status: { conditions: [{ type: 'Available', status: 'False', message: 'no minimum' }] },
      },
      { ready: 0, desired: 1, tone: 'busy', state: 'starting', detail: 'no minimum' },
    ],
    [
      'too slow',
      {
        spec: { replicas: 1 },
        status: {
          conditions: [{ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' }],
        },
      },
      { ready: 0, desired: 1, tone: 'bad', state: 'failing', detail: 'ProgressDeadlineExceeded' },
    ],
    [
      'no pods may be made',
      { status: { conditions: [{ type: 'ReplicaFailure', status: 'True', message: 'quota' }] } },
      { ready: 0, desired: 1, tone: 'bad', state: 'failing', detail: 'quota' },
    ],
    [
      'no pods may be made, for a long time',
      {
        status: {
          conditions: [
            { type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded', message: 'too long' },
            { type: 'ReplicaFailure', status: 'True', message: 'quota' },
          ],
        },
      },
      { ready: 0, desired: 1, tone: 'bad', state: 'failing', detail: 'quota' },
    ],
    [
      'nonsense',
      { spec: 'x', status: { conditions: 'y', readyReplicas: 'z' } },
      { ready: 0, desired: 1, tone: 'busy', state: 'starting' },
    ],
  ])('%s', (_name, given, want) => {
    expect(deploymentView(object(given))).toEqual(want);
  });
});

describe('podView', () => {
  const waiting = (reason: string): object => ({
    restartCount: 3,
    state: { waiting: { reason, message: 'why' } },
  });
  it.each([
    ['nothing yet', {}, { restarts: 0, tone: 'busy', state: 'pending' }],
    [
      'running',
      {
        spec: { nodeName: 'n1' },
        status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
      },
      { restarts: 0, node: 'n1', tone: 'good', state: 'running' },
    ],
    [
      'running, not ready',
      { status: { phase: 'Running' } },
      { restarts: 0, tone: 'busy', state: 'notReady' },
    ],
    [
      'running, with a container that whoever runs it is still making',
      { status: { phase: 'Running', containerStatuses: [waiting('ContainerCreating')] } },
      { restarts: 3, tone: 'busy', state: 'notReady', detail: 'why' },
    ],
    [
      'crashing',
      { status: { phase: 'Running', containerStatuses: [waiting('CrashLoopBackOff')] } },
      { restarts: 3, tone: 'bad', state: 'waiting', reason: 'CrashLoopBackOff', detail: 'why' },
    ],
    [
      'being created',
      { status: { phase: 'Pending', containerStatuses: [waiting('ContainerCreating')] } },
      { restarts: 3, tone: 'busy', state: 'pending' },
    ],
    [
      'nowhere to run',
      {
        status: {
          phase: 'Pending',
          conditions: [{ type: 'PodScheduled', status: 'False', message: 'no nodes' }],
        },
      },
      { restarts: 0, tone: 'warn', state: 'pending', detail: 'no nodes' },
    ],
    [
      'evicted',
      { status: { phase: 'Failed', reason: 'Evicted', message: 'disk' } },
      { restarts: 0, tone: 'bad', state: 'failed', reason: 'Evicted', detail: 'disk' },
    ],
    ['done', { status: { phase: 'Succeeded' } }, { restarts: 0, tone: 'neutral', state: 'completed' }],
  ])('%s', (_name, given, want) => {
    expect(podView(object(given))).toEqual(want);
  });

  it('says when it is going', () => {
    const pod = object({ status: { phase: 'Running' } });
    pod.metadata.deletionTimestamp = '2026-01-01T00:00:00Z';
    expect(podView(pod).state).toBe('terminating');
  });
});

it('reads selectors and involved objects with care', () => {
  expect(podLabels(object({ spec: { selector: { matchLabels: { app: 'a', n: 1 } } } }))).toEqual({
    app: 'a',
  });
  expect(podLabels(object({}))).toBeUndefined();
  expect(involvedObject(object({ involvedObject: { kind: 'Pod', name: 'p' } }))).toEqual({
    kind: 'Pod',
    name: 'p',
  });
  expect(involvedObject(object({ involvedObject: {} }))).toBeUndefined();
});
