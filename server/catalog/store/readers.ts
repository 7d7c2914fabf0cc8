/** Which reader reads which source. */
import { resources } from '#lib/k8s/resources.ts';
import { undefinedIf } from '#server/kube/errors.ts';
import type { Clock, KubeClient } from '#server/kube/types.ts';
import type { RunJob } from '../indexer/job.ts';
import type { Readers } from '../indexer/readers.ts';
import type { Outbound } from '../net/outbound.ts';
import { createImageReader } from '../oci/image-reader.ts';
import { pullSecrets } from './pull-secrets.ts';
import type { RemotePlace } from './source-store.ts';
import { createConfigMapReader } from '../sources/config-map/reader.ts';
import { createGrpcReader } from '../sources/grpc/reader.ts';
import { createHttpReader } from '../sources/http/reader.ts';
import type { CatalogReader } from '../sources/reader.ts';
import type { CatalogRef } from '../types.ts';

/** What readers reach their sources with. */
export interface ReaderOptions {
  client: KubeClient;
  /** The way to everything that a CatalogSource names. */
  outbound: Outbound;
  clock: Clock;
  /** Where what may be hostile is read. */
  processes: Pick<Readers, 'run'>;
  /** Registries that are spoken to without TLS. */
  insecure: readonly string[];
}

/** A reader with the rights of the source's namespace: Secrets and ConfigMaps are read there and nowhere else. */
export function readerFor(options: ReaderOptions, ref: CatalogRef, place: RemotePlace): CatalogReader {
  const { client, outbound, clock, insecure, processes } = options;
  const run: RunJob = (job, signal) => processes.run(job, signal, ref.namespace);
  switch (place.kind) {
    case 'image':
      return createImageReader({
        image: place.image,
        credentials: () => pullSecrets(client, ref.namespace, place.secrets),
        fetch: (request) => outbound.fetch(request),
        clock,
        insecure,
      });
    case 'http':
      return createHttpReader({ outbound, run, address: place.url });
    case 'grpc':
      return createGrpcReader({ outbound, run, address: place.address });
    case 'configMap':
      return createConfigMapReader({
        name: `${ref.namespace}/${place.name}`,
        run,
        get: (signal) => {
          const at = { namespace: ref.namespace, name: place.name };
          return undefinedIf(client.get(resources.configMaps, at, { signal }), 'notFound');
        },
      });
  }
}
