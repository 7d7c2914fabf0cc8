import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { ownerLabels } from '#lib/olm/api/labels.ts';
import { account, aCrd, anInstallableCsv, anInstallPlan, aPlanBundle } from '#lib/testing/install-facts.ts';
import { aSubscriptionObject } from '#lib/testing/olm.ts';
import { plainWorld, type PlainWorld } from '#local/testing/worlds/plain-world.ts';
import type { CatalogRef } from '#server/catalog/types.ts';
import { feed, type Queues } from './feeds.ts';

const NAMES = [
  'catalogSources',
  'operatorGroups',
  'groupRoles',
  'operatorConditions',
  'subscriptions',
  'plans',
  'csvs',
  'csvCopies',
  'olmConfigs',
  'operators',
] as const;

interface Fed extends PlainWorld {
  /** Since this was asked last: `csvs team-a/x`, `subscriptions team-a in 50`; each once, in order. */
  woken(): string[];
  catalogChanged(ref: CatalogRef): void;
  imageChanged(ref: CatalogRef): void;
}

/** A namespace of people, as it is when nothing has happened for a while. */
function fed(...before: readonly Parameters<PlainWorld['put']>[]): Fed {
  let catalogChanged: Fed['catalogChanged'] = () => undefined;
  let imageChanged: Fed['imageChanged'] = () => undefined;
  const plain = plainWorld();
  const { world } = plain;
  world.store.subscribe = (handler) => {
    catalogChanged = handler;
    return () => undefined;
  };
  world.bundleImages = {
    ...world.bundleImages,
    subscribe: (handler) => {
      imageChanged = (ref) => {
        handler(ref, 'image');
      };
      return () => undefined;
    },
  };
  for (const [cache, ...objects] of before) plain.put(cache, ...objects);
  let woken = new Set<string>();
  const queue = (name: string): Queues['plans'] => ({
    add: (key) => woken.add(`${name} ${key}`),
    addAfter: (key, ms) => woken.add(`${name} ${key}${ms === 0 ? '' : ` in ${String(ms)}`}`),
    size: () => 0,
    oldestMs: () => 0,
    idle: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  });
  feed(world, Object.fromEntries(NAMES.map((name) => [name, queue(name)])) as Queues);
  woken.clear();
  return {
    ...plain,
    catalogChanged: (ref) => {
      catalogChanged(ref);
    },
    imageChanged: (ref) => {
      imageChanged(ref);
    },
    woken: () => {
      const keys = [...woken].sort();
      woken = new Set();
      return keys;
    },
  };
}

const OLM = 'operators.coreos.com';
const inTeam = (name: string, more: object = {}): KubeObject['metadata'] => ({
  name,
  namespace: 'team-a',
  ...more,
});
const csv = (name: string, more: Parameters<typeof anInstallableCsv>[1] = {}): KubeObject =>
  anInstallableCsv(name, more);
const bundle = aPlanBundle();
const plan = (name: string, status: Parameters<typeof anInstallPlan>[1]): KubeObject =>
  anInstallPlan([bundle], status, { name });
const installing = { phase: 'Installing' as const, catalogSources: [] };
const complete = { phase: 'Complete' as const, catalogSources: [] };
const source = (name: string, namespace: string): KubeObject => ({
  apiVersion: `${OLM}/v1alpha1`,
  kind: 'CatalogSource',
  metadata: { name, namespace },
  spec: { sourceType: 'grpc' },
});
const group = (spec: object, name = 'group'): KubeObject => ({
  apiVersion: `${OLM}/v1`,
  kind: 'OperatorGroup',
  metadata: inTeam(name),
  spec,
});
const namespace = (name: string, labels: Record<string, string> = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels },
});
const subscription = aSubscriptionObject({ installedCSV: 'tickets.v1.0.0' });
const elsewhere: KubeObject = {
  ...aSubscriptionObject({}, { source: 'own', sourceNamespace: 'team-b' }),
  metadata: { name: 'other', namespace: 'team-b' },
};
const inSamples = { name: 'samples', namespace: 'capstan-system' };

describe('what a catalog concerns', () => {
  const users: Parameters<PlainWorld['put']>[] = [['subscriptions', subscription, elsewhere]];

  it('is everybody, when it is a global one', () => {
    const at = fed(...users);
    at.put('catalogSources', source('samples', 'capstan-system'));
    expect(at.woken()).toEqual([
      'catalogSources capstan-system/samples',
      'subscriptions team-a',
      'subscriptions team-b',
    ]);
  });

  it('is its namespace, when it is that of one (OLM 8)', () => {
    const at = fed(...users);
    at.put('catalogSources', source('own', 'team-b'));
    expect(at.woken()).toEqual(['catalogSources team-b/own', 'subscriptions team-b']);
  });

  it('is the same when its content changes, unless nobody knows it', () => {
    const at = fed(...users, ['catalogSources', source('samples', 'capstan-system')]);
    at.catalogChanged(inSamples);
    expect(at.woken()).toHaveLength(3);
    at.catalogChanged({ name: 'gone', namespace: 'capstan-system' });
    expect(at.woken()).toEqual([]);
  });

  it('is who subscribes to it and which plans are at work, when a bundle of it was pulled', () => {
    const at = fed(...users, ['installPlans', plan('works', installing), plan('done', complete)]);
    at.imageChanged(inSamples);
    expect(at.woken()).toEqual(['plans team-a/works', 'subscriptions team-a']);
  });
});

describe('what a Subscription concerns', () => {
  const before = { ...subscription, metadata: { ...subscription.metadata, generation: 1 } };

  it('is its namespace at once when somebody wants something else, and the CSV that it has', () => {
    const at = fed(['subscriptions', before]);
    at.put('subscriptions', { ...before, metadata: { ...before.metadata, generation: 2 } });
    expect(at.woken()).toEqual(['csvs team-a/tickets.v1.0.0', 'subscriptions team-a']);
  });

  it('is its namespace later when only its status changed: that was us', () => {
    const at = fed(['subscriptions', before]);
    at.put('subscriptions', {
      ...before,
      status: { ...before.status, lastUpdated: '2026-01-01T00:01:00Z' },
    } as KubeObject);
    expect(at.woken()).toEqual(['csvs team-a/tickets.v1.0.0', 'subscriptions team-a in 500']);
  });
});

describe('what an InstallPlan concerns', () => {
  it.each([
    { status: installing, want: ['plans team-a/p', 'subscriptions team-a in 500'] },
    {
      status: { ...installing, phase: 'RequiresApproval' as const },
      want: ['plans team-a/p', 'subscriptions team-a in 50'],
    },
    {
      status: complete,
      want: ['csvs team-a/tickets.v1.0.0', 'plans team-a/p', 'subscriptions team-a in 50'],
    },
    {
      status: { ...complete, phase: 'Failed' as const },
      want: ['csvs team-a/tickets.v1.0.0', 'plans team-a/p', 'subscriptions team-a in 50'],
    },
  ])('that is $status.phase is $want', ({ status, want }) => {
    const at = fed();
    at.put('installPlans', plan('p', status));
    expect(at.woken()).toEqual(want);
  });
});

describe('what a ClusterServiceVersion concerns', () => {
  const around: Parameters<PlainWorld['put']>[] = [
    ['clusterServiceVersions', csv('a.v1', { status: { phase: 'Installing' } }), csv('b.v1')],
    ['operatorGroups', group({})],
    ['installPlans', plan('p', installing)],
  ];

  it('is all of its namespace when its phase changes', () => {
    const at = fed(...around);
    at.put('clusterServiceVersions', csv('a.v1', { status: { phase: 'Succeeded' } }));
    expect(at.woken()).toEqual([
      'csvs team-a/a.v1',
      'csvs team-a/b.v1',
      'groupRoles team-a/group',
      'operatorGroups team-a/group',
      'plans team-a/p',
      'subscriptions team-a in 50',
    ]);
  });

  it('is the Subscriptions later while it goes on', () => {
    const at = fed(...around);
    at.put('clusterServiceVersions', csv('a.v1', { status: { phase: 'Pending' } }));
    expect(at.woken()).toContain('subscriptions team-a in 500');
  });

  it('is itself alone when something else of it changes', () => {
    const at = fed(...around);
    at.put('clusterServiceVersions', csv('a.v1', { status: { phase: 'Installing', message: 'more' } }));
    expect(at.woken()).toEqual(['csvs team-a/a.v1']);
  });
});

describe('what an OperatorGroup concerns', () => {
  it('is all that its namespace has', () => {
    const at = fed(
      ['subscriptions', subscription],
      ['clusterServiceVersions', csv('a.v1')],
      ['installPlans', plan('p', installing)],
    );
    at.put('operatorGroups', group({}));
    expect(at.woken()).toEqual([
      'csvs team-a/a.v1',
      'groupRoles team-a/group',
      'operatorGroups team-a/group',
      'plans team-a/p',
      'subscriptions team-a',
    ]);
  });
});

describe('what a namespace concerns', () => {
  it.each([
    { spec: { selector: { matchLabels: { team: 'a' } } }, concerned: true },
    { spec: { targetNamespaces: ['team-b'] }, concerned: true },
    // All namespaces, whatever they are.
    { spec: {}, concerned: false },
  ])('that is new: an OperatorGroup with $spec is $concerned', ({ spec, concerned }) => {
    const at = fed(['operatorGroups', group(spec)]);
    at.put('namespaces', namespace('team-b'));
    expect(at.woken()).toEqual(concerned ? ['operatorGroups team-a/group'] : []);
  });

  it('is nobody when its labels stay', () => {
    const at = fed(
      ['operatorGroups', group({ selector: {} })],
      ['namespaces', namespace('team-b', { a: '1' })],
    );
    at.put('namespaces', namespace('team-b', { a: '1' }));
    expect(at.woken()).toEqual([]);
    at.put('namespaces', namespace('team-b', { a: '2' }));
    expect(at.woken()).toEqual(['operatorGroups team-a/group']);
  });
});

describe('what the parts of an operator concern', () => {
  const labels = { ...ownerLabels({ name: 'a.v1', namespace: 'team-a' }), 'olm.managed': 'true' };

  it.each([
    { cache: 'deployments', apiVersion: 'apps/v1', kind: 'Deployment' },
    { cache: 'roleBindings', apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding' },
    { cache: 'clusterRoles', apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' },
    {
      cache: 'validatingWebhookConfigurations',
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
    },
    {
      cache: 'mutatingWebhookConfigurations',
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'MutatingWebhookConfiguration',
    },
  ] as const)('$kind: the CSV of its labels', ({ cache, apiVersion, kind }) => {
    const at = fed();
    at.put(cache, { apiVersion, kind, metadata: { name: 'x', namespace: 'team-c', labels } });
    expect(at.woken()).toEqual(['csvs team-a/a.v1']);
  });

  it('the Role of an OperatorCondition: that one, too', () => {
    const owner = { apiVersion: `${OLM}/v2`, kind: 'OperatorCondition', name: 'a.v1', uid: 'u' };
    const at = fed();
    at.put('roles', {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: inTeam('a.v1', { labels, ownerReferences: [owner] }),
    });
    expect(at.woken()).toEqual(['csvs team-a/a.v1', 'operatorConditions team-a/a.v1']);
  });

  it('an OperatorCondition: its CSV, and the one that is to replace that', () => {
    const at = fed([
      'clusterServiceVersions',
      csv('a.v1'),
      csv('a.v2', { spec: { replaces: 'a.v1' } }),
      csv('b.v1'),
    ]);
    at.put('operatorConditions', {
      apiVersion: `${OLM}/v2`,
      kind: 'OperatorCondition',
      metadata: inTeam('a.v1'),
    });
    expect(at.woken()).toEqual(['csvs team-a/a.v1', 'csvs team-a/a.v2', 'operatorConditions team-a/a.v1']);
  });

  it('a definition: who owns or requires it, and plans that wait for one once it is served', () => {
    const waiting = plan('waits', {
      ...installing,
      plan: [
        {
          resolving: bundle.csv,
          resource: {
            group: 'apiextensions.k8s.io',
            version: 'v1',
            kind: 'CustomResourceDefinition',
            name: 'x',
          },
          status: 'WaitingForApi',
        },
      ] as unknown as NonNullable<NonNullable<Parameters<typeof anInstallPlan>[1]>['plan']>,
    });
    const at = fed(['clusterServiceVersions', csv('a.v1')], ['installPlans', waiting, plan('p', installing)]);
    at.put('customResourceDefinitions', aCrd('tickets.example.com', false));
    expect(at.woken()).toEqual(['csvs team-a/a.v1']);
    at.put('customResourceDefinitions', aCrd('tickets.example.com', true));
    expect(at.woken()).toEqual(['csvs team-a/a.v1', 'plans team-a/waits']);
  });
});

describe('what a ServiceAccount concerns', () => {
  const installer = (labels = {}): KubeObject => {
    const { metadata, ...rest } = account('installer');
    return { ...rest, metadata: { ...metadata, namespace: 'team-a', labels } };
  };
  const around: Parameters<PlainWorld['put']>[] = [
    ['clusterServiceVersions', csv('a.v1')],
    ['installPlans', plan('p', installing)],
  ];

  it('that is new is the CSVs of its namespace', () => {
    const at = fed(...around, ['operatorGroups', group({})]);
    at.put('serviceAccounts', installer());
    expect(at.woken()).toEqual(['csvs team-a/a.v1']);
  });

  it('by whose rights plans run is those, too (OLM 53)', () => {
    const at = fed(...around, ['operatorGroups', group({ serviceAccountName: 'installer' })]);
    at.put('serviceAccounts', installer());
    expect(at.woken()).toEqual(['csvs team-a/a.v1', 'operatorGroups team-a/group', 'plans team-a/p']);
  });

  it('that only changes is nobody', () => {
    const at = fed(...around, ['serviceAccounts', installer()]);
    at.put('serviceAccounts', installer({ a: 'b' }));
    expect(at.woken()).toEqual([]);
  });
});
