import { expect, it } from 'vitest';
import { etcdArguments } from './native.ts';

const PORTS = [
  { containerPort: 2379, localPort: 40_001 },
  { containerPort: 2380, localPort: 40_002 },
];
const place = { root: '/private/mounts', ports: PORTS };

it('listens on this machine alone, and keeps its data in the folder of its pod', () => {
  const args = etcdArguments({ scratch: ['var/etcd'] }, place);
  expect(args).toEqual(expect.arrayContaining(['--data-dir', '/private/mounts/var/etcd/data']));
  expect(args).toEqual(expect.arrayContaining(['--listen-client-urls', 'http://127.0.0.1:40001']));
  expect(args).toEqual(expect.arrayContaining(['--listen-peer-urls', 'http://127.0.0.1:40002']));
});

it.each([
  ['without an empty folder', { scratch: [] }, place],
  ['without a port for its peers', { scratch: ['var/etcd'] }, { ...place, ports: PORTS.slice(0, 1) }],
])('is not started %s', (_, job, at) => {
  expect(() => etcdArguments(job, at)).toThrow(/the pod (mounts no|does not declare)/);
});
