/** What readers do with the file of a catalog that they have fetched. */
import { basename } from 'node:path';
import { readDocuments } from '../read/documents.ts';
import { parseFbc } from '../read/fbc.ts';
import { indexTextOf } from '../read/repository-file.ts';
import { SourceError } from './reader.ts';

/**
 * A web page, or an answer of another program, must not take the place of the catalog that was read before.
 * @param from names where the file came from, for the message
 * @throws SourceError `invalid` when no document of the file has a schema, and it is no index of a repository
 */
export async function requireCatalog(path: string, from: string, signal: AbortSignal): Promise<void> {
  if ((await indexTextOf(path)) !== undefined) return;
  let fault = 'it is empty';
  for await (const document of readDocuments(path, { signal })) {
    if (!document.ok) {
      fault = `line ${String(document.line)} of it ${document.message}`;
      continue;
    }
    const { kind } = parseFbc(document.value);
    if (kind === 'entry' || kind === 'ignored') return;
    fault = 'nothing in it has a schema';
  }
  signal.throwIfAborted();
  throw new SourceError(
    'invalid',
    `${from} is neither a file-based catalog nor the index of a repository: ${fault.replace(basename(path), 'it')}. Check the address.`,
  );
}
