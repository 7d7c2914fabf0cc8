/** What authors of packages rely on, each with a package of its own on a real control plane. */
import { beforeAll, describe, expect, it } from 'vitest';
import { at } from '#lib/base/loose.ts';
import { resources } from '#lib/k8s/resources.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import { filesOf } from '#lib/testing/kudo-package.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { startKudoBench, type KudoBench } from './testing/kudo-bench.ts';
import { configMap, smallPackage, type SmallPackage } from './testing/small-package.ts';

const held = heldByFile();
let user: KudoBench;

beforeAll(async () => {
  user = await startKudoBench(held);
  held.use(await user.engine());
});

const DONE = 'kind: Dummy, spec: {done: true}';
const uidOf = async (namespace: string, plan: string): Promise<unknown> =>
  at(await user.instance(namespace, 'it'), 'status', 'planStatus', plan, 'uid');

/** Another run of the plan than that one has come to this end. */
async function untilAnother(namespace: string, plan: string, before: unknown): Promise<void> {
  await eventually(async () => {
    expect(await uidOf(namespace, plan)).not.toBe(before);
    await user.untilPlan(namespace, 'it', plan, 'COMPLETE');
  });
}

describe('which plan runs', () => {
  it('KUDO 38, 39: upgrade, else update, else deploy; a trigger of a parameter before them', async () => {
    const base: SmallPackage = {
      ...{ name: 'chosen', tasks: { one: DONE }, plans: { deploy: ['one'], extra: ['one'] } },
      parameters: ['{name: PLAIN, default: a}', '{name: OWN, default: a, trigger: extra}'],
    };
    await user.install('chosen', base);
    await user.untilPlan('chosen', 'it', 'deploy', 'COMPLETE');
    let deployed = await uidOf('chosen', 'deploy');
    // Without a plan update, deploy runs.
    await user.change('chosen', 'it', { spec: { parameters: { PLAIN: 'b' } } });
    await untilAnother('chosen', 'deploy', deployed);
    deployed = await uidOf('chosen', 'deploy');
    await user.change('chosen', 'it', { spec: { parameters: { OWN: 'b' } } });
    await user.untilPlan('chosen', 'it', 'extra', 'COMPLETE');
    expect(await uidOf('chosen', 'deploy')).toBe(deployed);
    const upgradeTo = async (version: string, plans: SmallPackage['plans']): Promise<void> => {
      const name = await user.provide('chosen', smallPackage({ ...base, version, plans }));
      await user.change('chosen', 'it', { spec: { operatorVersion: { name } } });
    };
    await upgradeTo('2.0.0', base.plans);
    await untilAnother('chosen', 'deploy', deployed);
    deployed = await uidOf('chosen', 'deploy');
    await upgradeTo('3.0.0', { ...base.plans, update: ['one'] });
    await user.untilPlan('chosen', 'it', 'update', 'COMPLETE');
    await upgradeTo('4.0.0', { ...base.plans, update: ['one'], upgrade: ['one'] });
    await user.untilPlan('chosen', 'it', 'upgrade', 'COMPLETE');
    expect(await uidOf('chosen', 'deploy')).toBe(deployed);
  });

  it('KUDO 31, 42: an upgrade with a new required parameter waits for its value', async () => {
    const base: SmallPackage = { name: 'asking', tasks: { one: DONE }, plans: { deploy: ['one'] } };
    await user.install('asking', base);
    await user.untilPlan('asking', 'it', 'deploy', 'COMPLETE');
    const before = await uidOf('asking', 'deploy');
    const parameters = ['{name: OWNER, required: true}'];
    const name = await user.provide('asking', smallPackage({ ...base, version: '2.0.0', parameters }));
    await user.change('asking', 'it', { spec: { operatorVersion: { name } } });
    await eventually(async () => {
      expect((await user.reasons('asking')).join('\n')).toMatch(
        /UpdateRefused: .*parameter "OWNER" is required but has no value set/,
      );
    });
    expect(await uidOf('asking', 'deploy')).toBe(before);
    await user.change('asking', 'it', { spec: { parameters: { OWNER: 'me' } } });
    await untilAnother('asking', 'deploy', before);
  });
});

it('KUDO 65: a Delete task waits until what it deletes is gone', async () => {
  await user.install('patient', {
    name: 'patient',
    tasks: {
      make: 'kind: Apply, spec: {resources: [held.yaml]}',
      remove: 'kind: Delete, spec: {resources: [held.yaml]}',
      last: DONE,
    },
    plans: { deploy: ['make', 'remove', 'last'] },
    templates: {
      'held.yaml':
        'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: held, finalizers: [example.com/wait]}\ndata: {a: b}\n',
    },
  });
  const ref = { namespace: 'patient', name: 'held' };
  await eventually(async () => {
    const found = await user.client.get(resources.configMaps, ref);
    expect(found.metadata.deletionTimestamp).toBeDefined();
  });
  const status = JSON.stringify(at(await user.instance('patient', 'it'), 'status', 'planStatus', 'deploy'));
  expect(status).toContain('"name":"last","status":"PENDING"');
  const patch = { type: 'merge', body: { metadata: { finalizers: null } } } as const;
  await user.client.patch(resources.configMaps, ref, patch);
  await user.untilPlan('patient', 'it', 'deploy', 'COMPLETE');
  expect(await user.find(resources.configMaps, 'patient', 'held')).toBeUndefined();
});

it('KUDO 80, 81: pods start again when a ConfigMap that they mount is another, and only then', async () => {
  await user.install('restarting', {
    name: 'restarting',
    tasks: { all: 'kind: Apply, spec: {resources: [config.yaml, app.yaml]}' },
    plans: { deploy: ['all'] },
    parameters: ['{name: WORD, default: hello}', '{name: UNUSED, default: a}'],
    templates: {
      'config.yaml': configMap('config', '{word: "{{ .Params.WORD }}"}'),
      'app.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: app}
spec:
  selector: {matchLabels: {app: a}}
  template:
    metadata: {labels: {app: a}}
    spec:
      containers: [{name: a, image: a}]
      volumes: [{name: config, configMap: {name: config}}]
`,
    },
  });
  await user.untilPlan('restarting', 'it', 'deploy', 'COMPLETE');
  const app = async (): Promise<{ hash: unknown; revision: unknown }> => {
    const found = await user.find(resources.deployments, 'restarting', 'app');
    const hash = at(found, 'spec', 'template', 'metadata', 'annotations', 'kudo.dev/dependencies-hash');
    return { hash, revision: found?.metadata.annotations?.['deployment.kubernetes.io/revision'] };
  };
  const first = await app();
  expect(first.hash).toMatch(/^[0-9a-f]{32}$/);
  let run = await uidOf('restarting', 'deploy');
  await user.change('restarting', 'it', { spec: { parameters: { UNUSED: 'b' } } });
  await untilAnother('restarting', 'deploy', run);
  expect(await app()).toEqual(first);
  run = await uidOf('restarting', 'deploy');
  await user.change('restarting', 'it', { spec: { parameters: { WORD: 'other' } } });
  await untilAnother('restarting', 'deploy', run);
  const second = await app();
  expect(second.hash).not.toBe(first.hash);
  expect(Number(second.revision)).toBe(Number(first.revision) + 1);
});

it('KUDO 64: a kind that Kubernetes has removed and nothing has followed ends the plan, and names it', async () => {
  await user.install('removed', {
    name: 'removed',
    tasks: { policy: 'kind: Apply, spec: {resources: [policy.yaml]}' },
    plans: { deploy: ['policy'] },
    templates: {
      'policy.yaml': 'apiVersion: policy/v1beta1\nkind: PodSecurityPolicy\nmetadata: {name: old}\nspec: {}\n',
    },
  });
  const failed = await user.untilPlan('removed', 'it', 'deploy', 'FATAL_ERROR');
  expect(JSON.stringify(failed['status'])).toContain(
    'a resource with GVK policy/v1beta1, Kind=PodSecurityPolicy seems to be missing',
  );
});

it('KUDO 75: a Deployment that never becomes available keeps its plan, which says why, and nobody else', async () => {
  const app = `apiVersion: apps/v1
kind: Deployment
metadata: {name: app}
spec:
  progressDeadlineSeconds: 1
  selector: {matchLabels: {app: a}}
  template:
    metadata: {labels: {app: a}}
    spec: {nodeSelector: {here: none}, containers: [{name: a, image: a}]}
`;
  await user.install('stuck', {
    name: 'stuck',
    tasks: { app: 'kind: Apply, spec: {resources: [app.yaml]}' },
    plans: { deploy: ['app'] },
    templates: { 'app.yaml': app },
  });
  await eventually(async () => {
    const status = JSON.stringify((await user.instance('stuck', 'it'))['status']);
    expect(status).toContain(
      'deployment \\"app\\" exceeded its progress deadline","name":"app","status":"IN_PROGRESS"',
    );
  });
  await user.install('beside', { name: 'beside', tasks: { one: DONE }, plans: { deploy: ['one'] } });
  await user.untilPlan('beside', 'it', 'deploy', 'COMPLETE');
});

describe('operators inside operators', () => {
  /** Three levels; a word is handed down, and the last one ends as its task does. */
  function family(last: string): ReturnType<typeof filesOf> {
    const member = (name: string, child: string | undefined): Record<string, string> => {
      const task =
        child === undefined
          ? '{name: it, kind: Apply, spec: {resources: [word.yaml]}}, {name: end, ' + last + '}'
          : `{name: it, kind: KudoOperator, spec: {package: ./${child}, parameterFile: handed.yaml}}`;
      return {
        'operator.yaml': `apiVersion: kudo.dev/v1beta1
name: ${name}
operatorVersion: 1.0.0
kubernetesVersion: 1.17.0
tasks: [${task}]
plans:
  deploy:
    strategy: serial
    phases: [{name: main, strategy: serial, steps: [{name: it, tasks: [${child === undefined ? 'it, end' : 'it'}]}]}]
`,
        'params.yaml': 'apiVersion: kudo.dev/v1beta1\nparameters: [{name: WORD, default: none}]\n',
        ...(child === undefined
          ? { 'templates/word.yaml': configMap('word', '{word: "{{ .Params.WORD }}"}') }
          : { 'templates/handed.yaml': 'WORD: "{{ .Params.WORD }}"\n' }),
      };
    };
    const inFolder = (folder: string, files: Record<string, string>): Record<string, string> =>
      Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
    return filesOf({
      ...member('top', 'middle'),
      ...inFolder('middle', member('middle', 'bottom')),
      ...inFolder('middle/bottom', member('bottom', undefined)),
    });
  }

  async function installFamily(namespace: string, last: string): Promise<void> {
    await user.namespace(namespace);
    const name = await user.provide(namespace, family(last));
    await user.instantiate(namespace, 'it', { operatorVersion: { name }, parameters: { WORD: 'handed' } });
  }

  it('KUDO 70, 71: three levels: each waits for the next, and a changed word goes all the way down', async () => {
    await installFamily('levels', DONE);
    await user.untilPlan('levels', 'it', 'deploy', 'COMPLETE');
    const wordOf = async (): Promise<unknown> =>
      at(await user.find(resources.configMaps, 'levels', 'word'), 'data', 'word');
    expect(await wordOf()).toBe('handed');
    const { items } = await user.client.list(kudoResources.instances, { namespace: 'levels' });
    expect(items.map(({ metadata }) => metadata.name).sort()).toEqual([
      'it',
      'it-middle',
      'it-middle-bottom',
    ]);
    const run = await uidOf('levels', 'deploy');
    await user.change('levels', 'it', { spec: { parameters: { WORD: 'other' } } });
    await untilAnother('levels', 'deploy', run);
    expect(await wordOf()).toBe('other');
  });

  it('KUDO 71: what fails at the third level fails the second and the first, in their words', async () => {
    await installFamily('sunk', 'kind: Dummy, spec: {wantErr: true, fatal: true}');
    const failed = await user.untilPlan('sunk', 'it', 'deploy', 'FATAL_ERROR');
    expect(JSON.stringify(failed['status'])).toMatch(/it-middle/);
    const middle = await user.instance('sunk', 'it-middle');
    expect(at(middle, 'status', 'planStatus', 'deploy', 'status')).toBe('FATAL_ERROR');
    expect(JSON.stringify(middle['status'])).toMatch(/it-middle-bottom/);
  });
});
