import { describe, expect, it } from 'vitest';
import { aBundle, aCsvSummary } from '../../testing/catalog.ts';
import type { KubeObject } from '../../k8s/object.ts';
import type { BundleDetail, BundleObject } from '../api/catalog-answers.ts';
import type { CatalogBundle, ChannelEntry, PolicyRule } from '../api/catalog.ts';
import { capabilityFacts, type CapabilityLevel, type Evidence } from './capability-facts.ts';

const GROUP = 'light.example.com';

const api = (kind: string): CatalogBundle['providedApis'][number] => ({
  group: GROUP,
  version: 'v1',
  kind,
  name: `${kind.toLowerCase()}s.${GROUP}`,
});

interface Made {
  kinds?: string[];
  crds?: KubeObject[];
  csv?: object;
  entries?: ChannelEntry[];
  others?: BundleObject[];
  annotations?: object;
}

function evidenceOf(level: CapabilityLevel, made: Made): readonly Evidence[] {
  const {
    kinds = ['Lamp'],
    crds = [],
    csv = {},
    entries = [{ name: 'lamp.v1.0.0' }],
    others,
    annotations,
  } = made;
  const bundle = aBundle('lamp', '1.0.0', { providedApis: kinds.map(api) });
  const detail: BundleDetail = {
    bundle,
    csv: {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'ClusterServiceVersion',
      metadata: {
        name: 'lamp.v1.0.0',
        ...(annotations === undefined ? {} : { annotations: { ...annotations } }),
      },
      spec: csv,
    },
    crds,
    ...(others === undefined ? {} : { others }),
  };
  const channel = { name: 'stable', entries, head: 'lamp.v1.0.0' };
  return capabilityFacts({ bundle, channel, detail }).find((each) => each.level === level)?.evidence ?? [];
}

const version = (more: object = {}): object => ({ name: 'v1', served: true, ...more });

function crd(kind: string, versions: readonly object[], more: object = {}): KubeObject {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: api(kind).name },
    spec: { names: { kind }, versions, ...more },
  };
}

const schema = (properties: object): object => ({
  schema: { openAPIV3Schema: { type: 'object', properties } },
});
const fields = (properties: object): object => ({ type: 'object', properties });

const rights = (...rules: PolicyRule[]): object => ({
  install: { spec: { permissions: [{ serviceAccountName: 'lamp', rules }] } },
});
const rule = (group: string, resources: string[], verbs = ['create']): PolicyRule => ({
  apiGroups: [group],
  resources,
  verbs,
});
const deployment = (spec: object = {}): object => ({ name: 'keeper', spec });
const pod = (...containers: object[]): object => ({ template: { spec: { containers } } });
const install = (...deployments: object[]): object => ({ install: { spec: { deployments } } });

type Row = readonly [what: string, made: Made, want: readonly Evidence[]];

const BASIC: Row[] = [
  ['nothing', {}, []],
  ['a Deployment', { csv: install(deployment()) }, [{ code: 'deployments', names: ['keeper'] }]],
  [
    'fields to configure and a status to read',
    { crds: [crd('Lamp', [version(schema({ spec: fields({ lumen: {} }), status: fields({ lit: {} }) }))])] },
    [
      { code: 'configuration', names: ['Lamp'] },
      { code: 'statusBlock', names: ['Lamp'] },
    ],
  ],
  ['no fields where anything may stand', { crds: [crd('Lamp', [version(schema({ spec: {} }))])] }, []],
  [
    'no fields of a version that is not served',
    { crds: [crd('Lamp', [version({ served: false, ...schema({ spec: fields({ lumen: {} }) }) })])] },
    [],
  ],
  [
    'no fields of somebody else’s kind',
    { crds: [crd('Oil', [version(schema({ spec: fields({ l: {} }) }))])] },
    [],
  ],
  [
    'an example of one kind of two',
    { kinds: ['Lamp', 'Wick'], annotations: { 'alm-examples': '[{"kind":"Lamp"},{"kind":"Oil"}]' } },
    [{ code: 'examples', names: ['Lamp'], kinds: 2 }],
  ],
  [
    'the install modes that it supports, and its images',
    {
      csv: {
        installModes: [
          { type: 'AllNamespaces', supported: true },
          { type: 'OwnNamespace', supported: false },
        ],
        relatedImages: [{ image: 'a' }, { image: 'b' }],
      },
    },
    [
      { code: 'installModes', names: ['AllNamespaces'] },
      { code: 'relatedImages', count: 2 },
    ],
  ],
];

const UPGRADES: Row[] = [
  ['nothing in a channel of one version', {}, []],
  [
    'all ways that lead to it',
    {
      entries: [
        { name: 'lamp.v0.9.0' },
        { name: 'lamp.v1.0.0', replaces: 'lamp.v0.9.0', skips: ['lamp.v0.8.0'], skipRange: '<0.8.0' },
      ],
    },
    [
      { code: 'replaces', name: 'lamp.v0.9.0' },
      { code: 'skips', count: 1 },
      { code: 'skipRange', range: '<0.8.0' },
      { code: 'channelVersions', channel: 'stable', count: 2 },
    ],
  ],
  [
    'no way that leads to another version',
    { entries: [{ name: 'lamp.v1.1.0', replaces: 'lamp.v1.0.0' }] },
    [],
  ],
  [
    'versions of its API, and what converts between them',
    {
      crds: [crd('Lamp', [version(), version({ name: 'v2' }), version({ name: 'v0', served: false })])],
      csv: { webhookdefinitions: [{ type: 'ConversionWebhook', conversionCRDs: [api('Lamp').name, 'x.y'] }] },
    },
    [
      { code: 'servedVersions', name: 'Lamp', versions: ['v1', 'v2'] },
      { code: 'conversion', names: ['Lamp'] },
    ],
  ],
  [
    'a conversion that the definition names itself',
    { crds: [crd('Lamp', [], { conversion: { strategy: 'Webhook' } })] },
    [{ code: 'conversion', names: ['Lamp'] }],
  ],
];

const LEASES = rule('coordination.k8s.io', ['leases'], ['create', 'update']);

const LIFECYCLE: Row[] = [
  [
    'kinds that are about keeping data',
    { kinds: ['Lamp', 'LampBackup', 'SnapshotSchedule'] },
    [{ code: 'lifecycleKinds', names: ['LampBackup', 'SnapshotSchedule'] }],
  ],
  [
    'rights to make backups with others’ means',
    { csv: rights(rule('snapshot.storage.k8s.io', ['volumesnapshots']), rule('velero.io', ['*'], ['*'])) },
    [
      {
        code: 'backupRights',
        names: [
          'volumesnapshots.snapshot.storage.k8s.io',
          'backups.velero.io',
          'restores.velero.io',
          'schedules.velero.io',
        ],
      },
    ],
  ],
  ['no rights to read only', { csv: rights(rule('velero.io', ['*'], ['get', 'list'])) }, []],
  ['no rights to everything', { csv: rights(rule('*', ['*'], ['*'])) }, []],
  [
    'replicas that elect a leader',
    {
      csv: {
        install: {
          spec: {
            deployments: [deployment({ replicas: 2 })],
            permissions: [{ serviceAccountName: 'lamp', rules: [LEASES] }],
          },
        },
      },
    },
    [{ code: 'standby', names: ['keeper'] }],
  ],
  ['no replicas that elect none', { csv: install(deployment({ replicas: 2 })) }, []],
  [
    'both probes of a container',
    { csv: install(deployment(pod({}, { livenessProbe: {}, readinessProbe: {} }))) },
    [{ code: 'probes', names: ['keeper'] }],
  ],
  ['not one probe', { csv: install(deployment(pod({ livenessProbe: {} }, { readinessProbe: {} }))) }, []],
  [
    'disruption budgets',
    {
      others: [{ group: 'policy', kind: 'PodDisruptionBudget', name: 'lamp' }],
      csv: rights(rule('policy', ['poddisruptionbudgets'])),
    },
    [{ code: 'disruptionBudgets', names: ['lamp', 'poddisruptionbudgets.policy'] }],
  ],
];

const INSIGHTS: Row[] = [
  [
    'what a monitoring stack reads',
    {
      others: [
        { group: 'monitoring.coreos.com', kind: 'PrometheusRule', name: 'alerts' },
        { group: '', kind: 'Service', name: 'lamp', ports: ['metrics'] },
        { group: '', kind: 'Service', name: 'lamp-metrics', ports: [] },
        { group: '', kind: 'Service', name: 'lamp-webhook', ports: ['https'] },
        { group: '', kind: 'ConfigMap', name: 'metrics' },
      ],
    },
    [
      { code: 'monitoringObjects', names: ['PrometheusRule alerts'] },
      { code: 'metricsServices', names: ['lamp', 'lamp-metrics'] },
    ],
  ],
  [
    'rights to have itself watched, and to tell',
    {
      csv: rights(
        rule('monitoring.coreos.com', ['servicemonitors']),
        rule('', ['events'], ['patch']),
        rule('events.k8s.io', ['events'], ['watch']),
      ),
    },
    [
      { code: 'monitoringRights', names: ['servicemonitors.monitoring.coreos.com'] },
      { code: 'eventRights', names: ['events'] },
    ],
  ],
  ...[
    ['a port of that name', pod({ ports: [{ name: 'https-metrics' }] })] as const,
    ['the argument for it', pod({ args: ['--metrics-bind-address=:8443'] })] as const,
  ].map(([what, spec]): Row => [
    what,
    { csv: install(deployment(spec)) },
    [{ code: 'metricsPorts', names: ['keeper'] }],
  ]),
  [
    'no argument that switches them off',
    { csv: install(deployment(pod({ args: ['--metrics-addr=:0'] }))) },
    [],
  ],
  [
    'conditions, and a status that is described',
    {
      crds: [
        crd('Lamp', [version(schema({ status: fields({ conditions: { type: 'array', items: {} } }) }))]),
      ],
      csv: {
        customresourcedefinitions: {
          owned: [
            { kind: 'Lamp', statusDescriptors: [{ path: 'lit' }] },
            { kind: 'Wick', statusDescriptors: [] },
          ],
        },
      },
    },
    [
      { code: 'conditions', names: ['Lamp'] },
      { code: 'statusDescriptors', names: ['Lamp'] },
    ],
  ],
];

const PILOT: Row[] = [
  [
    'rights to scale, and to read the load',
    {
      csv: rights(
        rule('autoscaling', ['horizontalpodautoscalers']),
        rule('metrics.k8s.io', ['pods'], ['get', 'list']),
        rule('custom.metrics.k8s.io', ['*'], ['get']),
      ),
    },
    [
      { code: 'autoscalingRights', names: ['horizontalpodautoscalers.autoscaling'] },
      { code: 'loadRights', names: ['pods.metrics.k8s.io', '*.custom.metrics.k8s.io'] },
    ],
  ],
  [
    'a kind that can be scaled',
    { crds: [crd('Lamp', [version({ subresources: { scale: { specReplicasPath: '.spec.replicas' } } })])] },
    [{ code: 'scaleSubresource', names: ['Lamp'] }],
  ],
];

describe.each([
  ['Basic Install', BASIC],
  ['Seamless Upgrades', UPGRADES],
  ['Full Lifecycle', LIFECYCLE],
  ['Deep Insights', INSIGHTS],
  ['Auto Pilot', PILOT],
] as const)('of %s it sees', (level, rows) => {
  it.each(rows)('%s', (_what, made, want) => {
    expect(evidenceOf(level, made)).toEqual(want);
  });
});

describe('what is claimed', () => {
  const claims = (level?: string): boolean[] => {
    const csv = aCsvSummary(level === undefined ? {} : { capabilityLevel: level });
    const bundle = aBundle('lamp', '1.0.0', { csv });
    const channel = { name: 'stable', entries: [], head: '' };
    return capabilityFacts({ bundle, channel }).map(({ claimed }) => claimed);
  };

  it.each([
    ['nothing', undefined, [false, false, false, false, false]],
    ['the lowest', 'Basic Install', [true, false, false, false, false]],
    ['a level with all below it', 'Deep Insights', [true, true, true, true, false]],
    ['a word that is no level', 'Best Ever', [false, false, false, false, false]],
  ])('is %s', (_what, level, want) => {
    expect(claims(level)).toEqual(want);
  });
});

it('goes by what the catalog says while the manifests are not here', () => {
  const bundle = aBundle('lamp', '1.0.0', {
    providedApis: [api('Lamp'), api('LampRestore')],
    csv: aCsvSummary({
      examples: [{ kind: 'Lamp' }],
      permissions: [{ serviceAccount: 'lamp', scope: 'cluster', rules: [rule('', ['events'])] }],
    }),
  });
  const channel = {
    name: 'stable',
    entries: [{ name: bundle.name, skipRange: '<1.0.0' }],
    head: bundle.name,
  };
  expect(capabilityFacts({ bundle, channel }).map(({ evidence }) => evidence)).toEqual([
    [{ code: 'examples', names: ['Lamp'], kinds: 2 }],
    [{ code: 'skipRange', range: '<1.0.0' }],
    [{ code: 'lifecycleKinds', names: ['LampRestore'] }],
    [{ code: 'eventRights', names: ['events'] }],
    [],
  ]);
});

it('takes what is of the wrong type as absent', () => {
  const odd = [null, 7, 'x', [], { spec: 7 }];
  const bundle = aBundle('lamp', '1.0.0', { providedApis: [api('Lamp')] });
  const channel = { name: 'stable', entries: [], head: '' };
  for (const value of odd) {
    const csv = {
      apiVersion: 'a/v1',
      kind: 'B',
      metadata: { name: '' },
      spec: { install: { spec: { deployments: value } } },
    };
    const detail = { bundle, csv, crds: [crd('Lamp', odd as object[], { conversion: value })] };
    expect(capabilityFacts({ bundle, channel, detail }).flatMap(({ evidence }) => evidence)).toEqual([]);
  }
});
