import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { optional } from '../../base/loose.ts';
import { aBundle } from '../../testing/catalog.ts';
import type { CatalogChannel, ChannelEntry } from '../api/catalog.ts';
import type { PackageDetail } from '../api/catalog-answers.ts';
import { graphPicture } from './graph-picture.ts';
import type { GraphPicture, PictureInput } from './graph-picture.ts';

const csv = (version: string): string => `op.v${version}`;

interface EntrySpec {
  version: string;
  replaces?: string;
  skips?: string[];
  skipRange?: string;
}

function channel(name: string, entries: readonly EntrySpec[]): CatalogChannel {
  return {
    name,
    head: csv(entries.at(-1)?.version ?? ''),
    entries: entries.map(({ version, replaces, skips, skipRange }): ChannelEntry => ({
      name: csv(version),
      ...(replaces === undefined ? {} : { replaces: csv(replaces) }),
      ...(skips === undefined ? {} : { skips: skips.map(csv) }),
      ...optional({ skipRange }),
    })),
  };
}

function detail(channels: CatalogChannel[]): PackageDetail {
  const names = new Set(channels.flatMap(({ entries }) => entries.map(({ name }) => name)));
  return {
    name: 'op',
    defaultChannel: channels[0]?.name ?? '',
    channels,
    bundles: Object.fromEntries([...names].map((name) => [name, aBundle('op', name.slice('op.v'.length))])),
    hasIcon: false,
  };
}

function picture(channels: CatalogChannel[], more: Partial<PictureInput> = {}): GraphPicture {
  return graphPicture({ pkg: detail(channels), channels, routes: [], opened: new Set(), ...more });
}

/** `1.0.0 … 1.9.0` where a fold is. */
const columnTexts = ({ columns }: GraphPicture): string[] =>
  columns.map(({ versions }) =>
    versions.length === 1
      ? (versions[0]?.version ?? '')
      : `${versions[0]?.version ?? ''} … ${versions.at(-1)?.version ?? ''}`,
  );

const chain = (count: number): EntrySpec[] =>
  Array.from({ length: count }, (_, index) => ({
    version: `1.${String(index)}.0`,
    ...(index === 0 ? {} : { replaces: `1.${String(index - 1)}.0` }),
  }));

describe('graphPicture', () => {
  it('puts the oldest on the left and joins what follows by straight lines', () => {
    const { columns, lanes } = picture([channel('stable', chain(3))]);
    expect(columns.map(({ id }) => id)).toEqual([csv('1.0.0'), csv('1.1.0'), csv('1.2.0')]);
    expect(lanes[0]?.lines).toEqual([
      { from: 0, to: 1, level: 0, onRoute: false },
      { from: 1, to: 2, level: 0, onRoute: false },
    ]);
    expect(lanes[0]?.nodes.map(({ isHead }) => isHead)).toEqual([false, false, true]);
  });

  it('gives a version one column for all channels that have it', () => {
    const { columns, lanes } = picture([
      channel('stable', [{ version: '1.0.0' }, { version: '2.0.0', replaces: '1.0.0' }]),
      channel('beta', [{ version: '1.5.0' }, { version: '2.0.0', replaces: '1.5.0' }]),
    ]);
    expect(columns).toHaveLength(3);
    expect(lanes.map(({ nodes }) => nodes.map(({ column }) => column))).toEqual([
      [0, 2],
      [1, 2],
    ]);
    // 1.5.0 is not in this lane, so nothing is in the way.
    expect(lanes[0]?.lines).toEqual([{ from: 0, to: 2, level: 0, onRoute: false }]);
  });

  it('leads a line over what it jumps', () => {
    const { lanes } = picture([
      channel('stable', [
        { version: '1.0.0' },
        { version: '1.0.1' },
        { version: '1.1.0', replaces: '1.0.0', skips: ['1.0.1'] },
      ]),
    ]);
    expect(lanes[0]?.lines).toEqual([{ from: 0, to: 2, level: 1, onRoute: false }]);
    expect(lanes[0]?.brackets).toEqual([
      { kind: 'skips', to: 2, from: [1], count: 1, level: 0, onRoute: false },
    ]);
  });

  it('draws the range of the head, older versions only, and counts those of others', () => {
    const { lanes } = picture([
      channel('stable', [
        { version: '1.0.0' },
        { version: '1.1.0', skipRange: '<1.1.0' },
        { version: '1.2.0', replaces: '1.1.0', skipRange: '>=1.0.0' },
      ]),
    ]);
    expect(lanes[0]?.brackets).toEqual([
      { kind: 'skipRange', to: 2, from: [0], range: '>=1.0.0', count: 1, level: 0, onRoute: false },
    ]);
    expect(lanes[0]?.hiddenBrackets).toBe(1);
  });

  it('folds long chains, but neither ends, heads, what is chosen nor the way of an upgrade', () => {
    const channels = [channel('stable', chain(30)), channel('old', chain(12))];
    const routes = [{ channel: 'stable', steps: [csv('1.20.0'), csv('1.21.0')] }];
    const folded = picture(channels, { selected: csv('1.5.0'), routes });
    expect(columnTexts(folded)).toEqual([
      '1.0.0',
      '1.1.0 … 1.4.0',
      '1.5.0',
      '1.6.0 … 1.10.0',
      '1.11.0',
      '1.12.0 … 1.19.0',
      '1.20.0',
      '1.21.0',
      '1.22.0 … 1.26.0',
      '1.27.0',
      '1.28.0',
      '1.29.0',
    ]);
    expect(folded.folded).toBe(22);
    expect(folded.lanes[0]?.lines.filter(({ onRoute }) => onRoute)).toEqual([
      { from: 6, to: 7, level: 0, onRoute: true },
    ]);
    const opened = picture(channels, { selected: csv('1.5.0'), routes, opened: new Set([csv('1.12.0')]) });
    expect(opened.columns).toHaveLength(folded.columns.length + 7);
    expect(picture(channels, { routes, opened: 'all' }).columns).toHaveLength(30);
  });

  it('shows a version that the catalog names and does not hold', () => {
    const channels = [channel('stable', chain(2))];
    const pkg = { ...detail(channels), bundles: { [csv('1.1.0')]: aBundle('op', '1.1.0') } };
    const { lanes } = graphPicture({ pkg, channels, routes: [], opened: new Set() });
    expect(lanes[0]?.nodes.map(({ isMissing, version }) => [version, isMissing])).toEqual([
      ['1.0.0', true],
      ['1.1.0', false],
    ]);
  });
});

const version = fc
  .tuple(fc.nat({ max: 3 }), fc.nat({ max: 6 }))
  .map(([major, minor]) => `${String(major)}.${String(minor)}.0`);

const someChannel = (name: string): fc.Arbitrary<CatalogChannel> =>
  fc
    .uniqueArray(
      fc.record(
        {
          version,
          replaces: version,
          skips: fc.array(version, { maxLength: 4 }),
          skipRange: version.map((to) => `<${to}`),
        },
        { requiredKeys: ['version'] },
      ),
      { selector: (entry) => entry.version, minLength: 1, maxLength: 24 },
    )
    .map((entries) => channel(name, entries));

const anyInput = fc.record({
  channels: fc.tuple(someChannel('a'), someChannel('b'), someChannel('c')),
  opened: fc.constantFrom<PictureInput['opened']>(new Set<string>(), 'all'),
});

describe('any graph at all, cycles included', () => {
  it('has every entry in just one place, and nothing lies on anything else', () => {
    fc.assert(
      fc.property(anyInput, ({ channels, opened }) => {
        const drawn = picture(channels, { opened });
        for (const [index, lane] of drawn.lanes.entries()) {
          const placed = lane.nodes.flatMap(({ names }) => names).sort();
          expect(placed).toEqual(channels[index]?.entries.map(({ name }) => name).sort());
          expect(new Set(lane.nodes.map(({ column }) => column)).size).toBe(lane.nodes.length);
          expect(overlaps(lane.brackets.map(({ from, to, level }) => ({ ends: [...from, to], level })))).toBe(
            false,
          );
          const arcs = lane.lines.filter(({ level }) => level > 0);
          expect(overlaps(arcs.map(({ from, to, level }) => ({ ends: [from, to], level })))).toBe(false);
          const columns = lane.nodes.map(({ column }) => column);
          for (const { from, to } of lane.lines) {
            expect(columns).toContain(from);
            expect(columns).toContain(to);
          }
        }
        expect(new Set(drawn.columns.flatMap(({ versions }) => versions.map((one) => one.csv))).size).toBe(
          drawn.columns.flatMap(({ versions }) => versions).length,
        );
      }),
    );
  });

  it('is drawn the same every time', () => {
    fc.assert(
      fc.property(anyInput, ({ channels, opened }) => {
        const shuffled = channels.map((one) => ({ ...one, entries: [...one.entries].reverse() }));
        const nodes = ({ lanes }: GraphPicture): unknown => lanes.map((lane) => lane.nodes);
        expect(nodes(picture(shuffled, { opened }))).toEqual(nodes(picture(channels, { opened })));
      }),
    );
  });
});

function overlaps(spans: readonly { ends: readonly number[]; level: number }[]): boolean {
  return spans.some((left, index) =>
    spans.slice(index + 1).some((right) => {
      const [low, high] = [Math.min(...right.ends), Math.max(...right.ends)];
      return left.level === right.level && Math.max(...left.ends) >= low && Math.min(...left.ends) <= high;
    }),
  );
}
