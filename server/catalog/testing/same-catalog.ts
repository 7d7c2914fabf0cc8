/** For tests: whether two folders hold the same catalog, whatever the order and the files in which they hold it. */
import type { CatalogPackage } from '#lib/olm/api/catalog.ts';
import { canonicalLines } from '../read/digest.ts';
import { readCatalogDirectory, type DirectoryContent } from '../read/directory.ts';
import { memorySink } from '../read/sink.ts';
import { walkCatalog } from '../read/walk.ts';

/** What a folder holds, as pages and resolution come to see it. */
export async function readFolder(folder: string): Promise<DirectoryContent> {
  const options = { signal: new AbortController().signal, sink: memorySink };
  return readCatalogDirectory(await walkCatalog(folder), options);
}

/** A line for each package that is not the same in both; empty when the catalogs are the same. */
export function catalogDifferences(
  one: Pick<DirectoryContent, 'packages'>,
  other: Pick<DirectoryContent, 'packages'>,
): string[] {
  const names = new Set([...one.packages.keys(), ...other.packages.keys()]);
  return [...names].sort().flatMap((name) => {
    const [here, there] = [comparable(one.packages.get(name)), comparable(other.packages.get(name))];
    return here === there ? [] : [`${name}: ${firstDifference(here, there)}`];
  });
}

function comparable(pkg: CatalogPackage | undefined): string {
  if (pkg === undefined) {
    return 'absent';
  }
  const channels = pkg.channels
    .map((channel) => ({ ...channel, entries: channel.entries.toSorted(byName) }))
    .sort(byName);
  return canonicalLines([{ ...pkg, channels }]);
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}

function firstDifference(here: string, there: string): string {
  const length = Math.min(here.length, there.length);
  let index = 0;
  while (index < length && here[index] === there[index]) {
    index += 1;
  }
  const around = (text: string): string => text.slice(Math.max(0, index - 60), index + 60);
  return `${around(here)} is ${around(there)}`;
}
