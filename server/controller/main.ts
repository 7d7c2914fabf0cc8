/** Process entry of the controller. Standard output carries the ready line and nothing else; the log goes to standard error. */
import { pino } from 'pino';
import { optional } from '#lib/base/loose.ts';
import { loadConfig } from '#server/kube/config.ts';
import { asKubeError, isKubeError } from '#server/kube/errors.ts';
import { createClient } from '#server/kube/client.ts';
import { ownNamespace } from '#server/kube/own-namespace.ts';
import { consoleSecrets } from './console-secrets.ts';
import { FlagError, parseFlags, USAGE, type Flags } from './flags.ts';
import { runController } from './run.ts';

const USAGE_EXIT = 2;
/** How long a drain may take after the first signal. */
const DRAIN_MS = 10_000;

async function main(args: readonly string[]): Promise<number> {
  const given = parseFlags(args);
  if (given.help) {
    process.stdout.write(USAGE);
    return 0;
  }
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
  const catalogSecret = flags['console-secrets']
    ? await consoleSecrets(createClient(config), flags.namespace)
    : process.env['CAPSTAN_CATALOG_SECRET'];
  requireSecret(flags, catalogSecret);
  await runController({
    flags,
    config,
    log,
    catalogSecret,
    signal: stop.signal,
    onReady: (words) => {
      process.stdout.write(`capstan-controller ready ${words}\n`);
    },
  });
  return 0;
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** The service answers for all catalogs: who may see which is decided by the console alone. */
function requireSecret({ host }: Flags, secret: string | undefined): void {
  if (LOOPBACK.has(host) || (secret ?? '') !== '') return;
  throw new FlagError(
    `--host: ${host} can be reached by others, and the catalog service has no secret. Set CAPSTAN_CATALOG_SECRET, or use --console-secrets`,
  );
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    const isUsage = error instanceof FlagError;
    const text = isKubeError(error)
      ? error.publicMessage
      : isUsage
        ? error.message
        : asKubeError(error).message;
    process.stderr.write(`capstan-controller: ${text}\n${isUsage ? 'See --help.\n' : ''}`);
    process.exit(isUsage ? USAGE_EXIT : 1);
  },
);
