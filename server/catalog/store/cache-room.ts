/** How much of the disk indexes may take: none is made that would leave too little to others. */
import type { CatalogRef } from '../catalog-ref.ts';
import { bytesIn } from './cache-garbage.ts';
import { SourceError } from '../sources/reader.ts';

interface KeptIndex {
  ref: CatalogRef;
  path: string;
}

/**
 * What there was of the source itself gives way to the new one.
 * @param path of the new index
 * @throws SourceError `limit`
 */
export async function requireRoom(
  { namespace, name }: CatalogRef,
  path: string,
  kept: readonly KeptIndex[],
  most: { indexes: number; indexesOfOne: number },
): Promise<void> {
  let [near, all] = [await bytesIn(path), await bytesIn(path)];
  for (const other of kept) {
    const isNear = other.ref.namespace === namespace;
    const size = isNear && other.ref.name === name ? 0 : await bytesIn(other.path);
    all += size;
    near += isNear ? size : 0;
  }
  if (near > most.indexesOfOne || all > most.indexes) {
    const whose = near > most.indexesOfOne ? `namespace ${namespace} takes` : 'all namespaces take';
    const message = `what the controller keeps of the catalogs of ${whose} too much of its disk`;
    throw new SourceError('limit', message);
  }
}
