/**
 * Reads what a registry server has into a file. ListBundles leaves out most of what pages show, so each bundle is asked for
 * on its own; but first it is found out whether anything is new at all. Runs in the process that reads catalogs: a server
 * may answer with more than a controller can hold.
 */
import { join } from 'node:path';
import { parsedJson } from '#lib/base/json.ts';
import type { GrpcJob } from '../../indexer/job.ts';
import { limits } from '../../read/limits.ts';
import { FbcLines } from '../fbc-lines.ts';
import { SourceError, type Fetched } from '../reader.ts';
import { Budget } from './budget.ts';
import { connectRegistry, type RegistryClient } from './client.ts';
import { CALLS, collect, defaultHead, unlessMissing, type ListedPackage } from './collect.ts';
import { workInOrder } from './in-order.ts';
import { bundleEntry, channelEntry, deprecationsEntry, packageEntry } from './to-fbc.ts';

/** Rejects with SourceError, or with the signal's reason. */
export async function fetchGrpc(job: GrpcJob, signal: AbortSignal): Promise<Fetched> {
  const { address, idleMs, known, folder } = job;
  const client = connectRegistry(job, { address, idleMs, signal });
  try {
    await client.check();
    const listing = await collect(
      client,
      new Budget(client, `The catalog at ${address} lists`, limits.listing),
    );
    if (listing.digest === known) return { kind: 'unchanged' };
    if (listing.packages.length === 0)
      throw new SourceError('invalid', `The catalog at ${address} has no packages. Retrying shortly.`);
    const budget = new Budget(client, `The catalog at ${address} sends`, limits.file);
    await using lines = await FbcLines.create(join(folder, 'catalog.jsonl'), address);
    const write = async (entry: unknown): Promise<void> => {
      budget.check();
      await lines.write(entry);
    };
    await writeAll({ client, budget, write }, listing.packages);
    return { kind: 'fetched', version: listing.digest };
  } finally {
    client.close();
  }
}

type Write = (entry: unknown) => Promise<void>;

interface Writing {
  client: RegistryClient;
  budget: Budget;
  write: Write;
}

async function writeAll(writing: Writing, packages: readonly ListedPackage[]): Promise<void> {
  const { client, write } = writing;
  for await (const { listed, head } of workInOrder(packages, CALLS, (each) => defaultHead(client, each))) {
    await writePackage(listed, head, write);
  }
  await writeBundles(writing, packages);
}

async function writePackage(
  { pkg, channels, deprecated }: ListedPackage,
  head: string,
  write: Write,
): Promise<void> {
  await write(packageEntry(pkg, parsedJson(head)));
  for (const name of [...channels.keys()].sort()) {
    await write(channelEntry(pkg.name, name, channels.get(name) ?? []));
  }
  const deprecations = deprecationsEntry(pkg, deprecated);
  if (deprecations !== undefined) await write(deprecations);
}

async function writeBundles(writing: Writing, packages: readonly ListedPackage[]): Promise<void> {
  const { client, write } = writing;
  const keys = packages.flatMap(({ pkg, bundles }) =>
    [...bundles]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([csvName, { channel, isWhole }]) => ({
        csvName,
        pkgName: pkg.name,
        channelName: channel,
        isWhole,
      })),
  );
  const left = new Set<string>();
  for await (const { key, bundle } of workInOrder(keys, CALLS, async (each) => ({
    key: each,
    bundle: each.isWhole ? undefined : await unlessMissing(client.getBundle(each)),
  }))) {
    if (bundle === undefined) {
      left.add(`${key.pkgName} ${key.csvName}`);
    } else {
      await write(bundleEntry({ ...bundle, csvName: key.csvName, packageName: key.pkgName }));
    }
  }
  await writeListed(writing, left);
}

/** Bundles that ListBundles tells whole, and those that an old server gives no other way. */
async function writeListed({ client, budget, write }: Writing, left: Set<string>): Promise<void> {
  if (left.size === 0) return;
  for await (const bundle of client.listBundles()) {
    budget.check();
    if (left.delete(`${bundle.packageName} ${bundle.csvName}`)) await write(bundleEntry(bundle));
  }
}
