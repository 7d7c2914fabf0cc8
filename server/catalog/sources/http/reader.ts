/**
 * A catalog at an http or https address: file-based catalog as JSON lines, JSON or YAML, plain, gzip or zstd; or the
 * base address of a catalog of catalogd. Content that changes under an unchanged entity tag or date cannot be noticed.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { optional } from '#lib/base/loose.ts';
import { outcomeAmong, type RunJob } from '../../indexer/job.ts';
import type { Outbound } from '../../net/outbound.ts';
import { SourceError, type CatalogReader, type Fetched, type FetchRequest } from '../reader.ts';
import { addressesToTry } from './addresses.ts';
import { download } from './download.ts';
import { unpackDownload } from './unpack.ts';
import { validatorOf } from './version.ts';

/** Which address, and how it is reached. */
export interface HttpReaderOptions {
  outbound: Outbound;
  /** As the CatalogSource gives it. */
  address: string;
  /** What was fetched is looked into elsewhere. */
  run: RunJob;
  /** Longest silence in ms. Default 30 s. */
  idleMs?: number;
}

/**
 * A base address is also tried as one of catalogd, and of a repository of declarative operators. The version that `fetch` gives is what the server calls the
 * content, or its digest.
 */
export function createHttpReader(options: HttpReaderOptions): CatalogReader {
  return {
    async fetch(request) {
      let first: unknown;
      for (const address of addressesToTry(options.address)) {
        try {
          return await fetchFrom(address, options, request);
        } catch (error) {
          request.signal.throwIfAborted();
          first ??= error;
          if (!isNothing(error)) throw error;
        }
      }
      // What was asked for is what the user knows.
      throw first;
    },
  };
}

/** Nothing there, or something that is no catalog. */
function isNothing(error: unknown): boolean {
  return error instanceof SourceError && (error.kind === 'missing' || error.kind === 'invalid');
}

async function fetchFrom(
  url: string,
  { outbound, run, idleMs }: HttpReaderOptions,
  { known, folder, signal, onBytes }: FetchRequest,
): Promise<Fetched> {
  const file = join(folder, 'download');
  const answer = await download({
    outbound,
    url,
    file,
    signal,
    ...optional({ known, onBytes, idleMs }),
  });
  if (answer.kind === 'unchanged') return { kind: 'unchanged' };
  const version = validatorOf(answer.headers) ?? answer.digest;
  if (version === known) return { kind: 'unchanged' };
  const path = await unpackDownload({ folder, file, url, signal });
  try {
    outcomeAmong(await run({ kind: 'check', path, from: url }, signal), 'done');
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { kind: 'fetched', version };
}
