/** A console without pages on a free port, over a real cluster, and a browser's cookie for it. For tests only. */
import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { optional } from '#lib/base/loose.ts';

import type { ChangePolicy } from '#lib/session.ts';
import type { Identity } from '#server/auth/identity.ts';
import { cookieValues } from '#server/auth/launch-session.ts';
import type { Sessions } from '#server/auth/launch-session.ts';
import { createTokenSessions } from '#server/auth/token/token-sessions.ts';
import type { TokenSessionsOptions } from '#server/auth/token/token-sessions.ts';
import { createCatalogClient } from '#server/catalog/service/client.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import type { ClusterConfig } from '#server/kube/config.ts';
import { createTransport } from '#server/kube/transport.ts';
import type { KubeTransport, TransportRequest } from '#server/kube/types.ts';
import { createConsole } from '../console.ts';
import type { Login } from '../console.ts';
import type { WatchLimits } from '../stream/shared-watches.ts';
import type { StreamLimits } from '../stream/stream.ts';
import type { NextHandler } from '../front.ts';

/** A whole answer; `json` throws when it is none. */
export interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
  json: () => unknown;
}

/** What a call sends besides its path; without them, what our own pages send. */
export interface CallOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Sends without the session. */
  anonymous?: boolean;
}

/** A console that listens, and a look at what it asks of the API server. */
export interface TestConsole extends AsyncDisposable {
  port: number;
  origin: string;
  /** A new one each time. */
  launchUrl: () => string;
  cookie: string;
  identity: Identity;
  /** What was asked of the API server through the proxy. */
  sent: TransportRequest[];
  /** How often the API server was asked to pause. */
  pauses: () => number;
  /** Of each answer under way, the bytes that its reader has not taken. */
  untaken: () => number[];
  /** Sends exactly this path, with the headers of our own pages unless others are given. */
  call(path: string, options?: CallOptions): Promise<Answer>;
  /** The answer as it comes; destroy it when done. */
  open(path: string, options?: CallOptions): Promise<IncomingMessage>;
  drain(): void;
  stop(): Promise<void>;
}

/** Somebody with a bearer token. */
export interface Person {
  name: string;
  token: string;
}

const peopleCookie = 'capstan-test-person';

/** The `Cookie` header of one of several people. */
export function cookieOf({ name }: Pick<Person, 'name'>): string {
  return `${peopleCookie}=${name}`;
}

/** Sessions of several people in one console. The cookie says who it is: nothing for earnest use. */
export function sessionsOf(kubeconfig: string, people: readonly Person[]): Sessions {
  const config = loadConfig({ kubeconfig });
  const identities = new Map(
    people.map(({ name, token }) => {
      const as = { token };
      const key = `person:${name}`;
      return [name, { key, client: createClient(config, as), transport: createTransport(config, as) }];
    }),
  );
  return {
    identify: (header) => identities.get(cookieValues(header, peopleCookie)[0] ?? ''),
    open: () => undefined,
  };
}

/** What its browser opens it by. */
export const OWN_NAME = 'capstan-of-a-test.localhost';

/** How people sign in to it with a token. */
export type TestLogin = Omit<TokenSessionsOptions, 'config'> & Partial<Omit<Login, 'sessions'>>;

function loginOf(kubeconfig: string, { keys, limits, now, ...more }: TestLogin): Login {
  const config = loadConfig({ kubeconfig, withoutCredentials: true });
  return {
    sessions: createTokenSessions({ config, keys, limits, now }),
    externalUrls: [],
    trustedProxies: 0,
    onSignedIn: () => undefined,
    ...more,
  };
}

/** Over which cluster, and what is put in the place of the real thing. */
export interface TestConsoleOptions {
  kubeconfig: string;
  /** A bearer token instead of the kubeconfig's user. */
  token?: string;
  changes?: ChangePolicy;
  /** People who are signed in beside each other; see `cookieOf`. */
  people?: readonly Person[];
  /** Token login in the place of the launch address. */
  login?: TestLogin;
  /** In the place of Next. */
  next?: NextHandler;
  /** URL of a catalog service; without it none answers. */
  catalogService?: string;
  streamLimits?: Partial<StreamLimits & WatchLimits>;
  /** Of the kubeconfig's context. */
  namespace?: string;
  /** In the place of what the kubeconfig says: such as the way through a fault proxy. */
  config?: ClusterConfig;
}

/** Signed in already. Failures inside the console are thrown, to fail the test. */
export async function startTestConsole(options: TestConsoleOptions): Promise<TestConsole> {
  const config = options.config ?? loadConfig({ kubeconfig: options.kubeconfig });
  const { identity, ...recorder } = recordedIdentity(config, options.token);
  const server = createServer();
  const { promise: listening, resolve } = Promise.withResolvers<undefined>();
  server.listen(0, '127.0.0.1', () => resolve(undefined));
  await listening;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const { port } = address;
  // Nothing listens on port 1.
  const catalog = createCatalogClient({ url: options.catalogService ?? 'http://127.0.0.1:1' });
  const console_ = createConsole({
    ...(options.login === undefined ? { identity } : { login: loginOf(options.kubeconfig, options.login) }),
    port,
    hostName: OWN_NAME,
    clusterName: config.cluster,
    userName: config.user,
    mode: options.login === undefined ? 'kubeconfig' : 'token',
    changes: options.changes ?? 'apply',
    controllerNamespace: 'capstan-system',
    namespace: options.namespace,
    catalog,
    ...(options.people === undefined ? {} : { sessions: sessionsOf(options.kubeconfig, options.people) }),
    ...optional({ next: options.next }),
    streamLimits: options.streamLimits,
    onError: (error) => {
      throw error;
    },
  });
  const underWay = answersOf(server);
  server.on('request', console_.front);
  const origin = `http://${OWN_NAME}:${String(port)}`;
  const cookie = options.login === undefined ? await launch({ port, origin, url: console_.launchUrl() }) : '';
  const target = { port, origin, cookie };
  const stop = async (): Promise<void> => {
    const closed = new Promise((done) => server.close(done));
    server.closeAllConnections();
    await closed;
    console_.stop();
    await catalog.close();
  };
  return {
    ...target,
    launchUrl: console_.launchUrl,
    identity,
    sent: recorder.sent,
    pauses: recorder.pauses,
    untaken: () => [...underWay].map(({ writableLength }) => writableLength),
    call: async (path, more = {}) => readAll(await send(target, path, more)),
    open: (path, more = {}) => send(target, path, more),
    drain: console_.drain,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** The cookie of the session that the address opens. */
async function launch({ port, origin, url }: { port: number; origin: string; url: string }): Promise<string> {
  const target = { port, origin, cookie: '' };
  const response = await readAll(await send(target, `/${new URL(url).search}`, { anonymous: true }));
  return (response.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '';
}

/** Those under way. */
function answersOf(server: Server): ReadonlySet<ServerResponse> {
  const underWay = new Set<ServerResponse>();
  server.on('request', (_request, response) => {
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
  });
  return underWay;
}

function recordedIdentity(
  config: ClusterConfig,
  token: string | undefined,
): Pick<TestConsole, 'identity' | 'sent' | 'pauses'> {
  const as = token === undefined ? {} : { token };
  const { transport, ...recorder } = recorded(createTransport(config, as));
  return { identity: { key: token ?? 'admin', client: createClient(config, as), transport }, ...recorder };
}

function recorded(inner: KubeTransport): Pick<TestConsole, 'sent' | 'pauses'> & { transport: KubeTransport } {
  const sent: TransportRequest[] = [];
  let pauses = 0;
  const send: KubeTransport['send'] = (request) => {
    sent.push(request);
    return inner.send(request);
  };
  const forward: KubeTransport['forward'] = (request, sink) => {
    sent.push(request);
    const forwarding = inner.forward(request, sink);
    const pause = (): void => {
      pauses += 1;
      forwarding.pause();
    };
    return {
      pause,
      resume: () => {
        forwarding.resume();
      },
      cancel: () => {
        forwarding.cancel();
      },
    };
  };
  return { sent, pauses: () => pauses, transport: { ...inner, send, forward } };
}

async function send(
  { port, origin, cookie }: { port: number; origin: string; cookie: string },
  path: string,
  { method = 'GET', headers = {}, body, anonymous = false }: CallOptions,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = httpRequest({ host: '127.0.0.1', port, path, method, agent: false }, resolve);
  const all = {
    host: new URL(origin).host,
    ...(anonymous ? {} : { cookie }),
    ...(method === 'GET' ? {} : { origin, 'x-capstan-request': '1' }),
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  for (const [name, value] of Object.entries(all)) if (value !== '') request.setHeader(name, value);
  request.once('error', reject);
  request.end(body);
  return promise;
}

async function readAll(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(Buffer.from(chunk as Uint8Array));
  const text = Buffer.concat(chunks).toString('utf8');
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text,
    json: () => JSON.parse(text) as unknown,
  };
}
