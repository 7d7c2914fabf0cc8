import { describe, expect, it } from 'vitest';
import { anInstance, aVersion } from '../../testing/kudo-objects.ts';
import type { KubeObject } from '../../k8s/object.ts';
import type { KudoInstance, KudoOperatorVersion, KudoTask } from '../api/types.ts';
import { foresee, type ForeseeWorld } from './foreseen.ts';
import { reviewOf, reviewText, unreviewed, versionMark, withReview } from './review.ts';
import { rightsFor, rightText, type ForeseenWrite } from './rights.ts';

const RBAC = 'rbac.authorization.k8s.io';
const type = (plural: string, group = '', namespaced = true): ForeseenWrite['resource'] => ({
  group,
  plural,
  namespaced,
});
const object = (kind: string, more: object = {}, apiVersion = 'v1'): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name: 'x' },
  ...more,
});

describe('the rights that a write takes', () => {
  it.each<[name: string, write: ForeseenWrite, want: string[]]>([
    [
      'to make or change',
      { verb: 'apply', resource: type('configmaps'), object: object('ConfigMap') },
      ['create configmaps', 'patch configmaps'],
    ],
    [
      'to delete',
      { verb: 'delete', resource: type('deployments', 'apps'), object: object('Deployment') },
      ['delete deployments.apps'],
    ],
    [
      'to hand out rights',
      { verb: 'apply', resource: type('clusterroles', RBAC, false), object: object('ClusterRole') },
      [`create clusterroles.${RBAC}`, `patch clusterroles.${RBAC}`, `escalate clusterroles.${RBAC}`],
    ],
    [
      'to bind a role of the cluster in a namespace',
      {
        ...{ verb: 'apply', resource: type('rolebindings', RBAC) },
        object: object('RoleBinding', { roleRef: { kind: 'ClusterRole', name: 'admin' } }),
      },
      [`create rolebindings.${RBAC}`, `patch rolebindings.${RBAC}`, `bind clusterroles.${RBAC} admin`],
    ],
    [
      'to bind a role of the namespace',
      {
        ...{ verb: 'apply', resource: type('rolebindings', RBAC) },
        object: object('RoleBinding', { roleRef: { kind: 'Role', name: 'r' } }),
      },
      [`create rolebindings.${RBAC}`, `patch rolebindings.${RBAC}`, `bind roles.${RBAC} r`],
    ],
    [
      'to delete a role',
      { verb: 'delete', resource: type('roles', RBAC), object: object('Role') },
      [`delete roles.${RBAC}`],
    ],
  ])('%s', (_name, write, want) => {
    expect(rightsFor([write, write]).map(rightText)).toEqual(want);
  });
});

/** With tasks, and one plan `deploy` that has them all. */
function version(
  name: string,
  tasks: readonly KudoTask[],
  more: Partial<KudoOperatorVersion['spec']> = {},
): KudoOperatorVersion {
  const made = aVersion();
  const steps = tasks.map((task) => ({ name: task.name, tasks: [task.name] }));
  const plans = { deploy: { phases: [{ name: 'main', steps }] } };
  return {
    ...made,
    metadata: { ...made.metadata, name, namespace: 'pier', uid: `uid-${name}`, generation: 1 },
    spec: { ...made.spec, tasks: [...tasks], plans, ...more },
  };
}

const task = (name: string, kind: string, spec: object): KudoTask => ({ name, kind, spec }) as KudoTask;
const KINDS: Readonly<Record<string, ForeseenWrite['resource']>> = {
  ConfigMap: type('configmaps'),
  Secret: type('secrets'),
  Pod: type('pods'),
  CustomResourceDefinition: type('customresourcedefinitions', 'apiextensions.k8s.io', false),
};

/** Files are objects of the kind that they are called. */
function world(children: Readonly<Record<string, KudoOperatorVersion>> = {}): ForeseeWorld {
  return {
    objects: (_instance, _version, { file }) =>
      file === 'broken'
        ? []
        : file === 'crd'
          ? [CRD]
          : [file === 'Boat' ? object('Boat', {}, 'sea.example.com/v1') : object(file)],
    resourceOf: (_apiVersion, kind) => KINDS[kind],
    mayLook: () => true,
    child: ({ package: name }, instance) => {
      const found = children[name];
      return found === undefined ? undefined : { instance, version: found };
    },
  };
}

const CRD = object('CustomResourceDefinition', {
  spec: { group: 'sea.example.com', scope: 'Cluster', names: { kind: 'Boat', plural: 'boats' } },
});
const instance: KudoInstance = anInstance();
const rightsOf = (root: KudoOperatorVersion, children = {}, plans = ['deploy']): string[] =>
  rightsFor(foresee(world(children), { instance, version: root }, plans).writes).map(rightText);

describe('what plans would write', () => {
  it.each<[name: string, tasks: KudoTask[], want: string[]]>([
    ['nothing', [task('a', 'Dummy', { done: true })], []],
    ['what cannot be rendered', [task('a', 'Apply', { resources: ['broken'] })], []],
    ['kinds that nobody serves', [task('a', 'Apply', { resources: ['Boat'] })], []],
    [
      'kinds that the plan defines itself',
      [task('a', 'Apply', { resources: ['crd'] }), task('b', 'Apply', { resources: ['Boat'] })],
      [
        ...['create', 'patch'].map((verb) => `${verb} customresourcedefinitions.apiextensions.k8s.io`),
        ...['create', 'patch'].map((verb) => `${verb} boats.sea.example.com`),
      ],
    ],
    [
      'both ways of a toggle',
      [task('a', 'Toggle', { resources: ['Secret'], parameter: 'P' })],
      ['create secrets', 'patch secrets', 'delete secrets'],
    ],
    [
      'the pod of a pipe, and what it makes',
      [task('a', 'Pipe', { pod: 'Pod', pipe: [{ file: '/x', kind: 'ConfigMap', key: 'x' }] })],
      ['create pods', 'patch pods', 'delete pods', 'create configmaps', 'patch configmaps'],
    ],
  ])('%s', (_name, tasks, want) => {
    expect(rightsOf(version('root', tasks))).toEqual(want);
  });

  it('of operators inside operators, with their cleanup, however deep; a circle ends', () => {
    const inner = version('inner', [task('s', 'Apply', { resources: ['Secret'] })], {
      plans: {
        deploy: { phases: [] },
        cleanup: { phases: [{ name: 'main', steps: [{ name: 's', tasks: ['s'] }] }] },
      },
    });
    const middle = version('middle', [task('i', 'KudoOperator', { package: 'inner' })]);
    const outer = version('outer', [task('m', 'KudoOperator', { package: 'middle' })]);
    const want = ['create instances.kudo.dev', 'patch instances.kudo.dev', 'create secrets', 'patch secrets'];
    expect(rightsOf(outer, { middle, inner })).toEqual(want);
    expect(
      Object.keys(foresee(world({ middle, inner }), { instance, version: outer }, ['deploy']).versions),
    ).toEqual(['pier/outer', 'pier/middle', 'pier/inner']);
    const circle = version('circle', [task('c', 'KudoOperator', { package: 'circle' })]);
    expect(rightsOf(circle, { circle })).toEqual(want.slice(0, 2));
  });

  it('of no plan that the version does not have', () => {
    expect(
      rightsOf(version('root', [task('a', 'Apply', { resources: ['Secret'] })]), {}, ['constructor', 'none']),
    ).toEqual([]);
  });
});

describe('a review', () => {
  const of = version('root', []);
  const [key, mark] = versionMark(of);
  const review = { versions: { [key]: mark }, rights: ['create secrets'], later: [] };

  it('is read as it was written, and not where it is something else', () => {
    expect(reviewOf(withReview(instance, reviewText(review)))).toEqual(review);
    expect(reviewOf(instance)).toBeUndefined();
    for (const text of ['', '[]', 'null', '{"versions": 1}', '{'])
      expect(reviewOf(withReview(instance, text))).toBeUndefined();
    expect(reviewOf(withReview(instance, '{"versions": {"a": 1}, "rights": [2, "x"]}'))).toEqual({
      versions: {},
      rights: ['x'],
      later: [],
    });
  });

  it('is taken away where there is none', () => {
    expect(withReview(withReview(instance, 'forged'), undefined).metadata.annotations).not.toHaveProperty(
      'capstan.dev/reviewed',
    );
  });

  it('is of the version as it was, and of no other', () => {
    expect(unreviewed(review, of)).toBeUndefined();
    expect(unreviewed(undefined, of)).toContain('Nobody has been found');
    const changed = { ...of, metadata: { ...of.metadata, generation: 2 } };
    expect(unreviewed(review, changed)).toContain('has changed since');
  });
});
