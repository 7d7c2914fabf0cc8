/** Random courses of a namespace: whatever comes in between, it ends with the newest versions, each installed once. */
import { describe, expect, it } from 'vitest';
import { effort } from '#local/testing/effort.ts';
import { aBundle, aPackage } from '../../testing/catalog.ts';
import { aCatalog, anInstallableCsv, begun, NOW, subscriptionFactsOf } from '../../testing/install-facts.ts';
import { aSubscriptionObject } from '../../testing/olm.ts';
import { randomFrom, type Random } from '../../testing/random.ts';
import type { CatalogPackage } from '../api/catalog.ts';
import { planBundles, type PlanBundle } from '../plan/bundle.ts';
import { namespaceOutcome } from './decide.ts';
import type { KnownCatalog, SubscriptionFacts } from './facts.ts';
import type {
  ClusterServiceVersion,
  InstallPlan,
  InstallPlanPhase,
  InstallPlanStatus,
  Subscription,
} from '../api/types.ts';

function chain(name: string, length: number, needs: readonly string[] = []): CatalogPackage {
  const versions = Array.from({ length }, (_, index) => `${String(index + 1)}.0.0`);
  const properties = needs.map((packageName) => ({
    type: 'olm.package.required',
    value: { packageName, versionRange: '>=1.0.0' },
  }));
  const bundleList = versions.map((version) =>
    aBundle(name, version, { digest: `sha256:${name}-${version}`, properties }),
  );
  const entries = versions.map((version, index) => ({
    name: `${name}.v${version}`,
    ...(index === 0 ? {} : { replaces: `${name}.v${String(index)}.0.0` }),
  }));
  return aPackage(name, { stable: entries.toReversed() }, { bundleList });
}

/** Versions that there are in the end, and what they need. */
const PACKAGES: Readonly<Record<string, { versions: number; needs?: readonly string[] }>> = {
  app: { versions: 2, needs: ['base'] },
  other: { versions: 3, needs: ['base'] },
  base: { versions: 2 },
  solo: { versions: 3 },
};
const WANTED = ['app', 'other', 'solo', 'missing'];

/** A namespace, the controllers that work in it one step at a time, and people. */
class Course {
  subscriptions: Subscription[] = [];
  csvs: ClusterServiceVersion[] = [];
  plans: InstallPlan[] = [];
  private made = 0;
  private readonly random: Random;
  private readonly perSubscription: boolean;
  private readonly published = new Map(Object.keys(PACKAGES).map((name) => [name, 1]));

  constructor(seed: number) {
    this.random = randomFrom(seed);
    this.perSubscription = this.random.chance(0.5);
  }

  facts(): SubscriptionFacts {
    return subscriptionFactsOf({
      planPerSubscription: this.perSubscription,
      subscriptions: this.subscriptions,
      csvs: this.csvs,
      plans: this.plans.map((plan) => ({ plan, bundles: planBundles(plan) ?? [] })),
      catalogs: [this.catalog()],
    });
  }

  private catalog(): KnownCatalog {
    return aCatalog([...this.published].map(([name, count]) => chain(name, count, PACKAGES[name]?.needs)));
  }

  /** A new version of some package; false when all are out. */
  publish(): boolean {
    const open = [...this.published].filter(([name, count]) => count < (PACKAGES[name]?.versions ?? 0));
    if (open.length === 0) return false;
    const [name, count] = this.random.pick(open);
    this.published.set(name, count + 1);
    return true;
  }

  /**
   * One look of the controller; true when it did something.
   * @param crash it ends with the first plan, before or after it has written the status of that
   */
  look(crash?: 'before' | 'after'): boolean {
    const decision = namespaceOutcome(this.facts(), NOW);
    for (const made of crash === undefined ? decision.plans : decision.plans.slice(0, 1)) {
      const name = made.plan.metadata.name;
      // Only one that an earlier life has left without status may be there.
      const there = this.plans.find(({ metadata }) => metadata.name === name);
      expect(there?.status).toBeUndefined();
      if (!this.perSubscription) this.expectNew(made.plan);
      this.made += 1;
      const creationTimestamp = new Date(NOW + this.made * 1_000).toISOString();
      const plan = {
        ...made.plan,
        metadata: { ...made.plan.metadata, uid: `uid-${name}`, creationTimestamp },
      };
      this.plans = this.plans.filter((each) => each !== there);
      this.plans.push(crash === 'before' ? plan : begun({ ...made, plan }));
    }
    if (decision.plans.length > 0) return true;
    const before = JSON.stringify([this.subscriptions, this.plans.length]);
    this.subscriptions = this.subscriptions.map((subscription) => {
      const status = decision.statuses.get(subscription.metadata.name);
      return status === undefined ? subscription : { ...subscription, status };
    });
    const outdated = new Set(decision.outdatedPlans.map(({ metadata }) => metadata.name));
    this.plans = this.plans.filter(({ metadata }) => !outdated.has(metadata.name));
    return JSON.stringify([this.subscriptions, this.plans.length]) !== before;
  }

  /** Nobody is bringing any of it yet. */
  private expectNew(plan: InstallPlan): void {
    const working = this.plans.filter(({ status }) => status?.phase === 'Installing');
    const coming = working.flatMap(({ spec }) => spec.clusterServiceVersionNames);
    expect(plan.spec.clusterServiceVersionNames.filter((csv) => coming.includes(csv))).toEqual([]);
  }

  subscribe(name: string): void {
    if (this.subscriptions.some(({ metadata }) => metadata.name === name)) return;
    const manual = this.random.chance(0.3) ? ({ installPlanApproval: 'Manual' } as const) : {};
    const { status: _status, ...object } = aSubscriptionObject({}, { name, ...manual });
    this.add({ ...object, metadata: { ...object.metadata, name } });
  }

  private add(subscription: Subscription): void {
    const uid = `uid-${subscription.metadata.name}`;
    this.subscriptions.push({ ...subscription, metadata: { ...subscription.metadata, uid } });
  }

  approve(): boolean {
    const waiting = this.plans.filter(({ spec, status }) => !spec.approved && status !== undefined);
    if (waiting.length === 0) return false;
    const chosen = this.random.pick(waiting);
    this.change(chosen, { spec: { ...chosen.spec, approved: true }, phase: 'Installing' });
    return true;
  }

  private change(
    plan: InstallPlan,
    { spec = plan.spec, phase }: { spec?: InstallPlan['spec']; phase: InstallPlanPhase },
  ): void {
    const status = { catalogSources: [], ...plan.status, phase };
    this.plans = this.plans.map((each) => (each === plan ? { ...plan, spec, status } : each));
  }

  /** One step of a plan that is at work. */
  carryOut(): boolean {
    const working = this.plans.filter(({ status }) => status?.phase === 'Installing');
    if (working.length === 0) return false;
    const plan = this.random.pick(working);
    const made = plan.status?.plan?.filter(({ status }) => status === 'Created') ?? [];
    const done = new Set(made.map(({ resolving }) => resolving));
    const next = (planBundles(plan) ?? []).find(({ csv }) => !done.has(csv));
    if (next === undefined) this.change(plan, { phase: 'Complete' });
    else if (!this.subscribes(plan, next)) this.bring(plan, next);
    return true;
  }

  private markBrought(plan: InstallPlan, csv: string): void {
    const { plan: steps = [], ...rest } = plan.status ?? { phase: 'Installing', catalogSources: [] };
    const status: InstallPlanStatus = {
      ...rest,
      plan: steps.map((step) => (step.resolving === csv ? { ...step, status: 'Created' } : step)),
    };
    this.plans = this.plans.map((each) => (each === plan ? { ...plan, status } : each));
  }

  /** False when there is no Subscription to make, or it is there. */
  private subscribes(
    plan: InstallPlan,
    { subscription: name, generated, csv, ...bundle }: PlanBundle,
  ): boolean {
    if (generated === undefined || this.subscriptions.some(({ metadata }) => metadata.name === name)) {
      return false;
    }
    const { status: _status, ...object } = aSubscriptionObject(
      {},
      { name: bundle.package, startingCSV: csv },
    );
    const annotations = { 'olm.generated-by': plan.metadata.name };
    this.add({ ...object, metadata: { ...object.metadata, name, annotations } });
    return true;
  }

  private bring(plan: InstallPlan, { csv, replaces, properties, ...bundle }: PlanBundle): void {
    this.markBrought(plan, csv);
    // One that a running version replaces would be collected at once (OLM 72).
    if (this.csvs.some(({ metadata, spec }) => metadata.name === csv || spec.replaces === csv)) return;
    const others = this.csvs
      .map(({ metadata }) => metadata.name)
      .filter((name) => name?.startsWith(`${bundle.package}.`));
    expect([csv, others]).toEqual([csv, others.length === 0 ? [] : [replaces]]);
    const version = csv.slice(csv.indexOf('.v') + 2);
    const spec = replaces === undefined ? { version } : { version, replaces };
    const metadata = { annotations: { 'operatorframework.io/properties': properties } };
    this.csvs.push(anInstallableCsv(csv, { spec, metadata, status: { phase: 'Pending' } }));
  }

  /** One CSV gets ready, and takes over from the one before it. */
  getReady(): boolean {
    const pending = this.csvs.filter(({ status }) => status?.phase !== 'Succeeded');
    if (pending.length === 0) return false;
    const csv = this.random.pick(pending);
    this.csvs = this.csvs
      .filter(({ metadata }) => metadata.name !== csv.spec.replaces)
      .map((each) => (each === csv ? { ...csv, status: { phase: 'Succeeded' } } : each));
    return true;
  }

  /** Anything may come next. */
  step(): void {
    switch (this.random.below(8)) {
      case 0:
        this.subscribe(this.random.pick(WANTED));
        break;
      case 1:
        this.look(this.random.pick(['before', 'after'] as const));
        break;
      case 2:
        // People look before they approve, and the controller after it.
        this.look();
        this.approve();
        break;
      case 3:
        this.getReady();
        break;
      case 4:
        this.carryOut();
        break;
      case 5:
        this.publish();
        break;
      default:
    }
    this.look();
  }

  /** Until nothing more happens. */
  settle(): void {
    for (const name of WANTED) this.subscribe(name);
    for (
      let rounds = 0;
      this.look() || this.carryOut() || this.getReady() || this.approve() || this.publish();
      rounds += 1
    ) {
      expect(rounds).toBeLessThan(500);
    }
  }
}

describe('a namespace', () => {
  it.each(Array.from({ length: effort(60, 2000) }, (_, seed) => seed))('comes to rest (seed %i)', (seed) => {
    const course = new Course(seed);
    for (let steps = 0; steps < 40; steps += 1) course.step();
    course.settle();
    const installed = course.csvs.map(({ metadata }) => metadata.name).sort();
    const heads = Object.entries(PACKAGES).map(([name, { versions }]) => `${name}.v${String(versions)}.0.0`);
    expect(installed).toEqual(heads.sort());
    const resting = course.subscriptions.filter(({ spec }) => spec.name !== 'missing');
    expect(resting.map(({ status }) => status?.state)).toEqual(resting.map(() => 'AtLatestKnown'));
    const missing = course.subscriptions.find(({ spec }) => spec.name === 'missing');
    expect(missing?.status?.conditions?.map(({ type }) => type)).toContain('ResolutionFailed');
    expect(course.look()).toBe(false);
    expect(course.plans.filter(({ status }) => status === undefined)).toEqual([]);
  });
});
