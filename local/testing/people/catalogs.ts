/** The two catalogs of `persona-state.ts` as folders. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fbcBundle, fbcPackage } from '../../../lib/testing/bundle-files.ts';
import { hiddenCatalog, openCatalog } from './state.ts';

export interface PersonaCatalogs extends AsyncDisposable {
  folders: readonly { name: string; directory: string }[];
}

/** Packages by catalog. The first of each is subscribed to already. */
export const parcels = {
  [openCatalog]: ['open-parcel', 'other-parcel'],
  [hiddenCatalog]: ['hidden-parcel'],
} as const;

export async function writePersonaCatalogs(): Promise<PersonaCatalogs> {
  const root = await mkdtemp(join(tmpdir(), 'capstan-wharf-'));
  const folders = await Promise.all(
    Object.entries(parcels).map(async ([name, packages]) => {
      const directory = join(root, name);
      await mkdir(directory);
      const entries = packages.flatMap(entriesOf).map((entry) => JSON.stringify(entry));
      await writeFile(join(directory, 'catalog.json'), entries.join('\n'));
      return { name, directory };
    }),
  );
  return { folders, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) };
}

function entriesOf(name: string): unknown[] {
  const installModes = ['OwnNamespace', 'AllNamespaces'].map((type) => ({ type, supported: true }));
  const properties = [
    { type: 'olm.package', value: { packageName: name, version: '1.0.0' } },
    { type: 'olm.csv.metadata', value: { displayName: name, installModes } },
  ];
  const [pkg, channel] = fbcPackage(name, ['1.0.0']);
  return [pkg, channel, fbcBundle(name, '1.0.0', { properties })];
}
