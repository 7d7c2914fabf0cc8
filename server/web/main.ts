/** Process entry of the console: the front server, and Next's pages behind it. */
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { createCatalogClient } from '#server/catalog/service/client.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { KubeError } from '#server/kube/errors.ts';
import { createTransport } from '#server/kube/transport.ts';
import { startWatchdog } from '#server/watchdog/watchdog.ts';
import { loadAssets } from './assets.ts';
import { createConsole } from './console.ts';
import type { Console } from './console.ts';
import { onEnter } from './enter.ts';
import { hostNameFile, keptHostName, newHostName } from './host-name.ts';
import { sendError } from './http.ts';
import { createLog } from './log.ts';
import { parseOptions, usage } from './options.ts';
import type { WebOptions } from './options.ts';
import { PagesNotBuiltError, startNext } from './pages.ts';

const root = join(import.meta.dirname, '..', '..');
const log = createLog();

const parsed = parseOptions(process.argv.slice(2), process.env);
if (parsed.kind === 'help') {
  process.stdout.write(usage);
} else if (parsed.kind === 'problems') {
  process.stderr.write(`${parsed.problems.join('\n')}\n\n${usage}`);
  process.exitCode = 2;
} else {
  await main(parsed.options).catch((error: unknown) => {
    process.stderr.write(`${startProblem(error, parsed.options)}\n`);
    process.exitCode = 1;
  });
}

async function main(options: WebOptions): Promise<void> {
  const watchdog = startWatchdog(options.stallLimitMs, (error) => {
    log.error({ err: error }, 'the watchdog has ended');
  });
  const config = loadConfig({
    ...(options.kubeconfig === undefined ? {} : { kubeconfig: options.kubeconfig }),
    ...(options.context === undefined ? {} : { context: options.context }),
  });
  let handler: RequestListener = (_request, response) => {
    sendError(response, 503, { kind: 'unavailable', message: 'The console is starting.' });
  };
  const server = createServer((request, response) => {
    handler(request, response);
  });
  const port = await listen(server, options);
  const identity = {
    key: `kubeconfig:${config.context}`,
    client: createClient(config),
    transport: createTransport(config),
  };
  const secret = process.env['CAPSTAN_CATALOG_SECRET'];
  const hostName = options.hostName ?? ownHostName();
  const pages = await startNext({ root, dev: options.dev, server, host: options.host, hostName, port });
  const console_ = createConsole({
    identity,
    port,
    hostName,
    clusterName: config.cluster,
    userName: config.user,
    mode: options.mode,
    changes: options.changes,
    controllerNamespace: options.controllerNamespace,
    namespace: config.namespace,
    catalog: createCatalogClient({
      url: options.catalogService,
      ...(secret === undefined ? {} : { secret }),
    }),
    next: pages.handle,
    ...(options.dev ? {} : { assets: await loadAssets(join(root, '.next', 'static')) }),
    dev: options.dev,
    lagMs: watchdog.lagMs,
    onError: (error, requestId) => {
      log.error({ err: error, requestId }, 'request failed');
    },
  });
  handler = console_.front;
  stopOnSignal(server, console_);
  process.stdout.write(`Capstan is ready: ${console_.launchUrl()}\n`);
  onEnter(() => process.stdout.write(`Another session: ${console_.launchUrl()}\n`));
}

function ownHostName(): string {
  try {
    return keptHostName(hostNameFile(process.env));
  } catch (error) {
    log.warn(
      { err: error },
      'the name of this console cannot be kept: browsers will forget drafts and settings',
    );
    return newHostName();
  }
}

async function listen(server: Server, { host, port }: WebOptions): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  server.once('error', reject);
  server.listen(port, host, () => {
    server.off('error', reject);
    resolve(undefined);
  });
  await promise;
  // A listening TCP server has an address with a port; only pipes have a string.
  return (server.address() as AddressInfo).port;
}

const drainMs = 5_000;

function stopOnSignal(server: Server, { drain, stop }: Console): void {
  let stopping = false;
  const end = (): void => {
    if (stopping) return;
    stopping = true;
    drain();
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    setTimeout(() => {
      server.closeAllConnections();
      stop();
      process.exit(0);
    }, drainMs).unref();
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

function startProblem(error: unknown, { port }: WebOptions): string {
  if (error instanceof KubeError || error instanceof PagesNotBuiltError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `Port ${String(port)} is taken. Choose another with --port, or PORT.`;
  }
  return `The console could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
