import { describe, expect, it } from 'vitest';
import { optional } from '../../base/loose.ts';
import { aBundle, aPackage } from '../../testing/catalog.ts';
import type { ChannelEntry } from '../api/catalog.ts';
import { freshCandidates, isForbidden, successors, upgradePath } from './graph.ts';

const bundleList = ['1.0.0', '1.1.0', '1.2.0', '2.0.0'].map((version) => aBundle('p', version));
const entry = (version: string, more: Partial<ChannelEntry> = {}): ChannelEntry => ({
  name: `p.v${version}`,
  ...more,
});

const chain = [
  entry('1.0.0'),
  entry('1.1.0', { replaces: 'p.v1.0.0' }),
  entry('1.2.0', { replaces: 'p.v1.1.0' }),
  entry('2.0.0', { replaces: 'p.v1.2.0' }),
];

const names = (found: { candidates: { bundle: { name: string }; channel: string }[] }): string[] =>
  found.candidates.map(({ bundle, channel }) => `${channel}/${bundle.name}`);

describe('freshCandidates', () => {
  it('OLM 32: all channels, the default first, each from head to tail', () => {
    const pkg = aPackage('p', { stable: chain.slice(0, 2), alpha: chain }, { bundleList });
    expect(names(freshCandidates(pkg))).toEqual([
      'stable/p.v1.1.0',
      'stable/p.v1.0.0',
      'alpha/p.v2.0.0',
      'alpha/p.v1.2.0',
      'alpha/p.v1.1.0',
      'alpha/p.v1.0.0',
    ]);
  });

  it('OLM 32: only the channel asked for, without skipped entries', () => {
    const skipping = [...chain.slice(0, 3), entry('2.0.0', { replaces: 'p.v1.1.0', skips: ['p.v1.2.0'] })];
    const pkg = aPackage('p', { stable: skipping, alpha: chain }, { bundleList });
    expect(names(freshCandidates(pkg, { channel: 'stable' }))).toEqual([
      'stable/p.v2.0.0',
      'stable/p.v1.1.0',
      'stable/p.v1.0.0',
    ]);
  });

  it('OLM 32, 34: startingCSV picks one entry, even a skipped one', () => {
    const skipping = [...chain.slice(0, 3), entry('2.0.0', { replaces: 'p.v1.1.0', skips: ['p.v1.2.0'] })];
    const pkg = aPackage('p', { stable: skipping }, { bundleList });
    expect(names(freshCandidates(pkg, { startingCSV: 'p.v1.2.0' }))).toEqual(['stable/p.v1.2.0']);
  });

  it('OLM 42: names a channel without order and goes on with the others', () => {
    const pkg = aPackage(
      'p',
      { broken: [entry('1.0.0'), entry('1.1.0')], alpha: chain.slice(0, 1) },
      { bundleList },
    );
    const found = freshCandidates(pkg);
    expect(names(found)).toEqual(['alpha/p.v1.0.0']);
    expect(found.channelErrors).toEqual([
      expect.stringContaining('2 replacement chains were found in channel "broken"'),
    ]);
  });

  it('passes over an entry whose bundle is not there', () => {
    const pkg = aPackage('p', { stable: chain }, { bundleList: bundleList.slice(0, 3) });
    expect(names(freshCandidates(pkg)).at(0)).toBe('stable/p.v1.2.0');
  });

  it('does not take a name of Object.prototype for a bundle', () => {
    const pkg = aPackage('p', { stable: [{ name: 'constructor' }] });
    expect(names(freshCandidates(pkg))).toEqual([]);
  });
});

describe('successors', () => {
  const rows: {
    name: string;
    entries: ChannelEntry[];
    installed: string;
    version?: string;
    want: string[];
  }[] = [
    {
      name: 'OLM 33: one step along replaces',
      entries: chain,
      installed: 'p.v1.0.0',
      want: ['p.v1.1.0 replaces'],
    },
    { name: 'OLM 33: none at the head', entries: chain, installed: 'p.v2.0.0', want: [] },
    {
      name: 'OLM 33: skips name the installed version',
      entries: [...chain.slice(0, 3), entry('2.0.0', { replaces: 'p.v1.2.0', skips: ['p.v1.0.0'] })],
      installed: 'p.v1.0.0',
      want: ['p.v2.0.0 skips', 'p.v1.1.0 replaces'],
    },
    {
      name: 'OLM 33: skipRange contains the installed version, nearest the head first',
      entries: [
        ...chain.slice(0, 2),
        entry('1.2.0', { replaces: 'p.v1.1.0', skipRange: '>=1.0.0 <1.2.0' }),
        entry('2.0.0', { replaces: 'p.v1.2.0', skipRange: '>=1.0.0 <2.0.0' }),
      ],
      installed: 'p.v1.0.0',
      version: '1.0.0',
      want: ['p.v2.0.0 skipRange', 'p.v1.2.0 skipRange', 'p.v1.1.0 replaces'],
    },
    {
      name: 'OLM 33: skipRange does not count without a known version',
      entries: [entry('1.0.0'), entry('2.0.0', { replaces: 'p.v1.0.0', skipRange: '<2.0.0' })],
      installed: 'p.v0.9.0',
      want: [],
    },
    {
      name: 'an open skipRange never leads down again',
      entries: [
        entry('1.0.0', { skipRange: '>=0.1.0' }),
        entry('1.1.0', { replaces: 'p.v1.0.0', skipRange: '>=0.1.0' }),
      ],
      installed: 'p.v1.1.0',
      version: '1.1.0',
      want: [],
    },
    {
      name: 'an open skipRange never leads down from another channel',
      entries: [entry('1.0.0', { skipRange: '>=0.1.0' })],
      installed: 'p.v2.0.0',
      version: '2.0.0',
      want: [],
    },
    {
      name: 'OLM 34: a range that cannot be read counts for nothing',
      entries: [entry('2.0.0', { skipRange: '^1.0.0' })],
      installed: 'p.v1.0.0',
      version: '1.0.0',
      want: [],
    },
    {
      name: 'OLM 33: a version no channel knows is still replaced by name',
      entries: [entry('1.0.0', { replaces: 'p.v0.1.0' })],
      installed: 'p.v0.1.0',
      want: ['p.v1.0.0 replaces'],
    },
  ];

  it.each(rows)('$name', ({ entries, installed, version, want }) => {
    const pkg = aPackage('p', { stable: entries }, { bundleList });
    const found = successors(pkg, { name: installed, ...optional({ version }) }, 'stable');
    expect(found.candidates.map(({ bundle, edge }) => `${bundle.name} ${String(edge)}`)).toEqual(want);
  });
});

describe('upgradePath', () => {
  it('OLM 33: walks one replaces step per plan up to the head', () => {
    const pkg = aPackage('p', { stable: chain }, { bundleList });
    const path = upgradePath(pkg, { name: 'p.v1.0.0', version: '1.0.0' }, 'stable');
    expect(path.map(({ bundle }) => bundle.name)).toEqual(['p.v1.1.0', 'p.v1.2.0', 'p.v2.0.0']);
  });

  it('ends although channels replace each other crosswise', () => {
    const pkg = aPackage(
      'p',
      {
        stable: [entry('1.0.0', { replaces: 'p.v2.0.0' })],
        alpha: [entry('2.0.0', { replaces: 'p.v1.0.0' })],
      },
      { bundleList },
    );
    expect(upgradePath(pkg, { name: 'p.v1.0.0' }).map(({ bundle }) => bundle.name)).toEqual(['p.v2.0.0']);
  });
});

describe('isForbidden', () => {
  it('OLM 27: the property olm.deprecated forbids, a deprecation entry does not', () => {
    expect(isForbidden(aBundle('p', '1.0.0', { properties: [{ type: 'olm.deprecated', value: {} }] }))).toBe(
      true,
    );
    expect(isForbidden(aBundle('p', '1.0.0', { deprecation: 'old' }))).toBe(false);
  });
});
