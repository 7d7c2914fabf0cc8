import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../k8s/object.ts';
import {
  abortChange,
  instanceRow,
  instanceView,
  parameterChange,
  retryChange,
  triggerable,
  triggerChange,
} from './instance-view.ts';

const version: KubeObject = {
  ...{ apiVersion: 'kudo.dev/v1beta1', kind: 'OperatorVersion' },
  metadata: {
    ...{ namespace: 'ns', name: 'mysql-1.0' },
    annotations: { 'capstan.dev/parameter-form': '{"parameters":{"BACKUP":{"advanced":true}}}' },
  },
  spec: {
    version: '1.0',
    appVersion: '5.7',
    parameters: [
      { name: 'REPLICAS', displayName: 'Replicas', required: true, default: '2' },
      { name: 'BACKUP', trigger: 'backup', immutable: true },
      { name: 'LOST', trigger: 'no-such-plan' },
      { displayName: 'without a name' },
    ],
    plans: {
      deploy: {
        strategy: 'serial',
        phases: [
          { name: 'storage', strategy: 'serial', steps: [{ name: 'claim', tasks: ['pvc'] }] },
          {
            name: 'servers',
            steps: [
              { name: 'one', tasks: ['a', 'b'] },
              { name: 'two', tasks: ['c'] },
            ],
          },
        ],
      },
      backup: { phases: [] },
      cleanup: { phases: [] },
    },
  },
};

function instance(status?: unknown, spec: Record<string, unknown> = {}): KubeObject {
  return {
    ...{ apiVersion: 'kudo.dev/v1beta1', kind: 'Instance' },
    metadata: { namespace: 'ns', name: 'it', labels: { 'kudo.dev/operator': 'mysql' } },
    spec: { operatorVersion: { name: 'mysql-1.0' }, parameters: { REPLICAS: '3' }, ...spec },
    ...(status === undefined ? {} : { status }),
  };
}

const run = (status: string, at: string, phases: unknown[] = []) => ({
  ...{ status, uid: `uid-${at}`, lastUpdatedTimestamp: `2026-01-0${at}T00:00:00Z`, phases },
});

describe('plans', () => {
  it('have the shape of the version and the state of the last run', () => {
    const phases = [
      { name: 'storage', status: 'COMPLETE', steps: [{ name: 'claim', status: 'COMPLETE' }] },
      {
        ...{ name: 'servers', status: 'IN_PROGRESS' },
        steps: [{ name: 'one', status: 'ERROR', message: 'waiting for Pod a' }],
      },
    ];
    const view = instanceView(instance({ planStatus: { deploy: run('IN_PROGRESS', '2', phases) } }), version);
    expect(view).toMatchObject({ operator: 'mysql', version: '1.0', appVersion: '5.7', current: 'deploy' });
    expect(view.plans.map(({ name, status }) => [name, status])).toEqual([
      ['deploy', 'IN_PROGRESS'],
      ['backup', 'NEVER_RUN'],
      ['cleanup', 'NEVER_RUN'],
    ]);
    expect(view.plans[0]).toMatchObject({
      ...{ done: 1, total: 3, parallel: false, uid: 'uid-2' },
      phases: [
        { name: 'storage', status: 'COMPLETE', parallel: false, steps: [{ tasks: ['pvc'] }] },
        {
          ...{ name: 'servers', status: 'IN_PROGRESS', parallel: true },
          steps: [
            { name: 'one', status: 'ERROR', message: 'waiting for Pod a', tasks: ['a', 'b'] },
            { name: 'two', status: 'NEVER_RUN', tasks: ['c'] },
          ],
        },
      ],
    });
    expect(triggerable(view).map(({ name }) => name)).toEqual(['deploy', 'backup']);
  });

  it('are those that ran, where the version may not be read', () => {
    const status = {
      planStatus: {
        deploy: run('COMPLETE', '1', [{ name: 'p', steps: [{ name: 's', status: 'COMPLETE' }] }]),
      },
    };
    expect(instanceView(instance(status), undefined).plans).toMatchObject([
      { name: 'deploy', done: 1, total: 1, phases: [{ name: 'p', steps: [{ name: 's', tasks: [] }] }] },
    ]);
  });

  it.each<[string, unknown, Record<string, unknown>, string | undefined]>([
    ['none before the first', undefined, {}, undefined],
    ['the one that was asked for', undefined, { planExecution: { planName: 'backup' } }, 'backup'],
    [
      'the one that runs',
      { planStatus: { deploy: run('COMPLETE', '2'), backup: run('PENDING', '1') } },
      {},
      'backup',
    ],
    [
      'the one that ran last',
      { planStatus: { deploy: run('COMPLETE', '2'), backup: run('COMPLETE', '1') } },
      {},
      'deploy',
    ],
  ])('say which is current: %s', (_which, status, spec, current) => {
    expect(instanceView(instance(status, spec), version).current).toBe(current);
  });

  it.each([
    null,
    [],
    'text',
    { planStatus: [] },
    { planStatus: { deploy: 1 } },
    { planStatus: { deploy: { status: 'NEW', phases: {} } } },
  ])('bear a status that says nothing: %j', (status) => {
    expect(instanceView(instance(status), version).plans[0]).toMatchObject({ status: 'NEVER_RUN', total: 3 });
  });
});

it('parameters have their value, their default, and the plan that they run', () => {
  expect(instanceView(instance(), version).parameters).toEqual([
    {
      ...{ name: 'REPLICAS', title: 'Replicas', value: '3', default: '2', runs: 'deploy' },
      ...{ required: true, immutable: false, advanced: false },
    },
    {
      ...{ name: 'BACKUP', title: 'BACKUP', runs: 'backup' },
      ...{ required: false, immutable: true, advanced: true },
    },
    {
      ...{ name: 'LOST', title: 'LOST', runs: 'deploy' },
      ...{ required: false, immutable: false, advanced: false },
    },
  ]);
});

it('a row tells the plan of now', () => {
  expect(instanceRow(instance({ planStatus: { deploy: run('COMPLETE', '1') } }))).toMatchObject({
    ...{ namespace: 'ns', name: 'it', operator: 'mysql', operatorVersion: 'mysql-1.0' },
    plan: { name: 'deploy', status: 'COMPLETE' },
  });
  expect(instanceRow(instance())).not.toHaveProperty('plan');
});

describe('what a person asks for', () => {
  const view = (status: string) =>
    instanceView(instance({ planStatus: { deploy: run(status, '1') } }), version);
  const body = (change: ReturnType<typeof abortChange>): unknown =>
    change?.verb === 'patch' && change.patch.type === 'merge' ? change.patch.body : undefined;

  it('is a run of a plan, or another value', () => {
    expect(triggerChange(view('COMPLETE'), 'backup')).toMatchObject({
      ...{ verb: 'patch', resource: { plural: 'instances' }, ref: { namespace: 'ns', name: 'it' } },
      patch: { type: 'merge', body: { spec: { planExecution: { planName: 'backup' } } } },
    });
    expect(body(parameterChange(view('COMPLETE'), 'REPLICAS', '5'))).toEqual({
      spec: { parameters: { REPLICAS: '5' } },
    });
    expect(body(parameterChange(view('COMPLETE'), 'REPLICAS', undefined))).toEqual({
      spec: { parameters: { REPLICAS: null } },
    });
  });

  it.each(['PENDING', 'IN_PROGRESS', 'ERROR'])('is the end of a run that is %s, by its UID', (status) => {
    expect(body(abortChange(view(status)))).toEqual({
      metadata: { annotations: { 'capstan.dev/abort-plan': 'uid-1' } },
    });
    expect(retryChange(view(status))).toBeUndefined();
  });

  it('is another attempt of one that failed', () => {
    expect(body(retryChange(view('FATAL_ERROR')))).toEqual({
      metadata: { annotations: { 'capstan.dev/retry-plan': 'uid-1' } },
      // Nothing runs because of an annotation alone.
      spec: { planExecution: { planName: 'deploy' } },
    });
    expect(abortChange(view('FATAL_ERROR'))).toBeUndefined();
    expect(retryChange(view('COMPLETE'))).toBeUndefined();
  });
});
