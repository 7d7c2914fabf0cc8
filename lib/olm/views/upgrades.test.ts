import { describe, expect, it } from 'vitest';
import { aBundle, aPackage } from '#lib/testing/catalog.ts';
import { aCsvObject, aPlanObject, aSubscriptionObject } from '#lib/testing/olm.ts';
import type { PackageDetail } from '../api/catalog-answers.ts';
import { packageKeyOf } from '../api/subscription.ts';
import { PIN_ANNOTATION } from '../api/pin.ts';
import type { InstallPlan, Subscription } from '../api/types.ts';
import type { UpgradeFacts, UpgradeRow } from './upgrades.ts';
import { upgradesOf } from './upgrades.ts';

const v = (minor: number): string => `flight-ticket.v1.${String(minor)}.0`;

function aDetail(more: Partial<PackageDetail> = {}): PackageDetail {
  const { icon: _icon, ...pkg } = aPackage(
    'flight-ticket',
    {
      stable: [
        { name: v(3), replaces: v(2) },
        { name: v(2), replaces: v(1) },
        { name: v(1), replaces: v(0) },
        { name: v(0) },
      ],
      old: [{ name: v(9) }],
    },
    { bundleList: [0, 1, 2, 3, 9].map((minor) => aBundle('flight-ticket', `1.${String(minor)}.0`)) },
  );
  return { ...pkg, hasIcon: false, ...more };
}

const installed = { installedCSV: v(1), currentCSV: v(1), state: 'AtLatestKnown' } as const;

function upgrades(
  subscription: Subscription,
  more: Partial<UpgradeFacts> & { detail?: PackageDetail | null } = {},
): UpgradeRow {
  const { detail = aDetail(), ...facts } = more;
  const { rows } = upgradesOf({
    subscriptions: [subscription],
    plans: [],
    csvs: [aCsvObject(v(1), { phase: 'Succeeded' }, { spec: { version: '1.1.0' } })],
    operatorConditions: [],
    packages: detail === null ? new Map() : new Map([[packageKeyOf(subscription), detail]]),
    catalogProblems: new Map(),
    ...facts,
  });
  const [row] = rows;
  if (row === undefined) throw new Error('no row');
  return row;
}

function annotated(annotations: Record<string, string>): Subscription {
  const subscription = aSubscriptionObject(installed);
  return { ...subscription, metadata: { ...subscription.metadata, annotations } };
}

function waiting(name: string, csvs: readonly string[], owners: readonly string[]): InstallPlan {
  const plan = aPlanObject(
    name,
    { approved: false, approval: 'Manual', clusterServiceVersionNames: [...csvs] },
    { phase: 'RequiresApproval' },
  );
  const ownerReferences = owners.map((owner) => ({
    apiVersion: plan.apiVersion,
    kind: 'Subscription',
    name: owner,
    uid: owner,
  }));
  return { ...plan, metadata: { ...plan.metadata, ownerReferences } };
}

describe('an installed operator', () => {
  it('is told the next step, the head and how far it is', () => {
    expect(upgrades(aSubscriptionObject(installed))).toMatchObject({
      state: 'available',
      installed: { csv: v(1), version: '1.1.0' },
      next: { csv: v(2), version: '1.2.0' },
      head: { csv: v(3), version: '1.3.0' },
      steps: 2,
      waits: [],
    });
  });

  it('is current at the head', () => {
    const subscription = aSubscriptionObject({ installedCSV: v(3), currentCSV: v(3) });
    expect(upgrades(subscription)).toMatchObject({ state: 'current', steps: 0, waits: [] });
  });

  it('knows of a newer version while its plan waits, and names the plan', () => {
    const subscription = aSubscriptionObject({
      ...installed,
      currentCSV: v(2),
      installPlanRef: { name: 'install-a' },
    });
    const row = upgrades(subscription, { plans: [waiting('install-a', [v(2)], ['flight-ticket'])] });
    expect(row).toMatchObject({
      state: 'available',
      plan: 'install-a',
      next: { csv: v(2) },
      steps: 2,
      waits: [{ kind: 'approval', plan: 'install-a', moves: 1 }],
    });
  });

  it('is held back by the plan of another, and still knows what is new', () => {
    const row = upgrades(aSubscriptionObject(installed), {
      plans: [waiting('install-b', ['other.v1'], ['other'])],
    });
    expect(row).toMatchObject({
      state: 'available',
      next: { csv: v(2) },
      waits: [{ kind: 'held-back', plan: 'install-b', by: ['other'] }],
    });
    expect(row.plan).toBe(undefined);
  });

  it.each([
    ['where it is', v(1), 'available', [{ kind: 'pinned', to: v(1) }]],
    ['ahead of it', v(2), 'available', [{ kind: 'pinned', to: v(2) }]],
    ['at the head', v(3), 'available', []],
  ] as const)('pinned %s', (_where, pin, state, waits) => {
    expect(upgrades(annotated({ [PIN_ANNOTATION]: pin }))).toMatchObject({ state, waits });
  });

  it('counts the steps only up to the pin', () => {
    expect(upgrades(annotated({ [PIN_ANNOTATION]: v(2) })).steps).toBe(1);
  });

  it('has to be well before it can move on', () => {
    const csvs = [aCsvObject(v(1), { phase: 'Failed', message: 'no pods' }, { spec: { version: '1.1.0' } })];
    expect(upgrades(aSubscriptionObject(installed), { csvs }).waits).toEqual([
      { kind: 'not-ready', csv: v(1), phase: 'Failed', message: 'no pods' },
    ]);
  });

  it('says by its OperatorCondition that it is busy, unless an administrator knows better', () => {
    const condition = {
      apiVersion: 'operators.coreos.com/v2',
      kind: 'OperatorCondition',
      metadata: { name: v(1), namespace: 'team-a' },
      spec: { conditions: [{ type: 'Upgradeable', status: 'False', message: 'migrating' }] },
    };
    const said = (operatorConditions: UpgradeFacts['operatorConditions']): UpgradeRow['waits'] =>
      upgrades(aSubscriptionObject(installed), { operatorConditions }).waits;
    expect(said([condition])).toEqual([{ kind: 'not-upgradeable', csv: v(1), message: 'migrating' }]);
    const overrides = [{ type: 'Upgradeable', status: 'True' }];
    expect(said([{ ...condition, spec: { ...condition.spec, overrides } }])).toEqual([]);
  });

  it('cannot be resolved: with the words of the condition', () => {
    const conditions = [{ type: 'ResolutionFailed', status: 'True', message: 'nobody provides X' } as const];
    const row = upgrades(aSubscriptionObject({ ...installed, conditions }), { detail: null });
    expect(row).toMatchObject({
      state: 'stuck',
      waits: [{ kind: 'unresolvable', message: 'nobody provides X' }],
    });
  });

  it('hears that its catalog is not well', () => {
    const row = upgrades(aSubscriptionObject(installed), {
      detail: null,
      catalogProblems: new Map([['capstan-system/samples', 'no answer']]),
    });
    expect(row).toMatchObject({
      state: 'stuck',
      waits: [{ kind: 'catalog', catalog: 'capstan-system/samples', message: 'no answer' }],
    });
  });

  it('is unknown when its catalog may not be read', () => {
    expect(upgrades(aSubscriptionObject(installed), { detail: null })).toMatchObject({
      state: 'unknown',
      waits: [],
    });
  });

  it('has no way to the head of a channel that does not know it', () => {
    const row = upgrades(aSubscriptionObject(installed, { channel: 'old' }));
    expect(row).toMatchObject({ state: 'stuck', waits: [{ kind: 'no-way', head: v(9) }] });
  });

  it('knows only the head where a real OLM keeps the catalog', () => {
    const row = upgrades(aSubscriptionObject(installed), { detail: aDetail({ noGraph: true }) });
    expect(row).toMatchObject({ state: 'available', head: { csv: v(3) }, waits: [] });
    expect(row).not.toHaveProperty('steps');
    expect(row).not.toHaveProperty('next');
  });

  it('is running while its plan is at work', () => {
    const subscription = aSubscriptionObject({
      ...installed,
      currentCSV: v(2),
      installPlanRef: { name: 'install-a' },
    });
    const row = upgrades(subscription, { plans: [aPlanObject('install-a', {}, { phase: 'Installing' })] });
    expect(row).toMatchObject({ state: 'running', waits: [{ kind: 'running', plan: 'install-a' }] });
  });

  it('hears what the catalog says against what it follows', () => {
    const detail = aDetail({ deprecation: 'moved to other' });
    expect(upgrades(aSubscriptionObject(installed), { detail }).deprecations).toEqual([
      { of: 'package', message: 'moved to other' },
    ]);
  });
});

it('lists a first installation that waits', () => {
  const subscription = aSubscriptionObject({ currentCSV: v(3), installPlanRef: { name: 'install-a' } });
  const row = upgrades(subscription, { csvs: [], plans: [waiting('install-a', [v(3)], ['flight-ticket'])] });
  expect(row).toMatchObject({ state: 'available', plan: 'install-a', next: { csv: v(3) } });
  expect(row).not.toHaveProperty('installed');
});

it('tells all that a waiting plan moves, whoever asks for it', () => {
  const one = aSubscriptionObject({ ...installed, currentCSV: v(2), installPlanRef: { name: 'install-a' } });
  const two = aSubscriptionObject(
    { currentCSV: 'hotel.v1', installPlanRef: { name: 'install-a' } },
    { name: 'hotel' },
  );
  const { plans } = upgradesOf({
    subscriptions: [one, two],
    plans: [waiting('install-a', [v(2), 'hotel.v1'], ['flight-ticket', 'hotel'])],
    csvs: [aCsvObject(v(1), { phase: 'Succeeded' }, { spec: { version: '1.1.0' } })],
    operatorConditions: [],
    packages: new Map(),
    catalogProblems: new Map(),
  });
  expect(plans).toMatchObject([
    {
      namespace: 'team-a',
      name: 'install-a',
      moves: [
        { csv: v(2), subscription: 'flight-ticket', from: { csv: v(1), version: '1.1.0' } },
        { csv: 'hotel.v1', subscription: 'hotel', fresh: true },
      ],
    },
  ]);
});
