import { describe, expect, it } from 'vitest';
import { aBundle, aPackage } from '../../testing/catalog.ts';
import {
  aCatalog,
  anInstallableCsv,
  anInstallPlan,
  begun,
  aPlanBundle,
  NOW,
  subscriptionFactsOf,
} from '../../testing/install-facts.ts';
import { aSubscriptionObject } from '../../testing/olm.ts';
import { planBundles } from '../plan/bundle.ts';
import { namespaceOutcome } from './decide.ts';
import type { SubscriptionFacts } from './facts.ts';
import { outdatedPlans } from './plan.ts';
import type { InstallPlan, Subscription, SubscriptionStatus } from '../api/types.ts';

const bundles = ['1.0.0', '2.0.0'].map((version) =>
  aBundle('tickets', version, { digest: `sha256:${version}` }),
);
const tickets = aPackage(
  'tickets',
  { stable: [{ name: 'tickets.v2.0.0', replaces: 'tickets.v1.0.0' }, { name: 'tickets.v1.0.0' }] },
  { bundleList: bundles },
);

function subscription(
  spec: Partial<Subscription['spec']> = {},
  status?: Partial<SubscriptionStatus>,
): Subscription {
  const object = aSubscriptionObject(status ?? {}, { name: 'tickets', ...spec });
  const { status: written, ...rest } = object;
  const metadata = { ...rest.metadata, uid: `uid-${rest.metadata.name}` };
  return status === undefined || written === undefined
    ? { ...rest, metadata }
    : { ...rest, metadata, status: written };
}

const facts = (more: Partial<SubscriptionFacts> = {}): SubscriptionFacts =>
  subscriptionFactsOf({
    subscriptions: [subscription()],
    catalogs: [aCatalog([tickets])],
    ...more,
  });

const v1 = anInstallableCsv('tickets.v1.0.0', { status: { phase: 'Succeeded' } });
const plan = (
  csv: string,
  phase: 'Installing' | 'RequiresApproval' | 'Complete' | 'Failed',
  generation = 1,
): InstallPlan =>
  anInstallPlan(
    [aPlanBundle({ csv })],
    { phase, catalogSources: [] },
    { generation, owner: 'uid-tickets', name: `install-${String(generation)}` },
  );
const known = (...plans: InstallPlan[]): SubscriptionFacts['plans'] =>
  plans.map((object) => ({ plan: object, bundles: planBundles(object) ?? [] }));

const statusOf = (given: SubscriptionFacts, name = 'tickets'): SubscriptionStatus | undefined =>
  namespaceOutcome(given, NOW).statuses.get(name);
const conditionOf = (given: SubscriptionFacts, type: string, name = 'tickets'): string | undefined => {
  const condition = statusOf(given, name)?.conditions?.find(
    (entry) => entry.type === type && entry.status === 'True',
  );
  return condition === undefined ? undefined : `${condition.reason ?? ''}: ${condition.message ?? ''}`;
};
const planned = (given: SubscriptionFacts): string[] | undefined =>
  namespaceOutcome(given, NOW).plans[0]?.plan.spec.clusterServiceVersionNames;

describe('what is planned', () => {
  const rows: { name: string; given: SubscriptionFacts; want: string[] | undefined }[] = [
    { name: 'OLM 32: the head of the channel', given: facts(), want: ['tickets.v2.0.0'] },
    {
      name: 'OLM 34: startingCSV while nothing is installed',
      given: facts({ subscriptions: [subscription({ startingCSV: 'tickets.v1.0.0' })] }),
      want: ['tickets.v1.0.0'],
    },
    {
      name: 'not again while its plan is at work',
      given: facts({ plans: known(plan('tickets.v2.0.0', 'Installing')) }),
      want: undefined,
    },
    {
      name: 'not again after a crash between the plan and the status',
      given: facts({
        plans: known(plan('tickets.v2.0.0', 'Complete')),
        csvs: [anInstallableCsv('tickets.v2.0.0')],
      }),
      want: undefined,
    },
    {
      name: 'OLM 33: the next version of an installed one',
      given: facts({ plans: known(plan('tickets.v1.0.0', 'Complete')), csvs: [v1] }),
      want: ['tickets.v2.0.0'],
    },
    {
      name: 'no upgrade of a version that does not run yet',
      given: facts({
        plans: known(plan('tickets.v1.0.0', 'Complete')),
        csvs: [anInstallableCsv('tickets.v1.0.0')],
      }),
      want: undefined,
    },
    {
      name: 'OLM 22: a CSV deleted alone does not come back',
      given: facts({ plans: known(plan('tickets.v2.0.0', 'Complete')) }),
      want: undefined,
    },
    { name: 'OLM 29: no OperatorGroup', given: facts({ operatorGroups: 0 }), want: undefined },
    {
      name: 'a plan of an earlier Subscription of that name means nothing',
      given: facts({
        plans: known(
          begun({
            plan: anInstallPlan([], undefined, { owner: 'uid-gone' }),
            bundles: [aPlanBundle({ csv: 'tickets.v2.0.0' })],
          }),
        ),
      }),
      want: ['tickets.v2.0.0'],
    },
  ];
  it.each(rows)('$name', ({ given, want }) => {
    expect(planned(given)).toEqual(want);
  });

  it('OLM 22: a deleted CSV comes back when another Subscription is at rest', () => {
    const other = subscription({ name: 'other' });
    const given = facts({
      subscriptions: [subscription(), other],
      plans: known(plan('tickets.v2.0.0', 'Complete')),
    });
    expect(namespaceOutcome(given, NOW).plans[0]?.plan.spec).toMatchObject({
      clusterServiceVersionNames: ['tickets.v2.0.0'],
      generation: 2,
    });
  });

  it('names the plan by what it is for, so that nobody makes it twice', () => {
    const first = namespaceOutcome(facts(), NOW).plans[0];
    const again = namespaceOutcome(facts(), NOW + 60_000).plans[0];
    expect(first?.plan.metadata.name).toMatch(/^install-[a-z0-9]{5}$/);
    expect(again).toEqual(first);
  });

  it('OLM 45: one Manual Subscription makes the plans of the namespace Manual', () => {
    const given = facts({ subscriptions: [subscription({ installPlanApproval: 'Manual' })] });
    expect(namespaceOutcome(given, NOW).plans[0]?.plan.spec).toMatchObject({
      approval: 'Manual',
      approved: false,
    });
  });

  it('holds up nobody but the Subscription that cannot be resolved', () => {
    const given = facts({ subscriptions: [subscription({ name: 'missing' }), subscription()] });
    expect(planned(given)).toEqual(['tickets.v2.0.0']);
    expect(conditionOf(given, 'ResolutionFailed')).toBeUndefined();
    expect(conditionOf(given, 'ResolutionFailed', 'missing')).toContain('missing');
  });
});

describe('status', () => {
  const rows: {
    name: string;
    given: SubscriptionFacts;
    want: [string | undefined, string | undefined, string | undefined];
  }[] = [
    {
      name: 'OLM 21: before anything',
      given: facts({ operatorGroups: 0 }),
      want: ['', undefined, undefined],
    },
    {
      name: 'OLM 21: plan made, CSV not there',
      given: facts({ plans: known(plan('tickets.v2.0.0', 'Installing')) }),
      want: ['UpgradePending', 'tickets.v2.0.0', undefined],
    },
    {
      name: 'OLM 21: CSV there in whatever phase',
      given: facts({
        plans: known(plan('tickets.v2.0.0', 'Installing')),
        csvs: [anInstallableCsv('tickets.v2.0.0')],
      }),
      want: ['AtLatestKnown', 'tickets.v2.0.0', 'tickets.v2.0.0'],
    },
    {
      name: 'an upgrade that waits keeps what is installed',
      given: facts({
        subscriptions: [subscription({}, { installedCSV: 'tickets.v1.0.0' })],
        plans: known(plan('tickets.v1.0.0', 'Complete'), plan('tickets.v2.0.0', 'RequiresApproval', 2)),
        csvs: [v1],
      }),
      want: ['UpgradePending', 'tickets.v2.0.0', 'tickets.v1.0.0'],
    },
    {
      name: 'an orphan that the Subscription names is taken over',
      given: facts({
        subscriptions: [subscription({ startingCSV: 'tickets.v2.0.0' })],
        csvs: [
          anInstallableCsv('tickets.v2.0.0', {
            metadata: {
              annotations: {
                'operatorframework.io/properties':
                  '{"properties":[{"type":"olm.package","value":{"packageName":"tickets","version":"2.0.0"}}]}',
              },
            },
          }),
        ],
      }),
      want: ['AtLatestKnown', 'tickets.v2.0.0', 'tickets.v2.0.0'],
    },
  ];
  it.each(rows)('$name', ({ given, want }) => {
    const status = statusOf(given);
    expect([status?.state, status?.currentCSV, status?.installedCSV]).toEqual(want);
  });

  it('OLM 24: forgets a plan that was deleted before it did its work, and plans anew', () => {
    const gone = { kind: 'InstallPlan', name: 'install-1', namespace: 'team-a', uid: 'uid-x' };
    const given = facts({
      subscriptions: [
        subscription({}, { state: 'UpgradePending', currentCSV: 'tickets.v2.0.0', installPlanRef: gone }),
      ],
    });
    expect(planned(given)).toEqual(['tickets.v2.0.0']);
    expect(statusOf(given)).not.toHaveProperty('installPlanRef');
  });

  const orphan = anInstallableCsv('tickets.v1.0.0', {
    metadata: {
      annotations: {
        'operatorframework.io/properties':
          '{"properties":[{"type":"olm.package","value":{"packageName":"tickets"}}]}',
      },
    },
  });
  const conditions: { name: string; given: SubscriptionFacts; type: string; want: RegExp | undefined }[] = [
    {
      name: 'OLM 29: no OperatorGroup',
      given: facts({ operatorGroups: 0 }),
      type: 'ResolutionFailed',
      want: /^ErrorPreventedResolution: expected 1 OperatorGroup in the namespace, found 0$/,
    },
    {
      name: 'OLM 29: two OperatorGroups',
      given: facts({ operatorGroups: 2 }),
      type: 'ResolutionFailed',
      want: /^ErrorPreventedResolution: found 2 operatorGroups, expected 1$/,
    },
    {
      name: 'OLM 35: a missing package is named, and its catalog',
      given: facts({ subscriptions: [subscription({ name: 'missing' })] }),
      type: 'ResolutionFailed',
      want: /^ConstraintsNotSatisfiable: constraints not satisfiable: no operators found in package missing in the catalog referenced by subscription missing, .*catalog capstan-system\/samples/,
    },
    {
      name: 'OLM 72: the version that is being replaced is no orphan',
      given: facts({
        subscriptions: [subscription({}, { installedCSV: 'tickets.v2.0.0' })],
        plans: known(plan('tickets.v2.0.0', 'Complete')),
        csvs: [
          orphan,
          anInstallableCsv('tickets.v2.0.0', { spec: { version: '2.0.0', replaces: 'tickets.v1.0.0' } }),
        ],
      }),
      type: 'ResolutionFailed',
      want: undefined,
    },
    {
      name: 'OLM 40: an orphan is in the way',
      given: facts({ csvs: [orphan] }),
      type: 'ResolutionFailed',
      want: /clusterserviceversion tickets.v1.0.0 exists and is not referenced by a subscription/,
    },
    {
      name: 'OLM 24: plan pending',
      given: facts({ plans: known(plan('tickets.v2.0.0', 'RequiresApproval')) }),
      type: 'InstallPlanPending',
      want: /^RequiresApproval/,
    },
    {
      name: 'OLM 24: plan failed',
      given: facts({ plans: known(plan('tickets.v2.0.0', 'Failed')) }),
      type: 'InstallPlanFailed',
      want: /^InstallComponentFailed/,
    },
    {
      name: 'OLM 23: no catalog',
      given: facts({ catalogSources: [], catalogs: [] }),
      type: 'CatalogSourcesUnhealthy',
      want: /^NoCatalogSourcesFound: dependency resolution requires at least one catalogsource$/,
    },
    {
      name: 'OLM 23: its catalog is missing',
      given: facts({ subscriptions: [subscription({ source: 'other' })] }),
      type: 'CatalogSourcesUnhealthy',
      want: /^UnhealthyCatalogSourceFound: targeted catalogsource capstan-system\/other missing$/,
    },
    { name: 'OLM 23: all is well', given: facts(), type: 'CatalogSourcesUnhealthy', want: undefined },
    {
      name: 'a resolved Subscription loses its complaint',
      given: facts({
        subscriptions: [
          subscription({}, { conditions: [{ type: 'ResolutionFailed', status: 'True', reason: 'x' }] }),
        ],
        plans: known(plan('tickets.v2.0.0', 'Installing')),
      }),
      type: 'ResolutionFailed',
      want: undefined,
    },
  ];
  it.each(conditions)('$name', ({ given, type, want }) => {
    const condition = conditionOf(given, type, given.subscriptions[0]?.metadata.name);
    if (want === undefined) expect(condition).toBeUndefined();
    else expect(condition).toMatch(want);
  });

  it('writes nothing when nothing changed', () => {
    const first = facts({ plans: known(plan('tickets.v2.0.0', 'Installing')) });
    const status = statusOf(first);
    const again = { ...first, subscriptions: [{ ...subscription(), status: status ?? { lastUpdated: '' } }] };
    expect(namespaceOutcome(again, NOW + 3_600_000).statuses.get('tickets')).toBe(
      again.subscriptions[0]?.status,
    );
  });

  it('lets go of plans whose Subscription is gone', () => {
    const abandoned = { owner: 'uid-gone', name: 'install-gone' };
    const gone = anInstallPlan([aPlanBundle()], { phase: 'Installing', catalogSources: [] }, abandoned);
    const given = facts({ plans: known(gone, plan('tickets.v2.0.0', 'Installing')) });
    expect(namespaceOutcome(given, NOW).outdatedPlans.map(({ metadata }) => metadata.name)).toEqual([
      'install-gone',
    ]);
  });

  it('OLM 45: keeps the five newest finished plans and those referred to', () => {
    const plans = Array.from({ length: 8 }, (_, index) => plan('tickets.v1.0.0', 'Complete', index + 1));
    expect(
      outdatedPlans(known(...plans), new Set(['install-1'])).map(({ metadata }) => metadata.name),
    ).toEqual(['install-2', 'install-3']);
  });
});
