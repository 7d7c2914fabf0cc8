import { describe, expect, it } from 'vitest';
import { aBundle } from '../../testing/catalog.ts';
import type { PackageDetail } from '../api/catalog-answers.ts';
import type { InstalledPackage } from './installed-state.ts';
import { installedVersions, routesOf } from './next-steps.ts';

const names = ['1.0.0', '1.1.0', '1.2.0', '2.0.0'];
const pkg: PackageDetail = {
  name: 'op',
  defaultChannel: 'stable',
  channels: [
    {
      name: 'stable',
      head: 'op.v2.0.0',
      entries: [
        { name: 'op.v1.0.0' },
        { name: 'op.v1.1.0', replaces: 'op.v1.0.0' },
        { name: 'op.v1.2.0', replaces: 'op.v1.0.0', skips: ['op.v1.1.0'] },
        { name: 'op.v2.0.0', replaces: 'op.v1.2.0', skipRange: '<0.9.0' },
      ],
    },
  ],
  bundles: Object.fromEntries(names.map((version) => [`op.v${version}`, aBundle('op', version)])),
  hasIcon: false,
};

function installed(version: string, csvName = `op.v${version}`): InstalledPackage {
  return {
    state: 'installed',
    subscription: {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'Subscription',
      metadata: { namespace: 'team-a', name: 'op' },
      spec: { name: 'op', source: 'c', sourceNamespace: 'n', channel: 'stable' },
    },
    csv: {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'ClusterServiceVersion',
      metadata: { namespace: 'team-a', name: csvName },
      spec: { displayName: 'Op', version, install: { strategy: 'deployment' } },
    },
  };
}

const rows: [string, string, string[], boolean][] = [
  ['replaced', '1.0.0', ['1.2.0 replaces', '2.0.0 replaces'], true],
  ['skipped', '1.1.0', ['1.2.0 skips', '2.0.0 replaces'], true],
  ['the head', '2.0.0', [], true],
  ['unknown to the catalog, but in range', '0.8.0', ['2.0.0 skipRange'], false],
  ['unknown to the catalog', '0.9.5', [], false],
];

describe('installedVersions', () => {
  it.each(rows)('%s: %s', (_name, version, want, isInChannel) => {
    const [found] = installedVersions(pkg, [installed(version)]);
    expect(found).toMatchObject({ namespace: 'team-a', version, channel: 'stable', isInChannel });
    expect(found?.steps.map((step) => `${step.version} ${step.edge}`)).toEqual(want);
  });

  it('makes ways for the picture', () => {
    expect(routesOf(installedVersions(pkg, [installed('1.1.0')]))).toEqual([
      { channel: 'stable', steps: ['op.v1.1.0', 'op.v1.2.0', 'op.v2.0.0'] },
    ]);
  });

  it('leaves out what has no version yet', () => {
    const { subscription } = installed('1.0.0');
    expect(installedVersions(pkg, [{ state: 'installing', subscription }])).toEqual([]);
  });
});
