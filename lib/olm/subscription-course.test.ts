/** Random courses of a namespace: whatever comes in between, it ends with the newest versions, each installed once. */
import { describe, expect, it } from 'vitest';
import { aBundle, aPackage } from '../testing/catalog.ts';
import { aCatalog, anInstallableCsv, NOW, subscriptionFactsOf } from '../testing/install-facts.ts';
import { aSubscriptionObject } from '../testing/olm.ts';
import { randomFrom, type Random } from '../testing/random.ts';
import type { CatalogPackage } from './catalog.ts';
import { planBundles, type PlanBundle } from './plan-bundle.ts';
import { decideSubscriptions } from './subscription-decide.ts';
import type { SubscriptionFacts } from './subscription-facts.ts';
import type { ClusterServiceVersion, InstallPlan, InstallPlanPhase, Subscription } from './types.ts';

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

const PACKAGES = [chain('app', 2, ['base']), chain('other', 3, ['base']), chain('base', 2), chain('solo', 3)];
const HEADS: Record<string, string> = { app: '2', other: '3', base: '2', solo: '3' };
const CATALOG = aCatalog(PACKAGES);
const WANTED = ['app', 'other', 'solo', 'missing'];

/** A namespace, the controllers that work in it one step at a time, and people. */
class Course {
  subscriptions: Subscription[] = [];
  csvs: ClusterServiceVersion[] = [];
  plans: InstallPlan[] = [];
  /** Names of all plans that there ever were. */
  made = new Set<string>();
  private readonly random: Random;
  private readonly perSubscription: boolean;

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
      catalogs: [CATALOG],
    });
  }

  /** One look of the controller; true when it did something. @param crash it ends after the first plan */
  look(crash = false): boolean {
    const decision = decideSubscriptions(this.facts(), NOW);
    for (const plan of crash ? decision.plans.slice(0, 1) : decision.plans) {
      const name = plan.metadata.name ?? '';
      expect([...this.made]).not.toContain(name);
      this.made.add(name);
      const phase: InstallPlanPhase = plan.spec.approved ? 'Installing' : 'RequiresApproval';
      const metadata = { ...plan.metadata, uid: `uid-${name}` };
      this.plans.push({ ...plan, metadata, status: { phase, catalogSources: [] } });
    }
    if (decision.plans.length > 0) return true;
    const before = JSON.stringify([this.subscriptions, this.plans.length]);
    this.subscriptions = this.subscriptions.map((subscription) => {
      const status = decision.statuses.get(subscription.metadata.name ?? '');
      return status === undefined ? subscription : { ...subscription, status };
    });
    const outdated = new Set(decision.outdatedPlans.map(({ metadata }) => metadata.name));
    this.plans = this.plans.filter(({ metadata }) => !outdated.has(metadata.name));
    return JSON.stringify([this.subscriptions, this.plans.length]) !== before;
  }

  subscribe(name: string): void {
    if (this.subscriptions.some(({ metadata }) => metadata.name === name)) return;
    const manual = this.random.chance(0.3) ? ({ installPlanApproval: 'Manual' } as const) : {};
    const { status: _status, ...object } = aSubscriptionObject({}, { name, ...manual });
    this.add({ ...object, metadata: { ...object.metadata, name } });
  }

  private add(subscription: Subscription): void {
    const uid = `uid-${subscription.metadata.name ?? ''}`;
    this.subscriptions.push({ ...subscription, metadata: { ...subscription.metadata, uid } });
  }

  approve(): boolean {
    const waiting = this.plans.filter(({ spec }) => !spec.approved);
    if (waiting.length === 0) return false;
    const chosen = this.random.pick(waiting);
    this.change(chosen, { spec: { ...chosen.spec, approved: true }, phase: 'Installing' });
    return true;
  }

  private change(
    plan: InstallPlan,
    { spec = plan.spec, phase }: { spec?: InstallPlan['spec']; phase: InstallPlanPhase },
  ): void {
    const status = { phase, catalogSources: [] };
    this.plans = this.plans.map((each) => (each === plan ? { ...plan, spec, status } : each));
  }

  /** One step of a plan that is at work. */
  carryOut(): boolean {
    const working = this.plans.filter(({ status }) => status?.phase === 'Installing');
    if (working.length === 0) return false;
    const plan = this.random.pick(working);
    const next = (planBundles(plan) ?? []).find((bundle) => this.bring(plan, bundle));
    if (next === undefined) this.change(plan, { phase: 'Complete' });
    return true;
  }

  /** False when all of it is there. */
  private bring(plan: InstallPlan, bundle: PlanBundle): boolean {
    const { subscription: name, generated, replaces, csv } = bundle;
    if (generated !== undefined && !this.subscriptions.some(({ metadata }) => metadata.name === name)) {
      const { status: _status, ...object } = aSubscriptionObject(
        {},
        { name: bundle.package, startingCSV: csv },
      );
      const annotations = { 'olm.generated-by': plan.metadata.name ?? '' };
      this.add({ ...object, metadata: { ...object.metadata, name, annotations } });
      return true;
    }
    if (this.csvs.some(({ metadata }) => metadata.name === csv)) return false;
    const others = this.csvs.filter(({ metadata }) => metadata.name?.startsWith(`${bundle.package}.`));
    expect([csv, others.map(({ metadata }) => metadata.name)]).toEqual([
      csv,
      others.length === 0 ? [] : [replaces],
    ]);
    const properties = { 'operatorframework.io/properties': bundle.properties };
    const spec = {
      version: csv.slice(csv.indexOf('.v') + 2),
      ...(replaces === undefined ? {} : { replaces }),
    };
    this.csvs.push(
      anInstallableCsv(csv, { spec, metadata: { annotations: properties }, status: { phase: 'Pending' } }),
    );
    return true;
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
    switch (this.random.below(7)) {
      case 0:
        this.subscribe(this.random.pick(WANTED));
        break;
      case 1:
        this.look(true);
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
      default:
    }
    this.look();
  }

  /** Until nothing more happens. */
  settle(): void {
    for (const name of WANTED) this.subscribe(name);
    for (let rounds = 0; this.look() || this.carryOut() || this.getReady() || this.approve(); rounds += 1) {
      expect(rounds).toBeLessThan(500);
    }
  }
}

describe('a namespace', () => {
  it.each(Array.from({ length: 200 }, (_, seed) => seed))('comes to rest (seed %i)', (seed) => {
    const course = new Course(seed);
    for (let steps = 0; steps < 40; steps += 1) course.step();
    course.settle();
    const installed = course.csvs.map(({ metadata }) => metadata.name).sort();
    expect(installed).toEqual(
      Object.entries(HEADS)
        .map(([name, head]) => `${name}.v${head}.0.0`)
        .sort(),
    );
    const resting = course.subscriptions.filter(({ spec }) => spec.name !== 'missing');
    expect(resting.map(({ status }) => status?.state)).toEqual(resting.map(() => 'AtLatestKnown'));
    const missing = course.subscriptions.find(({ spec }) => spec.name === 'missing');
    expect(missing?.status?.conditions?.map(({ type }) => type)).toContain('ResolutionFailed');
    expect(course.look()).toBe(false);
  });
});
