/** What a directory of files reads as, for tests. */
import type { CatalogPackage, CatalogWarning } from '#lib/olm/api/catalog.ts';
import { readCatalogDirectory } from '../read/directory.ts';
import type { Operators } from '../read/repository-file.ts';
import { memorySink } from '../read/sink.ts';
import { temporaryDirectory } from './temporary.ts';
import { walkCatalog } from '../read/walk.ts';

/** What came of reading them. */
export interface ReadFiles {
  packages: ReadonlyMap<string, CatalogPackage>;
  warnings: readonly CatalogWarning[];
  operators: Operators;
}

/** Content by path; written to a directory that is gone afterwards. */
export async function catalogOfFiles(files: Record<string, string | Buffer>): Promise<ReadFiles> {
  await using directory = await temporaryDirectory(files);
  return await readFilesIn(directory.path);
}

/** Reads a directory that is there, without keeping manifests. */
export async function readFilesIn(path: string): Promise<ReadFiles> {
  const { signal } = new AbortController();
  return readCatalogDirectory(await walkCatalog(path), { signal, sink: memorySink });
}

/** `file|package|entry|message`, with `-` for what a warning does not name. */
export function warningLines(warnings: readonly CatalogWarning[]): string[] {
  return warnings.map(
    ({ file, package: name, entry, message }) => `${file ?? '-'}|${name ?? '-'}|${entry ?? '-'}|${message}`,
  );
}
