/** What every list of tiles shows, filters, counts and sorts by: all that a browser needs to begin with. */
import { optional } from '../../base/loose.ts';
import type { CatalogTile } from '../content/tile.ts';
import { retirement } from './facets.ts';
import { placesByName } from './index.ts';

/** A tile before it is known from which catalog it comes. */
type AnyTile = Omit<CatalogTile, 'catalogNamespace' | 'catalog'> &
  Partial<Pick<CatalogTile, 'catalogNamespace' | 'catalog'>>;

/** Tiles that a large screen shows before anything is asked for. */
const FIRST_SCREEN = 40;

/** All tiles in their order, without what a list does not need; those of the first screen keep what is drawn of them. */
export function firstTiles<T extends AnyTile>(tiles: readonly T[]): T[] {
  const places = placesByName(tiles);
  const retired = tiles.map(retirement);
  const isLast = (item: number): number => Number(retired[item] !== undefined);
  const order = tiles
    .map((_tile, item) => item)
    .sort((a, b) => isLast(a) - isLast(b) || (places[a] ?? 0) - (places[b] ?? 0));
  const drawn = new Set(order.slice(0, FIRST_SCREEN));
  return tiles.map((tile, item) => {
    const { iconDigest, createdAt: _createdAt, ...rest } = tile;
    // What says that nobody should begin with it is counted by.
    const isRead = drawn.has(item) || retired[item] === tile.summary;
    return {
      ...rest,
      ...{ summary: isRead ? tile.summary : '', keywords: [], providedKinds: [], channels: [] },
      ...optional({ iconDigest: drawn.has(item) ? iconDigest : undefined }),
    } as unknown as T;
  });
}
