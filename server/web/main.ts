/** Process entry of the console: the front server, and Next's pages behind it. */
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { optional } from '#lib/base/loose.ts';

import { withMessage } from '#lib/console-problem.ts';
import { keysInFolder, ownKeys, SessionKeysError } from '#server/auth/token/keys.ts';
import { createTokenSessions } from '#server/auth/token/token-sessions.ts';
import { createCatalogClient } from '#server/catalog/service/client.ts';
import { createClient } from '#server/kube/client.ts';
import { realClock } from '#server/kube/clock.ts';
import { loadConfig } from '#server/kube/config.ts';
import type { ClusterConfig } from '#server/kube/config.ts';
import { KubeError } from '#server/kube/errors.ts';
import { ownNamespace } from '#server/kube/own-namespace.ts';
import { createTransport } from '#server/kube/transport.ts';
import { startWatchdog } from '#server/watchdog/watchdog.ts';
import { loadAssets } from './assets.ts';
import { createConsole } from './console.ts';
import type { Console, ConsoleOptions } from './console.ts';
import { onEnter } from './enter.ts';
import { hostNameFile, keptHostName, newHostName } from './host-name.ts';
import { sendError } from './http.ts';
import { createLog } from './log.ts';
import type { LoginOptions } from './login-options.ts';
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
  const { login } = options;
  const config = configFor(options);
  process.stdout.write(`${modeOf(options)}\n`);
  let handler: RequestListener = (_request, response) => {
    sendError(response, 503, { kind: 'unavailable', ...withMessage({ code: 'starting' }) });
  };
  const server = createServer((request, response) => {
    handler(request, response);
  });
  const who = login === undefined ? asKubeconfig(config, options.mode) : byToken(config, login);
  const port = await listen(server, options);
  const secret = process.env['CAPSTAN_CATALOG_SECRET'];
  const hostName = options.hostName ?? (login === undefined ? ownHostName() : 'localhost');
  const basePath = login?.basePath ?? '';
  const pages = await startNext({
    ...{ root, dev: options.dev, server, host: options.host },
    ...{ hostName, port, basePath },
  });
  const console_ = createConsole({
    ...who,
    port,
    hostName,
    userName: config.user,
    changes: options.changes,
    controllerNamespace: ownNamespace(config, options.controllerNamespace),
    catalog: createCatalogClient({
      url: options.catalogService,
      ...optional({ secret }),
    }),
    next: pages.handle,
    ...(options.dev ? {} : { assets: await loadAssets(join(root, '.next', 'static'), basePath) }),
    dev: options.dev,
    lagMs: watchdog.lagMs,
    onError: (error, requestId) => {
      log.error({ err: error, requestId }, 'request failed');
    },
  });
  handler = console_.front;
  stopOnSignal(server, console_, options.shutdownDelayMs);
  process.stdout.write(`Capstan is ready: ${addressOf(login) ?? console_.launchUrl()}\n`);
  if (login !== undefined) return;
  onEnter(() => process.stdout.write(`Another session: ${console_.launchUrl()}\n`));
}

/** The first by which browsers come from elsewhere. */
function addressOf(login: LoginOptions | undefined): string | undefined {
  const url = login?.externalUrls[0];
  return url === undefined ? undefined : new URL(`${login?.basePath ?? ''}/`, url).href;
}

function configFor({ kubeconfig, context, login }: WebOptions): ClusterConfig {
  return loadConfig({
    ...optional({ kubeconfig, context }),
    // Never the rights of a pod: they would be everybody's who reaches it.
    ...(login === undefined ? { inCluster: false } : { withoutCredentials: true }),
  });
}

/** What a log is looked at for first: who acts here. */
function modeOf({ login, mode, host }: WebOptions): string {
  if (login === undefined)
    return `Signing in: kubeconfig. Who opens the address below, on this machine, acts as the user of the ${mode === 'local' ? 'local cluster' : 'kubeconfig'}.`;
  const keys =
    login.sessionKeys === undefined ? 'a key of this process alone' : `the keys in ${login.sessionKeys}`;
  return `Signing in: token, on ${host}. Everybody acts with a token of their own; sessions are sealed with ${keys}.`;
}

type Who = Pick<ConsoleOptions, 'identity' | 'login' | 'clusterName' | 'mode' | 'namespace'>;

function asKubeconfig(config: ClusterConfig, mode: WebOptions['mode']): Who {
  return {
    identity: {
      key: `kubeconfig:${config.context}`,
      client: createClient(config),
      transport: createTransport(config),
    },
    clusterName: config.cluster,
    mode,
    namespace: config.namespace,
  };
}

function byToken(config: ClusterConfig, login: LoginOptions): Who {
  const { sessionKeys, externalUrls, basePath, trustedProxies, idleSeconds, maxSeconds } = login;
  const onProblem = (error: unknown): void => {
    log.error({ err: error }, 'the session keys cannot be read again; the ones before are used on');
  };
  const sessions = createTokenSessions({
    config,
    keys: sessionKeys === undefined ? ownKeys() : keysInFolder(sessionKeys, onProblem),
    limits: { idleSeconds, maxSeconds },
    now: () => Math.floor(realClock.now() / 1000),
  });
  const onSignedIn = (user: string): void => {
    log.info({ user }, 'signed in');
  };
  return {
    login: { sessions, externalUrls, basePath, trustedProxies, onSignedIn },
    clusterName: login.clusterName ?? config.cluster,
    mode: 'token',
  };
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

/** Not ready at once, but still serving: for a while others send people here. Then everything under way is brought to an end. */
function stopOnSignal(server: Server, { announceEnd, drain, stop }: Console, delayMs: number): void {
  let stopping = false;
  const begin = (): void => {
    if (stopping) return;
    stopping = true;
    announceEnd();
    if (delayMs === 0) end();
    else setTimeout(end, delayMs);
  };
  const end = (): void => {
    drain();
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    setTimeout(() => {
      server.closeAllConnections();
      stop();
      process.exit(0);
    }, drainMs).unref();
  };
  process.on('SIGTERM', begin);
  process.on('SIGINT', begin);
}

function startProblem(error: unknown, { port }: WebOptions): string {
  if (error instanceof KubeError || error instanceof PagesNotBuiltError || error instanceof SessionKeysError)
    return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `Port ${String(port)} is taken. Choose another with --port, or PORT.`;
  }
  return `The console could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
