/** File-based catalogs that are images. Source: operator-registry, labels of index images; OLM 4. */
import { optional } from '#lib/base/loose.ts';
import type { SourceError, CatalogReader, Fetched, FetchRequest } from '../sources/reader.ts';
import type { RegistryCredentials } from '../store/bundle-images.ts';
import { limits } from '../read/limits.ts';
import { currentDigest, findImage, type FoundImage } from './image.ts';
import { parseImageName } from './reference.ts';
import { Registry, type RegistryAccess } from './registry.ts';
import { unpackImage, type ImageLimits } from './unpack-image.ts';

/** Which image, and how its registry is reached. */
export interface ImageReaderOptions extends RegistryAccess {
  image: string;
  /** Asked for at each fetch, since pull secrets change. */
  credentials: () => RegistryCredentials | Promise<RegistryCredentials>;
}

const CONFIGS_LABEL = 'operators.operatorframework.io.index.configs.v1';
const DATABASE_LABEL = 'operators.operatorframework.io.index.database.v1';
const DEFAULT_FOLDER = 'configs';

/** Real ones have up to 2 GB with their caches, of which some 100 MB are the catalog. */
const CATALOG_LIMITS: ImageLimits = {
  packed: 4 * 1024 ** 3,
  unpacked: 16 * 1024 ** 3,
  entries: 1_000_000,
  files: limits.files,
  kept: limits.file,
};

/** The version that `fetch` gives is the digest of what the name stands for. */
export function createImageReader(options: ImageReaderOptions): CatalogReader {
  return { fetch: (request) => fetchImage(options, request) };
}

async function fetchImage(options: ImageReaderOptions, request: FetchRequest): Promise<Fetched> {
  const { known, signal } = request;
  const image = parseImageName(options.image);
  const registry = new Registry(image, { ...options, credentials: await options.credentials(), signal });
  try {
    if (known !== undefined && (await currentDigest(registry)) === known) return { kind: 'unchanged' };
    const found = await findImage(registry);
    if (found.digest === known) return { kind: 'unchanged' };
    await unpackCatalog(registry, found, request);
    return { kind: 'fetched', version: found.digest };
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

async function unpackCatalog(registry: Registry, found: FoundImage, request: FetchRequest): Promise<void> {
  const { labels, layers } = found;
  const folder = folderOf(registry, labels);
  const files = await unpackImage(registry, layers, {
    folder: request.folder,
    wanted: [folder],
    strip: true,
    limits: CATALOG_LIMITS,
    ...optional({ onBytes: request.onBytes }),
  });
  if (files === 0)
    throw registry.fault('invalid', `it is no catalog: there is nothing in its folder /${folder}`);
}

function folderOf(registry: Registry, labels: ReadonlyMap<string, string>): string {
  const named = labels.get(CONFIGS_LABEL);
  if (named === undefined && labels.has(DATABASE_LABEL)) throw databaseOnly(registry);
  const steps = (named ?? DEFAULT_FOLDER).split('/').filter((step) => step !== '' && step !== '.');
  if (steps.length === 0 || steps.includes('..'))
    throw registry.fault('invalid', `its label ${CONFIGS_LABEL} names no folder`);
  return steps.join('/');
}

function databaseOnly(registry: Registry): SourceError {
  const how =
    'it keeps its catalog in an SQLite database, a form that was given up: render it once with "opm render IMAGE" and build a file-based catalog from the result, or run its own server and name that as the address';
  return registry.fault('invalid', how);
}
