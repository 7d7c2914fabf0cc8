/**
 * The list of tiles on its way to a browser: at first what every list shows, filters, counts and sorts by, then what only
 * search and the tiles further down need, and from then on what has changed. One form does for both: a list told by the one
 * that the browser has.
 */
import type { CatalogTile } from '../content/tile.ts';

const FIRST = '.first';

/** The name of what is left of a list by `firstTiles`. */
export function firstTag(tag: string): string {
  return tag + FIRST;
}

/** Whether there is more to be had of the list of that name. */
export function isFirstTag(tag: string): boolean {
  return tag.endsWith(FIRST);
}

type Change = { [K in keyof CatalogTile]?: CatalogTile[K] | null };

/**
 * A piece of a list, told by a list before: as many tiles as stand there from a place on, what has changed of the one at a
 * place (null: the field is gone), or a tile that was not there.
 */
export type TilePiece =
  readonly [at: number, same: number] | readonly [at: number, changed: Change] | CatalogTile;

/** The list `now` as told to who has `before`. */
export function tellTiles(before: readonly CatalogTile[], now: readonly CatalogTile[]): TilePiece[] {
  const places = new Map(before.map((tile, at) => [keyOf(tile), at]));
  const pieces: TilePiece[] = [];
  let run: [at: number, same: number] | undefined;
  for (const tile of now) {
    const at = places.get(keyOf(tile));
    const known = at === undefined ? undefined : before[at];
    const changed = known === undefined ? undefined : changeOf(known, tile);
    if (at === undefined || changed === undefined) pieces.push(tile);
    else if (Object.keys(changed).length > 0) pieces.push([at, changed]);
    else if (run !== undefined && run === pieces.at(-1) && run[0] + run[1] === at) run[1] += 1;
    else pieces.push((run = [at, 1]));
  }
  return pieces;
}

/** Undefined when the pieces are of another list than `before`. What is the same is the same object. */
export function toldTiles(
  before: readonly CatalogTile[],
  pieces: readonly TilePiece[],
): CatalogTile[] | undefined {
  const tiles = pieces.flatMap((piece) => {
    if (!isPlaced(piece)) return [piece];
    const [at, what] = piece;
    if (typeof what === 'number') return before.slice(at, at + what);
    const known = before[at];
    return known === undefined ? [] : [changedBy(known, what)];
  });
  const length = pieces.reduce(
    (sum, piece) => sum + (isPlaced(piece) && typeof piece[1] === 'number' ? piece[1] : 1),
    0,
  );
  return tiles.length === length ? tiles : undefined;
}

/** A list that can be told, and the lists that its readers may have. */
export interface TellableTiles {
  /** Changes with the list. */
  tag: string;
  first: () => readonly CatalogTile[];
  all: () => readonly CatalogTile[];
  /** All of an earlier list, by its tag, where that is still known. */
  earlier?: (tag: string) => readonly CatalogTile[] | undefined;
}

/** What to answer. `tag`: the name of what the reader then has. `by`: the name of the list that it is told by. */
export interface TileAnswer {
  tag: string;
  by?: string;
  value: () => readonly CatalogTile[] | readonly TilePiece[];
}

/** @param since the tag of the list that the reader has; undefined: none, and the answer is a list of tiles */
export function tileAnswer(list: TellableTiles, since: string | undefined): TileAnswer {
  const { tag, first, all, earlier } = list;
  if (since === undefined) return { tag: firstTag(tag), value: first };
  const before = since === firstTag(tag) ? first() : since === tag ? all() : earlier?.(since);
  if (before === undefined) return { tag, by: '', value: () => tellTiles([], all()) };
  return { tag, by: since, value: () => tellTiles(before, all()) };
}

function isPlaced(piece: TilePiece): piece is Exclude<TilePiece, CatalogTile> {
  return Array.isArray(piece);
}

function keyOf({ catalogNamespace, catalog, package: name, format }: CatalogTile): string {
  return `${catalogNamespace}/${catalog}/${name}/${format ?? ''}`;
}

function changeOf(before: CatalogTile, now: CatalogTile): Change {
  const fields = new Set([...Object.keys(before), ...Object.keys(now)]);
  const changed = [...fields].filter((field) => !isSame(Reflect.get(before, field), Reflect.get(now, field)));
  return Object.fromEntries(changed.map((field) => [field, Reflect.get(now, field) ?? null]));
}

function isSame(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

function changedBy(before: CatalogTile, changed: Change): CatalogTile {
  const fields = Object.entries({ ...before, ...changed }).filter(([, value]) => value !== null);
  return Object.fromEntries(fields) as unknown as CatalogTile;
}
