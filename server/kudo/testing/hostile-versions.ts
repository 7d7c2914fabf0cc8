/** OperatorVersions that mean harm: rendering, reading or walking them takes long, or much memory. */
import type { KubeObject } from '#lib/k8s/object.ts';
import { KUDO_API_VERSION } from '#lib/kudo/api/types.ts';

const MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: mud}\n';

/** What of an OperatorVersion differs. */
export type HostileSpec = Partial<Record<'tasks' | 'plans' | 'templates' | 'parameters', unknown>>;

/** As an OperatorVersion `bog-<version>`. */
export function hostileVersion(namespace: string, version: string, spec: HostileSpec): KubeObject {
  const object = {
    ...{ apiVersion: KUDO_API_VERSION, kind: 'OperatorVersion' },
    metadata: { name: `bog-${version}`, namespace },
    spec: {
      ...{ operator: { name: 'bog' }, version, templates: {}, parameters: [] },
      ...{ tasks: [apply('one', ['a.yaml'])], plans: { deploy: planOf([['one']]) } },
      ...spec,
    },
  };
  // One that installs itself has to know its own version.
  return JSON.parse(JSON.stringify(object).replaceAll('"SELF"', `"${version}"`)) as KubeObject;
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
export const HOSTILE_VERSIONS: readonly [what: string, spec: HostileSpec][] = [
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
    'the same thousands of objects, named a thousand times',
    {
      tasks: [apply('one', manyTimes(1_000, 'a.yaml'))],
      templates: {
        'a.yaml':
          '{{ range $i, $e := until 2000 }}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: m{{ $i }}}\n{{ end }}',
      },
    },
  ],
  [
    'passwords that take long, in a thousand resources',
    {
      tasks: manyTimes(1_000, 0).map((_zero, index) => apply(`t${String(index)}`, ['a.yaml'])),
      plans: { deploy: planOf(manyTimes(1_000, 0).map((_zero, index) => [`t${String(index)}`])) },
      templates: {
        'a.yaml': `${MAP}data: {a: '{{ derivePassword 1 "long" .StepName "a" "b" }}', b: '{{ derivePassword 2 "long" .StepName "a" "b" }}'}`,
      },
    },
  ],
  [
    'a parameter that is a list of hundreds of thousands',
    {
      tasks: [apply('one', ['a.yaml'])],
      parameters: [{ name: 'LIST', type: 'array', default: `[${'1,'.repeat(400_000)}1]` }],
      templates: { 'a.yaml': MAP },
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
