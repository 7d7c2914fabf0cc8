import { expect, it } from 'vitest';
import { podOf, serviceOf } from './addresses.ts';

it('takes of a Service where it leads, with the port itself where no target is named', () => {
  const service = {
    metadata: { namespace: 'air', name: 'hook', uid: 'u1' },
    spec: {
      clusterIPs: ['10.0.0.1', 'fd00::1'],
      selector: { app: 'tickets' },
      ports: [{ port: 443, targetPort: 'hook' }, { port: 80 }],
    },
  };
  expect(serviceOf(service)).toEqual({
    namespace: 'air',
    name: 'hook',
    clusterIPs: ['10.0.0.1', 'fd00::1'],
    selector: { app: 'tickets' },
    ports: [
      { port: 443, targetPort: 'hook' },
      { port: 80, targetPort: 80 },
    ],
  });
});

it('leaves a Service without an address where it is', () => {
  const service = { metadata: { namespace: 'air', name: 'x' }, spec: { externalName: 'localhost' } };
  expect(serviceOf(service)).toMatchObject({ clusterIPs: [], selector: {}, ports: [] });
});

function aPod(hash: string | undefined, owner: { kind: string; name: string }): unknown {
  const labels = hash === undefined ? {} : { 'pod-template-hash': hash };
  return {
    metadata: { namespace: 'air', name: 'tickets-1', labels, ownerReferences: [owner] },
    status: { podIPs: [{ ip: '10.1.0.1' }] },
  };
}

it.each([
  ['of a ReplicaSet', '5d9f', { kind: 'ReplicaSet', name: 'my-tickets-5d9f' }, 'my-tickets'],
  ['of another owner', '5d9f', { kind: 'StatefulSet', name: 'tickets-5d9f' }, 'pod/tickets-1'],
  [
    'whose ReplicaSet is of no Deployment',
    undefined,
    { kind: 'ReplicaSet', name: 'tickets' },
    'pod/tickets-1',
  ],
  [
    'whose hash is not that of its ReplicaSet',
    '5d9f',
    { kind: 'ReplicaSet', name: 'tickets' },
    'pod/tickets-1',
  ],
])('tells whose process stands for a pod %s', (_, hash, owner, workload) => {
  expect(podOf(aPod(hash, owner))?.workload).toBe(workload);
});
