import { describe, expect, it } from 'vitest';
import { aBundle, aPackage } from '../../testing/catalog.ts';
import { aCatalog, anInstallPlan, aPlanBundle, begun, NOW } from '../../testing/install-facts.ts';
import { aCsvObject } from '../../testing/olm.ts';
import type { OperatorGroup, Subscription, SubscriptionStatus } from '../api/types.ts';
import { whatIf } from './what-if.ts';
import type { WhatIfFacts } from './what-if.ts';
import type { WhatIfChange } from './what-if-question.ts';

function bundles(name: string, ...versions: readonly string[]): ReturnType<typeof aBundle>[] {
  return versions.map((version) => aBundle(name, version, { digest: `sha256:${name}-${version}` }));
}

const chain = (name: string): { name: string; replaces?: string }[] => [
  { name: `${name}.v1.0.0` },
  { name: `${name}.v2.0.0`, replaces: `${name}.v1.0.0` },
];

const db = aPackage('db', { stable: chain('db') }, { bundleList: bundles('db', '1.0.0', '2.0.0') });
const app = aPackage('app', { stable: chain('app') }, { bundleList: bundles('app', '1.0.0', '2.0.0') });

const samples = aCatalog([db, app], { ref: { namespace: 'global', name: 'cat' } });

const group = (annotations: Record<string, string> = {}): OperatorGroup => ({
  apiVersion: 'operators.coreos.com/v1',
  kind: 'OperatorGroup',
  metadata: { name: 'og', namespace: 'ns', annotations },
});

const spec = (name: string): Subscription['spec'] => ({
  ...{ name, source: 'cat', sourceNamespace: 'global', channel: 'stable' },
});

function subscription(
  name: string,
  more: { spec?: Partial<Subscription['spec']>; status?: Partial<SubscriptionStatus> } = {},
): Subscription {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata: { name, namespace: 'ns', uid: `uid-${name}` },
    spec: { ...spec(name), ...more.spec },
    ...(more.status === undefined ? {} : { status: { lastUpdated: '', ...more.status } }),
  };
}

const running = (name: string, approval: 'Automatic' | 'Manual' = 'Automatic'): Subscription =>
  subscription(name, {
    spec: { installPlanApproval: approval },
    status: { installedCSV: `${name}.v1.0.0`, currentCSV: `${name}.v1.0.0`, state: 'AtLatestKnown' },
  });

const csvOf = (name: string): ReturnType<typeof aCsvObject> =>
  aCsvObject(
    `${name}.v1.0.0`,
    { phase: 'Succeeded' },
    { metadata: { namespace: 'ns' }, spec: { version: '1.0.0' } },
  );

function facts(more: Partial<WhatIfFacts> = {}): WhatIfFacts {
  const base = { namespace: 'ns', subscriptions: [], csvs: [], plans: [], now: NOW };
  const known = { catalogSources: [], catalogs: [samples], images: new Map(), wholeNamespace: false };
  return { ...base, groups: [group()], known, ...more };
}

const put = (name: string, more: Partial<Subscription['spec']> = {}, pin?: string): WhatIfChange => ({
  kind: 'put',
  subscription: { name, ...(pin === undefined ? {} : { pin }), spec: { ...spec(name), ...more } },
});

describe('what would happen if', () => {
  it('installs the head of the channel at once', () => {
    expect(whatIf(facts(), put('db'))).toMatchObject({
      outcome: { kind: 'install', chosen: { csv: 'db.v2.0.0', catalog: { name: 'cat' } } },
      plan: { waits: false, manual: [], brings: [{ kind: 'install', csv: 'db.v2.0.0', own: true }] },
      others: [],
      groups: 1,
      hidden: false,
    });
  });

  it('says why it cannot, before anything is there', () => {
    const answer = whatIf(facts(), put('db', { channel: 'beta' }));
    expect(answer.plan).toBeUndefined();
    expect(answer.outcome).toMatchObject({
      kind: 'unresolvable',
      explanation: {
        facts: [{ kind: 'candidates', why: 'channel-missing', channel: 'beta' }],
        actions: [{ kind: 'pick-channel', subscription: 'db', channels: ['stable'] }],
      },
    });
  });

  it('waits because another Subscription of the namespace wants approval, and names what else is approved', () => {
    const held = { subscriptions: [running('app', 'Manual')], csvs: [csvOf('app')] };
    const { plan } = whatIf(facts(held), put('db'));
    expect(plan).toMatchObject({ waits: true, manual: ['app'] });
    expect(plan?.brings.map(({ kind, csv, replaces, own }) => [kind, csv, replaces, own])).toEqual([
      ['install', 'db.v2.0.0', 'db.v1.0.0', true],
      ['upgrade', 'app.v2.0.0', 'app.v1.0.0', false],
    ]);
  });

  it('has a plan of its own where the OperatorGroup says so', () => {
    const held = {
      subscriptions: [running('app', 'Manual')],
      csvs: [csvOf('app')],
      groups: [group({ 'capstan.dev/install-plans': 'subscription' })],
    };
    const { plan } = whatIf(facts(held), put('db'));
    expect(plan).toMatchObject({ waits: false, manual: [], brings: [{ csv: 'db.v2.0.0' }] });
  });

  it('stays at a pinned version', () => {
    const held = { subscriptions: [running('db')], csvs: [csvOf('db')] };
    const answer = whatIf(facts(held), put('db', {}, 'db.v1.0.0'));
    expect(answer.outcome).toMatchObject({ kind: 'current', reason: 'pinned', csv: 'db.v1.0.0' });
    expect(answer.plan).toBeUndefined();
  });

  it('takes the pin away when the change has none', () => {
    const db1 = running('db');
    const pinned = { ...db1, metadata: { ...db1.metadata, annotations: { 'capstan.dev/pin': 'db.v1.0.0' } } };
    const answer = whatIf(facts({ subscriptions: [pinned], csvs: [csvOf('db')] }), put('db'));
    expect(answer.outcome).toMatchObject({ kind: 'upgrade', chosen: { csv: 'db.v2.0.0' } });
  });

  it('keeps what is installed of a changed Subscription', () => {
    const held = { subscriptions: [running('db')], csvs: [csvOf('db')] };
    expect(whatIf(facts(held), put('db')).plan?.brings).toMatchObject([
      { kind: 'upgrade', csv: 'db.v2.0.0', replaces: 'db.v1.0.0', subscription: 'db' },
    ]);
  });

  it('tells of plans that wait already, and of wrong numbers of OperatorGroups', () => {
    const bundle = aPlanBundle({ csv: 'x.v1' });
    const status = { phase: 'RequiresApproval' as const, catalogSources: [] };
    const plans = [
      anInstallPlan([bundle], status, { name: 'install-a', approved: false }),
      anInstallPlan([bundle], { ...status, phase: 'Complete' }, { name: 'install-b' }),
    ].map((plan) => ({ ...plan, metadata: { ...plan.metadata, namespace: 'ns' } }));
    const answer = whatIf(facts({ plans, groups: [] }), put('db'));
    expect(answer.waiting).toEqual([{ plan: 'install-a', csvs: ['x.v1'] }]);
    expect(answer.groups).toBe(0);
    expect(answer.plan).toBeUndefined();
  });

  it('counts the OperatorGroup that comes along', () => {
    const change = { ...put('db'), group: group() };
    expect(whatIf(facts({ groups: [] }), change).plan?.brings).toMatchObject([{ csv: 'db.v2.0.0' }]);
  });

  it('makes no second plan for what a plan brings that waits already', () => {
    const held = { subscriptions: [running('db', 'Manual')], csvs: [csvOf('db')] };
    const { plan } = whatIf(facts(held), put('db', { installPlanApproval: 'Manual' }));
    if (plan === undefined) throw new Error('no plan');
    const plans = [begun(plan.made)];
    const answer = whatIf(facts({ ...held, plans }), put('db', { installPlanApproval: 'Manual' }));
    expect(answer.plan).toBeUndefined();
    expect(answer.waiting).toMatchObject([{ csvs: ['db.v2.0.0'] }]);
  });

  it('begins no upgrade of what does not run yet', () => {
    const starting = aCsvObject(
      'db.v1.0.0',
      { phase: 'Installing' },
      { metadata: { namespace: 'ns' }, spec: { version: '1.0.0' } },
    );
    const held = { subscriptions: [running('db')], csvs: [starting] };
    expect(whatIf(facts(held), put('db')).plan).toBeUndefined();
  });

  it('tells nothing of what hangs on a catalog that may not be seen', () => {
    const hidden = [{ namespace: 'ns', name: 'secret' }];
    const other = subscription('app', { spec: { source: 'secret', sourceNamespace: 'ns' } });
    const answer = whatIf(facts({ subscriptions: [other], hidden }), put('db'));
    expect(answer).toMatchObject({ hidden: true, others: [] });
    expect(answer.plan?.brings.map(({ csv }) => csv)).toEqual(['db.v2.0.0']);
  });

  it('leaves no trace of what goes', () => {
    const held = { subscriptions: [running('db'), subscription('app')], csvs: [csvOf('db')] };
    const answer = whatIf(facts(held), { kind: 'remove', name: 'db' });
    expect(answer.outcome).toBeUndefined();
    expect(answer.plan?.brings.map(({ csv }) => csv)).toEqual(['app.v2.0.0']);
  });

  it('shows that a Subscription gets another version because of a second one to its package', () => {
    const second: WhatIfChange = {
      kind: 'put',
      subscription: { name: 'db-again', spec: { ...spec('db'), startingCSV: 'db.v1.0.0' } },
    };
    expect(whatIf(facts({ subscriptions: [subscription('db')] }), second).others).toMatchObject([
      { before: { chosen: { csv: 'db.v2.0.0' } }, after: { kind: 'install', chosen: { csv: 'db.v1.0.0' } } },
    ]);
  });

  it('shows that a second Subscription to a package spoils the first when it wants another version', () => {
    const held = { subscriptions: [subscription('db', { spec: { startingCSV: 'db.v2.0.0' } })] };
    const second: WhatIfChange = {
      kind: 'put',
      subscription: { name: 'db-again', spec: { ...spec('db'), startingCSV: 'db.v1.0.0' } },
    };
    const answer = whatIf(facts(held), second);
    expect(answer.outcome).toMatchObject({ kind: 'unresolvable' });
    expect(answer.others).toMatchObject([
      { subscription: 'db', before: { kind: 'install' }, after: { kind: 'unresolvable' } },
    ]);
  });
});
