/** What readers hand to `buildPackages`: entries as they were found, each with the file that holds it. */
import type { CatalogBundle, CatalogIcon, CatalogWarning, ChannelEntry } from '#lib/olm/api/catalog.ts';
import { optional, cutText } from '#lib/base/loose.ts';
import { limits } from './limits.ts';

/** Where a piece was found. */
export interface PiecePlace {
  file: string;
  /** First line of its entry, from 1; what comes from bundle directories has none. */
  line?: number;
}

/** An entry that declares a package. */
export interface PackagePiece extends PiecePlace {
  name: string;
  /** What the catalog says; it need not exist. */
  defaultChannel?: string;
  description?: string;
  icon?: CatalogIcon;
}

/** A channel with its entries, as they stand there. */
export interface ChannelPiece extends PiecePlace {
  package: string;
  name: string;
  entries: ChannelEntry[];
}

/** A bundle that can be used by itself. */
export interface BundlePiece extends PiecePlace {
  bundle: CatalogBundle;
}

/** What an entry says is deprecated: package, channels or bundles. */
export interface DeprecationPiece extends PiecePlace {
  package: string;
  entries: { schema: string; name?: string; message: string }[];
}

/** A bundle found as a directory; its channels are made from all that name them. */
export interface DirectoryBundlePiece extends BundlePiece {
  channels: string[];
  defaultChannel?: string;
  entry: ChannelEntry;
  icon?: CatalogIcon;
}

/** Everything that was found, each list in the order of the files. */
export interface Pieces {
  packages: PackagePiece[];
  channels: ChannelPiece[];
  bundles: BundlePiece[];
  deprecations: DeprecationPiece[];
  directoryBundles: DirectoryBundlePiece[];
  /** More came than a catalog may have, and was left out. */
  isFull?: boolean;
}

/** Empty lists to be filled. */
export function noPieces(): Pieces {
  return { packages: [], channels: [], bundles: [], deprecations: [], directoryBundles: [] };
}

/** @param names the package, and the entry in it, that the warning is about */
export function warningAt(
  { file, line }: PiecePlace,
  names: Pick<CatalogWarning, 'package' | 'entry'>,
  message: string,
): CatalogWarning {
  return { file, ...names, message: line === undefined ? message : `line ${String(line)}: ${message}` };
}

/** Warnings up to a limit, with texts up to a length; beyond it they are only counted. */
export class Warnings {
  private readonly kept: CatalogWarning[] = [];
  private more = 0;

  add(warning: CatalogWarning): void {
    if (this.kept.length < limits.warnings) {
      this.kept.push({
        ...optional({
          file: cutText(warning.file, limits.warningText),
          package: cutText(warning.package),
          entry: cutText(warning.entry),
        }),
        message: cutText(warning.message, limits.warningText) ?? '',
      });
    } else {
      this.more += 1;
    }
  }

  list(): CatalogWarning[] {
    return this.more === 0 ? this.kept : [...this.kept, { message: `${String(this.more)} more warnings` }];
  }
}
