/**
 * The files of versions that repositories offer, for the catalog service: over HTTP by the rules for catalogs, from a
 * directory of this machine only what lies in it.
 */
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { stableJson } from '#lib/base/hash.ts';
import { PACKAGE_LIMITS } from '#lib/kudo/package/files.ts';
import type { OperatorFiles } from '#lib/kudo/repository/answers.ts';
import { indexAddress } from '#lib/kudo/repository/package-address.ts';
import type { RepositoryVersion } from '#lib/kudo/repository/repository-index.ts';
import type { SourcePlace } from '#lib/olm/sources/spec.ts';
import type { RunJob } from '../catalog/indexer/job.ts';
import type { Readers } from '../catalog/indexer/readers.ts';
import type { Outbound } from '../catalog/net/outbound.ts';
import { SourceError } from '../catalog/sources/reader.ts';
import type { CatalogDirectory, CatalogRef } from '../catalog/types.ts';
import { RepositoryCache } from './repository-cache.ts';
import { fetchFromRepository, type RepositoryFetched, type RepositoryRequest } from './repository-fetch.ts';
import { packageFromRepository, type RepositoryWays, type WantedPackage } from './repository-package.ts';

/** What archives are reached with. */
export interface OperatorArchiveOptions {
  outbound: Outbound;
  /** In which they are read. */
  processes: Pick<Readers, 'run'>;
  /** For what was fetched; made when it is needed. */
  cacheFolder: string;
  directories: readonly CatalogDirectory[];
  /** Where a catalog is read from; undefined while the cluster has not said it. */
  place: (ref: CatalogRef) => SourcePlace | undefined;
}

/** Somebody waits for it on a page. */
const LONGEST_MS = 30_000;
/** Stands for the directory in addresses: what an index says is relative to it. */
const HERE = 'file:///';

/**
 * Answers for each version with its files, or with why they cannot be had; never rejects with a SourceError. Whoever asks for
 * what is on its way already gets the same answer.
 */
export function createOperatorArchives(
  options: OperatorArchiveOptions,
): (ref: CatalogRef, version: RepositoryVersion) => Promise<OperatorFiles> {
  const cache = new RepositoryCache(options.cacheFolder);
  const onTheWay = new Map<string, Promise<OperatorFiles>>();
  return (ref, version) => {
    const key = stableJson([ref, options.place(ref), version]);
    const asked =
      onTheWay.get(key) ?? filesOf(options, cache, { ref, version }).finally(() => onTheWay.delete(key));
    onTheWay.set(key, asked);
    return asked;
  };
}

async function filesOf(
  options: OperatorArchiveOptions,
  cache: RepositoryCache,
  { ref, version }: { ref: CatalogRef; version: RepositoryVersion },
): Promise<OperatorFiles> {
  const signal = AbortSignal.timeout(LONGEST_MS);
  try {
    const { ways, from } = await wayTo(options, cache, { ref, signal });
    return { files: await packageFromRepository(ways, { from, version, signal }) };
  } catch (error) {
    if (signal.aborted)
      return { problem: `${ref.name} did not send it within ${String(LONGEST_MS / 1000)} s. Try again.` };
    if (error instanceof SourceError) return { problem: error.message };
    throw error;
  }
}

async function wayTo(
  { outbound, processes, directories, place: placeOf }: OperatorArchiveOptions,
  cache: RepositoryCache,
  { ref, signal }: { ref: CatalogRef; signal: AbortSignal },
): Promise<{ ways: RepositoryWays; from: WantedPackage['from'] }> {
  const place = placeOf(ref);
  const read: RunJob = (job, stop) => processes.run(job, stop, ref.namespace);
  const overHttp = (request: RepositoryRequest): Promise<RepositoryFetched> =>
    fetchFromRepository(outbound, request);
  if (place?.kind === 'directory') {
    const root = directories.find(({ name }) => name === place.name)?.directory;
    const fetch = (request: RepositoryRequest): Promise<RepositoryFetched> =>
      request.url.startsWith(HERE) ? fileIn(root, request) : overHttp(request);
    // Whoever wrote the directory runs this process: it may name what this process may reach.
    return { ways: { cache, fetch, read }, from: { address: `${HERE}index.yaml`, scope: 'loopback' } };
  }
  const address = place?.kind === 'http' ? indexAddress(place.url) : undefined;
  if (address === undefined)
    throw new SourceError(
      'refused',
      `Catalog ${ref.name} is neither a directory nor at an http address: the packages that its index names cannot be found. Give the address of the repository in spec.address.`,
    );
  const { hostname, port, protocol } = new URL(address);
  const { scope } = await outbound.judge(
    { host: hostname, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) },
    signal,
  );
  return { ways: { cache, fetch: overHttp, read }, from: { address, scope } };
}

/** An index may hold what is no encoding of anything: then the file is called just that. */
function nameIn(url: string): string {
  const { pathname } = new URL(url);
  try {
    return decodeURIComponent(pathname).slice(1);
  } catch {
    return pathname.slice(1);
  }
}

/** Links are followed as long as they stay inside. */
async function fileIn(
  root: string | undefined,
  { url, mostBytes }: RepositoryRequest,
): Promise<RepositoryFetched> {
  const name = nameIn(url);
  const missing = (cause?: unknown): SourceError =>
    new SourceError('missing', `${name} is not in the directory. Put it there, or make the index again.`, {
      cause,
    });
  if (root === undefined) throw missing();
  try {
    const [inside, path] = await Promise.all([realpath(root), realpath(join(root, name))]);
    const info = await stat(path);
    if (!path.startsWith(inside + sep) || !info.isFile()) throw missing();
    if (info.size > Math.min(mostBytes, PACKAGE_LIMITS.bytes))
      throw new SourceError('limit', `${name} has more than ${String(mostBytes)} bytes and is not read.`);
    return { kind: 'whole', scope: 'loopback', bytes: await readFile(path), validator: undefined };
  } catch (error) {
    throw error instanceof SourceError ? error : missing(error);
  }
}
