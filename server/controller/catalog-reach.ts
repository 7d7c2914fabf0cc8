/** What catalogs need beyond this machine: remote sources, images of bundles, archives of declarative operators. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { optional } from '#lib/base/loose.ts';
import { parseSourceSpec, type SourcePlace } from '#lib/olm/sources/spec.ts';
import { createOutbound } from '#server/catalog/net/create-outbound.ts';
import type { Outbound } from '#server/catalog/net/outbound.ts';
import { createPullBundle } from '#server/catalog/oci/pull-bundle.ts';
import type { BundleImages } from '#server/catalog/store/bundle-images.ts';
import { createBundlePuller } from '#server/catalog/store/bundle-puller.ts';
import { watchConfigMap } from '#server/catalog/store/config-map-watch.ts';
import { pullSecrets } from '#server/catalog/store/pull-secrets.ts';
import { readerFor } from '#server/catalog/store/readers.ts';
import type { CatalogRef } from '#server/catalog/types.ts';
import { createOperatorArchives } from '#server/kudo/operator-archives.ts';
import { realClock } from '#server/kube/clock.ts';
import type { ClusterConfig } from '#server/kube/config.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { nameOf, type Catalogs, type Reach } from './catalogs.ts';
import type { Flags } from './flags.ts';
import { sourcePolicy } from './source-policy.ts';

/** The cluster, and what reads catalogs already. */
export interface ReachOptions extends Pick<Reach, 'log' | 'source'> {
  flags: Flags;
  config: ClusterConfig;
  client: KubeClient;
  catalogs: Pick<Catalogs, 'cache' | 'processes' | 'directory'>;
}

/** Rejects when the file of `--source-ca` cannot be read. */
export async function createReach(options: ReachOptions): Promise<Reach> {
  const { flags, config, client, catalogs, log, source } = options;
  const outbound = createOutbound({
    policy: sourcePolicy(flags, { inCluster: config.source === 'in-cluster' }),
    ...optional({ ca: await authorities(flags) }),
    env: process.env,
  });
  const { processes } = catalogs;
  const readers = { client, outbound, clock: realClock, insecure: flags['insecure-registry'], processes };
  const images = startBundleImages(options, outbound);
  return {
    ...{ log, source, images },
    reader: (ref, place) => readerFor(readers, ref, place),
    watchConfigMap: (ref, onChange) => watchConfigMap(client, ref, onChange),
    // Packages of declarative operators, kept beside the catalogs.
    archives: createOperatorArchives({
      outbound,
      processes,
      cacheFolder: join(catalogs.directory, 'declarative'),
      directories: flags.catalog,
      place: (ref) => placeOf(options, ref),
    }),
    close: () => {
      images.stop();
      return outbound.close();
    },
  };
}

/** A directory is offered under its name also while there is no CatalogSource of it. */
function placeOf({ flags, source }: ReachOptions, ref: CatalogRef): SourcePlace | undefined {
  const known = source(ref);
  if (known !== undefined) return parseSourceSpec(known).place;
  const isOffered = ref.namespace === flags.namespace && flags.catalog.some(({ name }) => name === ref.name);
  return isOffered ? { kind: 'directory', name: ref.name } : undefined;
}

/** Bundles that are images, each pulled with the secrets of the CatalogSource that names it. */
function startBundleImages(
  { flags, client, log, source, catalogs: { cache, processes, directory } }: ReachOptions,
  outbound: Outbound,
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
