/** The PackageManifest API from start to end: switched on by a flag, taken away again when the flag is gone. */
import { resources } from '#lib/k8s/resources.ts';
import { isCatalogSource } from '#server/install/parse.ts';
import { listOf, type Log } from '#server/install/world.ts';
import type { Caches } from '#server/install/caches.ts';
import type { CatalogStore } from '#server/catalog/types.ts';
import type { KubeClient } from '#server/kube/types.ts';
import type { Offer, OfferedCatalog } from './answers.ts';
import { parseFrontProxy } from './front-proxy.ts';
import { register, SERVICE_NAME, unregister } from './register.ts';
import { startManifestServer } from './server.ts';
import { servingCertificate } from './serving-secret.ts';

export interface PackageManifestOptions {
  client: KubeClient;
  caches: Caches;
  store: CatalogStore;
  log: Log;
  /** Of the controller and of the global catalogs. */
  namespace: string;
  /** As the flag `--package-manifests` says: a host, or `service`; undefined: off. */
  at: string | undefined;
  port: number;
  now: number;
}

const CONFIGURATION = { namespace: 'kube-system', name: 'extension-apiserver-authentication' };

/** Resolves to what ends it. Whatever is in the way is logged: without this view everything else still works. */
export async function servePackageManifests(options: PackageManifestOptions): Promise<() => Promise<void>> {
  const { client, namespace, at, log } = options;
  const nothing = (): Promise<void> => Promise.resolve();
  try {
    if (at === undefined) {
      await unregister(client, namespace);
      return nothing;
    }
    return await start(options, at);
  } catch (error) {
    log.warn({ err: error }, 'package manifests are not served');
    return nothing;
  }
}

async function start(options: PackageManifestOptions, at: string): Promise<() => Promise<void>> {
  const { client, namespace, port, log, now } = options;
  const frontProxy = parseFrontProxy(await client.get(resources.configMaps, CONFIGURATION));
  if (typeof frontProxy === 'string') {
    log.warn({ why: frontProxy }, 'package manifests are not served');
    return () => Promise.resolve();
  }
  const host = at === 'service' ? undefined : at;
  const service = `${SERVICE_NAME}.${namespace}.svc`;
  const certificate = await servingCertificate(client, {
    namespace,
    names: host === undefined ? [service] : [service, host],
    now,
  });
  const server = await startManifestServer({
    port,
    host: host === 'localhost' ? '127.0.0.1' : '::',
    certificate,
    frontProxy,
    client,
    offer: () => offerOf(options),
  });
  const refusal = await register(client, { namespace, host, port: server.port, ca: certificate.cert });
  if (refusal !== undefined) {
    await server.close();
    log.warn({ why: refusal }, 'package manifests are not served');
    return () => Promise.resolve();
  }
  log.info({ port: server.port }, 'package manifests are served');
  return () => server.close();
}

function offerOf({ caches, store, namespace }: PackageManifestOptions): Offer {
  const catalogs = listOf(caches.catalogSources, isCatalogSource).flatMap((source): OfferedCatalog[] => {
    const { namespace: place = '', name = '' } = source.metadata;
    const catalog = store.get({ namespace: place, name });
    return catalog === undefined ? [] : [{ source, catalog }];
  });
  return { catalogs, globalNamespace: namespace };
}
