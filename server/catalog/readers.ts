/** Which reader reads which source. */
import type { Clock, KubeClient } from '#server/kube/types.ts';
import type { Outbound } from './net/outbound.ts';
import { createImageReader } from './oci/image-reader.ts';
import { pullSecrets } from './pull-secrets.ts';
import type { RemotePlace } from './source-store.ts';
import { SourceError, type CatalogReader } from './sources/reader.ts';
import type { CatalogRef } from './types.ts';

export interface ReaderOptions {
  client: KubeClient;
  /** The way to everything that a CatalogSource names. */
  outbound: Outbound;
  clock: Clock;
  /** Registries that are spoken to without TLS. */
  insecure: readonly string[];
}

export function readerFor(options: ReaderOptions, ref: CatalogRef, place: RemotePlace): CatalogReader {
  const { client, outbound, clock, insecure } = options;
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
    case 'grpc':
    case 'configMap':
      return { fetch: () => Promise.reject(new SourceError('refused', unsupported(place.kind))) };
  }
}

function unsupported(kind: RemotePlace['kind']): string {
  return `Capstan does not read catalogs by ${kind} yet`;
}
