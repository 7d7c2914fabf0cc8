/** Random namespaces: what is foretold of a change is what the controller's deciders then do, one look after another. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort, seedOr } from '#local/testing/effort.ts';
import { stableJson } from '../../base/hash.ts';
import { optional } from '../../base/loose.ts';
import { mergePatch } from '../../k8s/merge-patch.ts';
import { keyOf, type KubeObject } from '../../k8s/object.ts';
import { resources } from '../../k8s/resources.ts';
import { aBundle, aPackage } from '../../testing/catalog.ts';
import {
  aCatalog,
  aCrd,
  anInstallableCsv,
  healthyStatus,
  NOW,
  withStatus,
} from '../../testing/install-facts.ts';
import { randomFrom, type Random } from '../../testing/random.ts';
import type { CatalogPackage } from '../api/catalog.ts';
import { subscriptionObject } from '../api/subscription.ts';
import type { CrdDescription, InstallPlan, OperatorGroup, Subscription } from '../api/types.ts';
import { decideCsv } from '../csv/decide.ts';
import { csvFacts } from '../observed/csv-facts.ts';
import { operatorGroups, ownCsvsIn } from '../observed/namespace.ts';
import { objectsOf, readerOf, type ObjectReader } from '../observed/objects.ts';
import { planFacts } from '../observed/plan-facts.ts';
import { isInstallPlan, isSubscription } from '../observed/shapes.ts';
import { subscriptionFacts } from '../observed/subscription-facts.ts';
import { firstStatus } from '../plan/begin.ts';
import { planBundles } from '../plan/bundle.ts';
import type { Action, NewPlan, StepResult } from '../plan/decision.ts';
import { decidePlan } from '../plan/run.ts';
import type { KnownCatalog } from '../subscription/facts.ts';
import { decideSubscriptions } from '../subscription/run.ts';
import { foretellPlan, type ForetoldPlan } from './foretell.ts';
import { foretoldWrites } from './plan-writes.ts';
import type { WhatIfChange } from './what-if-question.ts';
import { whatIf, type WhatIf } from './what-if.ts';

const NAMESPACE = 'team-a';
const PACKAGES = ['ant', 'bee', 'cat', 'dog'];
const VERSIONS = ['1.0.0', '2.0.0', '3.0.0'];
const SERVER = { serverVersion: '1.36.3', servedApis: new Set<string>() };

interface Shelf {
  catalogs: KnownCatalog[];
  contents: Map<string, readonly KubeObject[]>;
}

const crdOf = (name: string): CrdDescription => ({
  ...{ name: `${name}s.example.com`, version: 'v1' },
  kind: name.toUpperCase(),
});

function shelfOf(random: Random): Shelf {
  const contents = new Map<string, readonly KubeObject[]>();
  const catalog = (ref: KnownCatalog['ref'], names: readonly string[]): KnownCatalog =>
    aCatalog(
      names.map((name) => packageOf(random, `${ref.name}-${name}`, name, contents)),
      { ref, priority: random.below(2) },
    );
  const open = catalog(
    { namespace: NAMESPACE, name: 'own' },
    PACKAGES.filter(() => random.chance(0.7)),
  );
  const everybodys = catalog(
    { namespace: 'global', name: 'all' },
    PACKAGES.filter(() => random.chance(0.6)),
  );
  return { catalogs: [open, everybodys], contents };
}

function packageOf(random: Random, mark: string, name: string, contents: Shelf['contents']): CatalogPackage {
  const others = PACKAGES.filter((other) => other !== name);
  const bundleList = VERSIONS.map((version) => {
    const digest = `sha256:${mark}-${version}`;
    contents.set(digest, contentOf(random, name, version, others));
    const properties = others
      .filter(() => random.chance(0.12))
      .map((packageName) => ({
        type: 'olm.package.required',
        value: { packageName, versionRange: random.pick(['>=1.0.0', '>=2.0.0', '<2.0.0']) },
      }));
    const own = { type: 'olm.package', value: { packageName: name, version } };
    return aBundle(name, version, { digest, properties: [own, ...properties] });
  });
  const entries = bundleList.map((bundle, index) => ({
    name: bundle.name,
    ...optional({ replaces: bundleList[index - 1]?.name }),
  }));
  return aPackage(
    name,
    { stable: entries.toReversed(), old: entries.slice(0, 2).toReversed() },
    { bundleList },
  );
}

function contentOf(random: Random, name: string, version: string, others: readonly string[]): KubeObject[] {
  const mine = crdOf(name);
  const required = random.chance(0.15) ? [crdOf(random.pick(others))] : [];
  const { spec } = anInstallableCsv();
  const install = JSON.parse(
    JSON.stringify(spec.install).replaceAll('tickets', name).replace('"x"', `"x:${version}"`),
  ) as typeof spec.install;
  const bare = {
    ...{ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion' },
    metadata: { name: `${name}.v${version}` },
    spec: { ...spec, version, install, customresourcedefinitions: { owned: [mine], required } },
  };
  const { status: _served, spec: definition, ...more } = aCrd(mine.name);
  const names = { kind: mine.kind, plural: `${name}s` };
  const crd = { ...more, spec: mergePatch(definition, { names }) };
  const parts = ['Service', 'ConfigMap'].filter(() => random.chance(0.5));
  return [
    bare,
    crd,
    ...parts.map((kind) => ({ apiVersion: 'v1', kind, metadata: { name: `${name}-more` } })),
  ];
}

function groupOf(random: Random): OperatorGroup {
  const each = random.chance(0.3) ? { 'capstan.dev/install-plans': 'subscription' } : {};
  return {
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OperatorGroup',
    metadata: { name: 'group', namespace: NAMESPACE, annotations: each },
    spec: { targetNamespaces: [NAMESPACE] },
  };
}

/** A cluster in which the controller works one look at a time; nothing of how foretelling does it is used. */
class Cluster {
  readonly objects = new Map<string, KubeObject>();
  readonly plansMade: NewPlan[] = [];
  readonly written: string[] = [];
  readonly #results = new Map<string, StepResult[]>();
  #changes = 0;
  #reader: ObjectReader | undefined;
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  reader(): ObjectReader {
    this.#reader ??= readerOf([...this.objects.values()]);
    return this.#reader;
  }

  /** The same without one of its catalogs. */
  without(name: string): Cluster {
    const catalogs = this.#shelf.catalogs.filter(({ ref }) => ref.name !== name);
    const cluster = new Cluster({ ...this.#shelf, catalogs });
    for (const object of this.objects.values()) cluster.put(object);
    return cluster;
  }

  put(object: KubeObject): void {
    const key = `${object.kind} ${keyOf(object)}`;
    const known = this.objects.get(key);
    const { uid = `uid-${key}`, creationTimestamp = new Date(NOW).toISOString() } =
      known?.metadata ?? object.metadata;
    // What is applied says nothing of the status.
    const status = object['status'] ?? known?.['status'];
    const isNews =
      known !== undefined && stableJson(known['spec'] ?? {}) !== stableJson(object['spec'] ?? {});
    const generation = (known?.metadata.generation ?? 1) + (isNews ? 1 : 0);
    const metadata = { ...object.metadata, uid, creationTimestamp, generation };
    const stored = { ...object, ...optional({ status }), metadata };
    if (stableJson(stored) !== stableJson(known ?? null)) this.#set(key, stored);
  }

  remove(key: string): void {
    if (this.objects.has(key)) this.#set(key, undefined);
  }

  #set(key: string, object: KubeObject | undefined): void {
    if (object === undefined) this.objects.delete(key);
    else this.objects.set(key, object);
    this.#changes += 1;
    this.#reader = undefined;
  }

  /** @param name of the one plan; without it, of all */
  approve(name?: string): void {
    for (const plan of objectsOf(this.reader(), [resources.installPlans, isInstallPlan], NAMESPACE)) {
      if (name === undefined || plan.metadata.name === name)
        this.put({ ...plan, spec: { ...plan.spec, approved: true } });
    }
  }

  podsRun(): void {
    for (const deployment of this.reader().list(resources.deployments)) {
      this.put(withStatus(deployment, healthyStatus));
    }
  }

  /** Until nothing changes any more. @param random which kind looks first */
  rest(random: Random): void {
    const looks = [() => this.#subscriptions(), () => this.#plans(), () => this.#csvs()];
    for (let round = 0; round < 500; round += 1) {
      const before = this.#changes;
      random.pick(looks)();
      for (const look of looks) look();
      if (before === this.#changes && this.#results.size === 0) return;
    }
    throw new Error('the cluster is not at rest');
  }

  /** Until no plan goes on by itself; nothing else looks. */
  plansRest(): void {
    for (let before = -1; before !== this.#changes || this.#results.size > 0;) {
      before = this.#changes;
      this.#plans();
    }
  }

  known(catalogs = this.#shelf.catalogs) {
    const sources = catalogs.map(({ ref }) => ({ ...ref, uid: `uid-${ref.name}`, healthy: true }));
    const order = [...catalogs].sort((a, b) => (b.priority ?? 0) - (a.priority ?? 0));
    return { catalogSources: sources, catalogs: order, images: new Map(), wholeNamespace: false };
  }

  knownOf(plan: InstallPlan) {
    const bundles = planBundles(plan) ?? [];
    return { bundles, contents: this.#shelf.contents, globalNamespace: 'global' };
  }

  #subscriptions(): void {
    const groups = operatorGroups(this.reader(), NAMESPACE);
    const facts = subscriptionFacts(this.reader(), { namespace: NAMESPACE, groups }, this.known());
    for (const action of decideSubscriptions(facts, NOW).actions) {
      if (action.kind === 'begin') this.#begin(action);
      else this.#carryOut(action);
    }
  }

  #begin({ plan, bundles }: NewPlan): void {
    this.plansMade.push({ plan, bundles });
    const known = { ...this.knownOf(plan), bundles };
    this.put({ ...plan, status: firstStatus(planFacts(this.reader(), plan, known), NOW) });
  }

  #plans(): void {
    for (const plan of objectsOf(this.reader(), [resources.installPlans, isInstallPlan], NAMESPACE)) {
      const { name } = plan.metadata;
      const results = this.#results.get(name);
      this.#results.delete(name);
      const facts = planFacts(this.reader(), plan, this.knownOf(plan));
      const { status = plan.status, actions } = decidePlan({ ...facts, ...optional({ results }) }, NOW);
      this.put({ ...plan, ...optional({ status }) });
      const done = actions.flatMap((action): StepResult[] =>
        action.kind === 'step' ? [this.#step(action)] : [],
      );
      if (done.length > 0) this.#results.set(name, done);
    }
  }

  #step({ step, verb, object, ownedBy, resource }: Extract<Action, { kind: 'step' }>): StepResult {
    const key = `${object.kind} ${keyOf(object)}`;
    const there = this.objects.get(key);
    this.written.push(key);
    if (verb === 'apply' || there === undefined) {
      const owner = this.objects.get(`ClusterServiceVersion ${NAMESPACE}/${ownedBy ?? ''}`);
      const reference = owner && {
        apiVersion: owner.apiVersion,
        kind: owner.kind,
        name: owner.metadata.name,
        uid: owner.metadata.uid ?? '',
      };
      const known = (object.metadata.ownerReferences ?? []).filter(({ uid }) => uid !== reference?.uid);
      const owners = [...known, ...(reference ? [reference] : [])];
      const isCrd = resource.kind === 'CustomResourceDefinition';
      const served = isCrd ? { status: aCrd()['status'] } : {};
      this.put({ ...object, ...served, metadata: { ...object.metadata, ownerReferences: owners } });
    }
    return { step, ok: true, status: there === undefined ? 'Created' : 'Present' };
  }

  #csvs(): void {
    for (const csv of ownCsvsIn(this.reader(), NAMESPACE)) {
      const { status, actions } = decideCsv(
        csvFacts(this.reader(), csv, { ...SERVER, ownedObjects: [] }),
        NOW,
      );
      for (const action of actions) this.#carryOut(action);
      const after = this.objects.get(`ClusterServiceVersion ${keyOf(csv)}`);
      if (status !== undefined && after !== undefined) this.put({ ...after, status });
    }
  }

  #carryOut(action: Action): void {
    if (action.kind === 'apply') this.put(action.object);
    if (action.kind === 'delete') this.remove(`${action.resource.kind} ${keyOf({ metadata: action.ref })}`);
    if (action.kind !== 'status' && action.kind !== 'patch') return;
    const there = this.objects.get(`${action.object.kind} ${keyOf(action.object)}`);
    if (there === undefined) return;
    if (action.kind === 'status') this.put({ ...there, status: action.status });
    else
      this.put({
        ...there,
        metadata: { ...mergePatch(there.metadata, { ...action.metadata }), name: there.metadata.name },
      });
  }
}

function wishOf(random: Random, subscriptions: readonly Subscription[]): WhatIfChange {
  const known = subscriptions.length > 0 && random.chance(0.4) ? random.pick(subscriptions) : undefined;
  if (known !== undefined && random.chance(0.2)) return { kind: 'remove', name: known.metadata.name };
  const name = known?.spec.name ?? random.pick(PACKAGES);
  const [source, sourceNamespace] = random.chance(0.6) ? ['own', NAMESPACE] : ['all', 'global'];
  const spec: Subscription['spec'] = {
    ...{ name, source, sourceNamespace, channel: random.chance(0.7) ? 'stable' : 'old' },
    ...(random.chance(0.3) ? { startingCSV: `${name}.v${random.pick(VERSIONS)}` } : {}),
    installPlanApproval: random.chance(0.4) ? 'Manual' : 'Automatic',
  };
  const pin = random.chance(0.2) ? { pin: `${name}.v${random.pick(VERSIONS)}` } : {};
  return { kind: 'put', subscription: { name: known?.metadata.name ?? name, ...pin, spec } };
}

interface Scene {
  cluster: Cluster;
  shelf: Shelf;
  wish: WhatIfChange;
  random: Random;
}

function sceneOf(seed: number): Scene {
  const random = randomFrom(seed);
  const shelf = shelfOf(random);
  const cluster = new Cluster(shelf);
  if (random.chance(0.95)) cluster.put(groupOf(random));
  for (const name of PACKAGES.filter(() => random.chance(0.4))) {
    const wish = wishOf(random, []);
    if (wish.kind === 'put')
      cluster.put(subscriptionObject({ name, namespace: NAMESPACE }, { ...wish.subscription.spec, name }));
  }
  cluster.rest(random);
  if (random.chance(0.8)) {
    cluster.approve();
    cluster.rest(random);
    cluster.podsRun();
    cluster.rest(random);
  }
  const subscriptions = objectsOf(cluster.reader(), [resources.subscriptions, isSubscription], NAMESPACE);
  return { cluster, shelf, wish: wishOf(random, subscriptions), random };
}

const READABLE = new Set([
  'Subscription',
  'ClusterServiceVersion',
  'InstallPlan',
  'OperatorGroup',
  'ServiceAccount',
]);

const UNREAD = new Set(['CustomResourceDefinition']);

/** @param catalogs that may be seen; with fewer than all, only the namespace is read, too */
function foretold({ cluster, shelf, wish }: Scene, catalogs: readonly KnownCatalog[]): WhatIf {
  const reader = cluster.reader();
  const seen = shelf.catalogs.filter((catalog) => catalogs.includes(catalog));
  const facts = {
    namespace: NAMESPACE,
    subscriptions: objectsOf(reader, [resources.subscriptions, isSubscription], NAMESPACE),
    csvs: ownCsvsIn(reader, NAMESPACE),
    plans: objectsOf(reader, [resources.installPlans, isInstallPlan], NAMESPACE),
    groups: operatorGroups(reader, NAMESPACE),
    known: cluster.known(seen),
    hidden: shelf.catalogs.filter((catalog) => !seen.includes(catalog)).map(({ ref }) => ref),
    now: NOW,
  };
  return whatIf(facts, wish);
}

function foretoldPlan(
  { shelf }: Scene,
  made: NewPlan,
  objects: readonly KubeObject[],
  unread: ReadonlySet<string> = new Set(),
): ForetoldPlan {
  const known = { bundles: made.bundles, contents: shelf.contents, globalNamespace: 'global' };
  return foretellPlan({ objects, known, server: SERVER, unread }, made.plan, NOW);
}

/** Makes the wish come true, and goes on until the plan that was made for it is carried out; pods that are new do not run. */
function comes({ cluster, wish, random }: Scene, plan: NewPlan | undefined): NewPlan[] {
  const before = cluster.plansMade.length;
  if (wish.kind === 'remove') {
    const subscription = cluster.objects.get(`Subscription ${NAMESPACE}/${wish.name}`);
    const { installedCSV = '' } = (subscription as Subscription | undefined)?.status ?? {};
    cluster.remove(`Subscription ${NAMESPACE}/${wish.name}`);
    cluster.remove(`ClusterServiceVersion ${NAMESPACE}/${installedCSV}`);
  } else {
    const { name, pin, spec } = wish.subscription;
    const known = cluster.objects.get(`Subscription ${NAMESPACE}/${name}`);
    const { 'capstan.dev/pin': _pin, ...others } = known?.metadata.annotations ?? {};
    const annotations = pin === undefined ? others : { ...others, 'capstan.dev/pin': pin };
    const metadata = { uid: 'to come', ...known?.metadata, name, namespace: NAMESPACE, annotations };
    cluster.put({ ...known, ...subscriptionObject(metadata, spec) });
  }
  cluster.written.length = 0;
  cluster.rest(random);
  if (plan !== undefined) cluster.approve(plan.plan.metadata.name);
  cluster.rest(random);
  return cluster.plansMade.slice(before);
}

const seeds = fc.integer({ min: 0, max: 2 ** 31 });
const RUNS = { numRuns: effort(40, 2_000), seed: seedOr(17) };

describe('what is foretold of random namespaces comes true', () => {
  it('for whoever reads everything: the plan, all that it writes, and how far its CSVs get', () => {
    const told = { plans: 0, none: 0, waiting: 0, lacking: 0 };
    fc.assert(
      fc.property(seeds, (seed) => {
        const scene = sceneOf(seed);
        const { plan } = foretold(scene, scene.shelf.catalogs);
        const course = plan && foretoldPlan(scene, plan.made, [...scene.cluster.objects.values()]);
        const made = comes(scene, plan?.made);
        if (plan === undefined || course === undefined) {
          told.none += 1;
          expect(made.filter(({ bundles }) => bundles.length > 0)).toEqual([]);
          return;
        }
        told.plans += 1;
        told.waiting += plan.waits ? 1 : 0;
        const same = made.find(({ plan: { metadata } }) => metadata.name === plan.made.plan.metadata.name);
        expect(same).toEqual(plan.made);
        const there = (kind: string, name = ''): KubeObject | undefined =>
          scene.cluster.objects.get(`${kind} ${NAMESPACE}/${name}`);
        const after = there('InstallPlan', plan.made.plan.metadata.name) as InstallPlan | undefined;
        expect(after?.status?.phase).toBe(course.plan.status?.phase);
        expect(
          course.writes
            .map(({ object }) => `${object.kind} ${keyOf(object)}`)
            .filter((key) => !scene.cluster.written.includes(key)),
        ).toEqual([]);
        for (const { csv, lacks } of course.csvs) {
          told.lacking += lacks.length > 0 ? 1 : 0;
          const { phase, reason } =
            (there(csv.kind, csv.metadata.name) as typeof csv | undefined)?.status ?? {};
          expect({ phase, reason }).toEqual({ phase: csv.status?.phase, reason: csv.status?.reason });
        }
      }),
      RUNS,
    );
    // Every kind of answer was there to be right or wrong about.
    expect(Object.entries(told).filter(([, count]) => count === 0)).toEqual([]);
  });

  it('for whoever reads this namespace alone: what nothing hidden decides about, and nothing of what is hidden', () => {
    const told = { alone: 0, hidden: 0 };
    fc.assert(
      fc.property(seeds, (seed) => {
        const scene = sceneOf(seed);
        const { cluster, shelf } = scene;
        const own = shelf.catalogs.filter(({ ref }) => ref.namespace === NAMESPACE);
        const answer = foretold(scene, own);
        const readable = [...cluster.objects.values()].filter(
          ({ kind, metadata }) => metadata.namespace === NAMESPACE && READABLE.has(kind),
        );
        const course = answer.plan && foretoldPlan(scene, answer.plan.made, readable, UNREAD);
        const said = JSON.stringify([answer, course]);
        const unreadable = [...shelf.contents.keys()].filter(
          (digest) => digest.startsWith('sha256:all-') && !JSON.stringify(readable).includes(digest),
        );
        expect(answer.hidden).toBe(true);
        expect(unreadable.filter((digest) => said.includes(digest))).toEqual([]);
        told.hidden += 1;
        // The same namespace, whose controller has no other catalogs either: nothing hidden decides.
        const alone = { ...scene, cluster: cluster.without('all') };
        if (course === undefined || answer.plan === undefined) return;
        told.alone += 1;
        const made = comes(alone, answer.plan.made);
        expect(made.map(({ plan }) => plan.metadata.name)).toContain(answer.plan.made.plan.metadata.name);
        for (const { csv, lacks } of course.csvs) {
          const there = alone.cluster.objects.get(`${csv.kind} ${NAMESPACE}/${csv.metadata.name}`);
          expect(there).toBeDefined();
          expect(lacks.map(({ kind }) => kind)).not.toContain('CustomResourceDefinition');
        }
      }),
      RUNS,
    );
    expect(Object.entries(told).filter(([, count]) => count === 0)).toEqual([]);
  });

  it('for the review of a plan that waits: all that it writes, and whether it comes to its end', () => {
    const told = { plans: 0, whole: 0, objects: 0 };
    fc.assert(
      fc.property(seeds, (seed) => {
        const { cluster, shelf } = sceneOf(seed);
        const reader = cluster.reader();
        const plans = objectsOf(reader, [resources.installPlans, isInstallPlan], NAMESPACE);
        const plan = plans.find(({ status }) => status?.phase === 'RequiresApproval');
        if (plan === undefined) return;
        const seen = {
          objects: [...cluster.objects.values()],
          contents: shelf.contents,
          groups: operatorGroups(reader, NAMESPACE),
          accounts: reader.list(resources.serviceAccounts, NAMESPACE),
        };
        const course = foretoldWrites(plan, seen, NOW);
        cluster.written.length = 0;
        cluster.approve(plan.metadata.name);
        cluster.plansRest();
        const after = cluster.objects.get(`InstallPlan ${keyOf(plan)}`) as InstallPlan;
        const isWhole = after.status?.phase === 'Complete';
        told.plans += 1;
        told.whole += isWhole ? 1 : 0;
        expect(course?.problem === undefined).toBe(isWhole);
        const writes = [...(course?.writes.values() ?? [])].map(({ object }) => object);
        expect(writes.map((object) => `${object.kind} ${keyOf(object)}`)).toEqual(cluster.written);
        for (const { kind, metadata, ...content } of writes.filter(
          (object) => object.kind !== 'Subscription',
        )) {
          const there = cluster.objects.get(`${kind} ${keyOf({ metadata })}`);
          told.objects += 1;
          expect(there).toMatchObject(kind === 'ClusterServiceVersion' ? { kind } : content);
        }
      }),
      RUNS,
    );
    expect(Object.entries(told).filter(([, count]) => count === 0)).toEqual([]);
  });
});
