/**
 * The upgrade graph as a picture: a lane for each channel, a column for each version, the oldest on the left. What a version
 * replaces is a line from one to the next; what it skips, or may replace by range, is a bracket under the lane.
 * Columns in which nothing happens are folded. All of it is plain data without pixels, the same for the same input.
 */
import { optional } from '../../base/loose.ts';
import type { CatalogChannel } from '../api/catalog.ts';
import type { PackageDetail } from '../api/catalog-answers.ts';
import { edgesOf, type PictureBracket, type PictureLine, type PictureRoute } from './picture-edges.ts';
import { packageVersions, type PackageVersion } from './package-versions.ts';

/** A package, and what of it is to be drawn. */
export interface PictureInput {
  pkg: PackageDetail;
  /** To draw, in this order. */
  channels: readonly CatalogChannel[];
  /** The CSV that the page is about: its brackets are drawn, and it is in no fold. */
  selected?: string;
  /** Ways that upgrades will take. */
  routes: readonly PictureRoute[];
  /** Names of folds that were opened, or all of them. */
  opened: ReadonlySet<string> | 'all';
}

/** Columns and lanes; a lane refers to columns by their index. */
export interface GraphPicture {
  columns: readonly PictureColumn[];
  lanes: readonly PictureLane[];
  /** Versions that are in a fold now. */
  folded: number;
}

/** A version, or several in a fold, oldest first. */
export interface PictureColumn {
  /** The CSV, or that of the oldest version in the fold. */
  id: string;
  versions: readonly PackageVersion[];
}

/** A channel with its nodes, lines and brackets. */
export interface PictureLane {
  channel: string;
  isDefault: boolean;
  deprecation?: string;
  nodes: readonly PictureNode[];
  lines: readonly PictureLine[];
  brackets: readonly PictureBracket[];
  /** Brackets that are not drawn, as they are neither of a head nor of what is selected, nor on a way. */
  hiddenBrackets: number;
}

/** The versions that a channel has in one column. */
export interface PictureNode {
  column: number;
  /** CSVs of this channel, oldest first; several in a fold. */
  names: readonly string[];
  /** Of the version, or of the oldest and the newest in the fold. */
  version: string;
  upTo?: string;
  isHead: boolean;
  isInstalled: boolean;
  /** Where an upgrade goes through. */
  onRoute: boolean;
  isSelected: boolean;
  /** Some of a fold, or the version itself. */
  isDeprecated: boolean;
  isMissing: boolean;
}

/** So many columns are shown without any fold. */
const UNFOLDED = 12;
/** A fold of fewer would save nothing. */
const SHORTEST_FOLD = 3;
/** Of the newest versions so many stay visible. */
const NEWEST = 3;

/** Draws the chosen channels; versions that are in none of them get no column. */
export function graphPicture(input: PictureInput): GraphPicture {
  const { pkg, channels, routes } = input;
  const drawn = new Set(channels.map(({ name }) => name));
  const versions = packageVersions(pkg)
    .filter((version) => version.channels.some(({ name }) => drawn.has(name)))
    .reverse();
  const columns = columnsOf(versions, keptNames(input, versions), input.opened);
  const columnOf = new Map(
    columns.flatMap((column, index) => column.versions.map(({ csv }) => [csv, index] as const)),
  );
  const lanes = channels.map((channel): PictureLane => {
    const nodes = nodesOf(input, channel, columns);
    const ways = routes.filter((route) => route.channel === channel.name);
    return {
      channel: channel.name,
      isDefault: channel.name === pkg.defaultChannel,
      ...optional({ deprecation: channel.deprecation }),
      nodes,
      ...edgesOf({ pkg, channel, columnOf, routes: ways, selected: input.selected }),
    };
  });
  const folded = columns.filter((column) => column.versions.length > 1).flatMap((column) => column.versions);
  return { columns, lanes, folded: folded.length };
}

/** What no fold may hide. */
function keptNames(
  { channels, selected, routes }: PictureInput,
  versions: readonly PackageVersion[],
): ReadonlySet<string> {
  const [oldest] = versions;
  return new Set([
    ...(oldest === undefined ? [] : [oldest.csv]),
    ...versions.slice(-NEWEST).map(({ csv }) => csv),
    ...channels.map(({ head }) => head),
    ...(selected === undefined ? [] : [selected]),
    ...routes.flatMap(({ steps }) => steps),
  ]);
}

function columnsOf(
  versions: readonly PackageVersion[],
  kept: ReadonlySet<string>,
  opened: PictureInput['opened'],
): PictureColumn[] {
  const columns: PictureColumn[] = [];
  let run: PackageVersion[] = [];
  const close = (): void => {
    const [first] = run;
    const folds = first !== undefined && run.length >= SHORTEST_FOLD && !isOpen(opened, first.csv);
    if (folds) columns.push({ id: first.csv, versions: run });
    else columns.push(...run.map((version) => ({ id: version.csv, versions: [version] })));
    run = [];
  };
  for (const version of versions) {
    if (versions.length > UNFOLDED && !kept.has(version.csv)) {
      run.push(version);
      continue;
    }
    close();
    columns.push({ id: version.csv, versions: [version] });
  }
  close();
  return columns;
}

function isOpen(opened: PictureInput['opened'], fold: string): boolean {
  return opened === 'all' || opened.has(fold);
}

function nodesOf(
  { selected, routes }: PictureInput,
  channel: CatalogChannel,
  columns: readonly PictureColumn[],
): PictureNode[] {
  const names = new Set(channel.entries.map(({ name }) => name));
  const ways = routes.filter((route) => route.channel === channel.name);
  const installed = new Set(ways.map(({ steps }) => steps[0]));
  const onRoute = new Set(ways.flatMap(({ steps }) => steps));
  return columns.flatMap(({ versions }, column) => {
    const here = versions.filter(({ csv }) => names.has(csv));
    const [first] = here;
    const last = here.at(-1);
    if (first === undefined || last === undefined) return [];
    const some = (has: (csv: string) => boolean): boolean => here.some(({ csv }) => has(csv));
    return [
      {
        column,
        names: here.map(({ csv }) => csv),
        version: first.version,
        ...(here.length > 1 ? { upTo: last.version } : {}),
        isHead: some((csv) => csv === channel.head),
        isInstalled: some((csv) => installed.has(csv)),
        onRoute: some((csv) => onRoute.has(csv)),
        isSelected: some((csv) => csv === selected),
        isDeprecated: here.some(({ deprecation }) => deprecation !== undefined),
        isMissing: here.every(({ missing }) => missing),
      },
    ];
  });
}
