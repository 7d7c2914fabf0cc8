/** Catalogs: the store over all sources, what it keeps on disk, and the service that answers from it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { optional } from '#lib/base/loose.ts';
import type { CatalogSource } from '#lib/olm/api/types.ts';
import { parseSourceSpec, type SourcePlace } from '#lib/olm/sources/spec.ts';
import { createCatalogCache } from '#server/catalog/store/cache.ts';
import { watchConfigMap } from '#server/catalog/store/config-map-watch.ts';
import { createBundlePuller } from '#server/catalog/store/bundle-puller.ts';
import type { BundleImages } from '#server/catalog/store/bundle-images.ts';
import type { CatalogCache } from '#server/catalog/store/catalog-cache.ts';
import { Readers } from '#server/catalog/indexer/readers.ts';
import { createOutbound } from '#server/catalog/net/create-outbound.ts';
import type { Outbound } from '#server/catalog/net/outbound.ts';
import { createPullBundle } from '#server/catalog/oci/pull-bundle.ts';
import { pullSecrets } from '#server/catalog/store/pull-secrets.ts';
import { readerFor } from '#server/catalog/store/readers.ts';
import type { OperatorArchives } from '#server/catalog/service/queries.ts';
import { startCatalogService } from '#server/catalog/service/service.ts';
import { createSourceStore, type SourceStore } from '#server/catalog/store/source-store.ts';
import { packageCount, type Catalog, type CatalogRef } from '#server/catalog/types.ts';
import type { Log } from '#server/install/world.ts';
import { createOperatorArchives } from '#server/kudo/operator-archives.ts';
import { realClock } from '#server/kube/clock.ts';
import type { ClusterConfig } from '#server/kube/config.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { defaultCacheFolder, shareCache } from './cache-folder.ts';
import type { Flags } from './flags.ts';
import { sourcePolicy } from './source-policy.ts';

/** What the catalogs are read with. */
export interface CatalogsOptions {
  flags: Flags;
  config: ClusterConfig;
  client: KubeClient;
  log: Log;
  catalogSecret: string | undefined;
  /** A CatalogSource as the cluster has it; undefined while that is not known. */
  source: (ref: CatalogRef) => CatalogSource | undefined;
}

/** Catalogs that are read and served, and bundles that are pulled, until `close`. */
export interface Catalogs {
  store: SourceStore;
  images: BundleImages;
  /** Address of the service. */
  url: string;
  close(): Promise<void>;
}

/** Resolves when the service answers, from what is kept on disk. */
export async function startCatalogs(options: CatalogsOptions): Promise<Catalogs> {
  const { flags, config, client, log, catalogSecret } = options;
  const directory = flags['cache-dir'] ?? defaultCacheFolder(config.server, process.env);
  const processes = new Readers();
  const cache = createCatalogCache({
    directory,
    processes,
    ...optional({ most: flags['cache-limit'] === undefined ? undefined : shareCache(flags['cache-limit']) }),
    onDamage: (source) => {
      log.warn({ catalog: nameOf(source.ref) }, 'what was kept of a catalog is damaged; it is made again');
      store.repair(source);
    },
  });
  const outbound = createOutbound({
    policy: sourcePolicy(flags, { inCluster: config.source === 'in-cluster' }),
    ...optional({ ca: await authorities(flags) }),
    env: process.env,
  });
  const insecure = flags['insecure-registry'];
  const readers = { client, outbound, clock: realClock, insecure, processes };
  const store = await createSourceStore({
    cache,
    directories: flags.catalog,
    namespace: flags.namespace,
    ...(flags['catalog-namespace'].length === 0 ? {} : { onlyOf: flags['catalog-namespace'] }),
    reader: (ref, place) => readerFor(readers, ref, place),
    watchConfigMap: (ref, onChange) => watchConfigMap(client, ref, onChange),
    ...logging(log),
  });
  const images = startBundleImages(options, { cache, directory, outbound, processes });
  const service = await startCatalogService(store, {
    images,
    archives: archivesOf(options, { directory, outbound, processes }),
    host: flags.host,
    port: flags['catalog-service-port'],
    globalNamespace: flags.namespace,
    wholeNamespace: flags['whole-namespace-resolution'],
    ...optional({ secret: catalogSecret }),
    source: options.source,
    onError: (error) => {
      const why = error instanceof Error ? error.stack : String(error);
      log.warn({ why }, 'the catalog service failed');
    },
  });
  return {
    store,
    images,
    url: service.url,
    close: async () => {
      await service.close();
      store.stop();
      images.stop();
      await Promise.all([cache.close(), outbound.close()]);
    },
  };
}

/** Packages of declarative operators, kept beside the catalogs. */
function archivesOf(
  options: CatalogsOptions,
  { directory, outbound, processes }: Omit<BundleImagePlace, 'cache'>,
): OperatorArchives {
  return createOperatorArchives({
    outbound,
    processes,
    cacheFolder: join(directory, 'declarative'),
    directories: options.flags.catalog,
    place: (ref) => placeOf(options, ref),
  });
}

/** A directory is offered under its name also while there is no CatalogSource of it. */
function placeOf({ flags, source }: CatalogsOptions, ref: CatalogRef): SourcePlace | undefined {
  const known = source(ref);
  if (known !== undefined) return parseSourceSpec(known).place;
  const isOffered = ref.namespace === flags.namespace && flags.catalog.some(({ name }) => name === ref.name);
  return isOffered ? { kind: 'directory', name: ref.name } : undefined;
}

interface BundleImagePlace {
  cache: CatalogCache;
  directory: string;
  outbound: Outbound;
  processes: Readers;
}

/** Bundles that are images, each pulled with the secrets of the CatalogSource that names it. */
function startBundleImages(
  { flags, client, log, source }: CatalogsOptions,
  { cache, directory, outbound, processes }: BundleImagePlace,
): BundleImages {
  return createBundlePuller({
    pull: createPullBundle({
      fetch: (request) => outbound.fetch(request),
      clock: realClock,
      insecure: flags['insecure-registry'],
      folders: cache,
      processes,
    }),
    cache,
    owner: (ref) => source(ref)?.metadata.uid,
    credentials: (ref) => pullSecrets(client, ref.namespace, source(ref)?.spec.secrets ?? []),
    clock: realClock,
    tableFile: join(directory, 'bundle-images.jsonl'),
    onProblem: (ref, image, error) => {
      const why = error instanceof Error ? error.message : String(error);
      log.warn({ catalog: nameOf(ref), image, why }, 'bundle image not pulled');
    },
  });
}

function authorities(flags: Flags): Promise<string | undefined> {
  const file = flags['source-ca'];
  return file === undefined ? Promise.resolve(undefined) : readFile(file, 'utf8');
}

function logging(log: Log): {
  onRead: (catalog: Catalog, ms: number) => void;
  onProblem: (catalog: Catalog, error: unknown) => void;
} {
  return {
    onRead: (catalog, ms) => {
      const { ref, warnings } = catalog;
      const fields = { catalog: nameOf(ref), packages: packageCount(catalog), warnings: warnings.length, ms };
      log.info(fields, 'catalog read');
    },
    onProblem: ({ ref, reading }, error) => {
      const why = error instanceof Error ? error.message : String(error);
      log.warn({ catalog: nameOf(ref), kind: reading?.problem?.kind, why }, 'catalog not read');
    },
  };
}

function nameOf({ namespace, name }: CatalogRef): string {
  return `${namespace}/${name}`;
}
