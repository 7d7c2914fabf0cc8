import { expect, it } from 'vitest';
import { aCsvObject } from '../../testing/olm.ts';
import type { KubeObject } from '../../k8s/object.ts';
import type { ClusterServiceVersion } from '../api/types.ts';
import { servingView, type ServingRow, type ServingWorld } from './serving-view.ts';

const webhook = (type: string, more: object = {}): object => ({
  type,
  generateName: 'v.example.com',
  deploymentName: 'app',
  ...more,
});
const rules = [
  {
    operations: ['CREATE', 'UPDATE'],
    apiGroups: ['flights.com', ''],
    apiVersions: ['v1'],
    resources: ['tickets'],
  },
];
const object = (kind: string, name: string, status?: string, labels = {}): KubeObject => ({
  ...{ apiVersion: 'v1', kind, metadata: { name, namespace: 'team-a', labels } },
  status: {
    conditions:
      status === undefined
        ? []
        : [{ type: 'Available', status, message: 'why', lastTransitionTime: '2026-03-01T10:00:00Z' }],
  },
});
const deployments = [object('Deployment', 'app', 'True')];
const configurations = [
  object('ValidatingWebhookConfiguration', 'x', undefined, {
    'olm.webhook-description-generate-name': 'v.example.com',
  }),
];
const tide = { name: 'tides', group: 'sea.example.com', version: 'v1', kind: 'Tide', deploymentName: 'app' };

function rows(spec: object, world: ServingWorld, annotations: Record<string, string> = {}): ServingRow[] {
  return servingView(
    aCsvObject('tickets.v1', {}, { spec, metadata: { annotations } }) as ClusterServiceVersion,
    world,
  );
}

it.each<[string, ServingWorld, ServingRow['state'], Record<string, string>?]>([
  ['answers while its Deployment is available', { deployments, configurations }, 'answers'],
  [
    'is down while that is not',
    { deployments: [object('Deployment', 'app', 'False')], configurations },
    'down',
  ],
  ['is down without its Deployment', { deployments: [], configurations }, 'down'],
  ['is missing without its configuration', { deployments, configurations: [] }, 'missing'],
  ['is not known where configurations may not be read', { deployments }, 'unknown'],
  ['is not known where Deployments may not be read', { configurations }, 'unknown'],
  [
    'is left out',
    { deployments, configurations: [] },
    'leftOut',
    { 'capstan.dev/left-out': '[{"kind":"ValidatingAdmissionWebhook","name":"v.example.com","reason":"x"}]' },
  ],
])('a webhook %s', (_name, world, state, annotations = {}) => {
  const [row] = rows(
    { webhookdefinitions: [webhook('ValidatingAdmissionWebhook', { rules })] },
    world,
    annotations,
  );
  expect(row).toMatchObject({
    ...{ kind: 'validating', name: 'v.example.com', closes: true, state },
    matches: ['CREATE, UPDATE tickets.flights.com', 'CREATE, UPDATE tickets'],
  });
  if (state === 'answers') expect(row?.since).toBe('2026-03-01T10:00:00Z');
});

it('tells which keep nobody from anything, and what a conversion converts', () => {
  const webhookdefinitions = [
    webhook('MutatingAdmissionWebhook', { failurePolicy: 'Ignore' }),
    webhook('ConversionWebhook', { conversionCRDs: ['tickets.flights.com'] }),
  ];
  expect(rows({ webhookdefinitions }, { deployments, configurations: [] })).toMatchObject([
    { kind: 'mutating', closes: false, state: 'missing', matches: [] },
    { kind: 'conversion', closes: true, state: 'answers', matches: ['tickets.flights.com'] },
  ]);
});

it.each<[string, ServingWorld, ServingRow['state']]>([
  ['answers', { apiServices: [object('APIService', 'v1.sea.example.com', 'True')] }, 'answers'],
  ['is down', { apiServices: [object('APIService', 'v1.sea.example.com', 'False')] }, 'down'],
  ['is missing', { apiServices: [] }, 'missing'],
  ['is not known', {}, 'unknown'],
])('an aggregated API %s', (_name, world, state) => {
  const owned = [tide, { ...tide, name: 'waves', kind: 'Wave' }];
  const [row, ...more] = rows({ apiservicedefinitions: { owned } }, world);
  expect(more).toEqual([]);
  expect(row).toMatchObject({
    kind: 'apiService',
    name: 'v1.sea.example.com',
    matches: ['Tide', 'Wave'],
    state,
  });
  expect(row?.detail).toBe(state === 'down' ? 'why' : undefined);
});
