import { describe, expect, it } from 'vitest';
import { aBundle, aCsvSummary } from '../../testing/catalog.ts';
import { choosePackage } from './package-choice.ts';
import type { AskedVersion } from './package-choice.ts';
import type { PackageDetail } from '../api/catalog-answers.ts';
import { findVersions, kubeFits, packageVersions, versionInName } from './package-versions.ts';

const pkg: PackageDetail = {
  name: 'op',
  defaultChannel: 'stable',
  channels: [
    { name: 'beta', head: 'op.v2.0.0-rc.1', entries: [{ name: 'op.v2.0.0-rc.1', replaces: 'op.v1.0.0' }] },
    {
      name: 'stable',
      head: 'op.v1.1.0',
      entries: [{ name: 'op.v1.0.0' }, { name: 'op.v1.1.0', replaces: 'op.v1.0.0' }],
    },
    { name: 'empty', head: 'op.v0.1.0', entries: [{ name: 'op.v0.1.0' }] },
  ],
  bundles: {
    'op.v1.0.0': aBundle('op', '1.0.0', {
      csv: aCsvSummary({ createdAt: '2024-01-01', minKubeVersion: '1.20.0' }),
      deprecation: 'old',
    }),
    'op.v1.1.0': aBundle('op', '1.1.0'),
    'op.v2.0.0-rc.1': aBundle('op', '2.0.0-rc.1'),
  },
  hasIcon: false,
};

describe('packageVersions', () => {
  it('lists what any channel has, newest first', () => {
    const rows = packageVersions(pkg);
    expect(
      rows.map(({ version, channels, missing }) => [version, channels.map(({ name }) => name), missing]),
    ).toEqual([
      ['2.0.0-rc.1', ['beta'], false],
      ['1.1.0', ['stable'], false],
      ['1.0.0', ['stable'], false],
      ['0.1.0', ['empty'], true],
    ]);
    expect(rows[2]).toMatchObject({ createdAt: '2024-01-01', minKubeVersion: '1.20.0', deprecation: 'old' });
    expect(rows[1]?.channels[0]?.isHead).toBe(true);
  });

  it.each([
    ['', '', 4],
    ['1.', '', 2],
    ['1.1', '', 1],
    ['STABLE 1.0', '', 1],
    ['', 'beta', 1],
    ['1.1', 'beta', 0],
  ])('search for %j in %j finds %i', (text, channel, count) => {
    expect(findVersions(packageVersions(pkg), { text, channel })).toHaveLength(count);
  });

  it.each([
    ['op.v1.2.3', '1.2.3'],
    ['op.1.2.3-rc.1', '1.2.3-rc.1'],
    ['op', 'op'],
    ['op.v1.2', 'op.v1.2'],
  ])('the version in %s is %s', (name, want) => {
    expect(versionInName(name)).toBe(want);
  });
});

describe('kubeFits', () => {
  it.each([
    ['1.20.0', 'v1.36.3', true],
    ['1.36.3', 'v1.36.3-eks-123', true],
    ['1.37.0', 'v1.36.3', false],
    ['v1.19', 'v1.36.3+k3s1', true],
    ['1.20.0', undefined, undefined],
    ['soon', 'v1.36.3', undefined],
  ])('%s on %s: %s', (minimum, cluster, want) => {
    expect(kubeFits(minimum, cluster)).toBe(want);
  });
});

describe('choosePackage', () => {
  const rows: [AskedVersion, string, string, object][] = [
    [{}, 'stable', '1.1.0', { isHead: true, isDefaultChannel: true }],
    [{ version: '1.0.0' }, 'stable', '1.0.0', { isHead: false }],
    [{ channel: 'beta' }, 'beta', '2.0.0-rc.1', { isDefaultChannel: false }],
    [{ version: '2.0.0-rc.1' }, 'beta', '2.0.0-rc.1', { isHead: true }],
    [{ channel: 'stable', version: '2.0.0-rc.1' }, 'stable', '1.1.0', { unknownVersion: '2.0.0-rc.1' }],
    [{ channel: 'none' }, 'stable', '1.1.0', { unknownChannel: 'none' }],
    [{ channel: 'empty' }, 'stable', '1.1.0', { unknownChannel: 'empty' }],
    [{ channel: '__proto__', version: '__proto__' }, 'stable', '1.1.0', { unknownVersion: '__proto__' }],
  ];

  it.each(rows)('%j', (asked, channel, version, more) => {
    const choice = choosePackage(pkg, asked);
    expect(choice).toMatchObject(more);
    expect([choice?.channel.name, choice?.bundle.version]).toEqual([channel, version]);
  });

  it('is nothing where the catalog holds no version', () => {
    expect(choosePackage({ ...pkg, bundles: {} })).toBeUndefined();
  });
});
