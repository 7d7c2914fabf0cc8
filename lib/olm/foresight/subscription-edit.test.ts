import { describe, expect, it } from 'vitest';
import { anInstallableCsv } from '../../testing/install-facts.ts';
import { subscriptionDraftOf, draftPatch, patched, restarting, wantedOf } from './subscription-edit.ts';
import type { SubscriptionDraft } from './subscription-edit.ts';
import type { Subscription, SubscriptionConfig } from '../api/types.ts';

const config = {
  env: [{ name: 'A', value: '1' }],
  nodeSelector: { disk: 'ssd', zone: 'a' },
  mystery: { x: 1 },
};

const subscription: Subscription = {
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'Subscription',
  metadata: { name: 's', namespace: 'ns', labels: { team: 'a' }, annotations: { note: 'mine' } },
  spec: { source: 'cat', sourceNamespace: 'global', name: 'p', channel: 'stable', config },
};

const before = subscriptionDraftOf(subscription);

describe('the smallest patch', () => {
  const rows: { name: string; change: Partial<SubscriptionDraft>; patch: unknown }[] = [
    { name: 'nothing', change: {}, patch: undefined },
    { name: 'channel', change: { channel: 'beta' }, patch: { spec: { channel: 'beta' } } },
    { name: 'back to the default channel', change: { channel: '' }, patch: { spec: { channel: null } } },
    {
      name: 'a pin',
      change: { pin: 'p.v1' },
      patch: { metadata: { annotations: { 'capstan.dev/pin': 'p.v1' } } },
    },
    {
      name: 'approval and first version',
      change: { approval: 'Manual', startingCSV: 'p.v1' },
      patch: { spec: { startingCSV: 'p.v1', installPlanApproval: 'Manual' } },
    },
    {
      name: 'another catalog',
      change: { catalog: 'ns/other' },
      patch: { spec: { source: 'other', sourceNamespace: 'ns' } },
    },
    {
      name: 'of the config only what changed',
      change: { config: { ...config, nodeSelector: { disk: 'hdd' } } },
      patch: { spec: { config: { nodeSelector: { zone: null, disk: 'hdd' } } } },
    },
    {
      name: 'a list whole',
      change: { config: { ...config, env: [] } },
      patch: { spec: { config: { env: [] } } },
    },
    { name: 'no config left', change: { config: {} }, patch: { spec: { config: null } } },
    {
      name: 'keys in another order',
      change: { config: Object.fromEntries(Object.entries(config).reverse()) },
      patch: undefined,
    },
  ];
  it.each(rows)('$name', ({ change, patch }) => {
    expect(draftPatch(before, { ...before, ...change })).toEqual(patch);
  });

  it('says nothing of a config that is empty on both sides', () => {
    const none = { ...before, config: undefined };
    expect(draftPatch(none, { ...none, config: {} })).toBeUndefined();
  });

  it('drops nothing else of the object', () => {
    const after = patched(subscription, draftPatch(before, { ...before, pin: 'p.v1', channel: 'beta' }));
    expect(after).toEqual({
      ...subscription,
      metadata: { ...subscription.metadata, annotations: { note: 'mine', 'capstan.dev/pin': 'p.v1' } },
      spec: { ...subscription.spec, channel: 'beta' },
    });
  });

  it('takes a pin away again', () => {
    const pinned = { ...before, pin: 'p.v1' };
    expect(draftPatch(pinned, before)).toEqual({ metadata: { annotations: { 'capstan.dev/pin': null } } });
  });
});

it('asks what would happen with what is chosen', () => {
  expect(wantedOf(subscription, { ...before, channel: '', pin: 'p.v1', approval: 'Manual' })).toEqual({
    name: 's',
    pin: 'p.v1',
    spec: { name: 'p', source: 'cat', sourceNamespace: 'global', installPlanApproval: 'Manual' },
  });
});

describe('Deployments that are started again', () => {
  const csv = anInstallableCsv();
  const names = (csv.spec.install.spec?.deployments ?? []).map(({ name }) => name);
  const rows: { name: string; now: SubscriptionConfig | undefined; all: boolean }[] = [
    { name: 'the same config', now: {}, all: false },
    { name: 'a variable', now: { env: [{ name: 'LEVEL', value: 'debug' }] }, all: true },
    { name: 'resources', now: { resources: { limits: { memory: '1Gi' } } }, all: true },
    { name: 'annotations', now: { annotations: { a: 'b' } }, all: true },
    { name: 'what lays nothing over', now: { selector: { matchLabels: {} } }, all: false },
  ];
  it.each(rows)('$name', ({ now, all }) => {
    expect(names).not.toEqual([]);
    expect(restarting(csv, undefined, now)).toEqual(all ? names : []);
  });

  it('names none where the version is not known', () => {
    expect(restarting(undefined, undefined, { env: [{ name: 'A' }] })).toEqual([]);
  });
});
