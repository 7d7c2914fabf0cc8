/**
 * One way to get at the content of a catalog. A reader fetches what a source holds into a folder, as file-based catalog
 * files or bundle directories; everything after that (rules, index, cache, queries) is the same for all sources.
 */

/**
 * Why a source could not be read. `unreachable`: no answer, or a broken one. `denied`: credentials are missing or wrong.
 * `missing`: there is no such image, ConfigMap or file. `throttled`: asked to wait. `refused`: our own rules forbid the
 * address. `limit`: larger or more nested than we read. `invalid`: an answer that is no catalog, or not what its digest
 * says.
 */
export const sourceErrorKinds = [
  'unreachable',
  'denied',
  'missing',
  'throttled',
  'refused',
  'limit',
  'invalid',
] as const;
/** One of `sourceErrorKinds`. */
export type SourceErrorKind = (typeof sourceErrorKinds)[number];

/** The only error, besides a signal's reason, with which reading a source rejects. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly kind: SourceErrorKind;
  /** Not to be tried again before that many ms. */
  readonly retryAfterMs: number | undefined;

  /** @param message for the user: names the address and what to do; holds no credential */
  constructor(
    kind: SourceErrorKind,
    message: string,
    options: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** Where to put what is fetched, and what is there already. */
export interface FetchRequest {
  /** The `version` of an earlier fetch whose content is still there. */
  known?: string;
  /** Exists and is empty. What an aborted or failed fetch left in it is thrown away by the caller. */
  folder: string;
  signal: AbortSignal;
  /** Told of bytes as they come, for progress. */
  onBytes?: (bytes: number) => void;
}

/** What a fetch came to. */
export type Fetched =
  | { kind: 'unchanged' }
  /** `version` names the content: a digest, an entity tag, a resourceVersion. */
  | { kind: 'fetched'; version: string };

/** A way to one source. */
export interface CatalogReader {
  /** Rejects with SourceError, or with the signal's reason when aborted. */
  fetch(request: FetchRequest): Promise<Fetched>;
}
