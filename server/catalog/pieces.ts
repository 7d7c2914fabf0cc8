/** What readers hand to `buildPackages`: entries as they were found, each with the file that holds it. */
import type { CatalogBundle, CatalogIcon, CatalogWarning, ChannelEntry } from '#lib/olm/catalog.ts';
import { limits } from './limits.ts';

export interface PackagePiece {
  file: string;
  name: string;
  /** What the catalog says; it need not exist. */
  defaultChannel?: string;
  description?: string;
  icon?: CatalogIcon;
}

export interface ChannelPiece {
  file: string;
  package: string;
  name: string;
  entries: ChannelEntry[];
}

export interface BundlePiece {
  file: string;
  bundle: CatalogBundle;
}

export interface DeprecationPiece {
  file: string;
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

export interface Pieces {
  packages: PackagePiece[];
  channels: ChannelPiece[];
  bundles: BundlePiece[];
  deprecations: DeprecationPiece[];
  directoryBundles: DirectoryBundlePiece[];
}

export function noPieces(): Pieces {
  return { packages: [], channels: [], bundles: [], deprecations: [], directoryBundles: [] };
}

/** Warnings up to a limit; beyond it they are only counted. */
export class Warnings {
  private readonly kept: CatalogWarning[] = [];
  private more = 0;

  add(warning: CatalogWarning): void {
    if (this.kept.length < limits.warnings) {
      this.kept.push(warning);
    } else {
      this.more += 1;
    }
  }

  list(): CatalogWarning[] {
    return this.more === 0 ? this.kept : [...this.kept, { message: `${String(this.more)} more warnings` }];
  }
}
