/**
 * Catalogs: the store over all sources, what it keeps on disk, and the service that answers from it. It answers before
 * anything else of this process is loaded; what reaches the cluster and the network joins later (`catalog-reach.ts`).
 */
import { optional } from '#lib/base/loose.ts';
import type { CatalogSource } from '#lib/olm/api/types.ts';
import { createCatalogCache } from '#server/catalog/store/cache.ts';
import type { ConfigMapWatch } from '#server/catalog/store/config-map-watch.ts';
import type { BundleImages } from '#server/catalog/store/bundle-images.ts';
import type { CatalogCache } from '#server/catalog/store/catalog-cache.ts';
import { Readers } from '#server/catalog/indexer/readers.ts';
import type { OperatorArchives } from '#server/catalog/service/queries.ts';
import { startCatalogService } from '#server/catalog/service/service.ts';
import { createSourceStore, type RemotePlace, type SourceStore } from '#server/catalog/store/source-store.ts';
import type { CatalogReader } from '#server/catalog/sources/reader.ts';
import { packageCount, type Catalog, type CatalogRef } from '#server/catalog/types.ts';
import type { Log } from '#server/install/world.ts';
import { shareCache } from './cache-folder.ts';
import type { Flags } from './flags.ts';

/** What the catalogs are read with. */
export interface CatalogsOptions {
  flags: Flags;
  /** Of the cache. */
  directory: string;
  catalogSecret: string | undefined;
}

/** Catalogs that are read and served until `close`. */
export interface Catalogs {
  store: SourceStore;
  cache: CatalogCache;
  processes: Readers;
  /** Of the cache. */
  directory: string;
  /** Address of the service. */
  url: string;
  /** Resolves when the service has been asked for the first time. */
  asked: Promise<unknown>;
  /** From now on there is more than this machine. What needs it has waited. */
  join(reach: Reach): void;
  close(): Promise<void>;
}

/** The cluster and the network, as catalogs need them. */
export interface Reach {
  log: Log;
  /** A CatalogSource as the cluster has it; undefined while that is not known. */
  source: (ref: CatalogRef) => CatalogSource | undefined;
  reader: (ref: CatalogRef, place: RemotePlace) => CatalogReader;
  watchConfigMap: (ref: CatalogRef, onChange: () => void) => ConfigMapWatch;
  images: BundleImages;
  archives: OperatorArchives;
  close(): Promise<void>;
}

/** Resolves when the service answers, from what is kept on disk. */
export async function startCatalogs(options: CatalogsOptions): Promise<Catalogs> {
  const { flags, directory, catalogSecret } = options;
  const { promise: joined, resolve } = Promise.withResolvers<Reach>();
  let reach: Reach | undefined;
  const tell = (act: (log: Log) => void): void => void joined.then(({ log }) => act(log));
  const processes = new Readers();
  const cache = createCatalogCache({
    directory,
    processes,
    ...optional({ most: flags['cache-limit'] === undefined ? undefined : shareCache(flags['cache-limit']) }),
    onDamage: (source) => {
      tell((log) =>
        log.warn({ catalog: nameOf(source.ref) }, 'what was kept of a catalog is damaged; it is made again'),
      );
      store.repair(source);
    },
  });
  const store = await createSourceStore({
    cache,
    directories: flags.catalog,
    namespace: flags.namespace,
    ...(flags['catalog-namespace'].length === 0 ? {} : { onlyOf: flags['catalog-namespace'] }),
    reader: (ref, place) => ({
      fetch: async (request) => (await joined).reader(ref, place).fetch(request),
    }),
    // Of CatalogSources nothing is known before.
    watchConfigMap: (ref, onChange) => reach?.watchConfigMap(ref, onChange) ?? UNKNOWN_MAP,
    ...logging(tell),
  });
  const service = await startCatalogService(store, {
    images: joined.then(({ images }) => images),
    archives: async (...asked) => (await joined).archives(...asked),
    host: flags.host,
    port: flags['catalog-service-port'],
    globalNamespace: flags.namespace,
    wholeNamespace: flags['whole-namespace-resolution'],
    ...optional({ secret: catalogSecret }),
    source: (ref) => reach?.source(ref),
    onError: (error) => {
      const why = error instanceof Error ? error.stack : String(error);
      tell((log) => log.warn({ why }, 'the catalog service failed'));
    },
  });
  return {
    ...{ store, cache, processes, directory, url: service.url, asked: service.asked },
    join: (given) => {
      reach = given;
      resolve(given);
    },
    close: async () => {
      await service.close();
      store.stop();
      await Promise.all([cache.close(), reach?.close()]);
    },
  };
}

const UNKNOWN_MAP: ConfigMapWatch = { current: () => undefined, close: () => undefined };

function logging(tell: (act: (log: Log) => void) => void): {
  onRead: (catalog: Catalog, ms: number) => void;
  onProblem: (catalog: Catalog, error: unknown) => void;
} {
  return {
    onRead: (catalog, ms) => {
      const { ref, warnings } = catalog;
      const fields = { catalog: nameOf(ref), packages: packageCount(catalog), warnings: warnings.length, ms };
      tell((log) => log.info(fields, 'catalog read'));
    },
    onProblem: ({ ref, reading }, error) => {
      const why = error instanceof Error ? error.message : String(error);
      const fields = { catalog: nameOf(ref), kind: reading?.problem?.kind, why };
      tell((log) => log.warn(fields, 'catalog not read'));
    },
  };
}

/** As it stands in the log. */
export function nameOf({ namespace, name }: CatalogRef): string {
  return `${namespace}/${name}`;
}
