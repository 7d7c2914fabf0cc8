/**
 * The walk over worlds that the real API server, its controllers and the scheduler refuse: what they write about it is
 * theirs, so that no phrase is known from memory alone.
 */
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { ClusterServiceVersion } from '#lib/olm/api/types.ts';
import { why } from '#lib/olm/why/walk.ts';
import { ownerLabels } from '#lib/olm/api/labels.ts';
import { anInstallableCsv } from '#lib/testing/install-facts.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { installWorld, type InstallWorld } from '#local/testing/worlds/install-world.ts';
import { gatherWhy } from '#server/queries/why.ts';

const held = heldByFile();
let base: InstallWorld;
beforeAll(async () => {
  base = await installWorld(held);
});

const CSV = 'tickets.v1.0.0';
const namespaced = (plural: string, kind: string): Resource => ({
  ...{ group: '', version: 'v1', plural, kind, namespaced: true },
});
const quotas = namespaced('resourcequotas', 'ResourceQuota');
const limitRanges = namespaced('limitranges', 'LimitRange');

interface Broken {
  /** Of the template's pods, and of their one container. */
  pod?: object;
  container?: object;
  /** Objects beside it. */
  beside?: readonly (readonly [resource: Resource, object: object])[];
  labels?: Record<string, string>;
}

/** An operator whose only fault lies in its pods. */
async function anOperator({ pod, container, beside = [], labels }: Broken): Promise<InstallWorld> {
  const at = await base.elsewhere();
  const { namespace, user, make } = at;
  if (labels !== undefined) {
    const found = await user.get(resources.namespaces, { name: namespace });
    await user.replace(resources.namespaces, { ...found, metadata: { ...found.metadata, labels } });
  }
  await make(resources.serviceAccounts, {
    ...{ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'runs-pods', namespace } },
  });
  for (const [resource, object] of beside) {
    await user.create(resource, {
      ...{ apiVersion: 'v1', kind: resource.kind, metadata: { name: 'beside', namespace } },
      ...object,
    });
  }
  const spec = {
    ...{ replicas: 1, selector: { matchLabels: { app: 'tickets' } } },
    template: {
      metadata: { labels: { app: 'tickets' } },
      spec: {
        serviceAccountName: 'runs-pods',
        containers: [{ name: 'manager', image: 'registry.example.com/tickets:1', ...container }],
        ...pod,
      },
    },
  };
  if (beside.some(([resource]) => resource === quotas || resource === limitRanges))
    await refused(user, namespace, spec.template.spec);
  const install = { strategy: 'deployment', spec: { deployments: [{ name: 'tickets', spec }] } };
  const csv: ClusterServiceVersion = anInstallableCsv(CSV, {
    metadata: { namespace, finalizers: [], annotations: {} },
    spec: { install, customresourcedefinitions: {} },
    status: { phase: 'Succeeded', reason: 'InstallSucceeded' },
  });
  await make(resources.clusterServiceVersions, csv);
  await make(resources.deployments, {
    ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'tickets', namespace }, spec },
  });
  return at;
}

/** Admission learns of quotas and limits a moment after they are there; pods that came before would run. */
async function refused(user: InstallWorld['user'], namespace: string, spec: object): Promise<void> {
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'tried', namespace }, spec };
  await eventually(() => expect(user.create(resources.pods, pod, { dryRun: true })).rejects.toThrow());
}

async function expectFinding({ user, namespace }: InstallWorld, expected: object): Promise<void> {
  await eventually(async () => {
    const { findings } = why(await gatherWhy(user, { namespace, name: CSV }));
    expect(findings[0]).toMatchObject(expected);
  });
}

const claim = (name: string): object => ({
  volumes: [{ name: 'data', persistentVolumeClaim: { claimName: name } }],
});

const WORLDS: readonly (readonly [world: string, broken: Broken, link: string, reason: string])[] = [
  [
    'a quota that is used up',
    { beside: [[quotas, { spec: { hard: { pods: '0' } } }]] },
    'replicaSet',
    'quotaExceeded',
  ],
  [
    'a quota that asks for values',
    { beside: [[quotas, { spec: { hard: { 'limits.cpu': '1' } } }]] },
    'replicaSet',
    'quotaNeedsValues',
  ],
  [
    'a LimitRange',
    {
      beside: [[limitRanges, { spec: { limits: [{ type: 'Container', max: { cpu: '1' } }] } }]],
      container: { resources: { limits: { cpu: '2' } } },
    },
    'replicaSet',
    'limitRange',
  ],
  [
    'a Pod Security level',
    { labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
    'replicaSet',
    'podSecurity',
  ],
  ['no PriorityClass', { pod: { priorityClassName: 'nowhere' } }, 'replicaSet', 'priorityClassMissing'],
  ['no ServiceAccount', { pod: { serviceAccountName: 'nowhere' } }, 'replicaSet', 'serviceAccountMissing'],
  ['no RuntimeClass', { pod: { runtimeClassName: 'nowhere' } }, 'replicaSet', 'runtimeClassMissing'],
  ['a node selector', { pod: { nodeSelector: { disk: 'nowhere' } } }, 'pod', 'unschedulableAffinity'],
  [
    'more than any node has',
    { container: { resources: { requests: { cpu: '99999' } } } },
    'pod',
    'unschedulableCapacity',
  ],
  [
    'a scheduling gate',
    { pod: { schedulingGates: [{ name: 'example.com/gate' }] } },
    'pod',
    'schedulingGated',
  ],
  ['no claim of that name', { pod: claim('nowhere') }, 'pod', 'unschedulableVolume'],
  [
    'a claim that nothing binds',
    {
      pod: claim('beside'),
      beside: [
        [
          resources.persistentVolumeClaims,
          {
            spec: {
              ...{ accessModes: ['ReadWriteOnce'], storageClassName: 'nowhere' },
              resources: { requests: { storage: '1Gi' } },
            },
          },
        ],
      ],
    },
    'pod',
    'unschedulableVolume',
  ],
];

it.each(WORLDS)('finds %s', async (_, broken, link, reason) => {
  await expectFinding(await anOperator(broken), { link, reason });
});

/** The operator whose webhook it is stands in a namespace of its own, and its pods fit no node. */
async function aWebhook(name: string, labels: Record<string, string>): Promise<Resource> {
  const { user, namespace, make } = base;
  const resource = resources.validatingWebhookConfigurations;
  const owner = { name: `${name}.v1`, namespace };
  await make(
    resources.clusterServiceVersions,
    anInstallableCsv(owner.name, { metadata: { namespace, finalizers: [], annotations: {} } }),
  );
  const template = {
    metadata: { labels: { app: name } },
    spec: { nodeSelector: { disk: 'nowhere' }, containers: [{ name, image: 'registry.example.com/x' }] },
  };
  await make(resources.deployments, {
    ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace } },
    spec: { replicas: 1, selector: { matchLabels: { app: name } }, template },
  });
  await user.create(resource, {
    ...{ apiVersion: 'admissionregistration.k8s.io/v1', kind: resource.kind },
    metadata: { name, labels: ownerLabels(owner) },
    webhooks: [
      {
        name: `${name}.example.com`,
        ...{ sideEffects: 'None', admissionReviewVersions: ['v1'], failurePolicy: 'Fail' },
        namespaceSelector: { matchLabels: labels },
        clientConfig: { service: { namespace, name } },
        rules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], operations: ['CREATE'] }],
      },
    ],
  });
  onTestFinished(() => user.delete(resource, { name }).then(() => undefined));
  return resource;
}

it('follows a webhook that does not answer to its Service, the pods behind that, and its owner', async () => {
  const name = 'silent-webhook';
  const labels = { 'capstan.dev/test': name };
  const { kind } = await aWebhook(name, labels);
  const { user, namespace, make } = base;
  const owner = { namespace, name: `${name}.v1` };
  const webhook = { link: 'webhook', on: { kind, name }, owner };
  const at = await anOperator({ labels });
  await expectFinding(at, { ...webhook, reason: 'webhookServiceMissing' });

  await make(resources.services, {
    ...{ apiVersion: 'v1', kind: 'Service', metadata: { name, namespace } },
    spec: { selector: { app: name }, ports: [{ port: 443 }] },
  });
  await eventually(async () => {
    const { findings } = why(await gatherWhy(at.user, { namespace: at.namespace, name: CSV }));
    expect(findings).toMatchObject([
      { ...webhook, reason: 'webhookWithoutEndpoints' },
      { link: 'pod', on: { namespace }, reason: 'unschedulableAffinity' },
    ]);
  });

  await user.delete(resources.clusterServiceVersions, owner);
  await expectFinding(at, { ...webhook, reason: 'webhookOrphaned' });
});
