import { describe, expect, it } from 'vitest';
import { at } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';
import type { BuiltTask } from '../api/task.ts';
import type { KudoInstanceSpec, KudoOperatorVersionSpec } from '../api/types.ts';
import type { TaskOutcome, TaskPlace } from '../plan/decision.ts';
import { anInstance, aVersion } from '../../testing/kudo-objects.ts';
import { SmallCluster } from '../../testing/kudo-cluster.ts';
import { podProblem } from './pipe.ts';
import { hashedText, withRestartHash } from './restart-hash.ts';
import { taskRunner } from './run.ts';
import { readObjects } from './resources.ts';

const POD_ANNOTATIONS = ['spec', 'template', 'metadata', 'annotations'];
const PLACE: TaskPlace = { plan: 'deploy', phase: 'main', step: 'app', task: 'T_1', uid: 'u1' };
const map = (name = 'c', data = 'a: x'): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  ${data}\n`;
const deployment = (volumes: string, image = 'a'): string =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec: {template: {spec: {containers: [{name: a, image: ${image}}], ${volumes}}}}\n`;
const job = (image: string): string =>
  `apiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\nspec: {template: {spec: {containers: [{name: a, image: ${image}}]}}}\n`;

class Scene extends SmallCluster {
  templates: Record<string, string> = {};
  constructor(templates: Record<string, string> = {}) {
    super();
    this.templates = templates;
  }
  ask(
    task: BuiltTask,
    {
      place = PLACE,
      spec = {},
      version = {},
    }: {
      place?: TaskPlace;
      spec?: Partial<KudoInstanceSpec>;
      version?: Partial<KudoOperatorVersionSpec>;
    } = {},
  ): TaskOutcome {
    const operatorVersion = aVersion({ templates: this.templates, ...version });
    return taskRunner(this.world(anInstance(spec), operatorVersion))(task, place);
  }
  do(task: BuiltTask, more: Parameters<Scene['ask']>[1] = {}): TaskOutcome {
    const outcome = this.ask(task, more);
    if ('actions' in outcome) for (const action of outcome.actions ?? []) this.carryOut(action);
    return outcome;
  }
  get(kind: string, name: string): KubeObject | undefined {
    return this.find(kind, name, 'ns') ?? this.find(kind, name, '');
  }
  find(kind: string, name: string, namespace: string): KubeObject | undefined {
    return this.objects.get(`${kind}/${namespace}/${name}`);
  }
}
const apply = (...resources: string[]): BuiltTask => ({ kind: 'Apply', name: 'T_1', resources });
const actions = (outcome: TaskOutcome): unknown[] => [
  ...('actions' in outcome ? (outcome.actions ?? []) : []),
];
const kinds = (outcome: TaskOutcome): unknown[] =>
  actions(outcome).map((action) => (action as { kind: string }).kind);

describe('Apply', () => {
  it('KUDO 61: objects of all files, in list order; documents without content are none', () => {
    const scene = new Scene({ b: `---\n# nothing\n---\n${map('n2')}---\n${map('n1')}`, a: map('n3') });
    const made = actions(scene.do(apply('b', 'a'))) as { object: KubeObject }[];
    expect(made.map(({ object }) => object.metadata.name)).toEqual(['n2', 'n1', 'n3']);
    expect(scene.do(apply('b', 'a'))).toEqual({ kind: 'done' });
    expect(
      readObjects('a: [', 'f', () => {
        throw new Error('why');
      }),
    ).toMatchObject({ reason: 'TaskRenderingError', message: 'failed to parse template f: why' });
    expect(new Scene({ a: '{{ .Params.Nope }}' }).ask(apply('a'))).toMatchObject({
      kind: 'fatal',
      reason: 'TaskRenderingError',
    });
    expect(new Scene({ a: 'just text' }).ask(apply('a'))).toMatchObject({
      kind: 'fatal',
      reason: 'TaskRenderingError',
    });
  });
  it('KUDO 62: strategic for built-in kinds, JSON merge for others; the annotation says what was applied', () => {
    const scene = new Scene({
      a: map(),
      b: `apiVersion: own.io/v1\nkind: Own\nmetadata: {name: o}\nspec: {x: 1}\n`,
    });
    scene.do(apply('a', 'b'));
    expect(
      scene.get('ConfigMap', 'c')?.metadata.annotations?.['kudo.dev/last-applied-configuration'],
    ).toMatch(/^\{"apiVersion":"v1","data":\{"a":"x"\}.*\}\n$/);
    scene.templates = { a: map('c', 'a: z'), b: scene.templates['b']?.replace('x: 1', 'x: 2') ?? '' };
    expect(actions(scene.ask(apply('a', 'b')))).toMatchObject([
      { kind: 'patch', type: 'strategic', patch: { data: { a: 'z' } } },
      { kind: 'patch', type: 'merge', patch: { spec: { x: 2 } } },
    ]);
  });
  it('KUDO 62: an object of others with annotations is refused, one without any is adopted', () => {
    const scene = new Scene({ a: map() });
    const live = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c', namespace: 'ns' } };
    scene.add({ ...live, metadata: { ...live.metadata, annotations: { x: 'y' } } });
    expect(scene.ask(apply('a'))).toMatchObject({
      kind: 'fatal',
      reason: 'TaskRenderingError',
      message: 'LastAppliedConfigAnnotation is not set on ConfigMap ns/c',
    });
    scene.add(live);
    expect(kinds(scene.ask(apply('a')))).toEqual(['patch']);
  });
  it('KUDO 63: what the template gives up goes, what the server set stays', () => {
    const service = (extra: string): string =>
      `apiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec: {ports: [{port: 1}]${extra}}\n`;
    const scene = new Scene({ a: service(', sessionAffinity: None') });
    scene.do(apply('a'));
    const made = scene.get('Service', 's');
    if (made) scene.add({ ...made, spec: { ...(made['spec'] as object), clusterIP: '10.0.0.1' } });
    scene.templates = { a: service('') };
    const [patch] = actions(scene.ask(apply('a'))) as { patch: { spec: object } }[];
    expect(patch?.patch.spec).toEqual({ sessionAffinity: null });
  });
  it('KUDO 64: kinds that nobody serves are fatal, versions that were removed are rewritten and told', () => {
    const scene = new Scene({
      a: 'apiVersion: nowhere/v1\nkind: Thing\nmetadata: {name: t}',
      b: 'apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: p}',
    });
    expect(scene.ask(apply('a'))).toMatchObject({
      kind: 'fatal',
      reason: 'TaskEnhancementError',
      message: 'a resource with GVK nowhere/v1, Kind=Thing seems to be missing in API resource list',
    });
    expect(scene.do(apply('b'))).toMatchObject({
      note: 'PodDisruptionBudget p: policy/v1beta1 is not served any more, applied as policy/v1',
    });
    expect(scene.get('PodDisruptionBudget', 'p')?.apiVersion).toBe('policy/v1');
  });
  it('KUDO 64: what has no place in the version that is served is said; it is found and deleted all the same', () => {
    const hooks = (version: string): string =>
      `apiVersion: admissionregistration.k8s.io/${version}\nkind: MutatingWebhookConfiguration\nmetadata: {name: h}\nwebhooks: [{name: w}]`;
    const scene = new Scene({ a: hooks('v1beta1'), b: hooks('v1') });
    expect(scene.ask(apply('a'))).toMatchObject({
      kind: 'fatal',
      reason: 'TaskEnhancementError',
      message:
        'MutatingWebhookConfiguration h: admissionregistration.k8s.io/v1beta1 is not served any more, and as admissionregistration.k8s.io/v1 webhooks[0].sideEffects has to be None or NoneOnDryRun',
    });
    scene.do(apply('b'));
    expect(kinds(scene.do({ kind: 'Delete', name: 't', resources: ['a'] }))).toEqual(['delete']);
  });
  it('a Job with another template is deleted and made anew; with an equal one its template stays untouched', () => {
    const scene = new Scene({ a: job('a') });
    scene.do(apply('a'));
    const upgraded = scene.ask(apply('a'), { place: { ...PLACE, uid: 'u2' }, version: { version: '2.0.0' } });
    expect(actions(upgraded)).toMatchObject([{ kind: 'patch' }]);
    expect((actions(upgraded)[0] as { patch: object }).patch).not.toHaveProperty('spec');
    scene.templates = { a: job('b') };
    expect(kinds(scene.do(apply('a')))).toEqual(['delete']);
    expect(kinds(scene.do(apply('a')))).toEqual(['create']);
    scene.templates = {
      a: job('c').replace('{name: j}', '{name: j, annotations: {capstan.dev/recreate: "false"}}'),
    };
    expect(kinds(scene.ask(apply('a')))).toEqual(['patch']);
  });
  it('a refused write is transient, and tried again', () => {
    const scene = new Scene({ a: map() });
    scene.refusals.set('ConfigMap/ns/c', 'forbidden');
    expect(scene.ask(apply('a'))).toMatchObject({
      kind: 'transient',
      message: 'forbidden',
      actions: [{ kind: 'create' }],
    });
  });
});

it('KUDO 65: Delete ends when the object cannot be found; kinds that nobody serves are left out', () => {
  const scene = new Scene({ a: map(), b: 'apiVersion: nowhere/v1\nkind: Thing\nmetadata: {name: t}' });
  const task: BuiltTask = { kind: 'Delete', name: 't', resources: ['a', 'b'] };
  expect(scene.ask(task)).toEqual({ kind: 'done' });
  scene.do(apply('a'));
  expect(actions(scene.ask(task))).toEqual([
    { kind: 'delete', at: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns', name: 'c' }, uid: 'o1' },
  ]);
  const live = scene.get('ConfigMap', 'c');
  if (live) scene.add({ ...live, metadata: { ...live.metadata, deletionTimestamp: 'x' } });
  expect(scene.ask(task)).toEqual({ kind: 'waiting', actions: [] });
});

it('KUDO 66: Toggle applies or deletes as its parameter says', () => {
  const scene = new Scene({ a: map() });
  const task: BuiltTask = { kind: 'Toggle', name: 't', resources: ['a'], parameter: 'on' };
  const ask = (on?: string): TaskOutcome =>
    scene.do(task, { spec: on === undefined ? {} : { parameters: { on } } });
  expect(kinds(ask('T'))).toEqual(['create']);
  expect(kinds(ask('0'))).toEqual(['delete']);
  expect(ask('false')).toEqual({ kind: 'done' });
  expect(ask()).toMatchObject({ kind: 'fatal', message: 'no value for parameter on found' });
  expect(ask('yes')).toMatchObject({
    kind: 'fatal',
    reason: 'ToggleTaskError',
    message: 'could not parse value of parameter on: "yes" is not a boolean',
  });
});

it.each([
  { wantErr: true, fatal: false, done: false, want: { kind: 'transient', message: 'dummy error' } },
  {
    wantErr: true,
    fatal: true,
    done: false,
    want: { kind: 'fatal', reason: 'DummyTaskError', message: 'dummy error' },
  },
  { wantErr: false, fatal: false, done: true, want: { kind: 'done' } },
  { wantErr: false, fatal: false, done: false, want: { kind: 'waiting', actions: [] } },
])('KUDO 67: Dummy $wantErr $fatal $done', ({ want, ...task }) => {
  expect(new Scene().ask({ kind: 'Dummy', name: 't', ...task })).toEqual(want);
});

const podOf = (more: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p' },
  spec: {
    initContainers: [{ name: 'i', volumeMounts: [{ name: 'v', mountPath: '/out' }] }],
    volumes: [{ name: 'v', emptyDir: {} }],
    ...more,
  },
});
const file = (path: string): Parameters<typeof podProblem>[1][number] => ({
  from: 'file',
  path,
  kind: 'Secret',
  key: 'k',
});
it.each([
  { name: 'fine', pod: podOf(), path: '/out/a.txt', want: undefined },
  {
    name: 'containers',
    pod: podOf({ containers: [{}] }),
    path: '/out/a',
    want: 'pod containers have to be empty',
  },
  {
    name: 'no init container',
    pod: podOf({ initContainers: [] }),
    path: '/out/a',
    want: 'it needs exactly one init container',
  },
  {
    name: 'no volume',
    pod: podOf({ volumes: [] }),
    path: '/out/a',
    want: 'it needs exactly one emptyDir volume',
  },
  {
    name: 'not mounted',
    pod: podOf({ volumes: [{ name: 'w', emptyDir: {} }] }),
    path: '/out/a',
    want: 'the init container has to mount the emptyDir volume',
  },
  {
    name: 'restarts',
    pod: podOf({ restartPolicy: 'Always' }),
    path: '/out/a',
    want: 'restartPolicy has to be OnFailure',
  },
  { name: 'elsewhere', pod: podOf(), path: '/tmp/a', want: 'pipe file /tmp/a is not below /out' },
  { name: 'out of it', pod: podOf(), path: '/out/../a', want: 'pipe file /out/../a is not below /out' },
  {
    name: 'odd name',
    pod: podOf(),
    path: '/out/a b',
    want: 'pipe file name /out/a b should only contain letters, digits, dot, - and _',
  },
])('KUDO 68: the pod of a Pipe task: $name', ({ pod, path, want }) => {
  expect(podProblem(pod, [file(path)])).toBe(want);
});

describe('Pipe', () => {
  const pod =
    'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {initContainers: [{name: i, volumeMounts: [{name: s, mountPath: /secret}, {name: v, mountPath: /out}]}], volumes: [{name: v, emptyDir: {}}]}\n';
  const task: BuiltTask = {
    kind: 'Pipe',
    name: 't',
    pod: 'pod',
    pipe: [
      { from: 'file', path: '/out/f', kind: 'Secret', key: 'one' },
      { from: 'envFile', path: '/out/e', kind: 'ConfigMap', key: 'two' },
    ],
  };
  const name = (key: string): string => `inst.deploy.main.app.t1.${key}`;
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const ready = (scene: Scene): void => {
    const made = scene.get('Pod', name('pipepod'));
    if (made)
      scene.add({ ...made, status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } });
  };
  it('KUDO 69: pod, files, objects, and the pod goes', () => {
    const scene = new Scene({ pod });
    expect(kinds(scene.do(task))).toEqual(['create']);
    expect(scene.get('Pod', name('pipepod'))).toMatchObject({
      metadata: { annotations: { 'kudo.dev/pipepod': 'true' } },
      spec: {
        restartPolicy: 'OnFailure',
        containers: [{ name: 'waiter', image: 'busybox', volumeMounts: [{ name: 'v', mountPath: '/out' }] }],
      },
    });
    expect(actions(scene.do(task))).toEqual([]);
    ready(scene);
    expect(kinds(scene.do(task))).toEqual(['read-files']);
    scene.outputs.set(`Pod/ns/${name('pipepod')}`, {
      files: { '/out/f': bytes('hi'), '/out/e': bytes('A=1\n\nB=x=y\n') },
    });
    expect(kinds(scene.do(task))).toEqual(['create', 'create']);
    expect(scene.get('Secret', name('one'))).toMatchObject({ type: 'Opaque', data: { f: 'aGk=' } });
    expect(scene.get('ConfigMap', name('two'))).toMatchObject({ binaryData: { A: 'MQ==', B: 'eD15' } });
    expect(kinds(scene.do(task))).toEqual(['delete']);
    expect(scene.do(task)).toEqual({ kind: 'done' });
  });
  it.each([
    {
      name: 'too large',
      output: { files: { '/out/f': new Uint8Array(1_048_577), '/out/e': new Uint8Array() } },
      want: { kind: 'fatal', message: 'pipe file /out/f is 1048577 bytes, more than 1048576' },
    },
    {
      name: 'exit code',
      output: { problem: 'exit code 1', fatal: true },
      want: { kind: 'fatal', message: 'exit code 1' },
    },
    {
      name: 'no connection',
      output: { problem: 'reset', fatal: false },
      want: { kind: 'transient', message: 'reset' },
    },
    {
      name: 'no variable',
      output: { files: { '/out/f': bytes('x'), '/out/e': bytes('A') } },
      want: { kind: 'fatal', message: 'pipe file /out/e: "A" is not KEY=VALUE' },
    },
  ])('KUDO 69: $name', ({ output, want }) => {
    const scene = new Scene({ pod });
    scene.do(task);
    ready(scene);
    scene.outputs.set(`Pod/ns/${name('pipepod')}`, output);
    expect(scene.ask(task)).toMatchObject(want);
  });
  it('KUDO 59, 68: reasons of pods that cannot be used', () => {
    expect(new Scene({ pod: map() }).ask(task)).toMatchObject({ reason: 'ResourceUnmarshalError' });
    const scene = new Scene({ pod: pod.replace('emptyDir: {}', 'configMap: {name: c}') });
    expect(scene.ask(task)).toMatchObject({ kind: 'fatal', reason: 'ResourceValidationError' });
  });
  it('looks into no pod that the instance has not made, and into none of a run before', () => {
    const scene = new Scene({ pod });
    scene.do(task);
    ready(scene);
    const made = scene.get('Pod', name('pipepod'));
    if (made === undefined) throw new Error('no pod');
    const { metadata } = made;
    const mark = 'kudo.dev/last-plan-execution-uid';
    scene.add({
      ...made,
      metadata: { ...metadata, annotations: { ...metadata.annotations, [mark]: 'old' } },
    });
    expect(kinds(scene.ask(task))).toEqual(['delete']);
    scene.add({ ...made, metadata: { ...metadata, ownerReferences: [] } });
    expect(scene.ask(task)).toMatchObject({ kind: 'fatal', reason: 'PipeTaskError' });
  });
  it('KUDO 57: a key that is used twice ends the plan', () => {
    const twice: BuiltTask = { ...task, pipe: [...task.pipe, ...task.pipe] };
    expect(new Scene({ pod }).ask(twice)).toMatchObject({ kind: 'fatal', reason: 'PipeTaskError' });
  });
});

describe('KudoOperator', () => {
  const task: BuiltTask = {
    kind: 'KudoOperator',
    name: 't',
    package: 'zk',
    appVersion: '3.4',
    operatorVersion: '1.0',
    parameterFile: 'p',
  };
  const child = (scene: Scene, status: string | undefined, planName = ''): void => {
    const live = scene.get('Instance', 'inst-zk');
    const planStatus =
      status === undefined ? {} : { deploy: { name: 'deploy', status, lastUpdatedTimestamp: 'x' } };
    if (live)
      scene.add({
        ...live,
        spec: { ...(live['spec'] as object), planExecution: { planName } },
        status: { planStatus },
      });
  };
  it('KUDO 70: an instance of the package beside its parent', () => {
    const scene = new Scene({ p: 'A: {{ .Name }}\nL: [1, 2]\n' });
    expect(actions(scene.do(task))).toEqual([
      {
        kind: 'create',
        object: {
          apiVersion: 'kudo.dev/v1beta1',
          kind: 'Instance',
          metadata: {
            name: 'inst-zk',
            namespace: 'ns',
            labels: { 'kudo.dev/operator': 'zk' },
            ownerReferences: [{ apiVersion: 'kudo.dev/v1beta1', kind: 'Instance', name: 'inst', uid: 'i1' }],
          },
          spec: { operatorVersion: { name: 'zk-3.4-1.0' }, parameters: { A: 'inst', L: '[1,2]' } },
        },
      },
    ]);
  });
  it('KUDO 71: done when its last plan ended well; its failure is the parent’s', () => {
    const scene = new Scene({ p: 'A: a\n' });
    scene.do(task);
    child(scene, undefined);
    expect(scene.ask(task)).toMatchObject({ kind: 'waiting' });
    child(scene, 'IN_PROGRESS', 'deploy');
    expect(scene.ask(task)).toMatchObject({ kind: 'waiting' });
    child(scene, 'FATAL_ERROR');
    expect(scene.ask(task)).toMatchObject({
      kind: 'fatal',
      message: 'plan deploy of instance "inst-zk" failed',
    });
    child(scene, 'COMPLETE');
    expect(scene.ask(task)).toEqual({ kind: 'done' });
  });
  it('KUDO 59: parameters that cannot be read are a matter of rendering', () => {
    expect(new Scene({ p: 'A: [' }).ask(task)).toMatchObject({ kind: 'fatal', reason: 'TaskRenderingError' });
  });
  it('KUDO 72: only what the parent says is patched; a refusal is transient', () => {
    const scene = new Scene({ p: 'A: a\nB: b\n' });
    scene.do(task);
    child(scene, 'COMPLETE');
    scene.templates = { p: 'A: z\n' };
    expect(actions(scene.ask(task))).toMatchObject([
      { kind: 'patch', type: 'merge', patch: { spec: { parameters: { A: 'z' } } } },
    ]);
    scene.refusals.set('Instance/ns/inst-zk', 'plan runs');
    expect(scene.ask(task)).toMatchObject({ kind: 'transient', message: 'plan runs' });
  });
  it('KUDO 74: an upgrade changes the version that the spec names; it is no owner, nor who owns it another', () => {
    const scene = new Scene({ p: 'A: a\n', a: map() });
    const both = (next: BuiltTask, version: string): unknown[] =>
      [next, apply('a')].flatMap((one) => actions(scene.do(one, { version: { version } })));
    const owners = (): unknown[] =>
      ['inst-zk', 'c'].map(
        (name) => (scene.get('Instance', name) ?? scene.get('ConfigMap', name))?.metadata.ownerReferences,
      );
    both(task, '1.0.0');
    const before = owners();
    expect(before).toMatchObject([[{ kind: 'Instance', uid: 'i1' }], [{ kind: 'Instance', uid: 'i1' }]]);
    const patch = { spec: { operatorVersion: { name: 'zk-3.4-2.0' } } };
    expect(both({ ...task, operatorVersion: '2.0' }, '2.0.0')).toMatchObject([
      { kind: 'patch', patch },
      { kind: 'patch' },
    ]);
    expect(owners()).toEqual(before);
  });
});

describe('enhancer', () => {
  const labels = { heritage: 'kudo', 'kudo.dev/operator': 'web', 'kudo.dev/instance': 'inst' };
  it('KUDO 78: labels on the object, its pods and its claims', () => {
    const scene = new Scene({
      a: 'apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: s, labels: {own: x}}\nspec: {template: {spec: {}}, volumeClaimTemplates: [{metadata: {name: v}}]}\n',
      b: 'apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: c}\nspec: {jobTemplate: {spec: {template: {spec: {}}}}}\n',
    });
    scene.do(apply('a', 'b'));
    expect(scene.get('StatefulSet', 's')).toMatchObject({
      metadata: { labels: { own: 'x', ...labels } },
      spec: {
        template: { metadata: { labels } },
        volumeClaimTemplates: [{ metadata: { name: 'v', labels } }],
      },
    });
    expect(scene.get('CronJob', 'c')).toMatchObject({
      spec: { jobTemplate: { metadata: { labels }, spec: { template: { metadata: { labels } } } } },
    });
  });
  it('KUDO 79: annotations, namespace and owner; pods know only the version', () => {
    const scene = new Scene({
      a: deployment('volumes: []').replace('{name: d}', '{name: d, namespace: other}'),
      b: 'apiVersion: v1\nkind: Namespace\nmetadata: {name: n}\n',
    });
    scene.do(apply('a', 'b'));
    const made = scene.get('Deployment', 'd');
    expect(made?.metadata).toMatchObject({
      namespace: 'ns',
      annotations: {
        'kudo.dev/plan': 'deploy',
        'kudo.dev/phase': 'main',
        'kudo.dev/step': 'app',
        'kudo.dev/last-plan-execution-uid': 'u1',
      },
      ownerReferences: [
        {
          apiVersion: 'kudo.dev/v1beta1',
          kind: 'Instance',
          name: 'inst',
          uid: 'i1',
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    });
    expect(made).toMatchObject({
      spec: { template: { metadata: { annotations: { 'kudo.dev/operator-version': '1.0.0' } } } },
    });
    expect(Object.keys(at(made, ...POD_ANNOTATIONS) ?? {})).toEqual(['kudo.dev/operator-version']);
    const { namespace, ownerReferences, labels } = scene.get('Namespace', 'n')?.metadata ?? {};
    expect([namespace, ownerReferences]).toEqual([undefined, undefined]);
    expect(labels).toMatchObject({ 'capstan.dev/instance-namespace': 'ns' });
  });
  const hash = (scene: Scene): unknown =>
    at(scene.get('Deployment', 'd'), ...POD_ANNOTATIONS, 'kudo.dev/dependencies-hash');
  it('KUDO 80: the text that is hashed', () => {
    const object = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: 'c',
        namespace: 'ns',
        uid: 'u',
        annotations: { a: 'b' },
        labels: { heritage: 'kudo' },
      },
      data: { k: 'v' },
    };
    expect(hashedText(object)).toBe(
      'object:\n  apiVersion: ""\n  data:\n    k: v\n  kind: ""\n  metadata:\n    annotations: {}\n    deletionGracePeriodSeconds: 0\n    finalizers: []\n    labels:\n      heritage: kudo\n    managedFields: []\n    name: c\n    ownerReferences: []\n    remainingItemCount: 0\n',
    );
  });
  it.each([
    ['FancyValue', '6fa812afe527bdb6c9a5fbfcba8193bb'],
    ['ChangedValue', 'da9f56a62d3c4af2596bebace008d845'],
  ])('KUDO 80: as KUDO itself made it of its own test package, %s', (valueA, wanted) => {
    const labels = { heritage: 'kudo', 'kudo.dev/instance': 'depop', 'kudo.dev/operator': 'dep-operator' };
    const config = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'configdata', namespace: 'ns', labels },
      data: { valueA, valueB: 'OtherFancyValue' },
    };
    const workload = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'nginx-deployment', namespace: 'ns' },
      spec: { template: { spec: { volumes: [{ name: 'v', configMap: { name: 'configdata' } }] } } },
    };
    expect(withRestartHash(workload, [workload, config], () => undefined)).toMatchObject({
      spec: { template: { metadata: { annotations: { 'kudo.dev/dependencies-hash': wanted } } } },
    });
  });
  it('KUDO 80: what is missing or left out counts as sixteen zero bytes; without configuration there is no hash', () => {
    const volumes = 'volumes: [{configMap: {name: c}}]';
    const zero = '4ae71336e44bf9bf79d2752e234818a5';
    const missing = new Scene({ d: deployment(volumes) });
    missing.do(apply('d'));
    const skipped = new Scene({
      d: deployment(volumes),
      c: map().replace('name: c', 'name: c\n  annotations: {kudo.dev/skip-hash-calculation: "true"}'),
    });
    skipped.do(apply('d', 'c'));
    const none = new Scene({ d: deployment('volumes: []') });
    none.do(apply('d'));
    expect([hash(missing), hash(skipped), hash(none)]).toEqual([zero, zero, undefined]);
  });
  it('KUDO 80: the same from the task, and from what was applied last; variables count, too', () => {
    const together = new Scene({ d: deployment('volumes: [{configMap: {name: c}}]'), c: map() });
    together.do(apply('d', 'c'));
    const first = hash(together);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    together.objects.delete('Deployment/ns/d');
    together.do(apply('d'));
    expect(hash(together)).toBe(first);
    const byVariable = new Scene({
      d: deployment('initContainers: [{name: i, envFrom: [{configMapRef: {name: c}}]}]'),
      c: map(),
    });
    byVariable.do(apply('d', 'c'));
    expect(hash(byVariable)).toBe(first);
  });
  it('KUDO 81: pods restart only where their workload is applied', () => {
    const scene = new Scene({ d: deployment('volumes: [{configMap: {name: c}}]'), c: map() });
    scene.do(apply('d', 'c'));
    const first = hash(scene);
    scene.templates = { ...scene.templates, c: map('c', 'a: changed') };
    scene.do(apply('c'));
    expect(hash(scene)).toBe(first);
    scene.do(apply('d'));
    expect(hash(scene)).not.toBe(first);
  });
});
