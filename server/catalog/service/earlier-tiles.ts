/** Lists of tiles as they were, so that whoever has one of them is told what has changed, and no more. */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { CatalogTile } from '#lib/olm/content/tile.ts';
import { limits } from '../read/limits.ts';
import { Recent } from '../store/recent.ts';

/** Bytes, compressed: twenty lists of the community catalog. */
const KEPT = 1024 * 1024;

/** The lists that were asked for last, by their tags. */
export class EarlierTiles {
  private readonly lists = new Recent<Buffer>(KEPT);

  /** @param list asked only when it is not kept yet */
  keep(tag: string, list: () => readonly CatalogTile[]): void {
    if (this.lists.get(tag) !== undefined) return;
    const packed = zstdCompressSync(JSON.stringify(list()));
    this.lists.set(tag, packed, packed.length);
  }

  get(tag: string): readonly CatalogTile[] | undefined {
    const packed = this.lists.get(tag);
    if (packed === undefined) return undefined;
    const text = zstdDecompressSync(packed, { maxOutputLength: limits.lists }).toString();
    // Written above.
    return JSON.parse(text) as CatalogTile[];
  }
}
