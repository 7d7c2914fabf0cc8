/** Gets the newest content of one source into the cache, whatever kind of source it is. */
import { optional } from '#lib/base/loose.ts';
import type { CachedSource, CatalogCache, StoredCatalog } from '../store/catalog-cache.ts';
import { reason } from '../read/document.ts';
import { walkCatalog } from '../read/walk.ts';
import { SourceError, type CatalogReader } from './reader.ts';

/** What is there already, and what ends the fetch. */
export interface BringRequest {
  /** Version of the content that is known already, whether it could be used or not. */
  known: string | undefined;
  signal: AbortSignal;
}

/** What a look at the source came to. */
export type Brought =
  | { kind: 'unchanged' }
  | { kind: 'read'; stored: StoredCatalog }
  /** There is something new, of which nothing can be used. */
  | { kind: 'unusable'; version: string; error: unknown };

/** Rejects with SourceError, or with the signal's reason. */
export type Bring = (request: BringRequest) => Promise<Brought>;

/** What a reader fetches. */
export function bringFetched(cache: CatalogCache, source: CachedSource, reader: CatalogReader): Bring {
  return async ({ known, signal }) => {
    const folder = await cache.folder();
    const fetched = await reader
      .fetch({ folder, signal, ...optional({ known }) })
      .catch(async (error: unknown) => {
        await cache.discard(folder);
        throw error;
      });
    if (fetched.kind === 'unchanged') {
      await cache.discard(folder);
      return { kind: 'unchanged' };
    }
    const { version } = fetched;
    return taken(version, cache.take(source, { folder, version, signal }));
  };
}

/** A directory of this machine. A change is read once it has stood still from one look to the next. */
export function bringDirectory(
  cache: CatalogCache,
  source: CachedSource,
  directory: { name: string; path: string },
): Bring {
  const { name, path } = directory;
  let lastSeen: string | undefined;
  return async ({ known, signal }) => {
    const { signature } = await walkCatalog(path).catch((error: unknown) => {
      lastSeen = undefined;
      const message = `catalog directory ${name} cannot be read: ${reason(error)}`;
      throw new SourceError('missing', message, { cause: error });
    });
    const settled = lastSeen === undefined || lastSeen === signature;
    lastSeen = signature;
    if (signature === known || !settled) return { kind: 'unchanged' };
    return taken(signature, cache.read(source, { path, version: signature, signal }));
  };
}

/** An address that is never read. */
export function bringNothing(error: SourceError): Bring {
  return () => Promise.reject(error);
}

async function taken(version: string, reading: Promise<StoredCatalog>): Promise<Brought> {
  try {
    return { kind: 'read', stored: await reading };
  } catch (error) {
    if (error instanceof SourceError && (error.kind === 'invalid' || error.kind === 'limit'))
      return { kind: 'unusable', version, error };
    throw error;
  }
}
