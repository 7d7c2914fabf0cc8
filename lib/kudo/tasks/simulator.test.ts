/**
 * Whatever happens on the way, a plan ends as if nothing had: random packages, run once in peace, and once with a controller
 * that stops between any two actions, writes that are refused, workloads that take their time and plans that start again.
 */
import { expect, it } from 'vitest';
import { effort, seedOr } from '../../../local/testing/effort.ts';
import { type Random, randomFrom } from '../../testing/random.ts';
import type { KubeObject } from '../../k8s/object.ts';
import type { KudoInstance, KudoOperatorVersion, KudoPlan, KudoTask } from '../api/types.ts';
import { decideInstance } from '../plan/decide.ts';
import type { InstancePatch, KudoAction, TaskPlace } from '../plan/decision.ts';
import { anInstance, aVersion } from '../../testing/kudo-objects.ts';
import { SmallCluster } from '../../testing/kudo-cluster.ts';
import { taskRunner } from './run.ts';

const PACKAGES = effort(100, 5000);
const MOST_PASSES = 2000;
const NOW = '2026-01-01T00:00:00Z';

const upTo = (random: Random, most: number): number[] =>
  Array.from({ length: 1 + random.below(most) }, (_, at) => at);
const strategy = (random: Random): string => random.pick(['serial', 'serial', 'parallel', 'odd']);

/** An operator and those that its tasks install, by the names of their versions. */
type Packages = Map<string, KudoOperatorVersion>;

/** Every task has objects of its own in a step, and now and then one that an earlier serial step made. */
function somePackage(random: Random, packages: Packages, operator = 'web'): KudoOperatorVersion {
  const tasks: KudoTask[] = [];
  const templates: Record<string, string> = {};
  const most = operator === 'web' ? 3 : 2;
  const phases = upTo(random, most).map((phase) => {
    const steps = upTo(random, most).map((step) => ({
      name: `s${String(step)}`,
      tasks: upTo(random, 2).map((task) => {
        const name = `${operator}-t${String(phase)}-${String(step)}-${String(task)}`;
        tasks.push(someTask(random, name, templates, packages));
        return name;
      }),
    }));
    return { name: `p${String(phase)}`, strategy: strategy(random), steps };
  });
  const version = aVersion({
    operator: { name: operator },
    templates,
    tasks,
    plans: { deploy: { strategy: strategy(random), phases } },
    parameters: [{ name: 'on', default: random.pick(['true', 'false']) }],
  });
  packages.set(`${operator}-1.0.0`, version);
  return version;
}

const POD =
  'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {initContainers: [{name: i, volumeMounts: [{name: v, mountPath: /out}]}], volumes: [{name: v, emptyDir: {}}]}\n';
const KINDS = ['Apply', 'Apply', 'Apply', 'Apply', 'Delete', 'Toggle', 'Dummy', 'Pipe', 'KudoOperator'];
/** Of operators in operators: names grow by one task with each. */
const DEEPEST = 'web-t0-0-0-t0-0-0'.length;

function someTask(
  random: Random,
  name: string,
  templates: Record<string, string>,
  packages: Packages,
): KudoTask {
  const kind = random.pick(KINDS);
  if (kind === 'Dummy')
    return { name, kind, spec: random.below(5) === 0 ? { wantErr: true, fatal: true } : { done: true } };
  if (kind === 'KudoOperator' && name.length < DEEPEST) {
    somePackage(random, packages, name);
    return { name, kind, spec: { package: name, operatorVersion: '1.0.0' } };
  }
  if (kind === 'Pipe') {
    templates[name] = POD;
    return { name, kind, spec: { pod: name, pipe: [{ file: '/out/f', kind: 'Secret', key: 'k' }] } };
  }
  const resources = upTo(random, 3).map((at) => {
    const file = `${name}-${String(at)}`;
    templates[file] = random.chance(0.5)
      ? `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${file}}\ndata: {plan: "{{ .PlanName }}"}\n`
      : `apiVersion: batch/v1\nkind: Job\nmetadata: {name: ${file}}\nspec: {template: {spec: {containers: [{name: a}]}}}\n`;
    return file;
  });
  return { name, kind: kind === 'KudoOperator' ? 'Apply' : kind, spec: { resources, parameter: 'on' } };
}

const DONE: Readonly<Record<string, object>> = {
  Job: { conditions: [{ type: 'Complete', status: 'True' }] },
  Pod: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
};

function isInstance(object: KubeObject): object is KubeObject & KudoInstance {
  return object.kind === 'Instance';
}

function statusOf(instance: KudoInstance): string | undefined {
  return instance.status?.planStatus?.['deploy']?.status;
}

class Run {
  readonly cluster = new SmallCluster();
  instance: KudoInstance;
  readonly #packages: Packages;
  readonly #random: Random | undefined;

  /** @param random what goes wrong; nothing without it */
  constructor(packages: Packages, random?: Random) {
    this.#packages = packages;
    this.instance = anInstance({ planExecution: { planName: 'deploy', uid: 'u1' } });
    this.#random = random;
  }

  toItsEnd(): this {
    for (let pass = 0; pass < MOST_PASSES; pass += 1) {
      if (this.instance.spec.planExecution?.status !== undefined) return this;
      this.#happen();
      this.instance = this.#pass(this.instance);
      for (const child of this.children()) this.cluster.add(this.#pass(child) as unknown as KubeObject);
      this.#work();
    }
    throw new Error(`the plan has not ended: ${JSON.stringify(this.instance.status)}`);
  }

  /** Instances that tasks made, and those that tasks of theirs made. */
  children(): KudoInstance[] {
    return [...this.cluster.objects.values()].filter(isInstance);
  }

  /** @returns the instance afterwards */
  #pass(before: KudoInstance): KudoInstance {
    const version = this.#packages.get(before.spec.operatorVersion.name ?? '');
    if (version === undefined) throw new Error(`no package for ${JSON.stringify(before)}`);
    const runner = taskRunner(this.cluster.world(before, version));
    const wishes = new Map<KudoAction, TaskPlace>();
    const decision = decideInstance({
      instance: before,
      version,
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
      if (place !== undefined) checkOrder(version, before, place);
    }
    let instance = before;
    for (const action of decision.actions) {
      if (this.#random?.chance(0.15) === true) return instance;
      instance = this.#carriedOut(instance, action);
    }
    if (this.#random?.chance(0.15) === true || decision.status === undefined) return instance;
    return { ...instance, status: decision.status };
  }

  #carriedOut(instance: KudoInstance, action: KudoAction): KudoInstance {
    if (action.kind === 'event') return instance;
    if (action.kind === 'patch-instance') return this.#patched(instance, action.patch);
    if (action.kind === 'read-files') this.#read(action);
    else if (action.kind === 'create' && action.object.kind === 'Instance') this.#admit(action.object);
    else this.cluster.carryOut(action);
    if (action.kind === 'delete') this.cluster.outputs.delete(`Pod/ns/${action.at.name}`);
    return instance;
  }

  /** Admission empties what has ended; of the first instance the test looks at it. */
  #patched(instance: KudoInstance, { planExecution }: InstancePatch): KudoInstance {
    if (planExecution === undefined) return instance;
    const isChild = instance.metadata.name !== 'inst' && planExecution.status !== undefined;
    return { ...instance, spec: { ...instance.spec, planExecution: isChild ? {} : planExecution } };
  }

  /** Admission gives a new instance its first plan. */
  #admit(object: KubeObject): void {
    const spec = { ...(object['spec'] as object), planExecution: { planName: 'deploy', uid: 'c1' } };
    this.cluster.carryOut({ kind: 'create', object: { ...object, spec } });
  }

  #read({ pod, files }: Extract<KudoAction, { kind: 'read-files' }>): void {
    const isBroken = this.#random?.chance(0.3) === true;
    const read = files.map(({ path }): [string, Uint8Array] => [path, new Uint8Array([1])]);
    this.cluster.outputs.set(
      `Pod/ns/${pod.name}`,
      isBroken ? { problem: 'reset', fatal: false } : { files: Object.fromEntries(read) },
    );
  }

  /** Jobs end and pods run, sooner or later. */
  #work(): void {
    for (const object of this.cluster.objects.values()) {
      const status = DONE[object.kind];
      if (status !== undefined && (this.#random === undefined || this.#random.chance(0.5)))
        this.cluster.add({ ...object, status });
    }
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

it(`KUDO 47, 49, 52, 69, 71: ${String(PACKAGES)} packages end as if nothing had happened on the way`, () => {
  const seed = seedOr(20_261_123);
  const ends = { COMPLETE: 0, FATAL_ERROR: 0, failedChildren: 0, children: 0, files: 0 };
  for (let at = 0; at < PACKAGES; at += 1) {
    const packages: Packages = new Map();
    somePackage(randomFrom(seed + at), packages);
    const calm = new Run(packages).toItsEnd();
    const rough = new Run(packages, randomFrom(seed ^ (at * 7919 + 1))).toItsEnd();
    const status = statusOf(calm.instance);
    if (status !== 'COMPLETE' && status !== 'FATAL_ERROR') throw new Error(`ended as ${String(status)}`);
    ends[status] += 1;
    // After a failure in parallel it is chance how far the others were.
    if (status === 'COMPLETE') expect(rough.outcome(), `seed ${String(seed + at)}`).toEqual(calm.outcome());
    else expect(statusOf(rough.instance), `seed ${String(seed + at)}`).toBe(status);
    const children = [...calm.children(), ...(status === 'COMPLETE' ? rough.children() : [])];
    const failed = children.filter((child) => statusOf(child) === 'FATAL_ERROR');
    ends.children += children.length;
    ends.failedChildren += failed.length;
    ends.files += [...calm.cluster.objects.keys()].filter((key) => key.startsWith('Secret/')).length;
    const pods = [...calm.cluster.objects.keys()].filter((key) => key.startsWith('Pod/'));
    if (status === 'COMPLETE') expect(pods, 'of Pipe tasks, that have ended').toEqual([]);
    if (status === 'COMPLETE') expect(children.filter((child) => statusOf(child) !== status)).toEqual([]);
    if (failed.length > 0) expect(status, `seed ${String(seed + at)}: a child failed`).toBe('FATAL_ERROR');
  }
  // Each of them often enough to mean something.
  expect(Math.min(...Object.values(ends)), JSON.stringify(ends)).toBeGreaterThan(PACKAGES / 200);
});
