import { describe, expect, it } from 'vitest';
import { installedPackageVersions, isServed, kindsInDiscovery } from './met-needs.ts';
import type { ClusterServiceVersion, Subscription } from '../api/types.ts';

const subscription: Subscription = {
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'Subscription',
  metadata: { namespace: 'data', name: 'db' },
  spec: { name: 'db', source: 'c', sourceNamespace: 'n' },
  status: { installedCSV: 'db.v1.2.0', lastUpdated: '' },
};
const csv = (namespace: string): ClusterServiceVersion => ({
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'ClusterServiceVersion',
  metadata: { namespace, name: 'db.v1.2.0' },
  spec: { displayName: 'DB', version: '1.2.0', install: { strategy: 'deployment' } },
});

describe('installed packages', () => {
  const installed = installedPackageVersions([subscription], [csv('data')]);

  it.each([
    ['db', '>=1.0.0', true],
    ['db', '>=2.0.0', false],
    ['db', 'nonsense', false],
    ['other', '>=1.0.0', false],
  ])('%s %s: %s', (name, range, want) => {
    expect(isServed({ kind: 'package', package: name, range }, installed)).toBe(want);
  });

  it('are those of the Subscription’s own namespace', () => {
    expect(installedPackageVersions([subscription], [csv('elsewhere')])).toEqual([]);
  });
});

describe('kindsInDiscovery', () => {
  it.each<[string, unknown, string[]]>([
    [
      'kinds without subresources',
      {
        resources: [
          { name: 'dbs', kind: 'Db' },
          { name: 'dbs/status', kind: 'Db' },
          { name: 'x', kind: 'X' },
        ],
      },
      ['Db', 'X'],
    ],
    ['nothing of nonsense', { resources: [null, { name: 5, kind: 'A' }, 'b'] }, []],
    ['nothing of nothing', undefined, []],
  ])('finds %s', (_name, list, want) => {
    expect(kindsInDiscovery(list)).toEqual(want);
  });
});
