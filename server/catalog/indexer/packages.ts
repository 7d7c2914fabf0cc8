/** Packages as records: their bundles without the long texts, which lie elsewhere in the file. */
import type { CatalogBundle, CatalogIcon, CatalogPackage, CsvSummary } from '#lib/olm/api/catalog.ts';
import type { DirectoryBundlePiece } from '../read/pieces.ts';
import type { ReadBundle } from '../read/bundle-directory.ts';
import { join, shortOf, type LongTexts, type ShortSummary } from '../read/long-texts.ts';
import type { TextRef } from './format.ts';

type Stored<T extends { csv: CsvSummary }> = Omit<T, 'csv'> & { csv: ShortSummary; long: TextRef };
type StoredPackage = Omit<CatalogPackage, 'bundles' | 'icon'> & {
  bundles: [string, Stored<CatalogBundle>][];
};

/** Of a bundle directory; written by us and guarded by checksums, as all of this. */
interface StoredDirectory {
  signature: string;
  hash: string;
  fault?: string;
  notes: string[];
  piece?: Omit<DirectoryBundlePiece, 'bundle'> & { bundle: Stored<CatalogBundle> };
}

/** Where the long texts of a bundle were put. */
export type RefOf = (bundle: CatalogBundle) => TextRef;
type ReadLong = (ref: TextRef) => LongTexts;

/** The package for its record, without its icon. @param refOf where the long texts of a bundle were put */
export function encodePackage(pkg: CatalogPackage, refOf: RefOf): StoredPackage {
  const { icon: _icon, bundles, ...rest } = pkg;
  return {
    ...rest,
    bundles: Object.entries(bundles).map(([name, bundle]) => [name, encodeBundle(bundle, refOf)]),
  };
}

function encodeBundle(bundle: CatalogBundle, refOf: RefOf): Stored<CatalogBundle> {
  return { ...bundle, csv: shortOf(bundle.csv), long: refOf(bundle) };
}

/** @param icon asked for when the field is read */
export function decodePackage(
  value: unknown,
  read: ReadLong,
  icon: (() => CatalogIcon | undefined) | undefined,
): CatalogPackage {
  const { bundles, ...rest } = value as StoredPackage;
  const pkg: CatalogPackage = {
    ...rest,
    bundles: Object.fromEntries(bundles.map(([name, bundle]) => [name, decodeBundle(bundle, read)])),
  };
  if (icon !== undefined) Object.defineProperty(pkg, 'icon', { get: icon, enumerable: true });
  return pkg;
}

function decodeBundle({ long, csv, ...rest }: Stored<CatalogBundle>, read: ReadLong): CatalogBundle {
  return { ...rest, csv: join(csv, () => read(long)) };
}

/** What was read of bundle directories, for the next read. Deprecations are of the catalog, not of the bundle. */
export function encodeDirectories(
  directories: ReadonlyMap<string, ReadBundle>,
  refOf: RefOf,
): [string, StoredDirectory][] {
  return [...directories].map(([name, { signature, result, notes, hash }]) => {
    const frame = { signature, hash: hash.toString('base64'), notes: [...notes] };
    if (typeof result === 'string') return [name, { ...frame, fault: result }];
    const { deprecation: _deprecation, ...bundle } = result.bundle;
    return [name, { ...frame, piece: { ...result, bundle: encodeBundle(bundle, refOf) } }];
  });
}

/** For the next read. */
export function decodeDirectories(value: unknown, read: ReadLong): Map<string, ReadBundle> {
  return new Map(
    (value as [string, StoredDirectory][]).map(
      ([name, { signature, hash, fault = 'cannot be read', notes, piece }]) => [
        name,
        {
          signature,
          notes,
          hash: Buffer.from(hash, 'base64'),
          result: piece === undefined ? fault : { ...piece, bundle: decodeBundle(piece.bundle, read) },
        },
      ],
    ),
  );
}
