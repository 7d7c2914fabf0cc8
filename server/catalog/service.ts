/**
 * The catalog service: read-only HTTP inside the controller process, for the console's server alone. It listens on
 * loopback; with a secret it answers nobody who does not know it. Who may see which catalog is decided by its client,
 * which asks the API server as the user and then names the catalogs it wants.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createQueries, type CatalogQueries, type Describe } from './queries.ts';
import { Recent } from './recent.ts';
import type { CatalogRef, CatalogStore } from './types.ts';

export interface CatalogServiceOptions {
  /** 0 = any free port. Default 9010. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  /** When set, every request needs `Authorization: Bearer <secret>`. */
  secret?: string;
  describe?: Describe;
}

export interface CatalogService {
  url: string;
  close: () => Promise<void>;
}

/** Rejects when the port cannot be bound. */
export async function startCatalogService(
  store: CatalogStore,
  options: CatalogServiceOptions = {},
): Promise<CatalogService> {
  const host = options.host ?? '127.0.0.1';
  const handler = createHandler(createQueries(store, options.describe), options.secret);
  const server = createServer((request, response) => {
    handler(request, response).catch((error: unknown) => {
      // The reason goes no further: it may name files of this machine.
      response.destroy(error instanceof Error ? error : new Error('catalog service failed'));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 9010, host, resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** Compressed answers kept, in bytes. */
const COMPRESSED = 4 * 1024 * 1024;
/** Below this, compressing costs more than it saves. */
const WORTH_COMPRESSING = 1024;

interface Answer {
  status: number;
  type: string;
  /** Without quotes. */
  tag?: string;
  body: Buffer;
  /** The body never changes for this tag, so that its compressed form may be kept. */
  keep?: boolean;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

function createHandler(queries: CatalogQueries, secret: string | undefined): Handler {
  const compressed = new Recent<Buffer>(COMPRESSED);
  return async (request, response) => {
    const refusal = refuse(request, secret);
    const answer = refusal ?? (await route(request, queries));
    const headers: Record<string, string> = {
      'content-type': answer.type,
      'x-content-type-options': 'nosniff',
    };
    if (answer.tag !== undefined) {
      headers['etag'] = `"${answer.tag}"`;
      headers['cache-control'] = 'private, no-cache';
      if (matches(request.headers['if-none-match'], answer.tag)) {
        response.writeHead(304, headers).end();
        return;
      }
    }
    const { body, encoding } = await encode(answer, request.headers['accept-encoding'] ?? '', compressed);
    if (encoding !== undefined) {
      headers['content-encoding'] = encoding;
      headers['vary'] = 'accept-encoding';
    }
    headers['content-length'] = String(body.length);
    response.writeHead(answer.status, headers).end(request.method === 'HEAD' ? undefined : body);
  };
}

function refuse(request: IncomingMessage, secret: string | undefined): Answer | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return problem(405, 'only GET and HEAD');
  }
  if (secret === undefined) {
    // Without a secret only loopback is trusted, and a web page must not reach it under another name.
    return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(request.headers.host ?? '')
      ? undefined
      : problem(403, 'unknown host');
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

async function route(request: IncomingMessage, queries: CatalogQueries): Promise<Answer> {
  // Not the URL class: it would resolve `..` in a path whose parts are names.
  const [path = '', search = ''] = (request.url ?? '/').split('?', 2);
  const params = new URLSearchParams(search);
  const parts = decodeParts(path);
  const [version, what, namespace = '', name = '', packageName = '', csv = ''] = parts ?? [];
  if (version === 'healthz') {
    return json({ status: 'ok' });
  }
  if (parts === undefined || version !== 'v1') {
    return problem(404, 'no such path');
  }
  const ref = { namespace, name };
  switch (`${what ?? ''}/${String(parts.length)}`) {
    case 'packages/2': {
      const { tag, tiles } = queries.tiles(refsOf(params));
      return matches(request.headers['if-none-match'], tag)
        ? { ...json(null), tag }
        : { ...json(tiles()), tag, keep: true };
    }
    case 'sources/2':
      return json(queries.sources(params.has('catalog') ? refsOf(params) : undefined));
    case 'packages/5':
      return found(queries.package(ref, packageName));
    case 'bundles/6':
      return found(await queries.bundle(ref, packageName, csv));
    case 'icons/5': {
      const icon = queries.icon(ref, packageName);
      return icon === undefined
        ? problem(404, 'no icon')
        : { status: 200, type: icon.image.mediaType, tag: icon.tag, body: icon.image.bytes };
    }
    default:
      return problem(404, 'no such path');
  }
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

function json(value: unknown, status = 200): Answer {
  return { status, type: 'application/json', body: Buffer.from(JSON.stringify(value)) };
}

function found(value: unknown): Answer {
  return value === undefined ? problem(404, 'not in this catalog') : json(value);
}

function problem(status: number, message: string): Answer {
  return json({ message }, status);
}

function matches(header: string | undefined, tag: string): boolean {
  return (
    header !== undefined && header.split(',').some((item) => item.trim().replace(/^W\//, '') === `"${tag}"`)
  );
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function encode(
  answer: Answer,
  accepted: string,
  kept: Recent<Buffer>,
): Promise<{ body: Buffer; encoding?: 'br' | 'gzip' }> {
  const { body } = answer;
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
  const compressible = answer.type === 'application/json' || answer.type === 'image/svg+xml';
  if (encoding === undefined || !compressible || body.length < WORTH_COMPRESSING) {
    return { body };
  }
  const key = `${encoding} ${answer.tag ?? ''}`;
  const known = answer.keep === true ? kept.get(key) : undefined;
  if (known !== undefined) {
    return { body: known, encoding };
  }
  // The list is asked for often and made once: it may take its time. Everything else is quick.
  const quality = answer.keep === true ? 9 : 4;
  const made =
    encoding === 'br'
      ? await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
      : await zip(body, { level: 6 });
  if (answer.keep === true) {
    kept.set(key, made, made.length);
  }
  return { body: made, encoding };
}
