import { describe, expect, it } from 'vitest';
import { findWay } from './way.ts';
import type { Surroundings } from './way.ts';

const SURROUNDINGS: Surroundings = {
  processes: [
    {
      namespace: 'air',
      workload: 'tickets',
      labels: { app: 'tickets', tier: 'gold' },
      ports: [
        { name: 'hook', containerPort: 9443, localPort: 40001 },
        { containerPort: 8080, localPort: 40002 },
      ],
    },
    {
      namespace: 'sea',
      workload: 'ships',
      labels: { app: 'ships' },
      ports: [{ containerPort: 9443, localPort: 40003 }],
    },
  ],
  services: [
    aService('hook', '10.0.0.1', { app: 'tickets' }, [
      { port: 443, targetPort: 'hook' },
      { port: 80, targetPort: 8080 },
      { port: 81, targetPort: 'metrics' },
    ]),
    { ...aService('dual', '10.0.0.2', { app: 'tickets' }), clusterIPs: ['10.0.0.2', 'fd00::2'] },
    aService('abroad', '10.0.0.3', { app: 'ships' }),
    aService('by-hand', '10.0.0.4', {}),
  ],
  pods: [
    { namespace: 'air', name: 'tickets-1', ips: ['10.1.0.1'], workload: 'tickets' },
    { namespace: 'air', name: 'idle-1', ips: ['10.1.0.2'], workload: 'idle' },
    { namespace: 'sea', name: 'tickets-1', ips: ['10.1.0.3'], workload: 'tickets' },
  ],
  nodes: [{ addresses: ['localhost', '10.2.0.1'] }],
  kubeletPort: 10250,
};

function aService(
  name: string,
  clusterIP: string,
  selector: Record<string, string>,
  ports: { port: number; targetPort: number | string }[] = [{ port: 443, targetPort: 9443 }],
): Surroundings['services'][number] {
  return { namespace: 'air', name, clusterIPs: [clusterIP], selector, ports };
}

describe('an address of the cluster leads to', () => {
  it.each([
    ['the port that a Service names', '10.0.0.1:443', 40001],
    ['the port whose number a Service gives', '10.0.0.1:80', 40002],
    ['the process behind a second address of a Service', '[fd00::2]:443', 40001],
    ['the process of a pod', '10.1.0.1:8080', 40002],
  ])('%s', (_, authority, localPort) => {
    expect(findWay(authority, SURROUNDINGS)).toEqual({ kind: 'open', localPort });
  });
});

it.each(['localhost:10250', '10.2.0.1:10250'])('%s leads to the kubelet of a node', (authority) => {
  expect(findWay(authority, SURROUNDINGS)).toEqual({ kind: 'kubelet' });
});

describe('refused is', () => {
  it.each([
    ['an address of nobody', '192.0.2.7:443', '192.0.2.7:443 is no Service, pod or kubelet of this cluster'],
    ['this machine itself', 'localhost:22', 'localhost:22 is no Service, pod or kubelet of this cluster'],
    [
      'a process by its own port',
      '127.0.0.1:40001',
      '127.0.0.1:40001 is no Service, pod or kubelet of this cluster',
    ],
    ['no address', 'nonsense', '"nonsense" is not an address of the form host:port'],
    ['a port that a Service lacks', '10.0.0.1:444', 'Service air/hook has no port 444'],
    [
      'a port that no pod declares',
      '10.0.0.1:81',
      'Service air/hook asks for port metrics, which the pods of tickets do not declare',
    ],
    [
      'a Service whose selector fits another namespace only',
      '10.0.0.3:443',
      'no process of this machine stands behind Service air/abroad',
    ],
    ['a Service without a selector', '10.0.0.4:443', 'Service air/by-hand has no selector'],
    ['a pod without a process', '10.1.0.2:80', 'no process of this machine stands behind pod air/idle-1'],
    ['a namesake elsewhere', '10.1.0.3:8080', 'no process of this machine stands behind pod sea/tickets-1'],
    ['a port that a pod does not declare', '10.1.0.1:22', 'pod air/tickets-1 does not declare port 22'],
  ])('%s', (_, authority, reason) => {
    expect(findWay(authority, SURROUNDINGS)).toEqual({ kind: 'refused', reason });
  });
});
