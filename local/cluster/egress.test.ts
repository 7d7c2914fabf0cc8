import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { withEgress } from './egress.ts';

const settings = `apiVersion: config.kwok.x-k8s.io/v1alpha1
components:
- args:
  - --data-dir=/x
  name: etcd
- args:
  - --secure-port=24001
  name: kube-apiserver
kind: KwokctlConfiguration
---
apiVersion: kwok.x-k8s.io/v1alpha1
kind: Stage
metadata:
  name: node-heartbeat
`;

it('gives the API server of an older cluster its way, once, and changes nothing else', () => {
  const renewed = withEgress(settings, '/cluster/egress.json');
  expect(parseAllDocuments(renewed).map((document): unknown => document.toJS())).toEqual([
    {
      apiVersion: 'config.kwok.x-k8s.io/v1alpha1',
      components: [
        { args: ['--data-dir=/x'], name: 'etcd' },
        {
          args: ['--secure-port=24001', '--egress-selector-config-file=/cluster/egress.json'],
          name: 'kube-apiserver',
        },
      ],
      kind: 'KwokctlConfiguration',
    },
    { apiVersion: 'kwok.x-k8s.io/v1alpha1', kind: 'Stage', metadata: { name: 'node-heartbeat' } },
  ]);
  expect(withEgress(renewed, '/cluster/egress.json')).toBe(renewed);
});
