/** What is asked of a whole catalog at once, made from its packages. */
import type { CatalogPackage } from '#lib/olm/api/catalog.ts';
import { catalogTile } from '#lib/olm/content/tile.ts';
import { cutText, optional } from '#lib/base/loose.ts';
import type { RepositoryVersion } from '#lib/kudo/repository/repository-index.ts';
import type { StoredCatalog, StoredTile } from './catalog-cache.ts';
import { decodeIcon, iconDigest } from '../read/icon.ts';
import { apiKey } from '../read/api-key.ts';

/** How many there are of each, over all packages. */
export function countsOf(
  packages: readonly CatalogPackage[],
  operators: StoredCatalog['operators'],
): StoredCatalog['counts'] {
  const sum = (count: (pkg: CatalogPackage) => number): number =>
    packages.reduce((all, pkg) => all + count(pkg), 0);
  return {
    packages: packages.length,
    channels: sum(({ channels }) => channels.length),
    bundles: sum(({ bundles }) => Object.keys(bundles).length),
    operators: operators.size,
    versions: [...operators.values()].reduce((all, versions) => all + versions.length, 0),
  };
}

/** Nothing for a package of which nothing could be installed. */
export function tileOf(pkg: CatalogPackage): StoredTile[] {
  const isImage = pkg.icon !== undefined && decodeIcon(pkg.icon) !== undefined;
  const digest = isImage && pkg.icon !== undefined ? iconDigest(pkg.icon) : undefined;
  const tile = catalogTile({ catalogNamespace: '', catalog: '', ...optional({ iconDigest: digest }) }, pkg);
  if (tile === undefined) return [];
  const { catalogNamespace: _namespace, catalog: _catalog, ...stored } = tile;
  return [stored];
}

/** Names of the packages of which some bundle provides an API, by `apiKey`. */
export function packagesByApi(packages: readonly CatalogPackage[]): Map<string, string[]> {
  const providers = new Map<string, string[]>();
  for (const { name, bundles } of packages) {
    const apis = Object.values(bundles).flatMap(({ providedApis }) => providedApis.map(apiKey));
    for (const key of new Set(apis)) {
      const names = providers.get(key);
      if (names === undefined) providers.set(key, [name]);
      else names.push(name);
    }
  }
  return providers;
}

/** Of declarative operators, each by its newest version. */
export function operatorTiles(operators: StoredCatalog['operators']): StoredTile[] {
  return [...operators].flatMap(([name, [newest]]) =>
    newest === undefined ? [] : [operatorTile(name, newest)],
  );
}

/** Characters of a description that a tile shows. */
const SUMMARY = 300;

function operatorTile(name: string, newest: RepositoryVersion): StoredTile {
  const { operatorVersion, appVersion, description, maintainers } = newest;
  return {
    format: 'kudo',
    package: name,
    displayName: name,
    summary: cutText(description, SUMMARY) ?? '',
    ...optional({ appVersion, provider: maintainers?.[0]?.name }),
    categories: [],
    channels: [],
    defaultChannel: '',
    headVersion: operatorVersion,
    headCsv: '',
    keywords: [],
    providedKinds: [],
    installModes: [],
    infrastructureFeatures: [],
  };
}
