import { expect, it } from 'vitest';
import { realPackages } from '#local/testing/kudo/real-packages.ts';
import { aVersion } from '../../testing/kudo-objects.ts';
import { filesOf, SOUND_PACKAGE } from '../../testing/kudo-package.ts';
import type { KudoOperatorVersion, KudoTaskSpec } from '../api/types.ts';
import { type DependencyAnswer, type DependencyResolver, resolveDependencies } from './dependencies.ts';
import type { PackageFiles } from './files.ts';
import { packageFamily } from './family.ts';

/** A version of an operator that installs others. */
function version(
  name: string,
  children: readonly KudoTaskSpec[] = [],
  appVersion?: string,
): KudoOperatorVersion {
  const tasks = children.map((spec, at) => ({ name: `child${String(at)}`, kind: 'KudoOperator', spec }));
  return aVersion({ operator: { name }, version: '0.0.1', appVersion, tasks });
}
const needs = (...names: string[]): KudoTaskSpec[] => names.map((name) => ({ package: name }));
function among(...versions: readonly KudoOperatorVersion[]): DependencyResolver {
  return (child): DependencyAnswer => {
    const found = versions.find(({ spec }) => spec.operator.name === child.package);
    return found === undefined ? { problem: 'it is not there' } : { version: found };
  };
}
const order = (
  root: KudoOperatorVersion,
  ...others: KudoOperatorVersion[]
): string | (string | undefined)[] => {
  const result = resolveDependencies(root, among(root, ...others));
  return 'problem' in result ? result.problem : result.versions.map(({ spec }) => spec.operator.name);
};

it('KUDO 73: children come before those that need them, each once', () => {
  expect(order(version('A'))).toEqual(['A']);
  expect(
    order(
      version('A', needs('B', 'C')),
      version('B', needs('D')),
      version('C', needs('D', 'B')),
      version('D'),
    ),
  ).toEqual(['D', 'B', 'C', 'A']);
});

it.each([
  ['itself', [version('A', needs('A'))], 'A-0.0.1 -> A-0.0.1'],
  ['a child', [version('A', needs('B')), version('B', needs('A'))], 'B-0.0.1 -> A-0.0.1'],
  [
    'below the root',
    [version('A', needs('B')), version('B', needs('C')), version('C', needs('B'))],
    'C-0.0.1 -> B-0.0.1',
  ],
])('KUDO 73: a cycle through %s is told by its last edge', (_where, versions, edge) => {
  const [root = version('A'), ...others] = versions;
  expect(order(root, ...others)).toBe(`cyclic package dependency found when adding package ${edge}`);
});

it('KUDO 73: the identity of a package is its operator with both versions', () => {
  const old = version('B', [], '1.0');
  const root = version('A', [{ package: 'B' }, { package: 'B', appVersion: '2.0' }]);
  const resolve: DependencyResolver = ({ appVersion }) => ({
    version: appVersion === '2.0' ? version('B', [], '2.0') : old,
  });
  const result = resolveDependencies(root, resolve);
  expect('versions' in result && result.versions.map(({ spec }) => spec.appVersion)).toEqual([
    '1.0',
    '2.0',
    undefined,
  ]);
});

it('KUDO 73: a missing package is told with who needs it', () => {
  expect(order(version('A', needs('B')))).toBe(
    'failed to resolve package Operator: "B", OperatorVersion: "any", AppVersion "any", dependency of package A-0.0.1: it is not there',
  );
  expect(order(version('A', [{ package: 'B', operatorVersion: '1.0.0', appVersion: '2.0' }]))).toContain(
    'Operator: "B", OperatorVersion: "1.0.0", AppVersion "2.0"',
  );
});

it('KUDO 73: tasks say which package was found', () => {
  const root = version('A', [{ package: './b', parameterFile: 'b.yaml' }]);
  const result = resolveDependencies(root, () => ({ version: version('B', [], '2.0') }));
  expect('versions' in result && result.versions.at(-1)?.spec.tasks[0]?.spec).toEqual({
    package: 'B',
    operatorVersion: '0.0.1',
    appVersion: '2.0',
    parameterFile: 'b.yaml',
  });
});

it('KUDO 73: a family without end is a problem, too', () => {
  let made = 0;
  const endless: DependencyResolver = () => ({ version: version(`B${String((made += 1))}`, needs('next')) });
  expect(resolveDependencies(version('A', needs('B0')), endless)).toEqual({
    problem: 'package B199-0.0.1 depends on more than 200 packages',
  });
});

/** Nested operators, each with a task for those that it names. */
function family(members: Record<string, { name: string; needs?: string }>): PackageFiles {
  return filesOf(
    Object.fromEntries(
      Object.entries(members).flatMap(([directory, { name, needs: needed }]) => [
        [
          `${directory}operator.yaml`,
          SOUND_PACKAGE['operator.yaml']
            .replace('name: web', `name: ${name}`)
            .replace(
              'plans:',
              needed === undefined
                ? 'plans:'
                : `  - {name: child, kind: KudoOperator, spec: {package: ${needed}}}\nplans:`,
            ),
        ],
        [`${directory}params.yaml`, SOUND_PACKAGE['params.yaml']],
      ]),
    ),
  );
}
const members = (files: PackageFiles, archived = false): string | string[] => {
  const result = packageFamily(files, archived, (child) => ({
    problem: `no ${child.package} in the repository`,
  }));
  return 'problem' in result
    ? result.problem
    : result.members.map(({ operator, version: { spec } }) =>
        [operator.metadata.name, spec.tasks.at(-1)?.spec.package]
          .filter((part) => part !== undefined)
          .join(' -> '),
      );
};

it('KUDO 18: nested operators are found from the directory of their parent, in an archive from its root', () => {
  const nested = (needed: string): PackageFiles =>
    family({ '': { name: 'a', needs: './b' }, 'b/': { name: 'b', needs: needed }, 'b/c/': { name: 'c' } });
  expect(members(nested('./c'))).toEqual(['c', 'b -> c', 'a -> b']);
  expect(members(nested('./b/c'), true)).toEqual(['c', 'b -> c', 'a -> b']);
  expect(members(nested('./c'), true)).toContain(
    'dependency of package b-1.0.0: c/operator.yaml: operator package missing',
  );
  expect(members(nested('../../c'), true)).toContain('../../c leads out of the archive');
  expect(members(nested('kafka'))).toContain('dependency of package b-1.0.0: no kafka in the repository');
  expect(members(nested('..'))).toBe(
    'failed to resolve package Operator: "..", OperatorVersion: "any", AppVersion "any", dependency of package b-1.0.0: no .. in the repository',
  );
  expect(members(nested('../'))).toBe(
    'cyclic package dependency found when adding package b-1.0.0 -> a-1.0.0',
  );
});

const real = await realPackages();
it.runIf(real.length > 0)('KUDO 73: sample-family installs its worker', () => {
  const files =
    real.find(({ name }) => name.startsWith('sample-family'))?.files ?? new Map<string, Uint8Array>();
  for (const archived of [true, false]) {
    const result = packageFamily(files, archived, () => ({ problem: 'nobody' }));
    expect('members' in result && result.members.map(({ version: { metadata } }) => metadata.name)).toEqual([
      'sample-worker-0.1.0',
      'sample-family-1.2.3-0.1.0',
    ]);
    expect('members' in result && result.members.at(-1)?.version.spec.tasks[0]?.spec).toMatchObject({
      package: 'sample-worker',
      operatorVersion: '0.1.0',
      parameterFile: 'worker-params.yaml',
    });
  }
});
