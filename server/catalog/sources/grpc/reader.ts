/**
 * A catalog that a registry server offers by gRPC, as catalog pods do. ListBundles leaves out most of what pages show, so
 * each bundle is asked for on its own; but first it is found out whether anything is new at all.
 */
import { join } from 'node:path';
import type { Outbound } from '../../net/outbound.ts';
import { parseHostPort } from '../../net/target.ts';
import { FbcLines } from '../fbc-lines.ts';
import { SourceError, type CatalogReader, type Fetched, type FetchRequest } from '../reader.ts';
import { connectRegistry, type RegistryClient } from './client.ts';
import { CALLS, collect, unlessMissing, type ListedPackage } from './collect.ts';
import { inOrder } from './in-order.ts';
import { bundleEntry, channelEntry, deprecationsEntry, packageEntry, parseJson } from './to-fbc.ts';

export interface GrpcReaderOptions {
  outbound: Outbound;
  /** `host:port`, as the CatalogSource gives it. */
  address: string;
  /** Longest wait for an answer in ms. Default 30 s. */
  idleMs?: number;
}

const IDLE_MS = 30_000;

export function createGrpcReader({ outbound, address, idleMs = IDLE_MS }: GrpcReaderOptions): CatalogReader {
  return {
    async fetch(request) {
      const judged = await outbound.judge(parseHostPort(address), request.signal);
      const client = await connectRegistry(judged, { address, idleMs, signal: request.signal });
      try {
        return await read(client, address, request);
      } finally {
        client.close();
      }
    },
  };
}

async function read(client: RegistryClient, address: string, request: FetchRequest): Promise<Fetched> {
  await client.check();
  const listing = await collect(client, address);
  if (listing.digest === request.known) {
    return { kind: 'unchanged' };
  }
  if (listing.packages.length === 0) {
    throw new SourceError('invalid', `The catalog at ${address} has no packages. It is tried again shortly.`);
  }
  await using lines = await FbcLines.create(join(request.folder, 'catalog.jsonl'), address);
  const write = async (entry: unknown): Promise<void> => {
    const bytes = await lines.write(entry);
    request.onBytes?.(bytes);
  };
  for (const listed of listing.packages) {
    await writePackage(listed, write);
  }
  await writeBundles(client, listing.packages, write);
  return { kind: 'fetched', version: listing.digest };
}

type Write = (entry: unknown) => Promise<void>;

async function writePackage({ pkg, channels, deprecated, head }: ListedPackage, write: Write): Promise<void> {
  await write(packageEntry(pkg, parseJson(head)));
  for (const name of [...channels.keys()].sort()) {
    await write(channelEntry(pkg.name, name, channels.get(name) ?? []));
  }
  const deprecations = deprecationsEntry(pkg, deprecated);
  if (deprecations !== undefined) {
    await write(deprecations);
  }
}

async function writeBundles(
  client: RegistryClient,
  packages: readonly ListedPackage[],
  write: Write,
): Promise<void> {
  const keys = packages.flatMap(({ pkg, bundles }) =>
    [...bundles]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([csvName, listed]) => ({ csvName, package: pkg.name, ...listed })),
  );
  const left = new Set<string>();
  for await (const { key, bundle } of inOrder(keys, CALLS, async (each) => ({
    key: each,
    bundle: each.isWhole ? undefined : await unlessMissing(client.getBundle(each)),
  }))) {
    if (bundle === undefined) {
      left.add(`${key.package} ${key.csvName}`);
    } else {
      await write(bundleEntry({ ...bundle, csvName: key.csvName, package: key.package }));
    }
  }
  await writeListed(client, left, write);
}

/** Bundles that ListBundles tells whole, and those that an old server gives no other way. */
async function writeListed(client: RegistryClient, left: Set<string>, write: Write): Promise<void> {
  if (left.size === 0) {
    return;
  }
  for await (const bundle of client.listBundles()) {
    if (left.delete(`${bundle.package} ${bundle.csvName}`)) {
      await write(bundleEntry(bundle));
    }
  }
}
