import { expect, it } from 'vitest';
import { isFinishedStatus, isRunningStatus, isTerminalStatus, EXECUTION_STATUSES } from './execution.ts';
import { PARAMETER_FORM_ANNOTATION } from './labels.ts';
import { defaultInstanceName, instanceLabels, operatorVersionName } from './names.ts';
import { readInstance, readOperator, readOperatorVersion, readParameterForm, type Reading } from './parse.ts';
import { builtTask } from './task.ts';
import { KUDO_API_VERSION, type KudoOperatorVersion, kudoResources } from './types.ts';

const object = (kind: string, spec: unknown, more: object = {}): unknown => ({
  apiVersion: KUDO_API_VERSION,
  kind,
  metadata: { name: 'web', namespace: 'team' },
  spec,
  ...more,
});
function value<T>(reading: Reading<T>): T {
  if ('problem' in reading) throw new Error(reading.problem);
  return reading.value;
}
const problem = <T>(reading: Reading<T>): string => ('problem' in reading ? reading.problem : '');
const version = (spec: object): KudoOperatorVersion =>
  value(
    readOperatorVersion(object('OperatorVersion', { operator: { name: 'web' }, version: '1.0.0', ...spec })),
  );

it('KUDO 1: an Operator of kudo.dev/v1beta1 is namespaced, and keeps what it does not know', () => {
  const spec = {
    description: 'd',
    kudoVersion: '0.19.0',
    kubernetesVersion: '1.17',
    maintainers: [{ name: 'a', email: 'a@b.c' }],
    url: 'https://example.org',
    namespaceManifest: 'ns.yaml',
    more: 1,
  };
  expect(value(readOperator(object('Operator', spec))).spec).toEqual(spec);
  for (const resource of Object.values(kudoResources)) {
    expect(resource).toMatchObject({ group: 'kudo.dev', version: 'v1beta1', namespaced: true });
  }
});

it('KUDO 1: what cannot be read is told by object and field', () => {
  expect(problem(readOperator(object('Operator', { maintainers: [{ name: 1 }] })))).toBe(
    'Operator team/web: spec.maintainers.0.name: Invalid input: expected string, received number; correct it',
  );
  expect(problem(readOperator(undefined))).toContain('Operator (unnamed): the object: ');
});

it('KUDO 2: an OperatorVersion holds templates, tasks, parameters and plans; what Go left empty is empty', () => {
  const spec = version({
    appVersion: '2.0',
    templates: { 'a/b.yaml': 'kind: X' },
    tasks: null,
    parameters: null,
    plans: null,
  }).spec;
  expect(spec).toMatchObject({ templates: { 'a/b.yaml': 'kind: X' }, tasks: [], parameters: [], plans: {} });
});

it('KUDO 3: plans, phases, steps and tasks', () => {
  const plans = {
    deploy: {
      strategy: 'serial',
      phases: [{ name: 'p', strategy: 'parallel', steps: [{ name: 's', tasks: ['t'] }] }],
    },
    empty: {},
  };
  expect(version({ plans }).spec.plans).toEqual({ ...plans, empty: { phases: [] } });
  const broken = object('OperatorVersion', { plans: { deploy: { phases: [{ steps: [] }] } } });
  expect(problem(readOperatorVersion(broken))).toContain('spec.plans.deploy.phases.0.name: ');
});

const built: { kind: string; spec: object; want: object }[] = [
  {
    kind: 'Apply',
    spec: { resources: ['a'] },
    want: { task: { kind: 'Apply', name: 't', resources: ['a'] } },
  },
  {
    kind: 'Apply',
    spec: {},
    want: {
      problem:
        "task validation error: apply task has an empty resource list. if that's what you need, use a Dummy task instead",
    },
  },
  {
    kind: 'Delete',
    spec: { resources: [] },
    want: {
      problem:
        "task validation error: delete task has an empty resource list. if that's what you need, use a Dummy task instead",
    },
  },
  {
    kind: 'Toggle',
    spec: { resources: ['a'], parameter: 'on' },
    want: { task: { kind: 'Toggle', name: 't', resources: ['a'], parameter: 'on' } },
  },
  {
    kind: 'Toggle',
    spec: { resources: ['a'] },
    want: { problem: 'task validation error: toggle task has no parameter to evaluate' },
  },
  {
    kind: 'Pipe',
    spec: { pod: 'pod.yaml' },
    want: { problem: 'task validation error: pipe task has an empty pipe files list' },
  },
  {
    kind: 'Pipe',
    spec: { pod: 'p', pipe: [{ file: '/a', envFile: '/b', kind: 'Secret', key: 'k' }] },
    want: { problem: 'task validation error: pipe file must have exactly one of file or envFile set' },
  },
  {
    kind: 'Pipe',
    spec: { pod: 'p', pipe: [{ file: '/a', kind: 'Pod', key: 'k' }] },
    want: { problem: 'task validation error: invalid pipe kind (must be Secret or ConfigMap): Pod' },
  },
  {
    kind: 'Pipe',
    spec: { pod: 'p', pipe: [{ file: '/a', kind: 'Secret', key: 'a.b' }] },
    want: {
      problem: 'task validation error: invalid pipe key (only letters, numbers, _ and - are allowed): a.b',
    },
  },
  {
    kind: 'Pipe',
    spec: { pod: 'p', pipe: [{ envFile: '/a', kind: 'Secret', key: 'k' }] },
    want: {
      task: {
        kind: 'Pipe',
        name: 't',
        pod: 'p',
        pipe: [{ from: 'envFile', path: '/a', kind: 'Secret', key: 'k' }],
      },
    },
  },
  {
    kind: 'KudoOperator',
    spec: {},
    want: { problem: 'task validation error: kudo operator task has an empty package name' },
  },
  {
    kind: 'KudoOperator',
    spec: { package: 'zk', instanceName: 'i' },
    want: { task: { kind: 'KudoOperator', name: 't', package: 'zk', instanceName: 'i' } },
  },
  {
    kind: 'Dummy',
    spec: { wantErr: true },
    want: { task: { kind: 'Dummy', name: 't', wantErr: true, fatal: false, done: false } },
  },
  { kind: 'Shell', spec: {}, want: { problem: 'unknown task kind Shell' } },
];
it.each(built)('KUDO 4: one flat record makes a task: $kind $spec', ({ kind, spec, want }) => {
  expect(builtTask({ name: 't', kind, spec })).toEqual(want);
});

it('KUDO 5: parameters, and what the API has no field for in an annotation', () => {
  const parameters = [
    {
      name: 'n',
      displayName: 'N',
      required: false,
      default: '1',
      trigger: 'p',
      type: 'integer',
      immutable: true,
      enum: ['1'],
    },
  ];
  const plain = version({ parameters });
  expect(plain.spec.parameters).toEqual(parameters);
  const form = {
    groups: [{ name: 'g', prio: 1 }],
    parameters: { n: { group: 'g', advanced: true, hint: 'h' } },
  };
  const withForm = (text: string): KudoOperatorVersion => ({
    ...plain,
    metadata: { ...plain.metadata, annotations: { [PARAMETER_FORM_ANNOTATION]: text } },
  });
  expect(value(readParameterForm(withForm(JSON.stringify(form))))).toEqual(form);
  expect(value(readParameterForm(plain))).toEqual({ groups: [], parameters: {} });
  expect(problem(readParameterForm(withForm('{')))).toBe(
    'OperatorVersion team/web: annotation capstan.dev/parameter-form is not the JSON of a form; install the package again',
  );
});

it('KUDO 6: what an Instance asks for', () => {
  const spec = {
    operatorVersion: { name: 'web-1.0.0' },
    parameters: { a: '1' },
    planExecution: { planName: 'deploy', uid: 'u', status: 'PENDING' },
  };
  expect(value(readInstance(object('Instance', spec))).spec).toEqual(spec);
  const idle = { ...spec, planExecution: { planName: '', uid: '', status: '' } };
  expect(value(readInstance(object('Instance', idle))).spec.planExecution?.status).toBeUndefined();
  expect(problem(readInstance(object('Instance', { ...spec, parameters: { a: 1 } })))).toBe(
    'Instance team/web: spec.parameters.a: Invalid input: expected string, received number; correct it',
  );
});

it('KUDO 7: what is known of an Instance', () => {
  const step = { name: 's', status: 'ERROR', message: 'm' };
  const deploy = {
    name: 'deploy',
    status: 'IN_PROGRESS',
    uid: 'u',
    lastUpdatedTimestamp: '2026-01-01T00:00:00Z',
    phases: [{ name: 'p', status: 'IN_PROGRESS', steps: [step] }],
  };
  const status = { planStatus: { deploy }, conditions: [{ type: 'Ready', status: 'Unknown' }] };
  const read = (given: object): Reading<{ status?: unknown }> =>
    readInstance(object('Instance', { operatorVersion: { name: 'v' } }, { status: given }));
  expect(value(read(status)).status).toEqual(status);
  const never = { name: 'deploy', status: 'NEVER_RUN', lastUpdatedTimestamp: null, phases: null };
  expect(value(read({ planStatus: { deploy: never } })).status).toEqual({
    planStatus: {
      deploy: { name: 'deploy', status: 'NEVER_RUN', lastUpdatedTimestamp: undefined, phases: [] },
    },
  });
  expect(problem(read({ planStatus: { deploy: { ...deploy, status: 'DONE' } } }))).toContain(
    'status.planStatus.deploy.status: ',
  );
});

it('KUDO 8: running, terminal, finished', () => {
  const those = (is: (status: (typeof EXECUTION_STATUSES)[number]) => boolean): string[] =>
    EXECUTION_STATUSES.filter(is);
  expect(those(isRunningStatus)).toEqual(['PENDING', 'IN_PROGRESS', 'ERROR']);
  expect(those(isTerminalStatus)).toEqual(['COMPLETE', 'FATAL_ERROR']);
  expect(those(isFinishedStatus)).toEqual(['COMPLETE']);
});

it('KUDO 9: names of versions and instances', () => {
  expect(operatorVersionName({ operator: 'kafka', version: '1.3.0', appVersion: '2.5.0' })).toBe(
    'kafka-2.5.0-1.3.0',
  );
  expect(operatorVersionName({ operator: 'kafka', version: '1.3.0', appVersion: '' })).toBe('kafka-1.3.0');
  expect(defaultInstanceName('kafka')).toBe('kafka-instance');
  expect(instanceLabels('kafka')).toEqual({ 'kudo.dev/operator': 'kafka' });
});
