import { expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { afterEnd, afterStart, beforeStart, type ProcessEnd } from './pod-state.ts';

const pod: KubeObject = {
  ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'tickets-1', namespace: 'travel' } },
  status: {
    phase: 'Running',
    conditions: [
      { type: 'Initialized', status: 'True' },
      { type: 'Ready', status: 'True' },
      { type: 'ContainersReady', status: 'True' },
    ],
    containerStatuses: [
      { name: 'manager', ready: true, restartCount: 0, state: { running: { startedAt: 'early' } } },
      { name: 'beside', ready: true, restartCount: 0 },
    ],
  },
};
const END: ProcessEnd = { exitCode: 3, startedAt: 'early', finishedAt: 'late', waitMs: 0 };

it('counts a first crash, and leaves the pod ready', () => {
  const { containerStatuses, conditions } = afterEnd(pod, 'manager', END);
  expect(containerStatuses).toEqual([
    {
      ...{ name: 'manager', ready: true, restartCount: 1, state: { running: { startedAt: 'early' } } },
      lastState: { terminated: { exitCode: 3, reason: 'Error', startedAt: 'early', finishedAt: 'late' } },
    },
    { name: 'beside', ready: true, restartCount: 0 },
  ]);
  expect(conditions).toEqual((pod['status'] as { conditions: unknown }).conditions);
});

it('says that a container waits after the next, and takes it back once it runs', () => {
  const crashed = {
    ...pod,
    status: { ...(pod['status'] as object), ...afterEnd(pod, 'manager', { ...END, waitMs: 1500 }) },
  };
  expect(crashed.status.containerStatuses[0]).toMatchObject({
    ...{ ready: false, started: false, restartCount: 1 },
    state: {
      waiting: { reason: 'CrashLoopBackOff', message: 'back-off 2s restarting failed container=manager' },
    },
  });
  expect(crashed.status.conditions).toMatchObject([
    { type: 'Initialized', status: 'True' },
    { type: 'Ready', status: 'False', message: 'containers with unready status: [manager]' },
    { type: 'ContainersReady', status: 'False' },
  ]);
  const again = afterStart(crashed, 'manager', 'now');
  expect(again?.containerStatuses[0]).toMatchObject({
    ...{ ready: true, restartCount: 1, state: { running: { startedAt: 'now' } } },
    lastState: { terminated: { exitCode: 3 } },
  });
  expect(again?.conditions[1]).toEqual({ type: 'Ready', status: 'True', lastTransitionTime: 'now' });
});

it('says which image runs once a container was started anew with another', () => {
  const changed = { ...pod, spec: { containers: [{ name: 'manager', image: 'b' }] } };
  const [manager, beside] = (pod['status'] as { containerStatuses: object[] }).containerStatuses;
  const before = { ...changed, status: { containerStatuses: [{ ...manager, image: 'a' }, beside] } };
  expect(afterStart(before, 'manager', 'now')?.containerStatuses[0]).toMatchObject({
    image: 'b',
    restartCount: 1,
  });
});

it('writes nothing into a pod that runs', () => {
  expect(afterStart(pod, 'manager', 'now')).toBeUndefined();
});

it('says what a container waits for whose program is not there yet, once, and takes it back once it runs', () => {
  const about = { kind: 'building', text: 'building it: 3 of 9', now: 'now' } as const;
  const told = beforeStart(pod, 'manager', about);
  const waits = { ...pod, status: { ...(pod['status'] as object), ...told } };
  expect(told?.containerStatuses[0]).toMatchObject({
    ...{ ready: false, restartCount: 0 },
    state: { waiting: { reason: 'ContainerCreating', message: 'building it: 3 of 9' } },
  });
  expect(told?.conditions[1]).toMatchObject({ type: 'Ready', status: 'False' });
  expect(beforeStart(waits, 'manager', about)).toBeUndefined();
  const failed = beforeStart(waits, 'manager', { kind: 'failed', text: 'no such host', now: 'now' });
  expect(failed?.containerStatuses[0]).toMatchObject({
    state: { waiting: { reason: 'ImagePullBackOff', message: 'no such host' } },
  });
  expect(afterStart(waits, 'manager', 'now')?.containerStatuses[0]).toMatchObject({
    ...{ ready: true, state: { running: { startedAt: 'now' } } },
  });
});

it('says nothing of a container that no kubelet has seen', () => {
  const about = { kind: 'building', text: '', now: 'now' } as const;
  expect(beforeStart({ ...pod, status: {} }, 'manager', about)).toBeUndefined();
});
