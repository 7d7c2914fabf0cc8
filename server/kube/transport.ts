/**
 * HTTP to one API server: pooled keep-alive HTTP/1.1 connections (a watch that stalls then stalls alone), credentials
 * added per request. One set of connections per cluster serves every identity.
 */
import type { Readable } from 'node:stream';
import { Pool, ProxyAgent, Socks5ProxyAgent, type Dispatcher } from 'undici';
import { optional } from '#lib/base/loose.ts';
import type { ClientCertificate, ClusterConfig } from './config.ts';
import { currentConfig, lookAgain } from './current-config.ts';
import { configCredentials, tokenCredentials } from './credentials.ts';
import type { CredentialProvider, Credentials } from './credentials.ts';
import { KubeError } from './errors.ts';
import { forward } from './forward.ts';
import { upgraded } from './exec/upgrade.ts';
import { errorFromNetwork } from './network-errors.ts';
import type { KubeTransport, TransportRequest, TransportResponse } from './types.ts';

/** As whom to ask. */
export interface IdentityOptions {
  /** A user's bearer token. Absent: the identity that the configuration gives. */
  token?: string;
  /** Overrides both. */
  credentials?: CredentialProvider;
}

const CONNECT_TIMEOUT_MS = 10_000;
const HEADERS_TIMEOUT_MS = 65_000;
/** How long an unused connection is kept; the API server keeps it for 90 s. */
const KEEP_ALIVE_MS = 15_000;

/** Never taken from a caller: they would choose an identity or break the framing of the request. */
const ownHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const ownHeaderPrefixes = ['impersonate-', 'x-remote-', 'proxy-'] as const;

/** Streams requests to the API server as one identity; for the console's proxy, and below `createClient`. */
export function createTransport(config: ClusterConfig, identity: IdentityOptions = {}): KubeTransport {
  const credentials = credentialsOf(identity) ?? renewedCredentials(config);
  const { origin, pathname } = new URL(config.server);
  const shownServer = shownAs(config);
  const basePath = pathname.replace(/\/$/, '');

  const optionsFor = (request: TransportRequest, using: Credentials): Dispatcher.DispatchOptions => ({
    origin,
    path: basePath + request.path,
    method: request.method,
    headers: { 'user-agent': 'capstan', ...callersHeaders(request.headers), ...using.headers },
    body: request.body ?? null,
    headersTimeout: request.headersTimeoutMs ?? HEADERS_TIMEOUT_MS,
    bodyTimeout: request.bodyTimeoutMs ?? 0,
  });

  const attempt = async (request: TransportRequest, using: Credentials): Promise<TransportResponse> => {
    const dispatcher = dispatcherFor(latest(config), using.clientCertificate);
    const response = await gated(dispatcher, request.mayStart).request({
      ...optionsFor(request, using),
      signal: request.signal ?? null,
    });
    return { status: response.statusCode, headers: response.headers, body: response.body };
  };

  const send = async (request: TransportRequest): Promise<TransportResponse> => {
    const first = await credentials.get();
    const response = await attempt(request, first);
    if (response.status !== 401 || !credentials.invalidate(first) || isStream(request.body)) return response;
    const second = await credentials.get();
    if (second === first) return response;
    discard(response.body);
    return attempt(request, second);
  };

  return {
    server: config.server,
    send: (request) => send(request).catch(explained(shownServer)),
    upgrade: (request) =>
      upgraded(request, credentials, (using) => [
        dispatcherFor(latest(config), using.clientCertificate),
        optionsFor({ method: 'GET', ...request }, using),
      ]).catch(explained(shownServer)),
    forward: (request, sink) =>
      forward(sink, {
        credentials,
        mayRepeat: !isStream(request.body),
        dispatch: (using, handler) =>
          dispatcherFor(latest(config), using.clientCertificate).dispatch(
            optionsFor(request, using),
            handler,
          ),
        toError: (error) => errorFromNetwork(error, shownServer),
      }),
  };
}

function shownAs({ server, proxyUrl }: ClusterConfig): string {
  return proxyUrl === undefined ? server : `${server} (through the proxy ${proxyUrl})`;
}

function explained(shownServer: string): (error: unknown) => never {
  return (error) => {
    throw errorFromNetwork(error, shownServer);
  };
}

function credentialsOf({ credentials, token }: IdentityOptions): CredentialProvider | undefined {
  return credentials ?? (token === undefined ? undefined : tokenCredentials(token));
}

/** One provider per configuration, so that many clients run a credential plugin once. */
const providers = new WeakMap<ClusterConfig, CredentialProvider>();

function credentialsIn(config: ClusterConfig): CredentialProvider {
  const known = providers.get(config) ?? configCredentials(config);
  providers.set(config, known);
  return known;
}

/** Those that the configuration's files hold now. They are read again at once when what they held was refused. */
function renewedCredentials(config: ClusterConfig): CredentialProvider {
  const givers = new WeakMap<Credentials, CredentialProvider>();
  return {
    get: async () => {
      const provider = credentialsIn(latest(config));
      const credentials = await provider.get();
      givers.set(credentials, provider);
      return credentials;
    },
    invalidate: (refused) => {
      lookAgain(config);
      const provider = credentialsIn(latest(config));
      return provider !== givers.get(refused) || provider.invalidate(refused);
    },
  };
}

function callersHeaders(headers: Record<string, string>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    const isOwn = ownHeaders.has(lower) || ownHeaderPrefixes.some((prefix) => lower.startsWith(prefix));
    if (!isOwn) kept[lower] = value;
  }
  return kept;
}

function isStream(body: Readable | string | undefined): boolean {
  return body !== undefined && typeof body !== 'string';
}

/** What was asked for may wait for a connection: a process that was suspended meanwhile must not send it any more. */
function gated(dispatcher: Dispatcher, mayStart: (() => boolean) | undefined): Dispatcher {
  if (mayStart === undefined) return dispatcher;
  return dispatcher.compose((dispatch) => (options, handler) => dispatch(options, gate(handler, mayStart)));
}

function gate(handler: Dispatcher.DispatchHandler, mayStart: () => boolean): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (controller, context: unknown) => {
      handler.onRequestStart?.(controller, context);
      if (mayStart()) return;
      const message = 'Not sent: whoever asked for it may not any more.';
      controller.abort(new KubeError({ kind: 'unavailable', reason: 'NotSent', message }));
    },
    onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
    onResponseStart: (...args) => handler.onResponseStart?.(...args),
    onResponseData: (...args) => handler.onResponseData?.(...args),
    onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
    onResponseError: (...args) => handler.onResponseError?.(...args),
  };
}

/** Ends an answer nobody will read. */
export function discard(body: Readable): void {
  body.on('error', () => undefined);
  body.destroy();
}

/** Connections of a cluster by client certificate: a certificate belongs to the connection, not to the request. */
const dispatchers = new WeakMap<ClusterConfig, Map<string, Dispatcher>>();

function dispatcherFor(config: ClusterConfig, certificate: ClientCertificate | undefined): Dispatcher {
  const ofCluster = dispatchers.get(config) ?? new Map<string, Dispatcher>();
  dispatchers.set(config, ofCluster);
  const key = certificate?.cert ?? '';
  const known = ofCluster.get(key);
  if (known !== undefined) return known;
  const made = createDispatcher(config, certificate);
  ofCluster.set(key, made);
  dropRotated(ofCluster);
  return made;
}

/** Certificates from a plugin rotate: only the anonymous set and the two newest certificates stay open. */
function dropRotated(ofCluster: Map<string, Dispatcher>): void {
  const certificates = [...ofCluster.keys()].filter((key) => key !== '');
  for (const old of certificates.slice(0, -2)) {
    void ofCluster.get(old)?.close();
    ofCluster.delete(old);
  }
}

function createDispatcher(config: ClusterConfig, certificate: ClientCertificate | undefined): Dispatcher {
  const tls = {
    ...optional({ ca: config.tls.ca }),
    ...(certificate === undefined ? {} : { cert: certificate.cert, key: certificate.key }),
    ...optional({ servername: config.tls.serverName }),
    rejectUnauthorized: !config.tls.insecure,
    timeout: CONNECT_TIMEOUT_MS,
    allowH2: false,
  };
  const options = {
    allowH2: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // As many connections as requests are under way: every open watch holds one.
    connections: null,
    pipelining: 1,
  };
  const { proxyUrl } = config;
  if (proxyUrl === undefined) return new Pool(new URL(config.server).origin, { ...options, connect: tls });
  if (proxyUrl.startsWith('socks5')) return new Socks5ProxyAgent(proxyUrl, { ...options, requestTls: tls });
  return new ProxyAgent({ ...options, uri: proxyUrl, requestTls: tls });
}

/** Connections that were made with what has been written anew since then end when their last answer has. */
function latest(given: ClusterConfig): ClusterConfig {
  const config = currentConfig(given);
  const before = lastUsed.get(given);
  if (before === config) return config;
  lastUsed.set(given, config);
  for (const dispatcher of before === undefined ? [] : openTo(before)) void dispatcher.close();
  return config;
}

const lastUsed = new WeakMap<ClusterConfig, ClusterConfig>();

function openTo(config: ClusterConfig): Dispatcher[] {
  const open = [...(dispatchers.get(config)?.values() ?? [])];
  dispatchers.delete(config);
  return open;
}

/** Ends every connection to the cluster, those under way too. */
export async function closeConnections(config: ClusterConfig): Promise<void> {
  const open = new Set([config, lastUsed.get(config) ?? config].flatMap(openTo));
  await Promise.all([...open].map((dispatcher) => dispatcher.destroy()));
}
