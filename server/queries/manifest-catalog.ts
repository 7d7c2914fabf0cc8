/**
 * The catalogs of a cluster where a real OLM keeps them: read from its PackageManifests, with the user's own rights, and
 * kept for a moment, since a big catalog is six megabytes there.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { namesTag } from '#lib/base/entity-tags.ts';
import { catalogTile, type CatalogTile } from '#lib/olm/content/tile.ts';
import { optional } from '#lib/base/loose.ts';
import { PACKAGE_MANIFESTS } from '#lib/olm/content/package-manifest.ts';
import { firstTiles } from '#lib/olm/search/first-tiles.ts';
import { tileAnswer } from '#lib/olm/search/tile-list.ts';
import { readPackageManifest, type ManifestPackage } from '#lib/olm/content/manifest-read.ts';
import type { Identity } from '#server/auth/identity.ts';
import type {
  IconAnswer,
  SourceHealth,
  TileConditions,
  UndecodedAnswer,
} from '#server/catalog/service/client.ts';
import { monotonicClock, realClock } from '#server/kube/clock.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { checkedPath } from '#server/kube/paths.ts';
import type { CatalogQueries, CatalogPackageRef } from './catalog.ts';
import { providersOf } from './providers.ts';
import type { Shelf } from './providers.ts';

const FRESH_MS = 30_000;
/** Identities whose catalogs are kept. */
const KEPT = 20;
/** Icons are pictures of a few kB; OLM hands out whatever a CSV holds. */
const LARGEST_ICON = 1024 * 1024;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

interface Loaded {
  readAt: number;
  packages: readonly ManifestPackage[];
  tiles: readonly CatalogTile[];
  /** Of the tiles. */
  tag: string;
  /** Answers that were asked for, by what they tell: each is made once. */
  bodies: Map<string, Buffer>;
}

/** Where to look. */
export interface ManifestQueryOptions {
  /** Asked where the user may not list all namespaces: a namespace that they use. */
  namespace: string | undefined;
}

/** Who may read no PackageManifests sees no catalogs; a cluster that fails otherwise rejects with KubeError. */
export function createManifestQueries(options: ManifestQueryOptions): CatalogQueries {
  const kept = new Map<string, { until: number; loaded: Promise<Loaded> }>();
  const load = (identity: Identity): Promise<Loaded> => {
    const known = kept.get(identity.key);
    if (known !== undefined && known.until > monotonicClock.now()) return known.loaded;
    if (kept.size >= KEPT) kept.clear();
    const loaded = read(identity, options.namespace, realClock.now());
    kept.set(identity.key, { until: monotonicClock.now() + FRESH_MS, loaded });
    loaded.catch(() => kept.delete(identity.key));
    return loaded;
  };
  const find = async (identity: Identity, ref: CatalogPackageRef): Promise<ManifestPackage | undefined> => {
    const { packages } = await load(identity);
    return packages.find(
      ({ catalog, pkg }) =>
        pkg.name === ref.package &&
        catalog.name === ref.catalog.name &&
        catalog.namespace === ref.catalog.namespace,
    );
  };
  return {
    sources: async (identity) => sourcesOf(await load(identity)),
    packages: async (identity, conditions) => rawAnswer(await load(identity), conditions),
    package: async (identity, ref) => {
      const found = await find(identity, ref);
      return found === undefined ? undefined : { ...found.pkg, hasIcon: true, noGraph: true };
    },
    bundle: async (identity, ref, csv) => {
      const bundles = (await find(identity, ref))?.pkg.bundles ?? {};
      const bundle = Object.hasOwn(bundles, csv) ? bundles[csv] : undefined;
      return bundle === undefined ? undefined : { bundle, crds: [] };
    },
    operator: () => Promise.resolve(undefined),
    operatorFiles: () => Promise.resolve(undefined),
    icon: async (identity, ref) =>
      (await find(identity, ref)) === undefined ? undefined : icon(identity, ref),
    // A real OLM keeps them in ConfigMaps that its plans name.
    planContents: () => Promise.resolve(new Map()),
    providers: async (identity, needs) => {
      const shelf: Shelf = {
        tiles: async () => (await load(identity)).tiles,
        package: async ({ catalogNamespace: namespace, catalog: name, package: wanted }) => {
          const found = await find(identity, { catalog: { namespace, name }, package: wanted });
          return found === undefined ? undefined : { ...found.pkg, hasIcon: true, noGraph: true };
        },
      };
      return providersOf(shelf, needs);
    },
    // OLM resolves with catalogs that it alone reads.
    whatIf: () => Promise.resolve({ known: false }),
  };
}

async function read(identity: Identity, namespace: string | undefined, readAt: number): Promise<Loaded> {
  const objects = await list(identity, namespace);
  const packages = objects.flatMap((object) => readPackageManifest(object) ?? []);
  const tiles = packages.flatMap(({ catalog, pkg }): CatalogTile[] => {
    const source = {
      catalogNamespace: catalog.namespace,
      catalog: catalog.name,
      ...optional({ catalogDisplayName: catalog.displayName }),
      // Of the icon nothing is known but where it is: it changes with the version.
      iconDigest: pkg.channels.find(({ name }) => name === pkg.defaultChannel)?.head ?? '',
    };
    const tile = catalogTile(source, pkg);
    return tile === undefined ? [] : [tile];
  });
  const tag = createHash('sha256').update(JSON.stringify(tiles)).digest('hex').slice(0, 24);
  return { readAt, packages, tiles, tag, bodies: new Map() };
}

/** Nothing where the user may see no PackageManifests, or nobody serves them. */
async function list(
  { client }: Identity,
  namespace: string | undefined,
): Promise<readonly Parameters<typeof readPackageManifest>[0][]> {
  try {
    return (await client.list(PACKAGE_MANIFESTS)).items;
  } catch (error) {
    if (isKubeError(error, 'notFound')) return [];
    if (!isKubeError(error, 'forbidden')) throw error;
  }
  if (namespace === undefined) return [];
  try {
    return (await client.list(PACKAGE_MANIFESTS, { namespace })).items;
  } catch (error) {
    if (isKubeError(error, 'forbidden')) return [];
    throw error;
  }
}

function sourcesOf({ packages, readAt, tag }: Loaded): SourceHealth[] {
  const found = new Map<string, SourceHealth>();
  for (const { catalog, pkg } of packages) {
    const key = `${catalog.namespace}/${catalog.name}`;
    const source = found.get(key) ?? {
      ...catalog,
      healthy: true,
      packages: 0,
      bundles: 0,
      warnings: [],
      readAt,
      digest: tag,
    };
    source.packages += 1;
    source.bundles += Object.keys(pkg.bundles).length;
    found.set(key, source);
  }
  return [...found.values()];
}

async function rawAnswer(
  { tiles, tag: now, bodies }: Loaded,
  { ifNoneMatch, acceptEncoding = '', since }: TileConditions,
): Promise<UndecodedAnswer> {
  const list = { tag: now, first: () => firstTiles(tiles), all: () => tiles };
  const { tag, by = '', value } = tileAnswer(list, since);
  const etag = `"${tag}"`;
  if (namesTag(ifNoneMatch, etag)) return { status: 304, etag, body: new Uint8Array() };
  const key = `${tag} ${by}`;
  const body = bodies.get(key) ?? Buffer.from(JSON.stringify(value()));
  bodies.set(key, body);
  if (/\bbr\b/.test(acceptEncoding)) {
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 5 };
    return { status: 200, etag, encoding: 'br', body: await brotli(body, { params: quality }) };
  }
  if (/\bgzip\b/.test(acceptEncoding)) return { status: 200, etag, encoding: 'gzip', body: await zip(body) };
  return { status: 200, etag, body };
}

async function icon(identity: Identity, ref: CatalogPackageRef): Promise<IconAnswer | undefined> {
  const { namespace } = ref.catalog;
  const { status, headers, body } = await identity.transport.send({
    method: 'GET',
    path: checkedPath(PACKAGE_MANIFESTS, { namespace, name: ref.package, subresource: 'icon' }),
    headers: {},
  });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_ICON) return undefined;
    chunks.push(chunk);
  }
  const type = headers['content-type'];
  if (status !== 200 || typeof type !== 'string' || !/^image\/[\w.+-]+$/.test(type)) return undefined;
  const bytes = Buffer.concat(chunks);
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 24)}"`;
  return { mediaType: type, etag, bytes };
}
