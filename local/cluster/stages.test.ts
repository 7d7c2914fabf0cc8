import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { stagesAt, USUAL_PACE, withStages } from './stages.ts';

it('has nodes tell of themselves many times within the grace', () => {
  const [atLeast, atMost] = USUAL_PACE.heartbeatMs;
  expect(atMost * 5).toBeLessThanOrEqual(USUAL_PACE.graceMs);
  expect(atLeast).toBeLessThanOrEqual(atMost);
});

const settings = `apiVersion: config.kwok.x-k8s.io/v1alpha1
kind: KwokctlConfiguration
options:
  etcdPort: 24001
---
apiVersion: kwok.x-k8s.io/v1alpha1
kind: Stage
metadata:
  name: node-heartbeat-with-lease
---
apiVersion: config.kwok.x-k8s.io/v1alpha1
kind: KwokConfiguration
`;

it('puts the stages in the place of those that a cluster has, and keeps its other settings', () => {
  const renewed = withStages(settings);
  const documents = parseAllDocuments(renewed).map((document): unknown => document.toJS());
  expect(documents).toEqual([
    {
      apiVersion: 'config.kwok.x-k8s.io/v1alpha1',
      kind: 'KwokctlConfiguration',
      options: { etcdPort: 24_001 },
    },
    { apiVersion: 'config.kwok.x-k8s.io/v1alpha1', kind: 'KwokConfiguration' },
    ...stagesAt(USUAL_PACE),
  ]);
  expect(withStages(renewed)).toBe(renewed);
});
