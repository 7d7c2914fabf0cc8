import { describe, expect, it } from 'vitest';
import { aBundle, aPackage } from '../../testing/catalog.ts';
import {
  aCatalog,
  anInstallableCsv,
  anInstallPlan,
  aPlanBundle,
  begun,
  NOW,
  subscriptionFactsOf,
} from '../../testing/install-facts.ts';
import { aSubscriptionObject } from '../../testing/olm.ts';
import { bundleImageKey } from './bundle-image.ts';
import type { NewPlan } from '../plan/decision.ts';
import { planBundles, type PlanBundle } from '../plan/bundle.ts';
import type {
  ChosenBundle,
  ChosenDependency,
  NamespaceResolution,
  SubscriptionOutcome,
} from '../resolver/types.ts';
import { namespaceOutcome, resolveFacts } from './decide.ts';
import type { NamespaceOutcome, SubscriptionFacts } from './facts.ts';
import type { Approval, InstallPlanPhase, Subscription } from '../api/types.ts';

const catalog = { namespace: 'capstan-system', name: 'samples' };
const IMAGE = 'registry.example/image:1';
const NAMES = ['app', 'other', 'base', 'image'];
const packages = new Map(
  NAMES.map((name) => {
    const place = (version: string): object =>
      name === 'image' ? { image: IMAGE } : { digest: `sha256:${name}-${version}` };
    const bundleList = ['1.0.0', '2.0.0'].map((version) => aBundle(name, version, place(version)));
    return [name, aPackage(name, { stable: [{ name: `${name}.v2.0.0` }] }, { bundleList })] as const;
  }),
);

const chosen = (name: string, version = '1.0.0'): ChosenBundle => ({
  catalog,
  package: name,
  channel: 'stable',
  csv: `${name}.v${version}`,
  version,
});
const install = (name: string, version?: string): SubscriptionOutcome => ({
  kind: 'install',
  chosen: chosen(name, version),
});
const upgrade = (name: string, version: string): SubscriptionOutcome => ({
  kind: 'upgrade',
  chosen: { ...chosen(name, version), replaces: `${name}.v1.0.0` },
});
const current = (name: string): SubscriptionOutcome => ({
  kind: 'current',
  reason: 'at-head',
  csv: `${name}.v1.0.0`,
});
const needed = (name: string, requiredBy: string[], version?: string): ChosenDependency => ({
  ...chosen(name, version),
  subscription: generatedName(name),
  requiredBy,
});
const generatedName = (name: string): string => `${name}-stable-samples-capstan-system`;

function subscription(name: string, approval?: Approval, annotations = {}): Subscription {
  const spec = approval === undefined ? { name } : { name, installPlanApproval: approval };
  const { status: _status, metadata, ...rest } = aSubscriptionObject({}, spec);
  return { ...rest, metadata: { ...metadata, name, uid: `uid-${name}`, annotations } };
}

const generated = { generated: { channel: 'stable' } };

interface PlanOptions {
  phase?: InstallPlanPhase;
  approved?: boolean;
  generation?: number;
  owner?: string;
}

function known(bundles: PlanBundle[], options: PlanOptions = {}): SubscriptionFacts['plans'] {
  const { phase = 'Installing', generation = 1, owner = 'uid-app' } = options;
  const name = `install-${String(generation)}`;
  const plan = anInstallPlan(bundles, { phase, catalogSources: [] }, { generation, owner, name });
  const approved = options.approved ?? phase !== 'RequiresApproval';
  return [{ plan: { ...plan, spec: { ...plan.spec, approved } }, bundles: planBundles(plan) ?? [] }];
}

const own = (name: string, version = '1.0.0'): PlanBundle =>
  aPlanBundle({ csv: `${name}.v${version}`, package: name, subscription: name });
const brought = (name: string, version = '1.0.0'): PlanBundle => ({
  ...own(name, version),
  subscription: generatedName(name),
  ...generated,
});

type Given = Partial<Omit<SubscriptionFacts, 'subscriptions'>> & {
  subscriptions?: Subscription[];
  outcomes: Record<string, SubscriptionOutcome>;
  dependencies?: ChosenDependency[];
  /** One for each Subscription, unless it says otherwise. */
  parts?: string[][];
};

/** What is decided of an answer of the resolver. */
function decide({ outcomes, dependencies = [], parts, ...more }: Given): NamespaceOutcome {
  const names = Object.keys(outcomes);
  const facts = subscriptionFactsOf({
    subscriptions: names.map((name) => subscription(name)),
    catalogs: [aCatalog([...packages.values()])],
    ...more,
  });
  const resolution: NamespaceResolution = {
    outcomes: new Map(Object.entries(outcomes)),
    dependencies,
    parts: parts ?? names.map((name) => [name]),
    dependsOn: new Map(),
    steps: 0,
  };
  const resolved = resolveFacts(facts, NOW);
  return namespaceOutcome(
    facts,
    NOW,
    resolved.resolution === undefined ? resolved : { ...resolved, resolution },
  );
}

const csvsOf = ({ plans }: NamespaceOutcome): string[][] =>
  plans.map(({ bundles }) => bundles.map(({ csv }) => csv));
const ownersOf = (made: NewPlan | undefined): string[] =>
  (made?.plan.metadata.ownerReferences ?? []).map(({ name }) => name);
const conditionsOf = ({ statuses }: NamespaceOutcome, name: string): string[] =>
  (statuses.get(name)?.conditions ?? [])
    .filter(({ status }) => status === 'True')
    .map(({ type, reason }) => `${type} ${reason ?? ''}`);
const csv = (name: string, phase: 'Succeeded' | 'Installing' = 'Succeeded', version = '1.0.0') =>
  anInstallableCsv(`${name}.v${version}`, { status: { phase } });

describe('OLM 28: dependencies', () => {
  const app = { outcomes: { app: install('app') }, dependencies: [needed('base', ['app.v1.0.0'])] };

  it('come with the plan, which makes their Subscription', () => {
    const decision = decide(app);
    expect(decision.plans[0]?.bundles).toMatchObject([
      { csv: 'base.v1.0.0', subscription: generatedName('base'), generated: { channel: 'stable' } },
      { csv: 'app.v1.0.0', subscription: 'app' },
    ]);
    expect(decision.plans[0]?.plan.spec.clusterServiceVersionNames).toEqual(['app.v1.0.0', 'base.v1.0.0']);
    expect(ownersOf(decision.plans[0])).toEqual(['app']);
  });

  const plans = known([brought('base'), own('app')]);

  it('are shown on the Subscription that the plan made, and not planned again', () => {
    const made = subscription('base', undefined, { 'olm.generated-by': 'install-1' });
    const named = { ...made, metadata: { ...made.metadata, name: generatedName('base') } };
    const decision = decide({
      ...app,
      outcomes: { app: install('app'), [generatedName('base')]: install('base') },
      subscriptions: [subscription('app'), named],
      plans,
    });
    expect(decision.plans).toEqual([]);
    expect(decision.statuses.get(generatedName('base'))).toMatchObject({
      state: 'UpgradePending',
      currentCSV: 'base.v1.0.0',
      installPlanRef: { name: 'install-1' },
    });
  });

  it('mean nothing to a Subscription of that name that somebody else made', () => {
    const other = subscription('base');
    const named = { ...other, metadata: { ...other.metadata, name: generatedName('base') } };
    const decision = decide({
      outcomes: { [generatedName('base')]: install('base') },
      subscriptions: [named],
      plans,
    });
    expect(decision.statuses.get(generatedName('base'))).not.toHaveProperty('installPlanRef');
    expect(csvsOf(decision)).toEqual([['base.v1.0.0']]);
  });

  const both = {
    outcomes: { app: install('app'), other: install('other') },
    dependencies: [needed('base', ['app.v1.0.0', 'other.v1.0.0'])],
    parts: [['app', 'other']],
  };
  const rows: { name: string; given: Given; want: string[][] }[] = [
    {
      name: 'that a plan is bringing are not brought twice',
      given: { ...both, plans },
      want: [['other.v1.0.0']],
    },
    {
      name: 'that a plan is bringing in an older version are left to it',
      given: { ...both, dependencies: [needed('base', ['other.v1.0.0'], '2.0.0')], plans },
      want: [['other.v1.0.0']],
    },
    {
      name: 'that a plan waits with are offered again, so that the newest plan is whole',
      given: { ...both, plans: known([brought('base'), own('app')], { phase: 'RequiresApproval' }) },
      want: [['base.v1.0.0', 'app.v1.0.0', 'other.v1.0.0']],
    },
    {
      name: 'that a plan waits with are not planned again by themselves',
      given: {
        ...app,
        outcomes: { ...app.outcomes, other: current('other') },
        csvs: [csv('other')],
        plans: known([brought('base'), own('app')], { phase: 'RequiresApproval' }),
      },
      want: [],
    },
    {
      name: 'that changed while a plan waits make a new one',
      given: {
        outcomes: { app: install('app'), other: current('other') },
        dependencies: [needed('base', ['app.v1.0.0'], '2.0.0')],
        csvs: [csv('other')],
        plans: known([brought('base'), own('app')], { phase: 'RequiresApproval' }),
      },
      want: [['base.v2.0.0', 'app.v1.0.0']],
    },
    {
      name: 'of a plan that failed are not tried again with it',
      given: {
        ...app,
        outcomes: { ...app.outcomes, other: current('other') },
        csvs: [csv('other')],
        plans: known([brought('base'), own('app')], { phase: 'Failed' }),
      },
      want: [],
    },
    {
      name: 'of what may not move yet wait with it',
      given: {
        outcomes: { app: upgrade('app', '2.0.0') },
        dependencies: [needed('base', ['app.v2.0.0'])],
        csvs: [csv('app', 'Installing')],
        plans: known([own('app')], { phase: 'Complete' }),
      },
      want: [],
    },
    {
      name: 'of what is installed come by themselves',
      given: {
        outcomes: { app: current('app') },
        dependencies: [needed('base', ['app.v1.0.0'])],
        csvs: [csv('app')],
        plans: known([own('app')], { phase: 'Complete' }),
      },
      want: [['base.v1.0.0']],
    },
    {
      name: 'of dependencies come, too',
      given: {
        outcomes: { app: install('app') },
        dependencies: [needed('base', ['other.v1.0.0']), needed('other', ['app.v1.0.0'])],
      },
      want: [['base.v1.0.0', 'other.v1.0.0', 'app.v1.0.0']],
    },
  ];
  it.each(rows)('$name', ({ given, want }) => {
    expect(csvsOf(decide(given))).toEqual(want);
  });

  it('OLM 26: that are images are unpacked before there is a plan, and hold up nobody else', () => {
    const given = {
      outcomes: { app: install('app'), other: install('other') },
      dependencies: [needed('image', ['app.v1.0.0'])],
    };
    const key = bundleImageKey({ catalog, image: IMAGE });
    const images = new Map([[key, { kind: 'pulling', since: NOW } as const]]);
    const decision = decide({ ...given, images });
    expect(csvsOf(decision)).toEqual([['other.v1.0.0']]);
    expect(decision.images).toEqual([{ catalog, image: IMAGE }]);
    expect(conditionsOf(decision, 'app')).toEqual(['BundleUnpacking UnpackingInProgress']);
    expect(conditionsOf(decision, 'other')).toEqual([]);
    const whole = decide({ ...given, images, wholeNamespace: true });
    expect(csvsOf(whole)).toEqual([]);
    expect(conditionsOf(whole, 'other')).toEqual(['BundleUnpacking UnpackingInProgress']);
  });
});

describe('OLM 45: plans', () => {
  const two = { app: install('app'), other: install('other') };
  const manual = [subscription('app', 'Manual'), subscription('other')];

  it('are for the namespace: one, in the name of all, Manual if one is', () => {
    const decision = decide({
      outcomes: { ...two, base: current('base') },
      subscriptions: [...manual, subscription('base')],
      csvs: [csv('base')],
    });
    expect(csvsOf(decision)).toEqual([['app.v1.0.0', 'other.v1.0.0']]);
    expect(ownersOf(decision.plans[0])).toEqual(['app', 'other', 'base']);
    expect(decision.plans[0]?.plan.spec).toMatchObject({
      approval: 'Manual',
      approved: false,
      generation: 1,
    });
  });

  it('are for one Subscription each where the OperatorGroup says so, and approved by it alone', () => {
    const decision = decide({
      outcomes: two,
      subscriptions: manual,
      dependencies: [needed('base', ['app.v1.0.0', 'other.v1.0.0'])],
      parts: [['app', 'other']],
      planPerSubscription: true,
    });
    expect(csvsOf(decision)).toEqual([
      ['base.v1.0.0', 'app.v1.0.0'],
      ['base.v1.0.0', 'other.v1.0.0'],
    ]);
    expect(decision.plans.map(ownersOf)).toEqual([['app'], ['other']]);
    expect(
      decision.plans.map(({ plan: { spec } }) => [spec.approval, spec.approved, spec.generation]),
    ).toEqual([
      ['Manual', false, 1],
      ['Automatic', true, 2],
    ]);
  });

  it('of single Subscriptions are named the same after a crash between the two', () => {
    const given = { outcomes: two, planPerSubscription: true };
    const [first, second] = decide(given).plans;
    const plans = first === undefined ? [] : [{ plan: begun(first), bundles: first.bundles }];
    expect(decide({ ...given, plans }).plans).toEqual([second]);
  });

  it('are as many as it takes to write them down', () => {
    const bulky = new Map(
      ['app', 'other'].map((name) => {
        const properties = [{ type: 'x', value: 'x'.repeat(100_000) }];
        const bundle = aBundle(name, '1.0.0', { digest: 'sha256:1', properties });
        return [name, aPackage(name, { stable: [{ name: bundle.name }] }, { bundleList: [bundle] })] as const;
      }),
    );
    const decision = decide({ outcomes: two, catalogs: [aCatalog([...bulky.values()])] });
    expect(csvsOf(decision)).toEqual([['app.v1.0.0'], ['other.v1.0.0']]);
    expect(decision.plans.map(({ plan }) => plan.spec.generation)).toEqual([1, 2]);
  });
});

describe('a plan that waits for approval', () => {
  const old = known([own('app')], { phase: 'RequiresApproval' });
  const newer = (approved: boolean): SubscriptionFacts['plans'] =>
    known([own('app', '2.0.0')], { phase: approved ? 'Installing' : 'RequiresApproval', generation: 2 });
  const rows: { name: string; given: Given; want: string[] }[] = [
    { name: 'stays', given: { outcomes: { app: install('app') }, plans: old }, want: [] },
    {
      name: 'stays beside a newer one',
      given: { outcomes: { app: install('app') }, plans: [...old, ...newer(false)] },
      want: [],
    },
    {
      name: 'goes once a newer one was approved',
      given: { outcomes: { app: install('app') }, plans: [...old, ...newer(true)] },
      want: ['install-1'],
    },
    {
      name: 'goes when the older one was approved instead',
      given: {
        outcomes: { app: install('app', '2.0.0') },
        plans: [...known([own('app')]), ...newer(false)],
      },
      want: ['install-2'],
    },
    {
      name: 'goes with its Subscription, though others are its owners, too',
      given: {
        outcomes: { other: current('other') },
        csvs: [csv('other')],
        plans: known([own('app')], { phase: 'RequiresApproval', owner: 'uid-other' }),
      },
      want: ['install-1'],
    },
  ];
  it.each(rows)('$name', ({ given, want }) => {
    expect(decide(given).outdatedPlans.map(({ metadata }) => metadata.name)).toEqual(want);
  });
});

describe('OLM 22: a newer version', () => {
  const waiting = known([own('app')], { phase: 'RequiresApproval' });
  const newer = { app: install('app', '2.0.0') };
  const rows: { name: string; given: Given; want: string[][] }[] = [
    {
      name: 'is not planned while the only Subscription waits for its plan',
      given: { outcomes: newer, plans: waiting },
      want: [],
    },
    {
      name: 'makes a second plan when another Subscription is at rest',
      given: { outcomes: { ...newer, other: current('other') }, plans: waiting, csvs: [csv('other')] },
      want: [['app.v2.0.0']],
    },
    {
      name: 'does not change what an approved plan is bringing',
      given: {
        outcomes: { ...newer, other: current('other') },
        plans: known([own('app')]),
        csvs: [csv('other')],
      },
      want: [],
    },
    {
      name: 'is not planned for a Subscription that has a plan of its own waiting',
      given: {
        outcomes: { ...newer, other: current('other') },
        plans: waiting,
        csvs: [csv('other')],
        planPerSubscription: true,
      },
      want: [],
    },
  ];
  it.each(rows)('$name', ({ given, want }) => {
    expect(csvsOf(decide(given))).toEqual(want);
  });
});

describe('OLM 43: a plan that failed', () => {
  const given: Given = {
    outcomes: { app: upgrade('app', '2.0.0') },
    subscriptions: [{ ...subscription('app'), status: { lastUpdated: '', installedCSV: 'app.v1.0.0' } }],
    csvs: [csv('app')],
    plans: known([own('app', '1.5.0')], { phase: 'Failed' }),
  };

  it('holds up its Subscription', () => {
    const decision = decide(given);
    expect(decision.statuses.get('app')?.state).toBe('UpgradePending');
    expect(csvsOf(decision)).toEqual([]);
  });

  it('is passed by where the OperatorGroup fails forward', () => {
    const decision = decide({ ...given, failForward: true });
    expect(decision.statuses.get('app')?.state).toBe('UpgradeFailed');
    expect(csvsOf(decision)).toEqual([['app.v2.0.0']]);
  });
});
