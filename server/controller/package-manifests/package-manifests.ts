/**
 * The PackageManifest API from start to end: switched on by a flag, taken away again when the flag is gone, and kept up to
 * date with what it is made from: the certificate, the authority of the API server, where the cluster finds it.
 */
import { resources } from '#lib/k8s/resources.ts';
import { isCatalogSource } from '#lib/olm/observed/shapes.ts';
import { listOf, type Log } from '#server/install/world.ts';
import type { Caches } from '#server/install/caches.ts';
import type { CatalogStore } from '#server/catalog/types.ts';
import type { KubeClient } from '#server/kube/types.ts';
import type { OfferedCatalogs, OfferedCatalog } from './answers.ts';
import { parseFrontProxy } from './front-proxy.ts';
import { register, SERVICE_NAME, unregister } from './register.ts';
import { startManifestServer, type ManifestServer } from './server.ts';
import { servingCertificate } from './serving-secret.ts';

/** What is served, and where the cluster finds it. */
export interface PackageManifestOptions {
  client: KubeClient;
  caches: Pick<Caches, 'catalogSources'>;
  store: Pick<CatalogStore, 'get'>;
  log: Log;
  /** Of the controller and of the global catalogs. */
  namespace: string;
  /** As the flag `--package-manifests` says: a host, or `service`; undefined: off. */
  at: string | undefined;
  port: number;
  now: () => number;
}

/** The API, on or off. */
export interface PackageManifests {
  /** Reads again what it is made from, and tells the cluster what has changed. The first look starts it. */
  look(): Promise<void>;
  /**
   * A process that one starts by hand takes the API away with it, since what nobody serves would keep every namespace from
   * being deleted. In the cluster it stays for the replica that follows.
   */
  close(): Promise<void>;
}

const CONFIGURATION = { namespace: 'kube-system', name: 'extension-apiserver-authentication' };
const IN_CLUSTER = 'service';

/** Nothing happens before the first look. Why it cannot be served is logged, once for each reason. */
export function packageManifests(options: PackageManifestOptions): PackageManifests {
  const { client, namespace, at, log } = options;
  let server: ManifestServer | undefined;
  let toldWhyNot = '';
  const whyNot = (why: string): void => {
    if (why !== toldWhyNot) log.warn({ why }, 'package manifests are not served');
    toldWhyNot = why;
  };
  return {
    look: async () => {
      if (at === undefined) {
        await unregister(client, namespace);
        return;
      }
      const host = at === IN_CLUSTER ? undefined : at;
      const frontProxy = parseFrontProxy(await client.get(resources.configMaps, CONFIGURATION));
      if (typeof frontProxy === 'string') {
        whyNot(frontProxy);
        return;
      }
      const certificate = await certificateFor(options, host);
      if (server === undefined) {
        const listen = { port: options.port, host: host === 'localhost' ? '127.0.0.1' : '::' };
        const trust = { certificate, frontProxy };
        server = await startManifestServer({ ...listen, trust, client, offer: () => offerOf(options) });
        log.info({ port: server.port }, 'package manifests are served');
      } else server.trust({ certificate, frontProxy });
      const refusal = await register(client, { namespace, host, port: server.port, ca: certificate.cert });
      if (refusal === undefined) return;
      whyNot(refusal);
      await server.close();
      server = undefined;
    },
    close: async () => {
      if (server === undefined) return;
      await server.close();
      if (at === IN_CLUSTER) return;
      await unregister(client, namespace).catch((error: unknown) =>
        log.warn({ error: String(error) }, 'package manifests are still registered in the cluster'),
      );
    },
  };
}

function certificateFor(
  { client, namespace, now }: PackageManifestOptions,
  host: string | undefined,
): ReturnType<typeof servingCertificate> {
  const service = `${SERVICE_NAME}.${namespace}.svc`;
  const names = host === undefined ? [service] : [service, host];
  return servingCertificate(client, { namespace, names, now: now() });
}

function offerOf({ caches, store, namespace }: PackageManifestOptions): OfferedCatalogs {
  const catalogs = listOf(caches.catalogSources, isCatalogSource).flatMap((source): OfferedCatalog[] => {
    const { namespace: place = '', name } = source.metadata;
    const catalog = store.get({ namespace: place, name });
    return catalog === undefined ? [] : [{ source, catalog }];
  });
  return { catalogs, globalNamespace: namespace };
}
