/**
 * The catalog service: read-only HTTP inside the controller process, for the console's server alone. It listens on
 * loopback; with a secret it answers nobody who does not know it. Who may see which catalog is decided by its client,
 * which asks the API server as the user and then names the catalogs it wants.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { namesTag } from '#lib/base/entity-tags.ts';
import { tileAnswer } from '#lib/olm/search/tile-list.ts';
import type { Needs } from './answers.ts';
import { EarlierTiles } from './earlier-tiles.ts';
import type { BundleImages } from '../store/bundle-images.ts';
import { Encoder, type Encodable } from './encode.ts';
import {
  createQueries,
  type CatalogServiceQueries,
  type OperatorArchives,
  type SourceOf,
} from './queries.ts';
import type { CatalogRef, CatalogStore } from '../types.ts';
import { whatIfDesk, type WhatIfDesk } from './what-if-desk.ts';

/** Where it listens, whom it answers, and what it tells besides the store. */
export interface CatalogServiceOptions {
  /** 0 = any free port. Default 9010. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  /** When set, every request needs `Authorization: Bearer <secret>`. */
  secret?: string;
  /** A CatalogSource as the cluster has it; undefined while that is not known. */
  source?: SourceOf;
  /** Where the catalogs are that every namespace may use. Default: `capstan-system`. */
  globalNamespace?: string;
  /** Every namespace is resolved as a whole. Default false. */
  wholeNamespace?: boolean;
  /** Where the manifests of bundles are that no catalog holds. */
  images?: BundleImages | Promise<BundleImages>;
  /** Gets what versions of declarative operators consist of. */
  archives?: OperatorArchives;
  /** Told of what went wrong with a request, for the log. */
  onError?: (error: unknown) => void;
}

/** A service that listens; `close` ends its connections. */
export interface CatalogService {
  url: string;
  /** Resolves when something has been asked. */
  asked: Promise<unknown>;
  close: () => Promise<void>;
}

/** How long an unused connection is kept; clients let go of theirs long before. */
const KEEP_ALIVE_MS = 75_000;

/** Rejects when the port cannot be bound. */
export async function startCatalogService(
  store: CatalogStore,
  options: CatalogServiceOptions = {},
): Promise<CatalogService> {
  const host = options.host ?? '127.0.0.1';
  const globalNamespace = options.globalNamespace ?? 'capstan-system';
  const handler = createHandler(
    {
      queries: createQueries(store, { ...options, globalNamespace }),
      earlier: new EarlierTiles(),
      whatIf: whatIfDesk({
        store,
        source: options.source ?? (() => undefined),
        globalNamespace,
        wholeNamespace: options.wholeNamespace ?? false,
        now: () => performance.now(),
      }),
    },
    options.secret,
  );
  const { promise: asked, resolve: wasAsked } = Promise.withResolvers<undefined>();
  const server = createServer((request, response) => {
    response.once('close', () => wasAsked(undefined));
    handler(request, response).catch((error: unknown) => {
      options.onError?.(error);
      // The reason goes no further: it may name files of this machine.
      response.destroy(error instanceof Error ? error : new Error('catalog service failed'));
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 9010, host, resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

interface Answer extends Encodable {
  status: number;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface Answering {
  queries: CatalogServiceQueries;
  earlier: EarlierTiles;
  whatIf: () => Promise<WhatIfDesk>;
}

function createHandler(answering: Answering, secret: string | undefined): Handler {
  const { whatIf } = answering;
  const encoder = new Encoder();
  return async (request, response) => {
    const refusal = refuse(request, secret);
    const answer =
      refusal ?? (await (request.method === 'POST' ? inquired(request, whatIf) : route(request, answering)));
    const headers: Record<string, string> = {
      'content-type': answer.type,
      'x-content-type-options': 'nosniff',
      // No page may find out by a picture or a script what there is.
      'cross-origin-resource-policy': 'same-origin',
    };
    if (answer.tag !== undefined) {
      headers['etag'] = `"${answer.tag}"`;
      headers['cache-control'] = 'private, no-cache';
      if (namesTag(request.headers['if-none-match'], `"${answer.tag}"`)) {
        response.writeHead(304, headers).end();
        return;
      }
    }
    const { body, encoding } = await encoder.encode(answer, request.headers['accept-encoding'] ?? '');
    if (encoding !== undefined) {
      headers['content-encoding'] = encoding;
      headers['vary'] = 'accept-encoding';
    }
    headers['content-length'] = String(body.length);
    response.writeHead(answer.status, headers).end(request.method === 'HEAD' ? undefined : body);
  };
}

function refuse(request: IncomingMessage, secret: string | undefined): Answer | undefined {
  const { method, url } = request;
  if (method !== 'GET' && method !== 'HEAD' && !(method === 'POST' && url === WHAT_IF)) {
    return problem(405, 'only GET and HEAD');
  }
  if (secret === undefined) {
    // Without a secret only loopback is trusted, and a web page must not reach it under another name.
    const isOurs = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(request.headers.host ?? '');
    // Browsers say what a request comes from; the console's server is none.
    if (request.headers['sec-fetch-site'] !== undefined) return problem(403, 'not for browsers');
    return isOurs ? undefined : problem(403, 'unknown host');
  }
  return isSecret(request.headers.authorization ?? '', `Bearer ${secret}`)
    ? undefined
    : problem(401, 'secret needed');
}

/** In constant time, whatever the lengths. */
function isSecret(given: string, wanted: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

/** The one question that is too long for an address. */
const WHAT_IF = '/v1/what-if';
const MAX_INQUIRY_BYTES = 4 * 1024 * 1024;

/** JSON by its name only: no web page can send that here unasked. */
async function inquired(request: IncomingMessage, whatIf: Answering['whatIf']): Promise<Answer> {
  if (request.headers['content-type'] !== 'application/json') return problem(415, 'only JSON');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) return problem(400, 'no bytes');
    size += chunk.length;
    if (size > MAX_INQUIRY_BYTES) return problem(413, 'the question is too long');
    chunks.push(chunk);
  }
  const desk = await whatIf();
  const inquiry = desk.read(parsed(Buffer.concat(chunks).toString('utf8')));
  if (inquiry === undefined) return problem(400, 'the question makes no sense');
  const answer = desk.answer(inquiry);
  return answer === undefined ? problem(429, 'too much is asked at once') : json(await answer);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a path asks for, its parts decoded. */
interface Asked {
  ref: CatalogRef;
  packageName: string;
  csv: string;
  params: URLSearchParams;
  ifNoneMatch: string | undefined;
  earlier: EarlierTiles;
}

type Route = (queries: CatalogServiceQueries, asked: Asked) => Answer | Promise<Answer>;

/** By `<what>/<number of parts>`. */
const routes = new Map<string, Route>([
  ['packages/2', tileList],
  ['packages/5', packageOf],
  [
    'bundles/6',
    async (queries, { ref, packageName, csv }) => found(await queries.bundle(ref, packageName, csv)),
  ],
  ['icons/5', icon],
  ['declarative/5', (queries, { ref, packageName }) => found(queries.operator(ref, packageName))],
  [
    'declarative/6',
    async (queries, { ref, packageName, csv }) => found(await queries.operatorFiles(ref, packageName, csv)),
  ],
  [
    'contents/3',
    async (queries, { ref, params }) => {
      const place = { from: params.get('from') ?? '', to: params.get('to') ?? '' };
      return found(await queries.content(ref.namespace, place));
    },
  ],
  ['providers/2', (queries, { params }) => json(queries.providers(refsOf(params), needsOf(params)))],
  [
    'sources/2',
    (queries, { params }) => json(queries.sources(params.has('catalog') ? refsOf(params) : undefined)),
  ],
]);

async function route(
  request: IncomingMessage,
  { queries, earlier }: Pick<Answering, 'queries' | 'earlier'>,
): Promise<Answer> {
  // Not the URL class: it would resolve `..` in a path whose parts are names.
  const [path = '', search = ''] = (request.url ?? '/').split('?', 2);
  if (path === '/healthz') {
    return json({ status: 'ok' });
  }
  const parts = decodeParts(path) ?? [];
  const answer = parts[0] === 'v1' ? routes.get(`${parts[1] ?? ''}/${String(parts.length)}`) : undefined;
  return answer === undefined
    ? problem(404, 'no such path')
    : answer(queries, {
        ...named(parts.slice(2)),
        params: new URLSearchParams(search),
        ifNoneMatch: request.headers['if-none-match'],
        earlier,
      });
}

function named([namespace = '', name = '', packageName = '', csv = '']: readonly string[]): Pick<
  Asked,
  'ref' | 'packageName' | 'csv'
> {
  return { ref: { namespace, name }, packageName, csv };
}

function tileList({ tiles }: CatalogServiceQueries, { params, ifNoneMatch, earlier }: Asked): Answer {
  const list = { ...tiles(refsOf(params)), earlier: (wanted: string) => earlier.get(wanted) };
  const { tag, by, value } = tileAnswer(list, params.get('since') ?? undefined);
  // A caller who has the list gets 304: no need to make it again.
  if (namesTag(ifNoneMatch, `"${tag}"`)) return { ...json(null), tag };
  if (by !== undefined) earlier.keep(tag, list.all);
  return { ...json(value()), tag, keep: `${tag} ${by ?? ''}` };
}

function packageOf(queries: CatalogServiceQueries, { ref, packageName }: Asked): Answer {
  const body = queries.package(ref, packageName);
  return body === undefined ? found(undefined) : { status: 200, type: 'application/json', body };
}

function icon(queries: CatalogServiceQueries, { ref, packageName }: Asked): Answer {
  const known = queries.icon(ref, packageName);
  return known === undefined
    ? problem(404, 'no icon')
    : { status: 200, type: known.image.mediaType, tag: known.tag, body: known.image.bytes };
}

function decodeParts(path: string): string[] | undefined {
  try {
    return path.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** `catalog=<namespace>/<name>`, as often as needed. */
function refsOf(params: URLSearchParams): CatalogRef[] {
  return params.getAll('catalog').map((text) => {
    const slash = text.indexOf('/');
    return { namespace: text.slice(0, Math.max(0, slash)), name: text.slice(slash + 1) };
  });
}

const MAX_NEEDS = 100;

/** `api=<group>/<version>/<kind>` and `package=<name>`, as often as needed. */
function needsOf(params: URLSearchParams): Needs {
  const apis = params.getAll('api').slice(0, MAX_NEEDS);
  return {
    apis: apis.map((text) => {
      const [group = '', version = '', kind = ''] = text.split('/');
      return { group, version, kind };
    }),
    packages: params.getAll('package').slice(0, MAX_NEEDS),
  };
}

function json(value: unknown, status = 200): Answer {
  return { status, type: 'application/json', body: Buffer.from(JSON.stringify(value)) };
}

function found(value: unknown): Answer {
  return value === undefined ? problem(404, 'not in this catalog') : json(value);
}

function problem(status: number, message: string): Answer {
  return json({ message }, status);
}
