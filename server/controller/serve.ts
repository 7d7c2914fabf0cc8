/** The part of the controller that needs its cluster; loaded when the catalog service answers already. */
import { flushCompileCache } from 'node:module';
import { pino } from 'pino';
import { optional } from '#lib/base/loose.ts';
import { loadConfig } from '#server/kube/config.ts';
import { createClient } from '#server/kube/client.ts';
import { ownNamespace } from '#server/kube/own-namespace.ts';
import { defaultCacheFolder } from './cache-folder.ts';
import { startCatalogs, type Catalogs, type CatalogsOptions } from './catalogs.ts';
import { consoleSecrets } from './console-secrets.ts';
import { requireSecret, type GivenFlags } from './flags.ts';
import { runController } from './run.ts';

/** How long a drain may take after the first signal. */
const DRAIN_MS = 10_000;

/** Resolves after a clean end. @param early catalogs that are served already */
export async function serve(given: GivenFlags, early: Catalogs | undefined): Promise<void> {
  const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
  const config = loadConfig({
    ...optional({ kubeconfig: given.kubeconfig, context: given.context }),
    ...(given['in-cluster'] ? { inCluster: true } : {}),
  });
  const flags = { ...given, namespace: ownNamespace(config, given.namespace) };
  const stop = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.on(name, () => {
      log.info({ signal: name }, 'stopping');
      stop.abort();
      setTimeout(() => process.exit(1), DRAIN_MS).unref();
    });
  }
  const late = async (): Promise<CatalogsOptions> => {
    const catalogSecret = flags['console-secrets']
      ? await consoleSecrets(createClient(config), flags.namespace)
      : process.env['CAPSTAN_CATALOG_SECRET'];
    requireSecret(flags, catalogSecret);
    const directory = flags['cache-dir'] ?? defaultCacheFolder(config.server, process.env);
    return { flags, directory, catalogSecret };
  };
  await runController({
    flags,
    config,
    log,
    catalogs: early ?? (await startCatalogs(await late())),
    signal: stop.signal,
    onReady: (words) => {
      process.stdout.write(`capstan-controller ready ${words}\n`);
      // All that runs in every start is compiled by now.
      flushCompileCache();
    },
  });
}
