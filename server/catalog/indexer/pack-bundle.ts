/** The folder of a bundle image → its manifests as the content store keeps them. */
import { packContent, type PackedContent } from '../store/content-store.ts';
import { limits } from '../read/limits.ts';
import { readManifests } from '../read/bundle-directory.ts';
import { SourceError } from '../sources/reader.ts';
import { walkCatalog } from '../read/walk.ts';

/** Rejects with SourceError: `missing` when the folder holds no bundle. */
export async function packBundle(folder: string): Promise<PackedContent> {
  const [bundle] = (await walkCatalog(folder)).bundles;
  if (bundle === undefined) throw new SourceError('missing', 'it is no bundle');
  const objects = await readManifests(bundle);
  if (typeof objects === 'string') throw new SourceError('invalid', objects);
  const packed = await packContent(objects);
  if (packed === undefined)
    throw new SourceError('limit', `its manifests are larger than ${String(limits.bundle)} bytes`);
  return packed;
}
