/** What the catalog service answers, shared with its client. */
import type { CatalogTile } from '#lib/olm/catalog-tile.ts';

export type { BundleDetail, PackageDetail, SourceHealth } from '#lib/olm/catalog-answers.ts';

export type TileList = CatalogTile[];
