/**
 * Repositories of packages over HTTP. No error repeats what a server said, but for names of operators and fields of what is
 * an index; each names the address.
 */
import { Readable } from 'node:stream';
import { optional } from '#lib/base/loose.ts';
import type { PackageFiles } from '#lib/kudo/package/files.ts';
import { indexAddress } from '#lib/kudo/repository/package-address.ts';
import { type IndexProblem, readIndex } from '#lib/kudo/repository/read-index.ts';
import type { RepositoryIndex, RepositoryVersion } from '#lib/kudo/repository/repository-index.ts';
import { YAML_SIZE } from '#lib/kudo/yaml/read.ts';
import type { AddressScope } from '../catalog/net/addresses.ts';
import type { Outbound } from '../catalog/net/outbound.ts';
import { unpackLayer } from '../catalog/oci/unpack.ts';
import { SourceError } from '../catalog/sources/reader.ts';
import { type KeptIndex, RepositoryCache } from './repository-cache.ts';
import { fetchFromRepository } from './repository-fetch.ts';
import { packageFromRepository, type RepositoryWays } from './repository-package.ts';

/** How repositories are reached, and where what they gave is kept. */
export interface RepositoryClientOptions {
  outbound: Outbound;
  /** Made when something is kept. */
  directory: string;
  /** Bytes on disk. Default 256 MiB. */
  most?: number;
  /** Longest silence in ms. Default 30 s. */
  idleMs?: number;
}

/** What a repository offers. */
export interface RepositoryAnswer {
  /** Of its index. */
  address: string;
  /** Where its server is. */
  scope: AddressScope;
  index: RepositoryIndex;
  /** What was left out of it, and how many more. */
  problems: readonly IndexProblem[];
  more: number;
  /** Why it could not be read now: this is what it gave last. */
  failure?: SourceError;
}

/** Safe to be used by many at once. Rejects with SourceError, or with the signal's reason. */
export interface RepositoryClient {
  /** @param address of the repository, or of its index. What it gave last stays offered while it fails, but not when our rules forbid it. */
  index(address: string, signal: AbortSignal): Promise<RepositoryAnswer>;
  /** The files of a version that the answer offers: what its digest says, and the version it says. */
  package(from: RepositoryAnswer, version: RepositoryVersion, signal: AbortSignal): Promise<PackageFiles>;
}

/** As bytes; characters are counted when it is read. */
const INDEX_BYTES = 4 * YAML_SIZE;

/** Nothing is asked or written before it is used. */
export function createRepositoryClient(options: RepositoryClientOptions): RepositoryClient {
  const cache = new RepositoryCache(options.directory, options.most);
  const { outbound, idleMs } = options;
  const ways: RepositoryWays = {
    cache,
    fetch: (request) => fetchFromRepository(outbound, { ...request, idleMs }),
  };
  return {
    index: (address, signal) => indexAt(ways, address, signal),
    package: (from, version, signal) => packageFromRepository(ways, { from, version, signal }),
  };
}

async function indexAt(ways: RepositoryWays, given: string, signal: AbortSignal): Promise<RepositoryAnswer> {
  const address = indexAddress(given);
  if (address === undefined)
    throw new SourceError(
      'refused',
      'The address of the repository is no http or https address without a user. Write it as https://HOST/PATH.',
    );
  const kept = await ways.cache.index(address);
  const last = kept === undefined ? undefined : answerOf(address, kept.scope, kept.text);
  // What cannot be read any more is asked for as if it were not there.
  if (kept === undefined || last === undefined || last instanceof SourceError)
    return fresh(ways, { address, signal });
  try {
    return await fresh(ways, { address, signal, kept });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof SourceError) || error.kind === 'refused') throw error;
    return { ...last, failure: error };
  }
}

async function fresh(
  { cache, fetch }: RepositoryWays,
  { address, signal, kept }: { address: string; signal: AbortSignal; kept?: KeptIndex },
): Promise<RepositoryAnswer> {
  const fetched = await fetch({ url: address, mostBytes: INDEX_BYTES, signal, known: kept?.validator });
  const { scope } = fetched;
  if (fetched.kind === 'unchanged') return usable(answerOf(address, scope, kept?.text ?? ''));
  const text = await textOf(fetched.bytes, address);
  const answer = usable(answerOf(address, scope, text));
  await cache.keepIndex({ address, scope, text, ...optional({ validator: fetched.validator }) });
  return answer;
}

function answerOf(address: string, scope: AddressScope, text: string): RepositoryAnswer | SourceError {
  const reading = readIndex(text);
  if (!('problem' in reading)) return { address, scope, ...reading };
  const { line, field } = reading.problem;
  const place = `line ${String(line)}${field === '' ? '' : `, ${field}`}`;
  return new SourceError(
    'invalid',
    `${address} cannot be read as the index of a repository (${place}). Check the address, or make the index again.`,
  );
}

function usable(answer: RepositoryAnswer | SourceError): RepositoryAnswer {
  if (answer instanceof SourceError) throw answer;
  return answer;
}

/** Servers disagree on whether an index may be sent compressed: its first bytes tell. */
async function textOf(sent: Buffer, url: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of unpackLayer(Readable.from([sent]))) {
      bytes += chunk.length;
      if (bytes > INDEX_BYTES)
        throw new SourceError(
          'limit',
          `${url} unpacks to more than ${String(INDEX_BYTES)} bytes and is not read.`,
        );
      chunks.push(chunk);
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new SourceError(
      'invalid',
      `${url} is damaged: it cannot be unpacked, or is not UTF-8. Serve it again.`,
      {
        cause: error,
      },
    );
  }
}
