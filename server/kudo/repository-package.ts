/** One package that an index offers: fetched, held against what the index says of it, unpacked. */
import { Readable } from 'node:stream';
import { optional } from '#lib/base/loose.ts';
import { type PackageFiles, PACKAGE_LIMITS } from '#lib/kudo/package/files.ts';
import type { PackageOperator } from '#lib/kudo/package/package.ts';
import { BadPackage } from '#lib/kudo/package/problem.ts';
import { readPackage } from '#lib/kudo/package/read.ts';
import { packageAddresses } from '#lib/kudo/repository/package-address.ts';
import { type RepositoryVersion, versionKey } from '#lib/kudo/repository/repository-index.ts';
import type { AddressScope } from '../catalog/net/addresses.ts';
import { SourceError } from '../catalog/sources/reader.ts';
import { readArchive } from './package-archive.ts';
import { digestOfBytes, type RepositoryCache } from './repository-cache.ts';
import type { RepositoryFetched, RepositoryRequest } from './repository-fetch.ts';

/** How files come. */
export interface RepositoryWays {
  cache: RepositoryCache;
  fetch: (request: RepositoryRequest) => Promise<RepositoryFetched>;
}

/** Which version, and of which index; `scope` is where that came from. */
export interface WantedPackage {
  from: { address: string; scope: AddressScope };
  version: RepositoryVersion;
  signal: AbortSignal;
}

/** Addresses are tried in the order of the index, each being as good as the others. Rejects with the first SourceError. */
export async function packageFromRepository(
  ways: RepositoryWays,
  wanted: WantedPackage,
): Promise<PackageFiles> {
  const { from, version, signal } = wanted;
  const { digest } = version;
  const kept = digest === undefined ? undefined : await ways.cache.archive(digest);
  if (kept !== undefined) return checkedFiles(kept, wanted, 'the archive that was kept');
  let failure: SourceError | undefined;
  for (const url of packageAddresses(version, from.address)) {
    try {
      return await packageAt(ways, url, wanted);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof SourceError)) throw error;
      failure ??= error;
    }
  }
  throw failure ?? failed(wanted, 'urls', new SourceError('missing', 'there is none.'));
}

/** `https://host/index.yaml: entries.kafka (2.9.0_1.2.0), digest: …`. */
function failed({ from, version }: WantedPackage, field: string, error: SourceError): SourceError {
  const { kind, message, retryAfterMs } = error;
  return new SourceError(
    kind,
    `${from.address}: entries.${version.name} (${versionKey(version)}), ${field}: ${message}`,
    { ...optional({ retryAfterMs }), cause: error },
  );
}

async function packageAt(
  { cache, fetch }: RepositoryWays,
  url: string,
  wanted: WantedPackage,
): Promise<PackageFiles> {
  const { from, version, signal } = wanted;
  const bytes = await bytesAt(
    fetch,
    { url, mostBytes: PACKAGE_LIMITS.bytes, signal, saidBy: from.scope },
    wanted,
  );
  const { digest } = version;
  if (digest !== undefined && digestOfBytes(bytes) !== digest)
    throw refusal(
      wanted,
      'digest',
      `${url} is another archive than it promises. Ask who keeps the repository.`,
    );
  const files = await checkedFiles(bytes, wanted, url);
  if (digest !== undefined) await cache.keepArchive(digest, bytes);
  return files;
}

async function bytesAt(
  fetch: RepositoryWays['fetch'],
  request: RepositoryRequest,
  wanted: WantedPackage,
): Promise<Buffer> {
  try {
    const fetched = await fetch(request);
    // Nothing was said to be known.
    return fetched.kind === 'whole' ? fetched.bytes : Buffer.alloc(0);
  } catch (error) {
    throw error instanceof SourceError ? failed(wanted, 'urls', error) : error;
  }
}

function refusal(wanted: WantedPackage, field: string, words: string, cause?: unknown): SourceError {
  return failed(wanted, field, new SourceError('invalid', words, { cause }));
}

async function checkedFiles(bytes: Buffer, wanted: WantedPackage, url: string): Promise<PackageFiles> {
  const files = await unpacked(bytes, wanted, url);
  const operator = operatorOf(files, wanted, url);
  const field = (['name', 'operatorVersion', 'appVersion'] as const).find(
    (each) => (operator[each] ?? '') !== (wanted.version[each] ?? ''),
  );
  if (field === undefined) return files;
  throw refusal(wanted, field, `${url} is a package of another. Ask who keeps the repository.`);
}

async function unpacked(bytes: Buffer, wanted: WantedPackage, url: string): Promise<PackageFiles> {
  try {
    return await readArchive(Readable.from([bytes]));
  } catch (cause) {
    const words =
      cause instanceof BadPackage ? cause.message : 'it is no archive, or is damaged. Serve it again.';
    throw refusal(wanted, 'urls', `${url}: ${words}`, cause);
  }
}

/** What is said of a file of YAML may repeat it, so that only its place is told. */
function operatorOf(files: PackageFiles, wanted: WantedPackage, url: string): PackageOperator {
  try {
    return readPackage(files).operator;
  } catch (cause) {
    if (!(cause instanceof BadPackage)) throw cause;
    const { file, line } = cause.problem;
    const words = `${url} holds no package that can be read (${file}, line ${String(line)}). Its author can verify it.`;
    throw refusal(wanted, 'urls', words, cause);
  }
}
