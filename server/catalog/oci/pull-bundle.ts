/** Bundles that are images of the layout registry+v1. Source: operator-registry `docs/design/operator-bundle.md`. */
import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PullBundle, PulledBundle, PullOptions } from '../store/bundle-images.ts';
import type { CatalogCache } from '../store/catalog-cache.ts';
import { limits } from '../read/limits.ts';
import { outcomeAmong } from '../indexer/job.ts';
import type { Readers } from '../indexer/readers.ts';
import type { PackedContent } from '../store/content-store.ts';
import { SourceError } from '../sources/reader.ts';
import { findImage, type FoundImage } from './image.ts';
import { parseImageName } from './reference.ts';
import { Registry, type RegistryAccess } from './registry.ts';
import { unpackImage, type ImageLimits } from './unpack-image.ts';

const PREFIX = 'operators.operatorframework.io.bundle.';
const MEDIA_TYPE = `${PREFIX}mediatype.v1`;
const REGISTRY_V1 = 'registry+v1';

/** Real ones have some 100 kB; a few are built upon an operating system. */
const BUNDLE_LIMITS: ImageLimits = {
  packed: 256 * 1024 * 1024,
  unpacked: 1024 ** 3,
  entries: 100_000,
  files: 5_000,
  kept: 2 * limits.bundle,
};

/** How registries are reached, and where bundles are unpacked and read. */
export interface PullBundleOptions extends RegistryAccess {
  /** Where a bundle is unpacked for a moment. */
  folders: Pick<CatalogCache, 'folder' | 'discard'>;
  /** Where its manifests are read. */
  processes: Pick<Readers, 'run'>;
}

/** Pulls, unpacks and reads; the folder is gone afterwards, whatever came of it. */
export function createPullBundle({ folders, ...others }: PullBundleOptions): PullBundle {
  return async (image, options) => {
    const folder = await folders.folder();
    try {
      return await pull({ ...others, ...options }, image, folder);
    } catch (error) {
      options.signal.throwIfAborted();
      throw error;
    } finally {
      await folders.discard(folder);
    }
  };
}

type Pulling = PullOptions & Omit<PullBundleOptions, 'folders'>;

async function pull(pulling: Pulling, image: string, folder: string): Promise<PulledBundle> {
  const registry = new Registry(parseImageName(image), pulling);
  const found = await findImage(registry);
  const mediaType = found.labels.get(MEDIA_TYPE) ?? REGISTRY_V1;
  if (mediaType !== REGISTRY_V1) {
    throw registry.fault(
      'invalid',
      `its label ${MEDIA_TYPE} is ${mediaType.slice(0, 100)}, not ${REGISTRY_V1}`,
    );
  }
  const wanted = foldersOf(found);
  await unpackImage(registry, found.layers, { folder, wanted, limits: BUNDLE_LIMITS });
  await completeAnnotations(folder, found);
  const content = await contentIn(pulling, folder).catch((error: unknown) => {
    throw explained(registry, wanted, error);
  });
  return { content, imageDigest: found.digest };
}

function foldersOf({ labels }: FoundImage): string[] {
  const named = ['manifests', 'metadata'].map((kind) => labels.get(`${PREFIX}${kind}.v1`) ?? '');
  const paths = ['manifests', 'metadata', ...named].map((path) => {
    const steps = path.split('/').filter((step) => step !== '' && step !== '.');
    return steps.includes('..') ? '' : steps.join('/');
  });
  return [...new Set(paths)].filter((path) => path !== '');
}

/** What the image says only in its labels, as the file that a bundle directory has. */
async function completeAnnotations(folder: string, { labels }: FoundImage): Promise<void> {
  const own = [...labels].filter(([name]) => name.startsWith(PREFIX));
  const file = join(folder, 'metadata', 'annotations.yaml');
  if (own.length === 0 || (await exists(file))) return;
  await mkdir(join(folder, 'metadata'), { recursive: true });
  await writeFile(file, JSON.stringify({ annotations: Object.fromEntries(own) }));
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

async function contentIn({ processes, namespace, signal }: Pulling, folder: string): Promise<PackedContent> {
  const outcome = await processes.run({ kind: 'bundle', folder }, signal, namespace);
  const { digest, packed } = outcomeAmong(outcome, 'bundle');
  return { digest, packed };
}

function explained(registry: Registry, wanted: readonly string[], error: unknown): unknown {
  if (!(error instanceof SourceError)) return error;
  if (error.kind !== 'missing') return registry.fault(error.kind, error.message);
  const looked = wanted.map((path) => `/${path}`).join(', ');
  return registry.fault(
    'invalid',
    `it is no bundle: there is neither metadata/annotations.yaml (looked into ${looked}) nor a label ${PREFIX}package.v1`,
  );
}
