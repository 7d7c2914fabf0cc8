/** Resolution on a real control plane: dependencies, upgrades, and what one Subscription means for the others. */
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import { explanationOf } from '#lib/olm/resolver/explanation.ts';
import { effort } from '#local/testing/effort.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { at, type Bench } from '#local/testing/installs.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';
import { ticketsCatalog, type CatalogFolder, type TicketsOptions } from '#local/testing/tickets.ts';

const CSV = resources.clusterServiceVersions;
const SUB = resources.subscriptions;
const PLAN = resources.installPlans;

const held = heldByFile();
let first: CatalogFolder;
let second: CatalogFolder;
let operators: Operators;
let user: Bench;

/** More than the plans that are kept; `npm run deep` walks further. */
const WALK_LENGTH = effort(7, 20);
const WALK = Array.from({ length: WALK_LENGTH }, (_, index) => `${String(index + 1)}.0.0`);
const WALK_HEAD = `walk.v${String(WALK_LENGTH)}.0.0`;
const GOOD = Array.from({ length: 9 }, (_, index) => `good-${String(index + 1)}`);

/** Operators that may share a namespace. */
const own = (name: string, more: TicketsOptions = {}): TicketsOptions => ({
  deployment: name,
  ...more,
});

beforeAll(async () => {
  first = held.use(await ticketsCatalog({ walk: WALK, pinned: ['1.0.0', '2.0.0', '3.0.0', '4.0.0'] }));
  second = held.use(await ticketsCatalog({}));
  await first.add('app', '1.0.0', own('app', { needs: { base: '>=1.0.0' }, needsApiOf: ['store'] }));
  await second.add('base', '1.0.0', own('base'));
  await second.add('store', '1.0.0', own('store'));
  await first.add('jump', '1.0.0');
  await first.add('jump', '1.1.0', { replaces: 'jump.v1.0.0' });
  const jump = { annotations: { 'olm.skipRange': '>=1.0.0 <2.0.0' }, replaces: 'jump.v1.1.0' };
  await first.add('jump', '2.0.0', jump);
  for (const name of [...GOOD, 'late', 'later', 'manual', 'automatic']) {
    await first.add(name, '1.0.0', own(name));
  }
  await first.add('breaks', '1.0.0');
  await first.add('breaks', '2.0.0', { replaces: 'breaks.v1.0.0', spec: INVALID });
  operators = held.use(await startOperators({ catalogs: { first: first.path, second: second.path } }));
  ({ user } = operators);
});

const INVALID = {
  install: {
    strategy: 'deployment',
    spec: {
      deployments: [
        {
          name: 'tickets',
          spec: {
            selector: { matchLabels: { app: 'tickets' } },
            template: {
              metadata: { labels: { app: 'tickets' } },
              spec: { containers: [{ name: 'manager', image: 'x', ports: [{ containerPort: 70_000 }] }] },
            },
          },
        },
      ],
    },
  },
};

const request = (
  namespace: string,
  name = namespace,
  spec: object = {},
): Parameters<Bench['install']>[0] => ({
  namespace,
  package: name,
  catalog: 'first',
  targetNamespaces: [namespace],
  spec: { ...spec },
});

const names = async (...[resource, namespace]: Parameters<Bench['list']>): Promise<string[]> =>
  (await user.list(resource, namespace)).map(({ metadata }) => metadata.name).sort();

const condition = async (namespace: string, name: string, type: string): Promise<string | undefined> => {
  const conditions = await user.field(SUB, namespace, name, 'status.conditions');
  const all: unknown[] = Array.isArray(conditions) ? conditions : [];
  const found = all.find((entry) => at(entry, 'type') === type && at(entry, 'status') === 'True');
  return found === undefined ? undefined : `${String(at(found, 'reason'))}: ${String(at(found, 'message'))}`;
};

const annotateGroup = (namespace: string, annotations: Record<string, string | null>): Promise<unknown> =>
  user.client.patch(
    resources.operatorGroups,
    { namespace, name: 'group' },
    { type: 'merge', body: { metadata: { annotations } } },
  );

const annotateSubscription = (name: string, annotations: Record<string, string | null>): Promise<unknown> =>
  user.client.patch(SUB, { namespace: name, name }, { type: 'merge', body: { metadata: { annotations } } });

/** What is told of Subscriptions that cannot be resolved; of a namespace itself the events lie in `default`. */
async function failures(namespace: string): Promise<string[]> {
  const events = await user.list(resources.events);
  return events
    .filter((event) => at(event, 'reason') === 'ResolutionFailed')
    .filter((event) =>
      [at(event, 'involvedObject.namespace'), at(event, 'involvedObject.name')].includes(namespace),
    )
    .map(
      (event) =>
        `${String(at(event, 'involvedObject.kind'))} ${String(at(event, 'involvedObject.name'))}: ${String(at(event, 'message'))}`,
    );
}

/** Names of the plans of a namespace that wait for approval, newest last. */
async function waiting(namespace: string): Promise<string[]> {
  const plans = await user.list(PLAN, namespace);
  return plans
    .filter((plan) => at(plan, 'status.phase') === 'RequiresApproval')
    .sort((a, b) => Number(at(a, 'spec.generation')) - Number(at(b, 'spec.generation')))
    .map(({ metadata }) => metadata.name);
}

const untilWaiting = (namespace: string, count = 1): Promise<string> =>
  eventually(async () => {
    const plans = await waiting(namespace);
    expect(plans).toHaveLength(count);
    return plans.at(-1) ?? '';
  });

describe('dependencies (OLM 28, 36)', () => {
  const generated = 'base-stable-second-capstan-system';

  it('come from another catalog in the same plan, each with a Subscription of its own', async () => {
    await user.install(request('app'));
    for (const csv of ['app.v1.0.0', 'base.v1.0.0', 'store.v1.0.0']) {
      await user.untilPhase('app', csv, 'Succeeded');
    }
    const plans = await names(PLAN, 'app');
    expect(plans).toHaveLength(1);
    await eventually(async () => {
      expect(await names(SUB, 'app')).toEqual(['app', generated, 'store-stable-second-capstan-system']);
      expect(await user.field(SUB, 'app', generated, 'status')).toMatchObject({
        state: 'AtLatestKnown',
        currentCSV: 'base.v1.0.0',
        installedCSV: 'base.v1.0.0',
        installPlanRef: { name: plans[0] },
      });
    });
    const { metadata, ...made } = await user.client.get(SUB, { namespace: 'app', name: generated });
    expect(metadata.annotations?.['olm.generated-by']).toBe(plans[0]);
    expect(made['spec']).toMatchObject({
      name: 'base',
      channel: 'stable',
      source: 'second',
      sourceNamespace: 'capstan-system',
      startingCSV: 'base.v1.0.0',
      installPlanApproval: 'Automatic',
    });
  });

  it('are upgraded by themselves from then on', async () => {
    await second.add('base', '2.0.0', own('base', { replaces: 'base.v1.0.0' }));
    await user.untilPhase('app', 'base.v2.0.0', 'Succeeded');
    await eventually(async () => {
      expect(await names(CSV, 'app')).toEqual(['app.v1.0.0', 'base.v2.0.0', 'store.v1.0.0']);
    });
    expect(await names(PLAN, 'app')).toHaveLength(2);
  });
});

describe('upgrades (OLM 33)', () => {
  it('walk through every version, one plan each, and leave the newest plans', async () => {
    await user.install(request('walk', 'walk', { startingCSV: 'walk.v1.0.0' }));
    await user.untilPhase('walk', WALK_HEAD, 'Succeeded', 240_000);
    await eventually(async () => {
      expect(await names(CSV, 'walk')).toEqual([WALK_HEAD]);
      expect(await user.field(SUB, 'walk', 'walk', 'status')).toMatchObject({
        state: 'AtLatestKnown',
        installedCSV: WALK_HEAD,
        installPlanGeneration: WALK_LENGTH,
      });
      expect(await names(PLAN, 'walk')).toHaveLength(5);
    });
  });

  it('jump where a skipRange says so', async () => {
    await user.install(request('jump', 'jump', { startingCSV: 'jump.v1.0.0' }));
    await user.untilPhase('jump', 'jump.v2.0.0', 'Succeeded');
    const plans = await user.list(PLAN, 'jump');
    expect(plans.flatMap((plan) => at(plan, 'spec.clusterServiceVersionNames')).sort()).toEqual([
      'jump.v1.0.0',
      'jump.v2.0.0',
    ]);
  });

  it('stop at the version that the Subscription is pinned to, until it is not', async () => {
    await user.prepare(request('pinned'));
    await user.client.create(SUB, {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'Subscription',
      metadata: { name: 'pinned', namespace: 'pinned', annotations: { 'capstan.dev/pin': 'pinned.v3.0.0' } },
      spec: {
        name: 'pinned',
        source: 'first',
        sourceNamespace: 'capstan-system',
        startingCSV: 'pinned.v1.0.0',
      },
    });
    await user.untilPhase('pinned', 'pinned.v3.0.0', 'Succeeded');
    // Something that comes after it, so that we know that it was looked at again.
    await annotateSubscription('pinned', { 'capstan.dev/pin': 'pinned.v3.0.0', touched: 'true' });
    await user.untilPhase('pinned', 'pinned.v3.0.0', 'Succeeded');
    expect(await user.field(SUB, 'pinned', 'pinned', 'status.installPlanGeneration')).toBe(3);
    await annotateSubscription('pinned', { 'capstan.dev/pin': null });
    await user.untilPhase('pinned', 'pinned.v4.0.0', 'Succeeded');
  });

  it('OLM 22: of a Subscription that waits for approval alone do not add plans', async () => {
    await user.install(request('late', 'late', { installPlanApproval: 'Manual' }));
    const plan = await untilWaiting('late');
    await first.add('late', '2.0.0', own('late', { replaces: 'late.v1.0.0' }));
    // Somebody else has it, so it has been seen.
    await user.install(request('probe', 'late'));
    await user.untilPhase('probe', 'late.v2.0.0', 'Succeeded');
    expect(await waiting('late')).toEqual([plan]);
    // Another Subscription at rest lets the namespace be resolved again.
    await user.subscribe(request('late', 'later'));
    const whole = await untilWaiting('late', 2);
    expect(await user.field(PLAN, 'late', whole, 'spec.clusterServiceVersionNames')).toEqual([
      'late.v2.0.0',
      'later.v1.0.0',
    ]);
    await user.approve('late', whole);
    await user.untilPhase('late', 'late.v2.0.0', 'Succeeded');
    await user.untilPhase('late', 'later.v1.0.0', 'Succeeded');
    await eventually(async () => {
      expect(await waiting('late')).toEqual([]);
    });
  });

  it('OLM 43: pass a version that failed where the OperatorGroup fails forward', async () => {
    await user.install(request('breaks', 'breaks', { startingCSV: 'breaks.v1.0.0' }));
    await user.untilPhase('breaks', 'breaks.v2.0.0', 'Failed');
    await first.add('breaks', '3.0.0', { replaces: 'breaks.v2.0.0' });
    await user.client.patch(
      resources.operatorGroups,
      { namespace: 'breaks', name: 'group' },
      { type: 'merge', body: { spec: { upgradeStrategy: 'TechPreviewUnsafeFailForward' } } },
    );
    await user.untilPhase('breaks', 'breaks.v3.0.0', 'Succeeded');
    await eventually(async () => {
      expect(await names(CSV, 'breaks')).toEqual(['breaks.v3.0.0']);
    });
  });
});

describe('a bad Subscription', () => {
  it('does not hold up nine good ones, and says what is wrong (OLM 25)', async () => {
    await user.prepare(request('ten'));
    await Promise.all([...GOOD, 'missing'].map((name) => user.subscribe(request('ten', name))));
    for (const name of GOOD) await user.untilPhase('ten', `${name}.v1.0.0`, 'Succeeded');
    await eventually(async () => {
      expect(await condition('ten', 'missing', 'ResolutionFailed')).toMatch(
        /^ConstraintsNotSatisfiable: constraints not satisfiable: .*package missing/,
      );
      const { metadata } = await user.client.get(SUB, { namespace: 'ten', name: 'missing' });
      expect(explanationOf(metadata.annotations)?.facts).not.toEqual([]);
    });
    for (const name of GOOD) expect(await condition('ten', name, 'ResolutionFailed')).toBeUndefined();
    await eventually(async () => {
      expect((await failures('ten')).sort()).toEqual([
        expect.stringMatching(/^Namespace ten: constraints not satisfiable: .*package missing/),
        expect.stringMatching(/^Subscription missing: constraints not satisfiable: .*package missing/),
      ]);
    });
  });

  it('holds up all of a namespace that is resolved as a whole (OLM 84)', async () => {
    await user.prepare(request('whole'));
    await annotateGroup('whole', { 'capstan.dev/resolution-scope': 'namespace' });
    await user.subscribe(request('whole', 'missing'));
    await user.subscribe(request('whole', 'jump'));
    await eventually(async () => {
      for (const name of ['missing', 'jump']) {
        expect(await condition('whole', name, 'ResolutionFailed')).toMatch(/^ConstraintsNotSatisfiable: /);
      }
    });
    expect(await names(PLAN, 'whole')).toEqual([]);
    await annotateGroup('whole', { 'capstan.dev/resolution-scope': null });
    await user.untilPhase('whole', 'jump.v2.0.0', 'Succeeded');
    await eventually(async () => {
      expect(await condition('whole', 'jump', 'ResolutionFailed')).toBeUndefined();
      const { metadata } = await user.client.get(SUB, { namespace: 'whole', name: 'jump' });
      expect(explanationOf(metadata.annotations)).toBeUndefined();
    });
  });
});

describe('plans for single Subscriptions (OLM 84)', () => {
  it('let the Automatic one go on while the Manual one waits', async () => {
    await user.prepare(request('single'));
    await annotateGroup('single', { 'capstan.dev/install-plans': 'subscription' });
    await user.subscribe(request('single', 'manual', { installPlanApproval: 'Manual' }));
    await user.subscribe(request('single', 'automatic'));
    await user.untilPhase('single', 'automatic.v1.0.0', 'Succeeded');
    const plan = await untilWaiting('single');
    expect(await user.field(PLAN, 'single', plan, 'spec.clusterServiceVersionNames')).toEqual([
      'manual.v1.0.0',
    ]);
    expect(await names(CSV, 'single')).toEqual(['automatic.v1.0.0']);
    await user.approve('single', plan);
    await user.untilPhase('single', 'manual.v1.0.0', 'Succeeded');
  });
});

describe('an unchanged world', () => {
  const versions = async (): Promise<Record<string, string | undefined>> => {
    const lists = await Promise.all([SUB, CSV, PLAN].map((kind) => user.list(kind)));
    return Object.fromEntries(
      lists
        .flat()
        .filter(({ metadata }) => metadata.namespace !== 'breaks')
        .map(({ kind, metadata }) => [
          `${kind}/${metadata.namespace ?? ''}/${metadata.name}`,
          metadata.resourceVersion,
        ]),
    );
  };

  it('is written nothing to, whatever cannot be resolved in it', async () => {
    let before = await versions();
    await eventually(async () => {
      // Longer than a status is put off.
      await delay(2_000);
      const now = await versions();
      const same = JSON.stringify(now) === JSON.stringify(before);
      before = now;
      expect(same).toBe(true);
    });
    expect(await operators.controller.stop()).toBe(0);
    await operators.start();
    // Something to do, so that we know that it has looked at everything else.
    await user.install(request('after', 'jump'));
    await user.untilPhase('after', 'jump.v2.0.0', 'Succeeded');
    const after = await versions();
    for (const [key, version] of Object.entries(before)) expect([key, after[key]]).toEqual([key, version]);
  });
});
