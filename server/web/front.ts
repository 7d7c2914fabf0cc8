/**
 * The door of the console. Everything that enters the process comes through here: host, origin and session are
 * checked before anything else looks at the request; data is served here, pages by Next behind it.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import { pathBelow } from '#lib/base-path.ts';
import { withMessage } from '#lib/console-problem.ts';
import type { Sessions } from '#server/auth/launch-session.ts';
import type { Assets } from './assets.ts';
import { leadBelow } from './base-path.ts';
import type { Sender } from './forwarded.ts';
import {
  checkDuplicates,
  checkForm,
  checkHost,
  checkOrigin,
  checkTarget,
  checkUnsafe,
  isOneOf,
  publicPaths,
} from './gate.ts';
import type { Hosts, GateVerdict } from './gate.ts';
import { nextRequest, pagePolicy, rawHeadersOf } from './headers.ts';
import type { ConsoleHealth } from './health.ts';
import { sendError, sendText, setCommonHeaders, type Exchange } from './http.ts';
import type { WebMetrics } from './metrics.ts';
import { pageProblem } from './page-problem.ts';
import type { SignInDoor, Visit } from './sign-in/door.ts';
import { sendSignIn } from './sign-in-page.ts';
import { keepToSession, plainSender, sessionOf, visitorOf } from './visitor.ts';

/** Answers a page or a route; the request has been stripped of what Next must not see. */
export type NextHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Serves every path that starts with `prefix`. Rejections become a 500 that says only the request id. */
export interface Endpoint {
  prefix: string;
  /** Sets the security headers itself, with all others in one piece: that is a tenth of what a small answer costs. */
  setsHeaders?: true;
  serve: (exchange: Exchange) => Promise<void> | undefined;
}

/** What stands behind the door, and who may come in. */
export interface FrontOptions {
  /** Host values that are answered. */
  hosts: Hosts;
  /** Of these, those under which sessions are opened and taken. */
  ownHosts: Hosts;
  sessions: Sessions;
  /** Empty, or the path that all addresses begin with. Behind the door nobody knows of it but those who tell addresses. */
  basePath?: string;
  /** Where people sign in by themselves; without it an address from the terminal opens sessions. */
  signIn?: SignInDoor;
  /** Who sends a request, proxies seen through; the peer and plain HTTP when absent. */
  sender?: (request: IncomingMessage) => Sender;
  endpoints: readonly Endpoint[];
  /** Absent in tests of the data path, which need no pages. */
  next?: NextHandler;
  /** Runs what answers a page for somebody. */
  renderFor?: (identity: Exchange['identity'], run: () => Promise<void>) => Promise<void>;
  assets?: Assets;
  dev?: boolean;
  health: () => ConsoleHealth;
  metrics: WebMetrics;
  /** Told of failures that no endpoint turned into an answer. */
  onError: (error: unknown, requestId: string) => void;
}

/** The listener for Node's HTTP server; it never throws. */
export function createFront(options: FrontOptions): RequestListener {
  return (request, response) => {
    const requestId = randomUUID();
    measure(options, request, response);
    serve(options, { request, response, requestId }).catch((error: unknown) => {
      options.onError(error, requestId);
      sendError(response, 500, {
        kind: 'internal',
        ...withMessage({ code: 'internal' }),
        requestId,
      });
    });
  };
}

function measure(
  { endpoints, metrics }: FrontOptions,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const start = performance.now();
  response.once('close', () => {
    const route = routeOf(endpoints, splitOnce(request.url ?? '/', '?')[0]);
    metrics.observe(
      route,
      methodLabel(request.method),
      response.statusCode,
      (performance.now() - start) / 1000,
    );
  });
}

/** A template, never a path: metrics hold no names. */
function routeOf(endpoints: readonly Endpoint[], path: string): string {
  const endpoint = endpointFor(endpoints, path);
  if (endpoint !== undefined) return endpoint.prefix;
  if (path.startsWith('/api/v1/')) return '/api/v1';
  return path.startsWith('/_next/') ? '/_next' : 'page';
}

function methodLabel(method: string | undefined): string {
  return method !== undefined && knownMethods.has(method) ? method : 'other';
}

const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

function endpointFor(endpoints: readonly Endpoint[], path: string): Endpoint | undefined {
  return endpoints.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
}

interface Arrival {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
}

async function serve(options: FrontOptions, arrival: Arrival): Promise<void> {
  const { request, response, requestId } = arrival;
  const [whole, query] = splitOnce(request.url ?? '/', '?');
  // Probes come to the process itself, and know nothing of proxies.
  const path = publicPaths.has(whole) ? whole : pathBelow(basePathOf(options), whole);
  if (path === undefined) {
    setCommonHeaders(response, requestId);
    sendError(response, 404, {
      kind: 'notFound',
      message: `This console is at ${basePathOf(options)}/, not here.`,
    });
    return;
  }
  if (path !== whole) request.url = path + (request.url ?? '').slice(whole.length);
  const entry = await enter(options, arrival, { path, query });
  if (typeof entry === 'function') {
    setCommonHeaders(response, requestId);
    return entry();
  }
  const endpoint = endpointFor(options.endpoints, path);
  if (endpoint?.setsHeaders !== true) setCommonHeaders(response, requestId);
  await (endpoint === undefined ? servePage(options, entry) : endpoint.serve(entry));
}

function basePathOf({ basePath = '' }: FrontOptions): string {
  return basePath;
}

/** The request past the gate, or what answers it at the door. */
async function enter(
  options: FrontOptions,
  { request, response, requestId }: Arrival,
  { path, query }: { path: string; query: string },
): Promise<Exchange | (() => Promise<void> | undefined)> {
  if (publicPaths.has(path)) return () => servePublic(options, path, response);
  const sender = options.sender?.(request) ?? plainSender(request);
  const verdict = admit(options, request, { path, scheme: sender.scheme });
  if (!verdict.ok) {
    return () => {
      refuse(request, response, verdict);
    };
  }
  // The cookies of another name of this machine go to all servers there, and may have been read by any.
  if (!isOneOf(options.ownHosts, request.headers.host)) {
    return () => {
      sendSignIn(request, response, { nonce: newNonce(), byOtherName: true });
    };
  }
  const visit = (): Visit => ({
    request,
    response,
    query,
    nonce: newNonce(),
    ...visitorOf(request, sender, basePathOf(options)),
  });
  const atDoor = doorPaths.get(path);
  const { signIn } = options;
  if (signIn !== undefined && atDoor !== undefined) return () => signIn[atDoor](visit()) ?? undefined;
  const cookie = path === '/' && request.method === 'GET' ? cookieFor(options, query) : undefined;
  if (cookie !== undefined) {
    return () => {
      openSession(response, cookie);
    };
  }
  const entered = await sessionOf(options.sessions, request, sender, basePathOf(options));
  if (entered === undefined) {
    return () => {
      if (signIn === undefined) sendSignIn(request, response, { nonce: newNonce(), byOtherName: false });
      else signIn.turnAway(visit(), request.url ?? '/');
    };
  }
  keepToSession(response, entered, path);
  return { request, response, path, query, identity: entered.identity, requestId };
}

const doorPaths: ReadonlyMap<string, 'signIn' | 'signOut'> = new Map([
  ['/sign-in', 'signIn'],
  ['/sign-out', 'signOut'],
]);

function cookieFor({ sessions }: FrontOptions, query: string): string | undefined {
  const token = new URLSearchParams(query).get('token');
  return token === null ? undefined : sessions.open(token);
}

function admit(
  options: FrontOptions,
  request: IncomingMessage,
  { path, scheme }: { path: string; scheme: 'http' | 'https' },
): GateVerdict {
  const head = { method: request.method ?? '', path, headers: request.headers, scheme };
  const isData = path === '/api' || path.startsWith('/api/') || path.startsWith('/k8s/') || path === '/k8s';
  const checks = [
    () => checkTarget(request.url),
    () => checkDuplicates(request.rawHeaders),
    () => checkHost(request.headers.host, options.hosts),
    () => checkOrigin(head, isData),
    () => (options.signIn !== undefined && isForm(head) ? checkForm(head) : checkUnsafe(head)),
  ];
  for (const check of checks) {
    const verdict = check();
    if (!verdict.ok) return verdict;
  }
  return { ok: true };
}

function isForm({ method, path }: { method: string; path: string }): boolean {
  return path === '/sign-out' || (path === '/sign-in' && method === 'POST');
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  verdict: GateVerdict & { ok: false },
): void {
  // The body of a refused request is not worth reading.
  if (request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined) {
    response.setHeader('connection', 'close');
  }
  sendError(response, verdict.status, { kind: 'refused', message: verdict.reason });
}

async function servePublic(options: FrontOptions, path: string, response: ServerResponse): Promise<void> {
  if (path === '/metrics')
    return sendText(response, 200, await options.metrics.text(), 'text/plain; version=0.0.4');
  const { unhealthy, notReady } = options.health();
  const problem = path === '/healthz' ? unhealthy : notReady;
  sendText(response, problem === undefined ? 200 : 503, `${problem ?? 'ok'}\n`, 'text/plain; charset=utf-8');
}

/** Redirects, so that the token stays neither in the address bar nor in a Referer. */
function openSession(response: ServerResponse, cookie: string): void {
  response.writeHead(303, {
    location: '/',
    'set-cookie': cookie,
    'cache-control': 'no-store',
    'content-length': 0,
  });
  response.end();
}

async function servePage(options: FrontOptions, exchange: Exchange): Promise<void> {
  const { request, response, path } = exchange;
  if (path.startsWith('/_next/static/') && (await options.assets?.(request, response, path)) === true) return;
  const problem = pageProblem(exchange, options.dev === true);
  if (problem !== undefined) return sendError(response, problem.status, problem.body);
  if (options.next === undefined)
    return sendError(response, 404, { kind: 'notFound', message: 'There is no such page.' });

  const dev = options.dev === true;
  const policy = pagePolicy(newNonce(), { dev });
  request.headers = { ...nextRequest(request.headers, policy, { dev }), 'x-request-id': exchange.requestId };
  request.rawHeaders = rawHeadersOf(request.headers);
  response.setHeader('content-security-policy', policy);
  leadBelow(basePathOf(options), response);
  const { next, renderFor } = options;
  const render = (): Promise<void> => next(request, response);
  await (renderFor === undefined ? render() : renderFor(exchange.identity, render));
}

function newNonce(): string {
  return randomBytes(16).toString('base64');
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
