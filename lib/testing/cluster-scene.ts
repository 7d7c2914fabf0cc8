/** One namespace in the middle of an upgrade, with every field that something looks at. */
import type { KubeObject } from '../k8s/object.ts';
import type {
  CatalogSource,
  ClusterServiceVersion,
  InstallPlan,
  OperatorGroup,
  Subscription,
} from '../olm/api/types.ts';
import { firstStatus } from '../olm/plan/begin.ts';
import { tenancyAnnotations } from '../olm/plan/objects.ts';
import {
  aCrd,
  anInstallableCsv,
  anInstallPlan,
  aPlanBundle,
  EARLIER,
  NOW,
  planFactsOf,
} from './install-facts.ts';

/** The namespace in which the upgrade happens. */
export const NAMESPACE = 'team-a';
/** The namespace of the CatalogSource. */
export const SYSTEM = 'capstan-system';
const API = 'operators.coreos.com';

/** What the guards leave of the objects; any of them may be missing. */
export interface Scene {
  csvs: readonly ClusterServiceVersion[];
  subscriptions: readonly Subscription[];
  plans: readonly InstallPlan[];
  groups: readonly OperatorGroup[];
  sources: readonly CatalogSource[];
  crds: readonly KubeObject[];
}

const condition = {
  type: 'Any',
  status: 'True',
  reason: 'Why',
  message: 'words',
  lastTransitionTime: EARLIER,
};
const told = { phase: 'Succeeded', reason: 'InstallSucceeded', message: 'done', lastTransitionTime: EARLIER };
const rules = [{ apiGroups: [''], resources: ['events'], verbs: ['create'] }];
const apis = [
  { name: 'things', group: 'example.com', version: 'v1', kind: 'Thing', deploymentName: 'tickets' },
];

const metadata = (name: string, namespace = NAMESPACE): KubeObject['metadata'] => ({
  name,
  namespace,
  uid: `uid-${name}`,
  creationTimestamp: EARLIER,
  generation: 1,
  labels: { [`${API}/tickets.team-a`]: '' },
  annotations: tenancyAnnotations(NAMESPACE, { name: 'group', targets: [NAMESPACE] }),
});

function csv(name: string, replaces: string, phase: string): KubeObject {
  const base = anInstallableCsv(name);
  return {
    ...base,
    metadata: { ...metadata(name), finalizers: ['operators.coreos.com/csv-cleanup'] },
    spec: {
      ...base.spec,
      replaces,
      skips: ['tickets.v0.9.0'],
      minKubeVersion: '1.20.0',
      provider: { name: 'Example', url: 'https://example.com' },
      icon: [{ base64data: 'aaaa', mediatype: 'image/png' }],
      customresourcedefinitions: {
        owned: [
          {
            name: 'tickets.example.com',
            version: 'v1',
            kind: 'Ticket',
            displayName: 'Ticket',
            description: 'One.',
            resources: [{ kind: 'Pod', version: 'v1' }],
            specDescriptors: [{ path: 'size', 'x-descriptors': ['urn:x'] }],
          },
        ],
        required: [{ name: 'others.example.com', version: 'v1', kind: 'Other' }],
      },
      apiservicedefinitions: { owned: apis, required: apis },
      nativeAPIs: [{ group: '', version: 'v1', kind: 'Pod' }],
      webhookdefinitions: [
        { type: 'ConversionWebhook', generateName: 'c', conversionCRDs: ['tickets.example.com'], rules },
      ],
    },
    status: {
      ...told,
      phase,
      conditions: [told, { ...told, phase: 'Failed', reason: 'ComponentUnhealthy' }],
      requirementStatus: [
        {
          group: 'apiextensions.k8s.io',
          version: 'v1',
          kind: 'CustomResourceDefinition',
          name: 'tickets.example.com',
          status: 'NotPresent',
          message: 'is not there',
          dependents: [
            { group: '', version: 'v1', kind: 'PolicyRule', status: 'NotSatisfied', message: 'no' },
          ],
        },
      ],
    },
  };
}

const subscription: KubeObject = {
  apiVersion: `${API}/v1alpha1`,
  kind: 'Subscription',
  metadata: { ...metadata('tickets'), uid: 'uid-sub' },
  spec: {
    name: 'tickets',
    source: 'samples',
    sourceNamespace: SYSTEM,
    channel: 'stable',
    startingCSV: 'tickets.v1.0.0',
    installPlanApproval: 'Manual',
    config: {
      env: [{ name: 'A', value: 'b' }],
      volumes: [{ name: 'v' }],
      volumeMounts: [{ name: 'v', mountPath: '/v' }],
      tolerations: [{ key: 'a' }],
      nodeSelector: { a: 'b' },
      resources: { limits: { cpu: '1' } },
      annotations: { a: 'b' },
    },
  },
  status: {
    state: 'UpgradePending',
    reason: 'why',
    currentCSV: 'tickets.v2.0.0',
    installedCSV: 'tickets.v1.0.0',
    installplan: { apiVersion: 'v1', kind: 'InstallPlan', name: 'install-aaaaa', uuid: 'uid-plan' },
    installPlanRef: { name: 'install-aaaaa', namespace: NAMESPACE, uid: 'uid-plan' },
    installPlanGeneration: 1,
    catalogHealth: [
      {
        catalogSourceRef: { name: 'samples', namespace: SYSTEM, uid: 'uid-cat' },
        lastUpdated: EARLIER,
        healthy: true,
      },
    ],
    conditions: [
      { ...condition, type: 'InstallPlanPending' },
      { ...condition, type: 'ResolutionFailed' },
    ],
    lastUpdated: EARLIER,
  },
};

/** The bundle that the plans of the scene install. */
export const bundle = aPlanBundle({ csv: 'tickets.v2.0.0' });

function plan(approved: boolean): KubeObject {
  const object = anInstallPlan([bundle], undefined, { approved });
  const facts = planFactsOf(object, [csv('tickets.v2.0.0', 'tickets.v1.0.0', 'Pending'), aCrd()], {
    bundles: [bundle],
  });
  const status = firstStatus(facts, NOW);
  return {
    ...object,
    status: { ...status, conditions: [{ ...condition, type: 'Installed' }], bundleLookups: [] },
  };
}

/** As the cluster has them. */
export const sceneObjects: Readonly<Record<keyof Scene, readonly KubeObject[]>> = {
  csvs: [csv('tickets.v1.0.0', '', 'Replacing'), csv('tickets.v2.0.0', 'tickets.v1.0.0', 'Installing')],
  subscriptions: [subscription],
  plans: [plan(false), plan(true)],
  groups: [
    {
      apiVersion: `${API}/v1`,
      kind: 'OperatorGroup',
      metadata: metadata('group'),
      spec: {
        targetNamespaces: [NAMESPACE],
        selector: {
          matchLabels: { a: 'b' },
          matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }],
        },
        serviceAccountName: 'installer',
        upgradeStrategy: 'Default',
      },
      status: {
        namespaces: [NAMESPACE],
        lastUpdated: EARLIER,
        conditions: [condition],
        serviceAccountRef: { name: 'a' },
      },
    },
  ],
  sources: [
    {
      apiVersion: `${API}/v1alpha1`,
      kind: 'CatalogSource',
      metadata: metadata('samples', SYSTEM),
      spec: {
        sourceType: 'grpc',
        image: 'registry.example/samples:v1',
        displayName: 'Samples',
        publisher: 'Example',
        priority: 1,
        secrets: ['pull'],
        updateStrategy: { registryPoll: { interval: '15m' } },
      },
      status: {
        message: 'words',
        reason: 'why',
        connectionState: { address: 'a:1', lastConnect: EARLIER, lastObservedState: 'READY' },
        latestImageRegistryPoll: EARLIER,
        registryService: { serviceName: 'a', createdAt: EARLIER },
        conditions: [condition],
      },
    },
  ],
  crds: [aCrd(), aCrd('others.example.com')],
};
