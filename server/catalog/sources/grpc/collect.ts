/** What the registry server has, without the long texts: enough to tell whether anything is new. */
import { createHash } from 'node:crypto';
import { SourceError } from '../reader.ts';
import type { Budget } from './budget.ts';
import type { RegistryClient } from './client.ts';
import type { Bundle, Package } from './registry_pb.ts';
import { workInOrder } from './in-order.ts';
import type { ListedEntry } from './to-fbc.ts';

/** The largest catalogs have some 300 packages and 11,000 entries. */
const MOST_PACKAGES = 10_000;
const MOST_ENTRIES = 500_000;
/** Calls under way at once. */
export const CALLS = 8;

/** What must be kept of a bundle to ask for it again. */
export interface ListedBundle {
  /** Any channel that it is in: GetBundle wants one. */
  channel: string;
  /** What ListBundles gives is all there is. */
  isWhole: boolean;
}

/** A package with its channels' entries, as far as ListBundles told them. */
export interface ListedPackage {
  pkg: Package;
  channels: Map<string, ListedEntry[]>;
  /** By CSV name. */
  bundles: Map<string, ListedBundle>;
  deprecated: Map<string, string>;
}

/** The whole catalog in brief. */
export interface Listing {
  /** In order of their names. */
  packages: ListedPackage[];
  /** `sha256:<hex>`, the same for the same content whatever order the server told it in. */
  digest: string;
}

/** Asks for every package and every bundle. Rejects with SourceError, `limit` beyond the bounds. */
export async function collect(client: RegistryClient, budget: Budget): Promise<Listing> {
  const names = new Set<string>();
  for await (const name of client.listPackages()) {
    names.add(name);
    budget.check();
    budget.requireFewer(names.size, MOST_PACKAGES, 'packages');
  }
  const packages = new Map<string, ListedPackage>();
  for await (const pkg of workInOrder([...names].sort(), CALLS, (name) =>
    unlessMissing(client.getPackage(name)),
  )) {
    budget.check();
    if (pkg !== undefined)
      packages.set(pkg.name, { pkg, channels: new Map(), bundles: new Map(), deprecated: new Map() });
  }
  const marks = await listBundles(client, packages, budget);
  const all = [...packages.values()];
  const hash = createHash('sha256');
  // Of the heads nothing is kept: they are asked for again when the catalog is written.
  for await (const { listed, head } of workInOrder(all, CALLS, (each) => defaultHead(client, each))) {
    budget.check();
    hash.update(`${JSON.stringify(listed.pkg)}\n${head}\n`);
  }
  for (const mark of marks.sort()) {
    hash.update(`${mark}\n`);
  }
  return { packages: all, digest: `sha256:${hash.digest('hex')}` };
}

/** Fills the packages in. @returns a mark of each entry that was told */
async function listBundles(
  client: RegistryClient,
  packages: ReadonlyMap<string, ListedPackage>,
  budget: Budget,
): Promise<string[]> {
  const marks: string[] = [];
  for await (const bundle of client.listBundles()) {
    budget.check();
    budget.requireFewer(marks.length, MOST_ENTRIES, 'entries');
    marks.push(markOf(bundle));
    const listed = packages.get(bundle.packageName);
    if (listed !== undefined) take(bundle, listed);
  }
  return marks;
}

function take(bundle: Bundle, { channels, bundles, deprecated }: ListedPackage): void {
  const { csvName, channelName: channel, replaces, skips, skipRange, deprecation } = bundle;
  const entries = channels.get(channel) ?? [];
  channels.set(channel, entries);
  entries.push({ csvName, replaces, skips, skipRange });
  const known = bundles.get(csvName);
  // The lowest name, so that the order of the answer changes nothing.
  if (known === undefined || channel < known.channel)
    bundles.set(csvName, { channel, isWhole: bundle.bundlePath === '' });
  if (deprecation !== undefined) deprecated.set(csvName, deprecation.message);
}

function markOf(bundle: Bundle): string {
  return createHash('sha256').update(JSON.stringify(bundle)).digest('base64');
}

/** The CSV at the head of the default channel, when the server gives it. */
export async function defaultHead(
  client: RegistryClient,
  listed: ListedPackage,
): Promise<{ listed: ListedPackage; head: string }> {
  const { pkg } = listed;
  const channel = pkg.channels.find(({ name }) => name === pkg.defaultChannelName);
  const bundle =
    channel === undefined
      ? undefined
      : await unlessMissing(
          client.getBundle({ pkgName: pkg.name, channelName: channel.name, csvName: channel.csvName }),
        );
  return { listed, head: bundle?.csvJson ?? '' };
}

/** What one package or bundle lacks, or has too much of, must not hide the others. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof SourceError && ['missing', 'limit', 'invalid'].includes(error.kind))
      return undefined;
    throw error;
  }
}
