import { expect, it } from 'vitest';
import { objectHealth } from './object-health.ts';

interface Row {
  number: number;
  name: string;
  of: [string, string];
  spec?: object;
  status?: object;
  want: string | RegExp;
}
const rolled = { observedGeneration: 2, updatedReplicas: 2, replicas: 2, availableReplicas: 2 };
const D: [string, string] = ['apps/v1', 'Deployment'];
const S: [string, string] = ['apps/v1', 'StatefulSet'];
const J: [string, string] = ['batch/v1', 'Job'];
const rows: Row[] = [
  {
    number: 75,
    name: 'Deployment rolled out',
    of: D,
    spec: { replicas: 2 },
    status: rolled,
    want: 'healthy',
  },
  {
    number: 75,
    name: 'not observed',
    of: D,
    spec: { replicas: 2 },
    status: { ...rolled, observedGeneration: 1 },
    want: 'Waiting for deployment spec update to be observed...',
  },
  {
    number: 75,
    name: 'not updated',
    of: D,
    spec: { replicas: 2 },
    status: { ...rolled, updatedReplicas: 1 },
    want: 'Waiting for deployment "x" rollout to finish: 1 out of 2 new replicas have been updated...',
  },
  {
    number: 75,
    name: 'old pods',
    of: D,
    spec: { replicas: 2 },
    status: { ...rolled, replicas: 3 },
    want: 'Waiting for deployment "x" rollout to finish: 1 old replicas are pending termination...',
  },
  {
    number: 75,
    name: 'not available',
    of: D,
    spec: { replicas: 2 },
    status: { ...rolled, availableReplicas: 0 },
    want: 'Waiting for deployment "x" rollout to finish: 0 of 2 updated replicas are available...',
  },
  {
    number: 75,
    name: 'deadline',
    of: D,
    spec: { replicas: 2 },
    status: { ...rolled, conditions: [{ type: 'Progressing', reason: 'ProgressDeadlineExceeded' }] },
    want: 'deployment "x" exceeded its progress deadline',
  },
  {
    number: 75,
    name: 'StatefulSet ready',
    of: S,
    spec: { replicas: 1 },
    status: { observedGeneration: 2, readyReplicas: 1, currentRevision: 'a', updateRevision: 'a' },
    want: 'healthy',
  },
  {
    number: 75,
    name: 'StatefulSet not ready',
    of: S,
    spec: { replicas: 3 },
    status: { observedGeneration: 2, readyReplicas: 1 },
    want: 'statefulset "x": waiting for 2 pods to be ready...',
  },
  {
    number: 75,
    name: 'StatefulSet rolling',
    of: S,
    spec: { replicas: 1 },
    status: { observedGeneration: 2, readyReplicas: 1, currentRevision: 'a', updateRevision: 'b' },
    want: /rolling update/,
  },
  {
    number: 75,
    name: 'StatefulSet OnDelete',
    of: S,
    spec: { replicas: 1, updateStrategy: { type: 'OnDelete' } },
    status: { observedGeneration: 2, readyReplicas: 1, currentRevision: 'a', updateRevision: 'b' },
    want: 'healthy',
  },
  {
    number: 76,
    name: 'Job of three completions',
    of: J,
    spec: { completions: 3 },
    status: { succeeded: 3, conditions: [{ type: 'Complete', status: 'True' }] },
    want: 'healthy',
  },
  {
    number: 76,
    name: 'Job under way',
    of: J,
    spec: { completions: 3 },
    status: { succeeded: 1 },
    want: 'job "x" still running or failed: 1 of 3 completed',
  },
  {
    number: 76,
    name: 'Job failed',
    of: J,
    status: { conditions: [{ type: 'Failed', status: 'True', message: 'BackoffLimitExceeded' }] },
    want: 'failed: job "x" has failed terminally: BackoffLimitExceeded',
  },
  {
    number: 77,
    name: 'Pod',
    of: ['v1', 'Pod'],
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
    want: 'healthy',
  },
  {
    number: 77,
    name: 'Pod not ready',
    of: ['v1', 'Pod'],
    status: { phase: 'Running' },
    want: 'pod "x" is not ready yet',
  },
  {
    number: 77,
    name: 'Pod pending',
    of: ['v1', 'Pod'],
    status: { phase: 'Pending' },
    want: 'pod "x" is not running yet: Pending',
  },
  { number: 77, name: 'Namespace', of: ['v1', 'Namespace'], status: { phase: 'Active' }, want: 'healthy' },
  {
    number: 77,
    name: 'CRD',
    of: ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'],
    want: 'CRD x is not established',
  },
  {
    number: 77,
    name: 'ExternalName',
    of: ['v1', 'Service'],
    spec: { type: 'ExternalName' },
    want: 'healthy',
  },
  {
    number: 77,
    name: 'Service without IP',
    of: ['v1', 'Service'],
    want: 'service "x" has no cluster IP yet',
  },
  {
    number: 77,
    name: 'LoadBalancer',
    of: ['v1', 'Service'],
    spec: { type: 'LoadBalancer', clusterIP: '1' },
    want: 'service "x" has no ingress yet',
  },
  {
    number: 77,
    name: 'LoadBalancer with ingress',
    of: ['v1', 'Service'],
    spec: { type: 'LoadBalancer', clusterIP: '1' },
    status: { loadBalancer: { ingress: [{}] } },
    want: 'healthy',
  },
  {
    number: 77,
    name: 'Instance at work',
    of: ['kudo.dev/v1beta1', 'Instance'],
    spec: { planExecution: { planName: 'p' } },
    want: 'instance "x" has active plan p',
  },
  { number: 77, name: 'others', of: ['apps/v1', 'DaemonSet'], want: 'healthy' },
];
it.each(rows)('KUDO $number: $name', ({ of: [apiVersion, kind], spec = {}, status = {}, want }) => {
  const health = objectHealth({ apiVersion, kind, metadata: { name: 'x', generation: 2 }, spec, status });
  const text =
    health.kind === 'healthy' ? 'healthy' : health.kind === 'failed' ? `failed: ${health.why}` : health.why;
  expect(text).toMatch(
    want instanceof RegExp ? want : new RegExp(`^${want.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`),
  );
});
