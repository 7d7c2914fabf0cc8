import { describe, expect, it } from 'vitest';
import { filesOf, SOUND_PACKAGE, soundPackageWith } from '../../testing/kudo-package.ts';
import type { PackageFiles } from '../package/files.ts';
import type { PackageObjects } from '../package/objects.ts';
import {
  installFamily,
  installPlan,
  instanceUpgrade,
  type InstallPlanView,
  versionDifference,
  outsideKey,
  type NamespaceState,
  type OutsidePackages,
} from './package-install.ts';

const empty: NamespaceState = { exists: true, operators: [], versions: [], instances: [] };
const wish = { namespace: 'shop', name: '', values: {} };

const named = (name: string): Record<string, string> => ({
  ...SOUND_PACKAGE,
  'operator.yaml': SOUND_PACKAGE['operator.yaml'].replace('name: web', `name: ${name}`),
});
const installing = (child: string): Record<string, string> => ({
  ...SOUND_PACKAGE,
  'operator.yaml': SOUND_PACKAGE['operator.yaml'].replace(
    'plans:',
    `  - {name: child, kind: KudoOperator, spec: {package: ${child}, instanceName: db}}\nplans:`,
  ),
});

const members = (
  files: PackageFiles = filesOf(SOUND_PACKAGE),
  outside: OutsidePackages = new Map(),
): readonly PackageObjects[] => {
  const family = installFamily(files, outside);
  if (!('members' in family)) throw new Error(JSON.stringify(family));
  return family.members;
};
const theOnly = (): PackageObjects => {
  const [member] = members();
  if (member === undefined) throw new Error('no member');
  return member;
};
const lines = (state: NamespaceState, of = members()): string[] =>
  installPlan(of, wish, state)?.changes.map((change) => {
    if (change.verb !== 'create') return change.verb;
    const { kind, metadata } = change.object;
    return `${kind} ${metadata.namespace ?? '-'}/${metadata.name}`;
  }) ?? [];
/** The last object that a plan creates. */
const made = (plan: InstallPlanView | undefined): unknown => {
  const last = plan?.changes.at(-1);
  return last?.verb === 'create' ? last.object : undefined;
};

describe('the writes', () => {
  it('make what is not there, in the order in which it is needed', () => {
    expect(lines({ ...empty, exists: false })).toEqual([
      'Namespace -/shop',
      'Operator shop/web',
      'OperatorVersion shop/web-1.0.0',
      'Instance shop/web-instance',
    ]);
    const { operator, version } = theOnly();
    expect(lines({ ...empty, operators: [operator], versions: [version] })).toEqual([
      'Instance shop/web-instance',
    ]);
  });

  it('bring the operators of the repository that the package installs, children first', () => {
    const of = members(
      filesOf(installing('mysql')),
      new Map([[outsideKey({ package: 'mysql' }), filesOf(named('mysql'))]]),
    );
    expect(lines(empty, of)).toEqual([
      'Operator shop/mysql',
      'Operator shop/web',
      'OperatorVersion shop/mysql-1.0.0',
      'OperatorVersion shop/web-1.0.0',
      'Instance shop/web-instance',
    ]);
    expect(of.at(-1)?.version.spec.tasks[1]?.spec).toMatchObject({
      package: 'mysql',
      operatorVersion: '1.0.0',
    });
  });

  it('give the instance its label and the values that were chosen', () => {
    const plan = installPlan(members(), { ...wish, name: 'mine', values: { SIZE: '3' } }, empty);
    expect(plan?.instance).toEqual({ name: 'mine', namespace: 'shop' });
    expect(made(plan)).toMatchObject({
      metadata: { name: 'mine', namespace: 'shop', labels: { 'kudo.dev/operator': 'web' } },
      spec: { operatorVersion: { name: 'web-1.0.0' }, parameters: { SIZE: '3' } },
    });
    expect(made(installPlan(members(), wish, empty))).not.toHaveProperty('spec.parameters');
  });
});

it('says what it needs besides, and why that cannot be had', () => {
  const files = filesOf(installing('mysql'));
  const family = installFamily(files, new Map());
  expect(family).toMatchObject({ missing: { package: 'mysql', instanceName: 'db' } });
  expect(installFamily(files, new Map([[outsideKey({ package: 'mysql' }), 'gone']]))).toEqual({
    problem: expect.stringContaining('"mysql"') as string,
  });
  expect(installFamily(filesOf({ 'operator.yaml': '[' }), new Map())).toHaveProperty('problem');
});

describe('what speaks against it', () => {
  const { version } = theOnly();

  it.each<[string, Partial<NamespaceState>, Record<string, string>, object]>([
    [
      'the name is taken',
      {
        instances: [{ apiVersion: version.apiVersion, kind: 'Instance', metadata: { name: 'web-instance' } }],
      },
      {},
      { problems: [{ kind: 'nameTaken', name: 'web-instance' }] },
    ],
    ['nothing, with the same version', { versions: [version] }, {}, { problems: [], differing: [] }],
    [
      'nothing, where the API server left out what is empty',
      { versions: [{ ...version, spec: { ...version.spec, appVersion: '' } }] },
      {},
      { differing: [] },
    ],
    [
      'a version of that name with other content',
      { versions: [{ ...version, spec: { ...version.spec, plans: {} } }] },
      {},
      { problems: [], differing: ['web-1.0.0'] },
    ],
  ])('%s', (_what, state, values, expected) => {
    expect(installPlan(members(), { ...wish, values }, { ...empty, ...state })).toMatchObject(expected);
  });

  it('a value of the wrong type, and one that is missing', () => {
    const files = soundPackageWith('params.yaml', [
      '    default: "1"\n',
      '    type: integer\n    required: true\n',
    ]);
    const of = members(files);
    expect(
      [{}, { SIZE: 'x' }, { SIZE: '2' }].map(
        (values) => installPlan(of, { ...wish, values }, empty)?.problems,
      ),
    ).toEqual([
      [{ kind: 'value', parameter: 'SIZE', message: 'parameter "SIZE" is required but has no value set' }],
      [{ kind: 'value', parameter: 'SIZE', message: expect.stringContaining('invalid value') as string }],
      [],
    ]);
  });
});

describe('an upgrade', () => {
  const next = members(
    soundPackageWith(
      'operator.yaml',
      ['operatorVersion: 1.0.0', 'operatorVersion: 2.0.0'],
      ['plans:\n', 'plans:\n  backup:\n    strategy: serial\n    phases: []\n'],
    ),
  );
  const { operator, version } = theOnly();
  const instance = {
    apiVersion: version.apiVersion,
    kind: 'Instance',
    metadata: { namespace: 'shop', name: 'mine' },
    spec: { operatorVersion: { name: 'web-1.0.0' }, parameters: { SIZE: '3', GONE: 'x' } },
  };

  it('makes the version that is missing, then patches the instance once, with all values', () => {
    const state = { ...empty, operators: [operator], versions: [version] };
    const plan = instanceUpgrade(next, instance, { SIZE: '4' }, state);
    expect(plan?.changes).toMatchObject([
      { verb: 'create', object: { kind: 'OperatorVersion', metadata: { name: 'web-2.0.0' } } },
      {
        verb: 'patch',
        ref: { namespace: 'shop', name: 'mine' },
        patch: {
          body: { spec: { operatorVersion: { name: 'web-2.0.0' }, parameters: { SIZE: '4', GONE: null } } },
        },
      },
    ]);
    expect(plan?.problems).toEqual([]);
  });

  it('says what is different, and which plan it runs', () => {
    const [to] = next;
    if (to === undefined) throw new Error('no version');
    expect(versionDifference(version, to.version)).toEqual({
      parameters: [],
      plans: [{ name: 'backup', kind: 'added' }],
      tasks: [],
      templates: [],
      runs: 'deploy',
    });
    expect(versionDifference(to.version, version).plans).toEqual([{ name: 'backup', kind: 'removed' }]);
    const unreadable = { apiVersion: 'v1', kind: 'X', metadata: { name: '' } };
    expect(versionDifference(unreadable, version)).toMatchObject({
      parameters: [{ kind: 'added', name: 'SIZE' }],
      plans: [{ name: 'deploy', kind: 'added' }],
    });
  });
});
