import { expect, it } from 'vitest';
import type { KubeObject } from '../../k8s/object.ts';
import { installedBy, instanceTree } from './instance-tree.ts';

const owner = (name: string): object => ({
  apiVersion: 'kudo.dev/v1beta1',
  kind: 'Instance',
  name,
  uid: `${name}-uid`,
});
const instance = (name: string, ...owners: object[]): KubeObject =>
  ({
    apiVersion: 'kudo.dev/v1beta1',
    kind: 'Instance',
    metadata: { namespace: 'sea', name, uid: `${name}-uid`, ownerReferences: owners },
    spec: { operatorVersion: { name: `${name}-1` } },
    status: { planStatus: { deploy: { name: 'deploy', status: 'COMPLETE', phases: [] } } },
  }) as KubeObject;

it('has children below those that installed them, with the state of their plans', () => {
  const fleet = instance('fleet');
  const all = [fleet, instance('boat', owner('fleet')), instance('sail', owner('boat')), instance('other')];
  const tree = instanceTree(fleet, all);
  expect(tree.children).toMatchObject([
    {
      name: 'boat',
      plan: { name: 'deploy', status: 'COMPLETE' },
      children: [{ name: 'sail', children: [] }],
    },
  ]);
  expect(installedBy(all[2] ?? fleet)).toEqual({ namespace: 'sea', name: 'boat' });
  expect(installedBy(fleet)).toBeUndefined();
});

it('counts no owner of another kind', () => {
  const other = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'fleet', uid: 'fleet-uid' };
  const odd = { apiVersion: 'example.com/v1', kind: 'Instance', name: 'fleet', uid: 'fleet-uid' };
  const fleet = instance('fleet');
  expect(instanceTree(fleet, [fleet, instance('boat', other, odd)]).children).toEqual([]);
});

it('ends where somebody is said to be their own grandparent', () => {
  const [one, two] = [instance('one', owner('two')), instance('two', owner('one'))];
  const depth = (node: ReturnType<typeof instanceTree>): number =>
    1 + Math.max(0, ...node.children.map(depth));
  expect(depth(instanceTree(one, [one, two]))).toBeLessThanOrEqual(11);
});
