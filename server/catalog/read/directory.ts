/** A whole catalog directory → packages and warnings. */
import { createHash } from 'node:crypto';
import { lastOf } from '#lib/base/last-of.ts';
import type { CatalogPackage, CatalogWarning } from '#lib/olm/api/catalog.ts';
import { readExamples } from '#lib/olm/content/csv-annotations.ts';
import { buildPackages } from './build.ts';
import { noPieces, Warnings } from './pieces.ts';
import { readBundleDirectory, type ReadBundle } from './bundle-directory.ts';
import { readCatalogFile, type ReadContext } from './catalog-file.ts';
import { indexTextOf, takeIndex, type Operators } from './repository-file.ts';
import type { CatalogSink } from './sink.ts';
import type { Found } from './walk.ts';

/** Everything that a directory holds; packages by name. */
export interface DirectoryContent {
  packages: Map<string, CatalogPackage>;
  /** Declarative ones, of the indexes of repositories. */
  operators: Operators;
  warnings: CatalogWarning[];
  /** `sha256:<hex>` over the bytes of all files. */
  digest: string;
  /** What was read of each bundle directory, by its name: for the next time. */
  bundles: Map<string, ReadBundle>;
}

/** How it is read, and what is known of it. */
export interface ReadDirectoryOptions {
  signal: AbortSignal;
  sink: CatalogSink;
  /** From an earlier read: bundle directories that look the same are not read again. */
  before?: ReadonlyMap<string, ReadBundle>;
}

/** Rejects only when aborted. @param found what `walkCatalog` found in the directory */
export async function readCatalogDirectory(
  found: Found,
  options: ReadDirectoryOptions,
): Promise<DirectoryContent> {
  const { signal, sink, before } = options;
  const warnings = new Warnings();
  found.warnings.forEach((warning) => warnings.add(warning));
  const hash = createHash('sha256');
  const context: ReadContext = {
    ...{ pieces: noPieces(), warnings, sink, hash, signal },
    readExamples: lastOf(readExamples),
  };
  const operators: Operators = new Map();
  for (const file of found.catalogFiles) {
    signal.throwIfAborted();
    const index = await indexTextOf(file.path);
    if (index === undefined) await readCatalogFile(file, context);
    else {
      hash.update(`${file.name}\0`).update(index);
      takeIndex(file, index, { operators, warnings });
    }
  }
  const bundles = new Map<string, ReadBundle>();
  for (const bundle of found.bundles) {
    signal.throwIfAborted();
    bundles.set(bundle.name, await readBundleDirectory(bundle, context, before?.get(bundle.name)));
  }
  const packages = buildPackages(context.pieces, (warning) => warnings.add(warning));
  return {
    packages,
    operators,
    warnings: warnings.list(),
    digest: `sha256:${hash.digest('hex')}`,
    bundles,
  };
}
