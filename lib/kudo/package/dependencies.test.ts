import { expect, it } from 'vitest';
import { aVersion } from '../../testing/kudo-objects.ts';
import type { KudoOperatorVersion, KudoTaskSpec } from '../api/types.ts';
import { type DependencyAnswer, type DependencyResolver, resolveDependencies } from './dependencies.ts';

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
