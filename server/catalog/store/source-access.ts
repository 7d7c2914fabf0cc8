/** What one source needs of the store that holds it. */
import type { SourceSpec } from '#lib/olm/sources/spec.ts';
import type { Clock } from '#server/kube/types.ts';
import type { CachedSource, CatalogCache } from './catalog-cache.ts';
import { bringNothing, type Bring } from '../sources/bring.ts';
import type { SourceError } from '../sources/reader.ts';
import type { Catalog, CatalogRef, SourceReading } from '../types.ts';

/** What a source is to be read by, made anew whenever its address changes. */
export interface SourceAccess {
  /** As the cache knows it. */
  source: CachedSource;
  bring: Bring;
  /** Runs when there is room among the reads of all sources. */
  inTurn: <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;
  /** Of a ConfigMap, as of now. */
  configMap?: () => SourceReading['configMap'];
  /** Stops watching. */
  close: () => void;
}

/** A CatalogSource as it is now. */
export interface WantedSource {
  spec: SourceSpec;
  /** Absent for a directory that is offered without one. */
  uid?: string;
}

/** What one source is given by the store that holds it, and whom it tells. */
export interface EntryHost {
  cache: CatalogCache;
  clock: Clock;
  /** Undefined for a spec that names no address. @param onChange wants a read */
  access(ref: CatalogRef, wanted: WantedSource, onChange: () => void): SourceAccess | undefined;
  /** What others are told of the source has changed. */
  onChange(ref: CatalogRef): void;
  onRead(catalog: Catalog, ms: number): void;
  /** @param error what is not for the user */
  onProblem(catalog: Catalog, error: unknown): void;
}

/** Of a source of which only what is kept is known: it is not read. */
export function keptAccess(source: CachedSource): SourceAccess {
  const nothing = (): undefined => undefined;
  return {
    source,
    bring: () => Promise.resolve({ kind: 'unchanged' }),
    inTurn: (_signal, work) => work(),
    close: nothing,
  };
}

/** Of a source that is not to be read at all. */
export function neverRead(source: CachedSource, error: SourceError): SourceAccess {
  return { ...keptAccess(source), bring: bringNothing(error) };
}
