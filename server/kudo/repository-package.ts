/** One package that an index offers: fetched, read, held against what the index says of it. */
import { optional } from '#lib/base/loose.ts';
import { PACKAGE_LIMITS } from '#lib/kudo/package/files.ts';
import type { SentFile } from '#lib/kudo/repository/answers.ts';
import { packageAddresses } from '#lib/kudo/repository/package-address.ts';
import { type RepositoryVersion, versionKey } from '#lib/kudo/repository/repository-index.ts';
import { outcomeAmong, type PackageContent, type PackageJob, type RunJob } from '../catalog/indexer/job.ts';
import type { AddressScope } from '../catalog/net/addresses.ts';
import { SourceError } from '../catalog/sources/reader.ts';
import { digestOfBytes, type RepositoryCache } from './repository-cache.ts';
import type { RepositoryFetched, RepositoryRequest } from './repository-fetch.ts';

/** How files come, and who reads them: beside this process, as whatever comes from strangers. */
export interface RepositoryWays {
  cache: RepositoryCache;
  fetch: (request: RepositoryRequest) => Promise<RepositoryFetched>;
  read: RunJob;
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
): Promise<readonly SentFile[]> {
  const { from, version, signal } = wanted;
  const { digest } = version;
  const kept = digest === undefined ? undefined : await ways.cache.archive(digest);
  if (kept !== undefined)
    return checkedFiles(ways.read, { archive: kept, from: 'the archive that was kept' }, wanted);
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
  { cache, fetch, read }: RepositoryWays,
  url: string,
  wanted: WantedPackage,
): Promise<readonly SentFile[]> {
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
  const files = await checkedFiles(read, { archive: bytes, from: url }, wanted);
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

function refusal(wanted: WantedPackage, field: string, words: string): SourceError {
  return failed(wanted, field, new SourceError('invalid', words));
}

async function checkedFiles(
  read: RunJob,
  { archive, from }: Omit<PackageJob, 'kind'>,
  wanted: WantedPackage,
): Promise<readonly SentFile[]> {
  const content = await whatIsIn(read, { kind: 'package', archive, from }, wanted);
  const field = (['name', 'operatorVersion', 'appVersion'] as const).find(
    (each) => (content[each] ?? '') !== (wanted.version[each] ?? ''),
  );
  if (field === undefined) return content.files;
  throw refusal(wanted, field, `${from} is a package of another. Ask who keeps the repository.`);
}

async function whatIsIn(read: RunJob, job: PackageJob, wanted: WantedPackage): Promise<PackageContent> {
  try {
    return outcomeAmong(await read(job, wanted.signal), 'package');
  } catch (error) {
    throw error instanceof SourceError ? failed(wanted, 'urls', error) : error;
  }
}
