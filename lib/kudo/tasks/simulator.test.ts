/**
 * Whatever happens on the way, a plan ends as if nothing had: random packages, run once in peace, and once with a controller
 * that stops between any two actions, writes that are refused, workloads that take their time and plans that start again.
 */
import { expect, it } from 'vitest';
import { effort, seedOr } from '../../../local/testing/effort.ts';
import { type Random, randomFrom } from '../../testing/random.ts';
import { isTerminalStatus } from '../api/execution.ts';
import type { KudoInstance, KudoOperatorVersion, KudoPlan, KudoTask } from '../api/types.ts';
import { decideInstance } from '../plan/decide.ts';
import type { KudoAction, TaskPlace } from '../plan/decision.ts';
import { anInstance, aVersion } from '../../testing/kudo-objects.ts';
import { SmallCluster } from '../../testing/kudo-cluster.ts';
import { taskRunner } from './run.ts';

const PACKAGES = effort(300, 5000);
const MOST_PASSES = 2000;
const NOW = '2026-01-01T00:00:00Z';

const upTo = (random: Random, most: number): number[] =>
  Array.from({ length: 1 + random.below(most) }, (_, at) => at);
const strategy = (random: Random): string => random.pick(['serial', 'serial', 'parallel', 'odd']);

/** Every task has objects of its own in a step, and now and then one that an earlier serial step made. */
function somePackage(random: Random): KudoOperatorVersion {
  const tasks: KudoTask[] = [];
  const templates: Record<string, string> = {};
  const phases = upTo(random, 3).map((phase) => {
    const steps = upTo(random, 3).map((step) => ({
      name: `s${String(step)}`,
      tasks: upTo(random, 2).map((task) => {
        const name = `t${String(phase)}-${String(step)}-${String(task)}`;
        tasks.push(someTask(random, name, templates));
        return name;
      }),
    }));
    return { name: `p${String(phase)}`, strategy: strategy(random), steps };
  });
  return aVersion({
    templates,
    tasks,
    plans: { deploy: { strategy: strategy(random), phases } },
    parameters: [{ name: 'on', default: random.pick(['true', 'false']) }],
  });
}

function someTask(random: Random, name: string, templates: Record<string, string>): KudoTask {
  const kind = random.pick(['Apply', 'Apply', 'Apply', 'Delete', 'Toggle', 'Dummy']);
  if (kind === 'Dummy')
    return { name, kind, spec: random.below(40) === 0 ? { wantErr: true, fatal: true } : { done: true } };
  const resources = upTo(random, 3).map((at) => {
    const file = `${name}-${String(at)}`;
    templates[file] = random.chance(0.5)
      ? `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${file}}\ndata: {plan: "{{ .PlanName }}"}\n`
      : `apiVersion: batch/v1\nkind: Job\nmetadata: {name: ${file}}\nspec: {template: {spec: {containers: [{name: a}]}}}\n`;
    return file;
  });
  return { name, kind, spec: { resources, parameter: 'on' } };
}

class Run {
  readonly cluster = new SmallCluster();
  instance: KudoInstance;
  readonly version: KudoOperatorVersion;
  readonly #random: Random | undefined;

  /** @param random what goes wrong; nothing without it */
  constructor(version: KudoOperatorVersion, random?: Random) {
    this.version = version;
    this.instance = anInstance({ planExecution: { planName: 'deploy', uid: 'u1' } });
    this.#random = random;
  }

  toItsEnd(): this {
    for (let pass = 0; pass < MOST_PASSES; pass += 1) {
      if (this.instance.spec.planExecution?.status !== undefined) return this;
      this.#happen();
      this.#pass();
      this.#work();
    }
    throw new Error(`the plan has not ended: ${JSON.stringify(this.instance.status)}`);
  }

  #pass(): void {
    const runner = taskRunner(this.cluster.world(this.instance, this.version));
    const wishes = new Map<KudoAction, TaskPlace>();
    const decision = decideInstance({
      instance: this.instance,
      version: this.version,
      now: NOW,
      uid: 'none',
      workloads: [],
      runTask: (task, place) => {
        const outcome = runner(task, place);
        if ('actions' in outcome) for (const action of outcome.actions ?? []) wishes.set(action, place);
        return outcome;
      },
    });
    for (const action of decision.actions) {
      const place = wishes.get(action);
      if (place !== undefined) checkOrder(this.version, this.instance, place);
    }
    for (const action of decision.actions) {
      if (this.#random?.chance(0.15) === true) return;
      this.#carryOut(action);
    }
    if (this.#random?.chance(0.15) === true || decision.status === undefined) return;
    this.instance = { ...this.instance, status: decision.status };
  }

  #carryOut(action: KudoAction): void {
    if (action.kind === 'event') return;
    if (action.kind !== 'patch-instance') return this.cluster.carryOut(action);
    const { planExecution } = action.patch;
    if (planExecution !== undefined)
      this.instance = { ...this.instance, spec: { ...this.instance.spec, planExecution } };
  }

  /** Jobs end, sooner or later. */
  #work(): void {
    for (const object of this.cluster.objects.values())
      if (object.kind === 'Job' && (this.#random === undefined || this.#random.chance(0.5)))
        this.cluster.add({ ...object, status: { conditions: [{ type: 'Complete', status: 'True' }] } });
  }

  #happen(): void {
    const random = this.#random;
    if (random === undefined) return;
    this.cluster.refusals.clear();
    for (const key of this.cluster.objects.keys())
      if (random.chance(0.1)) this.cluster.refusals.set(key, 'conflict');
    if (random.chance(0.02)) {
      const uid = `u${String(random.below(1_000_000))}`;
      this.instance = {
        ...this.instance,
        spec: { ...this.instance.spec, planExecution: { planName: 'deploy', uid } },
      };
    }
  }

  /** What is left in the end, without what tells runs apart. */
  outcome(): unknown {
    const plan = this.instance.status?.planStatus?.['deploy'];
    const phases = plan?.phases.map(({ name, status, steps }) => [
      name,
      status,
      steps.map((step) => [step.name, step.status]),
    ]);
    return { status: plan?.status, phases, objects: [...this.cluster.objects.keys()].sort() };
  }
}

/** Everything that has to be complete before the step may write, is stored as complete. */
function checkOrder(version: KudoOperatorVersion, instance: KudoInstance, { phase, step }: TaskPlace): void {
  const plan = version.spec.plans['deploy'] ?? ({ phases: [] } as KudoPlan);
  const stored = (inPhase: string, inStep: string): string | undefined =>
    instance.status?.planStatus?.['deploy']?.phases
      .find(({ name }) => name === inPhase)
      ?.steps.find(({ name }) => name === inStep)?.status;
  for (const before of plan.phases) {
    const isOwn = before.name === phase;
    if (!isOwn && plan.strategy !== 'serial') continue;
    for (const other of before.steps) {
      if (isOwn && other.name === step) return;
      if (!isOwn || before.strategy === 'serial')
        expect(stored(before.name, other.name), `${before.name}.${other.name} before ${phase}.${step}`).toBe(
          'COMPLETE',
        );
    }
    if (isOwn) return;
  }
}

it(`KUDO 47, 49, 52: ${String(PACKAGES)} packages end as if nothing had happened on the way`, () => {
  const seed = seedOr(20_261_123);
  const ends = new Map<string, number>();
  for (let at = 0; at < PACKAGES; at += 1) {
    const version = somePackage(randomFrom(seed + at));
    const calm = new Run(version).toItsEnd();
    const rough = new Run(version, randomFrom(seed ^ (at * 7919 + 1))).toItsEnd();
    const status = calm.instance.status?.planStatus?.['deploy']?.status;
    expect(isTerminalStatus(status)).toBe(true);
    ends.set(status ?? '', (ends.get(status ?? '') ?? 0) + 1);
    // After a failure in parallel it is chance how far the others were.
    if (status === 'COMPLETE') expect(rough.outcome(), `seed ${String(seed + at)}`).toEqual(calm.outcome());
    else
      expect(rough.instance.status?.planStatus?.['deploy']?.status, `seed ${String(seed + at)}`).toBe(status);
  }
  expect([...ends.keys()].sort()).toEqual(['COMPLETE', 'FATAL_ERROR']);
});
