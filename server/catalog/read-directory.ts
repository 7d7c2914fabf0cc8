/** A whole catalog directory → packages and warnings. */
import { createHash } from 'node:crypto';
import type { CatalogPackage, CatalogWarning } from '#lib/olm/catalog.ts';
import { buildPackages } from './build.ts';
import type { Contents } from './contents.ts';
import { noPieces, Warnings } from './pieces.ts';
import { readBundleDirectory, type ReadBundle } from './read-bundle-directory.ts';
import { readCatalogFile, type ContentLocation, type ReadContext } from './read-catalog-file.ts';
import { SummaryStore } from './summaries.ts';
import type { Found } from './walk.ts';

export interface DirectoryContent {
  packages: Map<string, CatalogPackage>;
  warnings: CatalogWarning[];
  /** `sha256:<hex>` over the bytes of all files. */
  digest: string;
  /** Where the manifests of each bundle that has some lie, by digest. */
  locations: Map<string, ContentLocation>;
  /** What was read of each bundle directory, by its name: for the next time. */
  bundles: Map<string, ReadBundle>;
}

export interface ReadDirectoryOptions {
  signal: AbortSignal;
  /** Takes the manifests in. */
  contents: Contents;
  /** From an earlier read: bundle directories that look the same are not read again. */
  before?: ReadonlyMap<string, ReadBundle>;
}

/** Rejects only when aborted. @param found what `walkCatalog` found in the directory */
export async function readCatalogDirectory(
  found: Found,
  options: ReadDirectoryOptions,
): Promise<DirectoryContent> {
  const { signal, contents, before } = options;
  const warnings = new Warnings();
  found.warnings.forEach((warning) => {
    warnings.add(warning);
  });
  const hash = createHash('sha256');
  const locations = new Map<string, ContentLocation>();
  const summaries = new SummaryStore();
  const context: ReadContext = { pieces: noPieces(), warnings, summaries, contents, locations, hash, signal };
  for (const file of found.catalogFiles) {
    signal.throwIfAborted();
    await readCatalogFile(file, context);
  }
  const bundles = new Map<string, ReadBundle>();
  for (const bundle of found.bundles) {
    signal.throwIfAborted();
    bundles.set(bundle.name, await readBundleDirectory(bundle, context, before?.get(bundle.name)));
  }
  summaries.seal();
  const packages = buildPackages(context.pieces, (warning) => {
    warnings.add(warning);
  });
  return { packages, warnings: warnings.list(), digest: `sha256:${hash.digest('hex')}`, locations, bundles };
}
