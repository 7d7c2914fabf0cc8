import { describe, expect, it } from 'vitest';
import type { KudoInstance, KudoOperatorVersion, KudoPlan } from '../api/types.ts';
import { anInstance, aPlan, aVersion } from '../../testing/kudo-objects.ts';
import { decideInstance, planAbort, planRetry } from './decide.ts';
import { EVENT_REASONS, type InstanceDecision, type TaskOutcome } from './decision.ts';
import type { InstanceFacts } from './facts.ts';

const NOW = '2026-01-01T00:00:00Z';
const DONE: TaskOutcome = { kind: 'done' };
const WAIT: TaskOutcome = { kind: 'waiting', actions: [] };
const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' } };
const ACT: TaskOutcome = { kind: 'waiting', actions: [{ kind: 'create', object }] };
const FATAL: TaskOutcome = { kind: 'fatal', reason: 'DummyTaskError', message: 'dummy error' };
const FAIL: TaskOutcome = { kind: 'transient', message: 'no' };

/** `serial[a:serial[1 2] b:parallel[3]]`, written short: each step has one task of its own name. */
function plan(strategy: string | undefined, ...phases: [string, string | undefined, string[]][]): KudoPlan {
  return {
    ...(strategy === undefined ? {} : { strategy }),
    phases: phases.map(([name, own, steps]) => ({
      name,
      ...(own === undefined ? {} : { strategy: own }),
      steps: steps.map((step) => ({ name: step, tasks: step.split('+') })),
    })),
  };
}
function versionOf(plans: Record<string, KudoPlan>): KudoOperatorVersion {
  const names = Object.values(plans).flatMap(({ phases }) =>
    phases.flatMap(({ steps }) => steps.flatMap(({ tasks }) => tasks)),
  );
  return aVersion({ plans, tasks: [...new Set(names)].map((name) => ({ name, kind: 'Dummy', spec: {} })) });
}

class World {
  instance: KudoInstance;
  outcomes: Record<string, TaskOutcome> = {};
  ran: string[] = [];
  last: InstanceDecision = { actions: [] };
  readonly events: string[] = [];
  version: KudoOperatorVersion | undefined;

  constructor(plans: Record<string, KudoPlan>, running = 'deploy') {
    this.version = versionOf(plans);
    this.instance = anInstance({ planExecution: { planName: running, uid: 'u1' } });
  }
  pass(more: Partial<InstanceFacts> = {}): this {
    this.ran = [];
    const runTask: InstanceFacts['runTask'] = (_task, { task }) => {
      this.ran.push(task);
      return this.outcomes[task] ?? DONE;
    };
    this.last = decideInstance({
      instance: this.instance,
      version: this.version,
      now: NOW,
      uid: 'new',
      runTask,
      workloads: [],
      ...more,
    });
    for (const action of this.last.actions)
      if (action.kind === 'event') this.events.push(`${action.reason}: ${action.message}`);
    if (this.last.status !== undefined) this.instance = { ...this.instance, status: this.last.status };
    return this;
  }
  /** The plan and its parts: `IN_PROGRESS a=IN_PROGRESS(1=COMPLETE 2=PENDING)`. */
  look(name = 'deploy'): string {
    const progress = this.instance.status?.planStatus?.[name];
    const phases = (progress?.phases ?? []).map(
      (phase) =>
        `${phase.name}=${phase.status}(${phase.steps.map((step) => `${step.name}=${step.status}`).join(' ')})`,
    );
    return [progress?.status ?? 'none', ...phases].join(' ');
  }
  message(step: string): string | undefined {
    const phases = this.instance.status?.planStatus?.['deploy']?.phases ?? [];
    return phases.flatMap(({ steps }) => steps).find(({ name }) => name === step)?.message;
  }
  ready(): string {
    const ready = this.instance.status?.conditions?.find(({ type }) => type === 'Ready');
    return `${ready?.status ?? ''}/${ready?.reason ?? ''}`;
  }
}
const two = { deploy: plan('serial', ['a', 'serial', ['1', '2']], ['b', 'serial', ['3']]) };

describe('a run', () => {
  it('KUDO 47: a new uid makes everything pending, then phases and steps run in order', () => {
    const world = new World(two).pass();
    expect(world.look()).toBe('IN_PROGRESS a=PENDING(1=PENDING 2=PENDING) b=PENDING(3=PENDING)');
    expect([world.ran, world.last.again]).toEqual([[], { kind: 'written' }]);
    world.outcomes = { 2: WAIT };
    expect(world.pass().look()).toBe(
      'IN_PROGRESS a=IN_PROGRESS(1=COMPLETE 2=IN_PROGRESS) b=PENDING(3=PENDING)',
    );
    world.outcomes = {};
    expect(world.pass().look()).toBe('COMPLETE a=COMPLETE(1=COMPLETE 2=COMPLETE) b=COMPLETE(3=COMPLETE)');
    expect(world.ran).toEqual(['2', '3']);
    world.instance = {
      ...world.instance,
      spec: { ...world.instance.spec, planExecution: { planName: 'deploy', uid: 'u2' } },
    };
    expect(world.pass().look()).toBe('IN_PROGRESS a=PENDING(1=PENDING 2=PENDING) b=PENDING(3=PENDING)');
  });
  it('KUDO 47: all tasks of a step run in every pass; a transient error does not stop the next', () => {
    const world = new World({ deploy: plan('serial', ['a', 'serial', ['1+2+3']]) }).pass();
    world.outcomes = { 1: FAIL, 3: WAIT };
    world.pass();
    expect(world.ran).toEqual(['1', '2', '3']);
    expect(world.pass().ran).toEqual(['1', '2', '3']);
  });
  it('KUDO 47: what was completed is stored before later steps act', () => {
    const world = new World(two).pass();
    world.outcomes = { 2: ACT };
    world.pass();
    expect([world.last.actions, world.last.again]).toEqual([[], { kind: 'written' }]);
    expect(world.look()).toContain('1=COMPLETE 2=PENDING');
    expect(world.pass().last.actions).toHaveLength(1);
  });
  it('KUDO 48: a step is complete when all its tasks are done in one pass', () => {
    const world = new World({ deploy: plan('serial', ['a', 'serial', ['1+2']]) }).pass();
    world.outcomes = { 1: DONE, 2: WAIT };
    expect(world.pass().look()).toContain('1+2=IN_PROGRESS');
    world.outcomes = { 1: WAIT, 2: DONE };
    expect(world.pass().look()).toContain('1+2=IN_PROGRESS');
    world.outcomes = {};
    expect(world.pass().look()).toContain('1+2=COMPLETE');
  });
  it.each([
    { plans: 'serial', phases: 'serial', want: ['1'] },
    { plans: 'serial', phases: 'parallel', want: ['1', '2'] },
    { plans: 'parallel', phases: 'serial', want: ['1', '3'] },
    { plans: 'parallel', phases: 'parallel', want: ['1', '2', '3'] },
    { plans: undefined, phases: undefined, want: ['1', '2', '3'] },
    { plans: 'Serial', phases: 'srial', want: ['1', '2', '3'] },
  ])('KUDO 49: plan $plans, phases $phases', ({ plans, phases, want }) => {
    const world = new World({ deploy: plan(plans, ['a', phases, ['1', '2']], ['b', phases, ['3']]) }).pass();
    world.outcomes = { 1: WAIT, 2: WAIT, 3: WAIT };
    expect(world.pass().ran).toEqual(want);
  });
  it('KUDO 50: an empty plan is complete at once', () => {
    expect(new World({ deploy: { phases: [] } }).pass().pass().look()).toBe('COMPLETE');
  });
  it('KUDO 51: a transient error is told and retried', () => {
    const world = new World(two).pass();
    world.outcomes = { 1: FAIL };
    world.pass();
    const message = 'A transient error when executing task deploy.a.1.1. Will retry. no';
    expect(world.look()).toBe('IN_PROGRESS a=IN_PROGRESS(1=ERROR 2=PENDING) b=PENDING(3=PENDING)');
    expect([world.message('1'), world.last.again]).toEqual([message, { kind: 'retry', why: message }]);
  });
  it('KUDO 52: a fatal error ends the plan, and the rest stays pending', () => {
    const world = new World({
      deploy: plan('parallel', ['a', 'parallel', ['1', '2']], ['b', 'serial', ['3']]),
    }).pass();
    world.outcomes = { 1: FATAL };
    world.pass();
    expect(world.look()).toBe('FATAL_ERROR a=FATAL_ERROR(1=FATAL_ERROR 2=PENDING) b=PENDING(3=PENDING)');
    expect(world.message('1')).toBe(
      'Error during execution: fatal error: ns/inst failed in deploy.a.1.1: dummy error',
    );
    expect(world.instance.status?.planStatus?.['deploy']?.message).toBeUndefined();
    expect(world.ran).toEqual(['1']);
  });
  it('KUDO 53: times move only with progress, and only steps have errors', () => {
    const world = new World(two).pass();
    world.outcomes = { 1: FAIL };
    world.pass();
    expect(world.pass({ now: '2027-01-01T00:00:00Z' }).last.status).toBeUndefined();
  });
  it('KUDO 54: one plan at a time; an upgrade puts new parts in the order of the version', () => {
    const world = new World({ ...two, old: aPlan('1') }).pass().pass();
    const status = world.instance.status?.planStatus ?? {};
    expect(Object.keys(status)).toEqual(['deploy', 'old']);
    world.version = versionOf({
      deploy: plan('serial', ['new', 'serial', ['0']], ['a', 'serial', ['1', '1b', '2']]),
    });
    world.instance = { ...world.instance, spec: { ...world.instance.spec, planExecution: {} } };
    expect(world.pass().look()).toBe(
      'COMPLETE new=NEVER_RUN(0=NEVER_RUN) a=COMPLETE(1=COMPLETE 1b=NEVER_RUN 2=COMPLETE)',
    );
    expect(Object.keys(world.instance.status?.planStatus ?? {})).toEqual(['deploy', 'old']);
  });
  it('KUDO 54: what comes into a plan that runs is run', () => {
    const world = new World(two).pass();
    world.outcomes = { 3: WAIT };
    world.pass();
    world.version = versionOf({
      deploy: plan('serial', ['a', 'serial', ['1', '1b', '2']], ['b', 'serial', ['3']]),
    });
    world.outcomes = { '1b': WAIT };
    expect(world.pass().ran).toContain('1b');
    expect(world.look()).toContain('1=COMPLETE 1b=IN_PROGRESS 2=COMPLETE');
  });
});

const pod = (phase: string): object => ({
  status: { phase },
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p' },
});
describe('Ready', () => {
  it('KUDO 55: unknown while deploy runs, true when all is healthy, false with what is not', () => {
    const world = new World({ ...two, backup: aPlan('1') });
    expect(world.pass().ready()).toBe('Unknown/PlanInProgress');
    expect(world.pass().ready()).toBe('True/ResourcesReady');
    world.instance = { ...world.instance, spec: { ...world.instance.spec, planExecution: {} } };
    expect(world.pass({ workloads: [pod('Pending') as never] }).ready()).toBe('False/ResourceNotReady');
    world.instance = {
      ...world.instance,
      spec: { ...world.instance.spec, planExecution: { planName: 'backup', uid: 'b' } },
    };
    expect(world.pass().ready()).toBe('False/ResourceNotReady');
  });
  it('KUDO 56: a failure stays visible, and a finished pod is no trouble', () => {
    const world = new World(two).pass();
    world.outcomes = { 1: FATAL };
    expect(world.pass().ready()).toBe('Unknown/PlanInFatalError');
    world.instance = { ...world.instance, spec: { ...world.instance.spec, planExecution: {} } };
    expect(world.pass().ready()).toBe('Unknown/PlanInFatalError');
    const fine = new World(two).pass().pass({ workloads: [pod('Succeeded') as never] });
    expect(fine.ready()).toBe('True/ResourcesReady');
  });
});

describe('trouble', () => {
  it('KUDO 57: unusable parameters and a missing plan end the plan with an event', () => {
    const params = new World(two).pass().pass({ parameterProblem: 'parameter x is no number' });
    expect([params.look().slice(0, 11), params.events.at(-1)]).toEqual([
      'FATAL_ERROR',
      'InvalidParams: parameter x is no number',
    ]);
    const missing = new World(two, 'gone').pass();
    expect([missing.look('gone'), missing.events]).toEqual([
      'FATAL_ERROR',
      ['InvalidPlan: plan gone is not in OperatorVersion web-1.0.0'],
    ]);
  });
  it('KUDO 58: unresolved dependencies end the plan of an instance at the top', () => {
    const top = new World(two).pass().pass({ dependencyProblem: 'a -> a' });
    expect(top.events.at(-1)).toBe('CircularDependency: a -> a');
    const child = new World(two);
    child.instance.metadata.ownerReferences = [
      { apiVersion: 'kudo.dev/v1beta1', kind: 'Instance', name: 'up', uid: 'x' },
    ];
    expect(child.pass().pass({ dependencyProblem: 'a -> a' }).look()).toMatch(/^COMPLETE/);
  });
  it('KUDO 59: events tell of the start, and of the end when it is a good one', () => {
    const good = new World(two).pass().pass();
    expect(good.events).toEqual([
      'PlanStarted: Execution of plan deploy started',
      'PlanFinished: Execution of plan deploy finished with status COMPLETE',
    ]);
    const bad = new World(two).pass();
    bad.outcomes = { 1: FATAL };
    expect(bad.pass().events.slice(1)).toEqual([
      'DummyTaskError: Error during execution: fatal error: ns/inst failed in deploy.a.1.1: dummy error',
    ]);
    const undefinedTask = new World(two).pass();
    undefinedTask.version = aVersion({ plans: two, tasks: [] });
    expect(undefinedTask.pass().events.at(-1)).toMatch(/^UnknownTaskName: /);
    const badTask = new World(two).pass();
    badTask.version = aVersion({ plans: two, tasks: [{ name: '1', kind: 'Shell', spec: {} }] });
    expect(badTask.pass().events.at(-1)).toMatch(/^TaskBuildError: /);
    expect(new Set(EVENT_REASONS).size).toBe(EVENT_REASONS.length);
  });
  it('KUDO 59: a missing version is told, and waited for', () => {
    const world = new World(two).pass({ version: undefined });
    expect(world.last).toMatchObject({ again: { kind: 'retry' } });
    expect(world.events).toEqual(['InvalidOperatorVersion: OperatorVersion ns/web-1.0.0 not found']);
  });
});

describe('the end', () => {
  it('KUDO 41: the end is stored first, then told to admission', () => {
    const world = new World(two).pass().pass();
    expect(world.last.again).toEqual({ kind: 'written' });
    expect(world.pass().last).toEqual({
      actions: [
        {
          kind: 'patch-instance',
          patch: { planExecution: { planName: 'deploy', uid: 'u1', status: 'COMPLETE' } },
        },
      ],
    });
  });
  it('an aborted run ends with its reason, and goes on from where it stood', () => {
    const world = new World(two).pass();
    world.outcomes = { 2: WAIT };
    world.pass();
    const abort = planAbort(world.instance)?.annotations as Record<string, string>;
    world.instance = { ...world.instance, metadata: { ...world.instance.metadata, annotations: abort } };
    expect(world.pass().look()).toBe(
      'FATAL_ERROR a=FATAL_ERROR(1=COMPLETE 2=FATAL_ERROR) b=PENDING(3=PENDING)',
    );
    expect(world.instance.status?.runs).toEqual([
      {
        plan: 'deploy',
        uid: 'u1',
        status: 'FATAL_ERROR',
        started: NOW,
        ended: NOW,
        message: 'aborted by request',
        version: 'web-1.0.0',
        changed: [],
        values: {},
      },
    ]);
    expect(world.pass().last.actions).toMatchObject([
      { patch: { annotations: { 'capstan.dev/abort-plan': null } } },
    ]);
    const retry = planRetry(world.instance, 'deploy');
    world.instance = {
      ...world.instance,
      metadata: { ...world.instance.metadata, annotations: retry?.annotations as Record<string, string> },
      spec: { ...world.instance.spec, planExecution: { planName: 'deploy', uid: 'u2' } },
    };
    expect(world.pass().look()).toBe('IN_PROGRESS a=PENDING(1=COMPLETE 2=PENDING) b=PENDING(3=PENDING)');
    expect(world.instance.status?.runs?.map(({ uid }) => uid)).toEqual(['u2', 'u1']);
  });
  const cleanup = { ...two, cleanup: aPlan('1') };
  const deleted = (world: World): World => {
    world.instance = {
      ...world.instance,
      metadata: {
        ...world.instance.metadata,
        deletionTimestamp: NOW,
        finalizers: ['other', 'kudo.dev.instance.cleanup'],
      },
    };
    return world;
  };
  it('KUDO 44: deletion schedules cleanup over a running plan, which is marked aborted', () => {
    const world = new World(cleanup).pass();
    world.outcomes = { 1: WAIT };
    deleted(world.pass()).pass();
    expect(world.last.actions).toEqual([
      { kind: 'patch-instance', patch: { planExecution: { planName: 'cleanup', uid: 'new' } } },
    ]);
    world.instance = {
      ...world.instance,
      spec: { ...world.instance.spec, planExecution: { planName: 'cleanup', uid: 'c' } },
    };
    expect(world.pass().look()).toMatch(/^FATAL_ERROR a=FATAL_ERROR\(1=FATAL_ERROR 2=PENDING\)/);
    expect(world.instance.status?.runs?.map(({ status }) => status)).toEqual(['IN_PROGRESS', 'FATAL_ERROR']);
  });
  it('KUDO 45: a complete cleanup frees the instance; a failed one holds it until it is retried', () => {
    const world = deleted(new World(cleanup, 'cleanup')).pass();
    world.outcomes = { 1: FATAL };
    world.pass();
    expect(world.pass().last.actions).toMatchObject([
      { patch: { planExecution: { status: 'FATAL_ERROR' } } },
    ]);
    world.instance = { ...world.instance, spec: { ...world.instance.spec, planExecution: {} } };
    expect(world.pass().last.actions).toEqual([]);
    world.instance = {
      ...world.instance,
      spec: { ...world.instance.spec, planExecution: { planName: 'cleanup', uid: 'c2' } },
    };
    world.outcomes = {};
    expect(world.pass().pass().pass().last.actions).toEqual([
      { kind: 'patch-instance', patch: { finalizers: ['other'] } },
    ]);
  });
  it('KUDO 45: an instance goes without a cleanup that fails where that is asked for', () => {
    const world = deleted(new World(cleanup, 'cleanup')).pass();
    world.outcomes = { 1: FATAL };
    const { metadata } = world.pass().pass().instance;
    const annotations = { 'capstan.dev/skip-cleanup': 'true' };
    world.instance = { ...world.instance, metadata: { ...metadata, annotations } };
    expect(world.pass().last.actions).toEqual([{ kind: 'patch-instance', patch: { finalizers: ['other'] } }]);
  });
});
