/** Which packages would serve what a bundle needs: found by the catalog service, judged by the rules of the resolver. */
import type { PackageDetail } from '#lib/olm/api/catalog-answers.ts';
import type { CatalogTile } from '#lib/olm/content/tile.ts';
import { needKey, servingBundle } from '#lib/olm/content/dependencies.ts';
import type { Need, Provider, ProviderAnswer } from '#lib/olm/content/dependencies.ts';
import { optional } from '#lib/base/loose.ts';

/** Packages looked into for one need; each is read whole. */
const CANDIDATES = 20;

/** Where packages are found: the slim list of what the user may see, and each package whole. */
export interface Shelf {
  tiles: () => Promise<readonly CatalogTile[]>;
  package: (tile: CatalogTile) => Promise<PackageDetail | undefined>;
}

/** By the key of each need; an empty list where nothing on the shelf serves it. Rejects as the shelf does. */
export async function providersOf(shelf: Shelf, needs: readonly Need[]): Promise<ProviderAnswer> {
  const tiles = needs.length === 0 ? [] : await shelf.tiles();
  const answers = await Promise.all(
    needs.map(async (need) => {
      const candidates = tiles.filter((tile) => mayServe(tile, need)).slice(0, CANDIDATES);
      const found = await Promise.all(candidates.map((tile) => providerOf(shelf, tile, need)));
      return [needKey(need), found.filter((provider) => provider !== undefined)] as const;
    }),
  );
  return Object.fromEntries(answers);
}

function mayServe(tile: CatalogTile, need: Need): boolean {
  return need.kind === 'package' ? tile.package === need.package : tile.providedKinds.includes(need.api.kind);
}

async function providerOf(shelf: Shelf, tile: CatalogTile, need: Need): Promise<Provider | undefined> {
  const pkg = await shelf.package(tile);
  const serving = pkg === undefined ? undefined : servingBundle(pkg, need);
  if (serving === undefined) return undefined;
  return {
    catalogNamespace: tile.catalogNamespace,
    catalog: tile.catalog,
    ...optional({ catalogDisplayName: tile.catalogDisplayName }),
    package: tile.package,
    displayName: tile.displayName,
    channel: serving.channel,
    version: serving.bundle.version,
  };
}
