import { describe, expect, it } from 'vitest';
import type { CatalogTile } from '../content/tile.ts';
import { firstTiles } from './first-tiles.ts';
import { firstTag, isFirstTag, tellTiles, tileAnswer, toldTiles } from './tile-list.ts';

function aTile(name: string, more: Partial<CatalogTile> = {}): CatalogTile {
  return {
    catalogNamespace: 'capstan-system',
    catalog: 'samples',
    package: name,
    displayName: name,
    summary: `What ${name} does.`,
    categories: ['Database'],
    channels: ['alpha', 'stable'],
    defaultChannel: 'stable',
    headVersion: '1.0.0',
    headCsv: `${name}.v1.0.0`,
    keywords: ['data'],
    providedKinds: ['Thing'],
    installModes: ['AllNamespaces'],
    infrastructureFeatures: [],
    createdAt: '2026-01-01',
    iconDigest: 'd1',
    ...more,
  };
}

const many = Array.from({ length: 100 }, (_, index) => aTile(`thing-${String(index).padStart(3, '0')}`));

describe('the first list', () => {
  it('keeps the order, all that is filtered and counted by, and what the first screen shows', () => {
    const first = firstTiles(many.toReversed());
    expect(first.map(({ package: name }) => name)).toEqual(
      many.toReversed().map(({ package: name }) => name),
    );
    expect(first.at(-1)).toEqual(many[0]);
    const last = first[0];
    expect(last).toMatchObject({ categories: ['Database'], headCsv: 'thing-099.v1.0.0', summary: '' });
    expect(last).not.toHaveProperty('iconDigest');
    expect(last).not.toHaveProperty('createdAt');
  });

  it('shows retired ones last, and keeps what says that they are', () => {
    const retired = { summary: '[DEPRECATED] Gone.' };
    const tiles = [aTile('aaa', retired), aTile('aab', { deprecated: 'Gone.' }), ...many];
    const [saysSo, marked] = firstTiles(tiles);
    expect(saysSo).toMatchObject({ summary: '[DEPRECATED] Gone.' });
    expect(saysSo).not.toHaveProperty('iconDigest');
    expect(marked).toMatchObject({ deprecated: 'Gone.', summary: '' });
  });
});

describe('a list told by another', () => {
  const newcomer = aTile('newcomer');
  const changed = aTile('thing-001', { headVersion: '2.0.0', createdAt: '2026-02-02' });
  const { iconDigest: _iconDigest, ...bare } = aTile('thing-001');
  it.each<{ name: string; before: readonly CatalogTile[]; now: readonly CatalogTile[]; pieces: unknown }>([
    { name: 'nothing before', before: [], now: [newcomer], pieces: [newcomer] },
    { name: 'nothing now', before: many, now: [], pieces: [] },
    { name: 'the same', before: many, now: structuredClone(many), pieces: [[0, 100]] },
    {
      name: 'one changed',
      before: many,
      now: many.with(1, changed),
      pieces: [
        [0, 1],
        [1, { headVersion: '2.0.0', createdAt: '2026-02-02' }],
        [2, 98],
      ],
    },
    { name: 'a field gone', before: many, now: [bare], pieces: [[1, { iconDigest: null }]] },
    {
      name: 'one gone',
      before: many,
      now: many.toSpliced(3, 1),
      pieces: [
        [0, 3],
        [4, 96],
      ],
    },
    {
      name: 'one more',
      before: many,
      now: many.toSpliced(99, 0, newcomer),
      pieces: [[0, 99], newcomer, [99, 1]],
    },
    {
      name: 'one of another catalog',
      before: [newcomer],
      now: [aTile('newcomer', { catalog: 'other' })],
      pieces: [expect.objectContaining({ catalog: 'other' })],
    },
    {
      name: 'one of another format',
      before: [newcomer],
      now: [newcomer, aTile('newcomer', { format: 'kudo' })],
      pieces: [[0, 1], expect.objectContaining({ format: 'kudo' })],
    },
  ])('$name', ({ before, now, pieces }) => {
    const told = tellTiles(before, now);
    expect(told).toEqual(pieces);
    expect(toldTiles(before, JSON.parse(JSON.stringify(told)))).toEqual(now);
  });

  it('leaves what has not changed the same object, and tells of a list that is not there', () => {
    const told = toldTiles(many, tellTiles(many, many.with(1, changed)));
    expect(told?.[0]).toBe(many[0]);
    expect(toldTiles(many.slice(0, 50), [[40, 20]])).toBeUndefined();
    expect(toldTiles([], [[1, { summary: '' }]])).toBeUndefined();
  });
});

describe('an answer', () => {
  const list = { tag: 't2', first: () => firstTiles(many), all: () => many };
  const earlier = (tag: string): readonly CatalogTile[] | undefined =>
    tag === 't1' ? many.slice(1) : undefined;

  it('begins with the first list, goes on with the rest, and then with what has changed', () => {
    const first = tileAnswer(list, undefined);
    expect([first.tag, isFirstTag(first.tag), first.value()]).toEqual(['t2.first', true, firstTiles(many)]);
    const rest = tileAnswer(list, firstTag('t2'));
    expect([rest.tag, isFirstTag(rest.tag)]).toEqual(['t2', false]);
    expect(toldTiles(firstTiles(many), [...rest.value()])).toEqual(many);
    expect(tileAnswer(list, 't2').value()).toEqual([[0, 100]]);
    expect(tileAnswer({ ...list, earlier }, 't1')).toMatchObject({ tag: 't2', by: 't1' });
    expect(tileAnswer({ ...list, earlier }, 't1').value()).toEqual([many[0], [0, 99]]);
  });

  it.each(['t0', 't1.first', 'none'])('is the whole list for who has %s', (since) => {
    expect(tileAnswer({ ...list, earlier }, since).value()).toEqual(many);
  });
});
