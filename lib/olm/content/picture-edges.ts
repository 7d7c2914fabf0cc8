/** Lines and brackets of one lane of the upgrade graph, stacked so that none lies on another. */
import { optional } from '../../base/loose.ts';
import type { CatalogChannel, ChannelEntry } from '../api/catalog.ts';
import type { PackageDetail } from '../api/catalog-answers.ts';
import type { UpgradeEdge } from './graph.ts';
import { versionInName } from './package-versions.ts';
import { compareVersions, parseRange } from '../api/version.ts';

/** From what is installed along the versions that follow, each by CSV name. */
export interface PictureRoute {
  channel: string;
  steps: readonly string[];
}

/** `to` replaces `from`; both are columns. */
export interface PictureLine {
  from: number;
  to: number;
  /** 0: straight, nothing of the lane lies between. From 1 on: an arc above, the higher the number the higher it goes. */
  level: number;
  onRoute: boolean;
}

/** `to` may replace each of `from` by `skips` or `skipRange`. */
export interface PictureBracket {
  kind: Exclude<UpgradeEdge, 'replaces'>;
  to: number;
  /** Columns, without repetition, rising; all of them differ from `to`. */
  from: readonly number[];
  /** The range as written. */
  range?: string;
  /** How many versions of the channel are meant; more than columns where some are in a fold. */
  count: number;
  /** From 0 on, downwards. */
  level: number;
  onRoute: boolean;
}

interface EdgeInput {
  pkg: PackageDetail;
  channel: CatalogChannel;
  columnOf: ReadonlyMap<string, number>;
  routes: readonly PictureRoute[];
  selected: string | undefined;
}

/** What is drawn in a lane; `hiddenBrackets` counts those that are about neither head, selection nor route. */
export interface LaneEdges {
  lines: PictureLine[];
  brackets: PictureBracket[];
  hiddenBrackets: number;
}

/** Lines and brackets of one lane; brackets only for the head, the selected version and routes. */
export function edgesOf(input: EdgeInput): LaneEdges {
  const steps = new Set(
    input.routes.flatMap(({ steps: names }) =>
      names.slice(1).map((name, index) => `${names[index] ?? ''}\n${name}`),
    ),
  );
  const all = input.channel.entries.flatMap((entry) => bracketsTo(input, entry, steps));
  const loud = new Set([input.channel.head, input.selected]);
  const shown = all.filter(({ entry, bracket }) => loud.has(entry) || bracket.onRoute);
  return {
    lines: linesOf(input, steps),
    brackets: stacked(shown.map(({ bracket }) => bracket)),
    hiddenBrackets: all.length - shown.length,
  };
}

function linesOf({ channel, columnOf }: EdgeInput, steps: ReadonlySet<string>): PictureLine[] {
  const lines = new Map<string, PictureLine>();
  for (const { name, replaces } of channel.entries) {
    const [from, to] = [columnIn(channel, columnOf, replaces), columnOf.get(name)];
    // Inside a fold there is nothing to draw.
    if (from === undefined || to === undefined || from === to) continue;
    const key = `${String(from)}-${String(to)}`;
    const onRoute = lines.get(key)?.onRoute === true || steps.has(`${replaces ?? ''}\n${name}`);
    lines.set(key, { from, to, level: 0, onRoute });
  }
  const taken = new Set(channel.entries.map(({ name }) => columnOf.get(name) ?? -1));
  const isFree = ({ from, to }: PictureLine): boolean => {
    for (let column = Math.min(from, to) + 1; column < Math.max(from, to); column += 1) {
      if (taken.has(column)) return false;
    }
    return from < to;
  };
  const rows = new Rows();
  return [...lines.values()]
    .sort((a, b) => length(a) - length(b) || a.from - b.from || a.to - b.to)
    .map((line) => (isFree(line) ? line : { ...line, level: 1 + rows.place(line.from, line.to) }));
}

const length = ({ from, to }: PictureLine): number => Math.abs(to - from);

/** Only of versions that the channel itself names: another's may be drawn in another lane. */
function columnIn(
  channel: CatalogChannel,
  columnOf: ReadonlyMap<string, number>,
  name: string | undefined,
): number | undefined {
  const known = name !== undefined && channel.entries.some((entry) => entry.name === name);
  return known ? columnOf.get(name) : undefined;
}

interface Drawn {
  entry: string;
  bracket: PictureBracket;
}

function bracketsTo(input: EdgeInput, entry: ChannelEntry, steps: ReadonlySet<string>): Drawn[] {
  const skipped = new Set(entry.skips ?? []);
  const ranged = inRangeOf(input, entry).filter((name) => !skipped.has(name) && name !== entry.replaces);
  return [
    drawn(
      input,
      entry,
      { kind: 'skips', names: [...skipped].filter((name) => name !== entry.replaces) },
      steps,
    ),
    drawn(input, entry, { kind: 'skipRange', names: ranged, range: entry.skipRange }, steps),
  ].filter((bracket) => bracket !== undefined);
}

/** As the resolver reads it: older versions only. */
function inRangeOf({ pkg, channel }: EdgeInput, entry: ChannelEntry): string[] {
  const range = entry.skipRange === undefined ? undefined : parseRange(entry.skipRange);
  if (range === undefined) return [];
  const version = versionOf(pkg, entry.name);
  return channel.entries
    .map(({ name }) => name)
    .filter((name) => {
      const other = versionOf(pkg, name);
      return name !== entry.name && range.includes(other) && compareVersions(version, other) > 0;
    });
}

function versionOf(pkg: PackageDetail, name: string): string {
  return (Object.hasOwn(pkg.bundles, name) ? pkg.bundles[name]?.version : undefined) ?? versionInName(name);
}

function drawn(
  { channel, columnOf }: EdgeInput,
  entry: ChannelEntry,
  edge: { kind: PictureBracket['kind']; names: readonly string[]; range?: string | undefined },
  steps: ReadonlySet<string>,
): Drawn | undefined {
  const to = columnOf.get(entry.name);
  const known = edge.names.flatMap((name) => columnIn(channel, columnOf, name) ?? []);
  const from = [...new Set(known)].filter((column) => column !== to).sort((a, b) => a - b);
  if (to === undefined || from.length === 0) return undefined;
  const bracket: PictureBracket = {
    kind: edge.kind,
    to,
    from,
    ...optional({ range: edge.range }),
    count: known.length,
    level: 0,
    onRoute: edge.names.some((name) => steps.has(`${name}\n${entry.name}`)),
  };
  return { entry: entry.name, bracket };
}

/** Short ones nearest to the lane. */
function stacked(brackets: readonly PictureBracket[]): PictureBracket[] {
  const rows = new Rows();
  const ends = ({ from, to }: PictureBracket): [number, number] => [
    Math.min(to, from[0] ?? to),
    Math.max(to, from.at(-1) ?? to),
  ];
  const span = (bracket: PictureBracket): number => ends(bracket)[1] - ends(bracket)[0];
  return [...brackets]
    .sort((a, b) => span(a) - span(b) || a.to - b.to || (a.kind < b.kind ? -1 : 1))
    .map((bracket) => ({ ...bracket, level: rows.place(...ends(bracket)) }));
}

/** Rows of intervals; an interval goes into the first row where it meets no other. */
class Rows {
  private readonly rows: { low: number; high: number }[][] = [];

  place(a: number, b: number): number {
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    const free = this.rows.findIndex((row) => row.every((other) => other.high < low || other.low > high));
    const index = free === -1 ? this.rows.length : free;
    (this.rows[index] ??= []).push({ low, high });
    return index;
  }
}
