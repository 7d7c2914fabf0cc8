/** OperatorVersions that mean harm, written by somebody with rights in one namespace, beside somebody who works in another one. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { at } from '#lib/base/loose.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { KUDO_API_VERSION, kudoResources } from '#lib/kudo/api/types.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';
import { person } from '#local/testing/people/person.ts';
import { INSTANCE_WEBHOOK } from './webhook/registration.ts';
import { kudoUser, type KudoUser } from './testing/kudo-bench.ts';
import { smallPackage } from './testing/small-package.ts';

const [THEIRS, OURS] = ['swamp', 'meadow'];
let operators: Operators;
let admin: KudoUser;
/** May do nearly all in one namespace, as its administrator. */
let villain: KudoUser;
/** Installs something in another one. */
let neighbour: KudoUser;

async function aPerson(namespace: string): Promise<KudoUser> {
  await admin.namespace(namespace);
  const rights = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }];
  return kudoUser(await person(operators.cluster.kubeconfig, { name: 'owner', namespace, rights }));
}

async function start(held: AsyncDisposableStack, flags: readonly string[]): Promise<void> {
  operators = held.use(
    await startOperators({ catalogs: {}, flags: ['--kudo', '--kudo-webhook', 'localhost', ...flags] }),
  );
  admin = kudoUser(operators.user.client);
  [villain, neighbour] = [await aPerson(THEIRS), await aPerson(OURS)];
  await eventually(() =>
    admin.client.get(resources.mutatingWebhookConfigurations, { name: INSTANCE_WEBHOOK }),
  );
  const version = await eventually(() =>
    neighbour.provide(
      OURS,
      smallPackage({
        name: 'daisy',
        tasks: { own: 'kind: Apply, spec: {resources: [map.yaml]}' },
        plans: { deploy: ['own'] },
        parameters: ['{name: TEXT, default: calm}'],
        templates: {
          'map.yaml':
            'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: daisy}\ndata: {text: "{{ .Params.TEXT }}"}\n',
        },
      }),
    ),
  );
  await neighbour.instantiate(OURS, 'it', { operatorVersion: { name: version } });
  await neighbour.untilPlan(OURS, 'it', 'deploy', 'COMPLETE');
}

let turn = 0;

/** The neighbour's change is admitted at the first try, and its plan runs; the controller is the one that it was. */
async function othersAreServed(): Promise<void> {
  turn += 1;
  await neighbour.change(OURS, 'it', { spec: { parameters: { TEXT: `turn ${String(turn)}` } } });
  await eventually(async () => {
    const map = await neighbour.find(resources.configMaps, OURS, 'daisy');
    expect(at(map, 'data', 'text')).toBe(`turn ${String(turn)}`);
  });
  await neighbour.untilPlan(OURS, 'it', 'deploy', 'COMPLETE');
  const health = await fetch(`${operators.controller.url('health')}/healthz`);
  expect(health.status, await health.text()).toBe(200);
}

const MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: mud}\n';

function aVersion(
  spec: Partial<Record<'tasks' | 'plans' | 'templates' | 'parameters', unknown>>,
): KubeObject {
  return {
    ...{ apiVersion: KUDO_API_VERSION, kind: 'OperatorVersion' },
    metadata: { name: `bog-${String(turn)}`, namespace: THEIRS },
    spec: {
      ...{ operator: { name: 'bog' }, version: String(turn), templates: {}, parameters: [] },
      plans: { deploy: planOf([['one']]) },
      ...spec,
    },
  };
}

/** Steps, each with its tasks. */
const planOf = (steps: readonly (readonly string[])[]): unknown => ({
  strategy: 'parallel',
  phases: [
    {
      name: 'all',
      strategy: 'parallel',
      steps: steps.map((tasks, index) => ({ name: `s${String(index)}`, tasks })),
    },
  ],
});

const apply = (name: string, files: readonly string[]): unknown => ({
  ...{ name, kind: 'Apply' },
  spec: { resources: files },
});

const manyTimes = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

/** Under the size that etcd takes, together with all that stands around them. */
const ROWS: readonly [what: string, spec: Parameters<typeof aVersion>[0]][] = [
  [
    'ranges without an end, in a thousand resources',
    {
      tasks: [apply('one', manyTimes(1_000, 'a.yaml'))],
      templates: { 'a.yaml': '{{ range 9223372036854775807 }}{{ end }}' },
    },
  ],
  [
    'ranges that just end, in a thousand resources',
    {
      tasks: [apply('one', manyTimes(1_000, 'a.yaml'))],
      templates: { 'a.yaml': `{{ range 40000 }}{{ end }}${MAP}` },
    },
  ],
  [
    'the same in a thousand steps',
    {
      tasks: [apply('one', ['a.yaml'])],
      plans: { deploy: planOf(manyTimes(1_000, ['one'])) },
      templates: { 'a.yaml': `{{ range 40000 }}{{ end }}${MAP}` },
    },
  ],
  [
    'texts of megabytes, in hundreds of resources',
    {
      tasks: [apply('one', manyTimes(300, 'a.yaml'))],
      templates: { 'a.yaml': `${MAP}data: {a: "{{ repeat 1900000 "x" }}"}` },
    },
  ],
  [
    'objects by the ten thousand',
    {
      tasks: [apply('one', ['a.yaml'])],
      templates: {
        'a.yaml':
          '{{ range $i, $e := until 20000 }}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: m{{ $i }}}\n{{ end }}',
      },
    },
  ],
  [
    'objects by the thousand',
    {
      tasks: [apply('one', ['a.yaml'])],
      templates: {
        'a.yaml':
          '{{ range $i, $e := until 2000 }}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: m{{ $i }}}\n{{ end }}',
      },
    },
  ],
  [
    'a role for each of thousands, which each take rights of their own',
    {
      tasks: [apply('one', ['a.yaml'])],
      templates: {
        'a.yaml':
          '{{ range $i, $e := until 5000 }}---\napiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: m{{ $i }}}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: r{{ $i }}}\n{{ end }}',
      },
    },
  ],
  [
    'values within values within values',
    {
      tasks: [apply('one', ['a.yaml'])],
      templates: {
        'a.yaml': `${MAP}data: {{ range until 20000 }}{a: {{ end }}1{{ range until 20000 }}}{{ end }}`,
      },
    },
  ],
  [
    'lists within lists',
    {
      tasks: [apply('one', ['a.yaml'])],
      templates: {
        'a.yaml': `${MAP}data: {{ range until 40000 }}[{{ end }}1{{ range until 40000 }}]{{ end }}`,
      },
    },
  ],
  [
    'an operator that installs itself thirty times',
    {
      tasks: manyTimes(30, 0).map((_zero, index) => ({
        ...{ name: `t${String(index)}`, kind: 'KudoOperator' },
        spec: { package: 'bog', operatorVersion: 'SELF', instanceName: `i${String(index)}` },
      })),
      plans: { deploy: planOf([manyTimes(30, 0).map((_zero, index) => `t${String(index)}`)]) },
    },
  ],
  [
    'ten thousand tasks, each in steps of steps',
    {
      tasks: manyTimes(10_000, 0).map((_zero, index) => ({
        ...{ name: `t${String(index)}`, kind: 'Dummy' },
        spec: { done: true },
      })),
      plans: { deploy: planOf(manyTimes(6, manyTimes(10_000, 't9999'))) },
    },
  ],
  [
    'a template as large as etcd takes',
    {
      tasks: [apply('one', ['a.yaml'])],
      templates: { 'a.yaml': `${MAP}data: {a: ${'x'.repeat(1_300_000)}}` },
    },
  ],
  [
    'templates by the thousand, of actions alone',
    {
      tasks: [
        apply(
          'one',
          manyTimes(100, 0).map((_zero, index) => `${String(index)}.yaml`),
        ),
      ],
      templates: Object.fromEntries(
        manyTimes(100, 0).map((_zero, index) => [
          `${String(index)}.yaml`,
          '{{ if 1 }}x{{ end }}'.repeat(600),
        ]),
      ),
    },
  ],
];

beforeEach(() => {
  turn += 1;
});

describe.each([
  ['where rights are checked', []],
  ['where authors are trusted', ['--kudo-trust-authors']],
])('%s, an OperatorVersion', (_where, flags) => {
  const held = heldByFile();
  beforeAll(() => start(held, flags));

  it('of 10 MB of templates is refused by the API server', async () => {
    const version = aVersion({
      tasks: [apply('one', ['a.yaml'])],
      templates: { 'a.yaml': 'x'.repeat(10_000_000) },
    });
    await expect(villain.client.create(kudoResources.operatorVersions, version)).rejects.toThrow();
    await othersAreServed();
  });

  it.each(ROWS)('with %s harms nobody else', async (_what, spec) => {
    const text = JSON.stringify(aVersion(spec)).replaceAll('"SELF"', `"${String(turn)}"`);
    const name = `bog-${String(turn)}`;
    await villain.client.create(kudoResources.operatorVersions, JSON.parse(text) as KubeObject);
    // Taken or refused; others are asked about at the same time.
    const taken = villain.instantiate(THEIRS, name, { operatorVersion: { name } }).then(
      () => 'taken',
      (error: unknown) => String(error).slice(0, 400),
    );
    await othersAreServed();
    const outcome = await taken;
    if (outcome !== 'taken') expect(outcome).toMatch(/instances\.capstan\.dev/);
    await othersAreServed();
    await villain.client.delete(kudoResources.operatorVersions, { namespace: THEIRS, name });
    if (outcome === 'taken')
      await villain.client.patch(
        kudoResources.instances,
        { namespace: THEIRS, name },
        { type: 'merge', body: { metadata: { finalizers: null } } },
      );
    if (outcome === 'taken')
      await villain.client.delete(kudoResources.instances, { namespace: THEIRS, name });
  });
});
