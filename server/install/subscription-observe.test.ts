import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { COPIED_FROM_LABEL } from '#lib/olm/api/labels.ts';
import { DISABLED_ANNOTATION } from '#lib/olm/sources/spec.ts';
import { INSTALL_PLANS_ANNOTATION, RESOLUTION_SCOPE_ANNOTATION } from '#lib/olm/subscription/facts.ts';
import { aPackage } from '#lib/testing/catalog.ts';
import { anInstallableCsv, anInstallPlan, aPlanBundle } from '#lib/testing/install-facts.ts';
import { aSubscriptionObject } from '#lib/testing/olm.ts';
import { plainWorld, type PlainWorld } from '#local/testing/worlds/plain-world.ts';
import type { Catalog } from '#server/catalog/types.ts';
import { observeSubscriptions } from './subscription-observe.ts';
import type { World } from './world.ts';

const GLOBAL = 'capstan-system';
const EXCLUDE_GLOBAL = 'olm.operatorframework.io/exclude-global-namespace-resolution';

function aSource(name: string, namespace: string, spec: object = {}): KubeObject {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: { name, namespace, uid: `uid-${name}` },
    spec: { sourceType: 'grpc', address: 'catalog.example.com:50051', ...spec },
  };
}

const aGroup = (annotations: Record<string, string> = {}, spec: object = {}, name = 'group'): KubeObject => ({
  apiVersion: 'operators.coreos.com/v1',
  kind: 'OperatorGroup',
  metadata: { name, namespace: 'team-a', annotations },
  spec,
});

type Reading = Pick<Catalog, 'readAt' | 'reading'>;
const READ: Reading = { readAt: 900_000, reading: { checkedAt: 900_000, fetching: false } };

/** Whose catalogs have one package each, as far as they were read. */
function world(readings: Readonly<Record<string, Reading>> = {}, more: Partial<World> = {}): PlainWorld {
  const plain = plainWorld(more);
  plain.world.store.get = (ref) => {
    const reading = readings[ref.name];
    if (reading === undefined) return undefined;
    const packages = new Map(reading.readAt === 0 ? [] : [['tickets', aPackage('tickets', {})]]);
    return { ref, packages, warnings: [], digest: 'sha256:aa', ...reading };
  };
  return plain;
}

const observe = ({ world: at }: PlainWorld): ReturnType<typeof observeSubscriptions> =>
  observeSubscriptions(at, 'team-a');

describe('what is known of the Subscriptions of a namespace', () => {
  it('is what it has itself, copies and other namespaces left out', () => {
    const at = world();
    const elsewhere = { ...aSubscriptionObject(), metadata: { name: 'x', namespace: 'team-b' } };
    at.put('subscriptions', aSubscriptionObject(), elsewhere);
    const copied = { [COPIED_FROM_LABEL]: 'team-b' };
    at.put(
      'clusterServiceVersions',
      anInstallableCsv('own.v1'),
      anInstallableCsv('copy.v1', { metadata: { labels: copied } }),
    );
    const bundle = aPlanBundle();
    at.put('installPlans', anInstallPlan([bundle], { phase: 'Complete', catalogSources: [] }), {
      ...anInstallPlan([bundle], undefined, { name: 'silent' }),
    });
    const facts = observe(at);
    expect(facts.subscriptions.map(({ metadata }) => metadata.name)).toEqual(['flight-ticket']);
    expect(facts.csvs.map(({ metadata }) => metadata.name)).toEqual(['own.v1']);
    expect(
      facts.plans.map(({ plan, bundles }) => [plan.metadata.name, bundles.map(({ csv }) => csv)]),
    ).toEqual([
      ['install-aaaaa', ['tickets.v1.0.0']],
      ['silent', []],
    ]);
  });

  it.each([
    { annotations: {}, spec: {}, want: {} },
    {
      annotations: { [INSTALL_PLANS_ANNOTATION]: 'subscription' },
      spec: {},
      want: { planPerSubscription: true },
    },
    { annotations: { [RESOLUTION_SCOPE_ANNOTATION]: 'namespace' }, spec: {}, want: { wholeNamespace: true } },
    {
      annotations: {},
      spec: { upgradeStrategy: 'TechPreviewUnsafeFailForward' },
      want: { failForward: true },
    },
  ])('says of an OperatorGroup with $annotations and $spec: $want', ({ annotations, spec, want }) => {
    const at = world();
    at.put('operatorGroups', aGroup(annotations, spec));
    const usual = {
      operatorGroups: 1,
      planPerSubscription: false,
      wholeNamespace: false,
      failForward: false,
    };
    expect(observe(at)).toMatchObject({ ...usual, ...want });
  });

  it('counts OperatorGroups, those that go left out', () => {
    const at = world();
    const going = aGroup({}, {}, 'going');
    const metadata = { ...going.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' };
    at.put('operatorGroups', aGroup(), aGroup({}, {}, 'second'), { ...going, metadata });
    expect(observe(at).operatorGroups).toBe(2);
  });

  it('is of the whole namespace when the controller was told so', () => {
    expect(observe(world({}, { wholeNamespace: true })).wholeNamespace).toBe(true);
  });
});

describe('the catalogs of a namespace', () => {
  const names = (at: PlainWorld): string[] => observe(at).catalogs.map(({ ref }) => ref.name);

  it('are its own and the global ones, those of other namespaces never (OLM 8, 9)', () => {
    const at = world({ own: READ, global: READ, foreign: READ, first: READ });
    at.put(
      'catalogSources',
      aSource('global', GLOBAL),
      aSource('own', 'team-a'),
      aSource('foreign', 'team-b'),
      aSource('first', GLOBAL, { priority: 5 }),
    );
    expect(names(at)).toEqual(['first', 'own', 'global']);
  });

  it('are its own alone when its OperatorGroup wants no others', () => {
    const at = world({ own: READ, global: READ });
    at.put('catalogSources', aSource('global', GLOBAL), aSource('own', 'team-a'));
    at.put('operatorGroups', aGroup({ [EXCLUDE_GLOBAL]: 'true' }));
    expect(names(at)).toEqual(['own']);
  });

  it('that are turned off are known, and not used', () => {
    const at = world({ own: READ });
    const source = aSource('own', 'team-a');
    const metadata = { ...source.metadata, annotations: { [DISABLED_ANNOTATION]: 'true' } };
    at.put('catalogSources', { ...source, metadata });
    const facts = observe(at);
    expect(facts.catalogs).toEqual([]);
    expect(facts.catalogSources.map(({ name }) => name)).toEqual(['own']);
  });

  const failing: Reading['reading'] = {
    checkedAt: 900_000,
    fetching: false,
    problem: { kind: 'unreachable', message: 'nobody listens', since: 900_000 },
  };
  const rows: { name: string; reading?: Reading; whole?: boolean; want: object }[] = [
    { name: 'read', reading: READ, want: { problem: undefined, reading: undefined, packages: 1 } },
    {
      name: 'being read for the first time',
      reading: { readAt: 0, reading: { fetching: true } },
      want: { problem: 'it is being read for the first time', reading: true, packages: 0 },
    },
    {
      name: 'not to be read any more, whose content stays good',
      reading: { readAt: 800_000, reading: failing },
      want: { problem: undefined, reading: undefined, packages: 1 },
    },
    {
      name: 'not to be read any more, where the namespace wants it upstream’s way (OLM 30)',
      reading: { readAt: 800_000, reading: failing },
      whole: true,
      want: { problem: expect.stringContaining('nobody listens'), packages: 1 },
    },
    {
      name: 'never read',
      reading: { readAt: 0, reading: failing },
      want: { problem: expect.stringContaining('nobody listens'), packages: 0 },
    },
  ];
  it.each(rows)('$name', ({ reading, whole = false, want }) => {
    const at = world(reading === undefined ? {} : { own: reading }, { wholeNamespace: whole });
    at.put('catalogSources', aSource('own', 'team-a'));
    const [catalog] = observe(at).catalogs;
    expect({
      problem: catalog?.problem,
      reading: catalog?.reading,
      packages: catalog?.content.size,
    }).toMatchObject(want);
  });
});

it('gives a search two seconds from when it begins', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { outOfTime } = observe(world());
  vi.advanceTimersByTime(10_000);
  const asked = [0, 2_000, 1].map((ms) => {
    vi.advanceTimersByTime(ms);
    return outOfTime?.();
  });
  expect(asked).toEqual([false, false, true]);
});
