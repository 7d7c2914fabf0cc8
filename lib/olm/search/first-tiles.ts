/** What every list of tiles shows, filters, counts and sorts by: all that a browser needs to begin with. */
import type { CatalogTile } from '../content/tile.ts';
import { retirement } from './facets.ts';
import { placesByName } from './index.ts';

/** A tile before it is known from which catalog it comes. */
type AnyTile = Omit<CatalogTile, 'catalogNamespace' | 'catalog'> &
  Partial<Pick<CatalogTile, 'catalogNamespace' | 'catalog'>>;

/** Tiles that a large screen shows before anything is asked for. */
const FIRST_SCREEN = 40;

/** All tiles in their order: those of the first screen whole, of the others what a list needs. */
export function firstTiles<T extends AnyTile>(tiles: readonly T[]): T[] {
  const places = placesByName(tiles);
  const retired = tiles.map(retirement);
  const isLast = (item: number): number => Number(retired[item] !== undefined);
  const order = tiles
    .map((_tile, item) => item)
    .sort((a, b) => isLast(a) - isLast(b) || (places[a] ?? 0) - (places[b] ?? 0));
  const drawn = new Set(order.slice(0, FIRST_SCREEN));
  return tiles.map((tile, item) => {
    if (drawn.has(item)) return tile;
    const { iconDigest: _icon, createdAt: _createdAt, ...rest } = tile;
    // What says that nobody should begin with it is counted by.
    const summary = retired[item] === tile.summary ? tile.summary : '';
    return { ...rest, summary, keywords: [], providedKinds: [], channels: [] } as unknown as T;
  });
}
