/** A whole catalog directory → packages and warnings. */
import { createHash } from 'node:crypto';
import type { CatalogPackage, CatalogWarning } from '#lib/olm/catalog.ts';
import { buildPackages } from './build.ts';
import { noPieces, Warnings } from './pieces.ts';
import { readBundleDirectory } from './read-bundle-directory.ts';
import { readCatalogFile, type ContentLocation, type ReadContext } from './read-catalog-file.ts';
import { SummaryStore } from './summaries.ts';
import { walkCatalog, type Found } from './walk.ts';

export interface DirectoryContent {
  packages: Map<string, CatalogPackage>;
  warnings: CatalogWarning[];
  /** `sha256:<hex>` over the bytes of all files. */
  digest: string;
  /** Where the manifests of each bundle that has some lie, by digest. */
  locations: Map<string, ContentLocation>;
}

/** Rejects only when the directory itself cannot be read, or when aborted. */
export async function readCatalogDirectory(
  directory: string,
  signal: AbortSignal,
  found?: Found,
): Promise<DirectoryContent> {
  const content = found ?? (await walkCatalog(directory));
  const warnings = new Warnings();
  content.warnings.forEach((warning) => {
    warnings.add(warning);
  });
  const hash = createHash('sha256');
  const context: ReadContext = {
    pieces: noPieces(),
    warnings,
    summaries: new SummaryStore(),
    locations: new Map(),
    hash,
    signal,
  };
  for (const file of content.catalogFiles) {
    signal.throwIfAborted();
    await readCatalogFile(file, context);
  }
  for (const bundle of content.bundles) {
    signal.throwIfAborted();
    await readBundleDirectory(bundle, context);
  }
  context.summaries.seal();
  const packages = buildPackages(context.pieces, (warning) => {
    warnings.add(warning);
  });
  const { locations } = context;
  return { packages, warnings: warnings.list(), digest: `sha256:${hash.digest('hex')}`, locations };
}
