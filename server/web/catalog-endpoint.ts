/** `/api/catalog/…`: what the catalog service knows, narrowed to what the user may see. */
import { namesTag } from '#lib/base/entity-tags.ts';
import { optional } from '#lib/base/loose.ts';
import { withMessage } from '#lib/console-problem.ts';
import type { ConsoleProblem } from '#lib/console-problem.ts';
import { DEFAULT_ICON } from '#lib/olm/content/default-icon.ts';
import { needOfKey } from '#lib/olm/content/dependencies.ts';
import type { Identity } from '#server/auth/identity.ts';
import type { CatalogQueries, CatalogPackageRef } from '#server/queries/catalog.ts';
import { CatalogServiceError } from '#server/catalog/service/client.ts';
import { isKubeError, toldOf } from '#server/kube/errors.ts';
import { statusOf } from '#server/routes/status.ts';
import type { Endpoint } from './front.ts';
import { dataPolicy } from './headers.ts';
import { sendError, sendJson } from './http.ts';
import type { Exchange } from './http.ts';

/** 404 also for what the user may not see, 503 while the catalog service does not answer. */
export function catalogEndpoint(queries: CatalogQueries): Endpoint {
  return {
    prefix: '/api/catalog',
    serve: async (exchange) => {
      try {
        await serve(exchange, queries);
      } catch (error) {
        fail(exchange, error);
      }
    },
  };
}

async function serve(exchange: Exchange, queries: CatalogQueries): Promise<void> {
  const { request, response, identity } = exchange;
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    sendError(response, 405, { kind: 'refused', message: 'Catalogs can only be read.' });
    return;
  }
  const target = targetOf(exchange.path);
  switch (target?.what) {
    case 'packages':
      return servePackages(exchange, queries);
    case 'sources':
      return sendJson(response, 200, await queries.sources(identity));
    case 'providers':
      return serveProviders(exchange, queries);
    case 'icon':
      return serveIcon(exchange, queries, target.ref);
    default:
      return sendFound(exchange, target && (await foundBy(queries, identity, target)));
  }
}

/**
 * What a GET of an address below `/api/catalog/` gives, for a page that is rendered with it; undefined for what is not
 * there, and for what pages do not begin with. Rejects as the queries do.
 */
export async function catalogAnswer(
  queries: CatalogQueries,
  identity: Identity,
  { path, query }: Pick<Exchange, 'path' | 'query'>,
): Promise<unknown> {
  const target = query === '' ? targetOf(path) : undefined;
  if (target === undefined) return undefined;
  switch (target.what) {
    case 'providers':
    case 'icon':
      return undefined;
    case 'packages': {
      const { body, encoding, etag } = await queries.packages(identity, {});
      // In a page there are no headers: the list stands there with its tag, as browsers keep it.
      return encoding === undefined ? `{"tag":${etag},"tiles":${Buffer.from(body).toString()}}` : undefined;
    }
    case 'sources':
      return queries.sources(identity);
    default:
      return foundBy(queries, identity, target);
  }
}

function foundBy(queries: CatalogQueries, identity: Identity, target: PackageTarget): Promise<unknown> {
  switch (target.what) {
    case 'package':
      return queries.package(identity, target.ref);
    case 'bundle':
      return queries.bundle(identity, target.ref, target.version);
    case 'operator':
      return queries.operator(identity, target.ref);
    case 'operatorFiles':
      return queries.operatorFiles(identity, target.ref, target.version);
  }
}

/** About one package, and not for pictures. */
type PackageTarget =
  | { what: 'package' | 'operator'; ref: CatalogPackageRef }
  /** The version of a bundle is its CSV's name. */
  | { what: 'bundle' | 'operatorFiles'; ref: CatalogPackageRef; version: string };

type Target =
  { what: 'packages' | 'sources' | 'providers' } | { what: 'icon'; ref: CatalogPackageRef } | PackageTarget;

/** Questions about no package in particular. */
const wholes = new Map<string, Target>([
  ['packages', { what: 'packages' }],
  ['sources', { what: 'sources' }],
  ['providers', { what: 'providers' }],
]);

function targetOf(path: string): Target | undefined {
  const segments = segmentsOf(path);
  const [what, namespace, name, packageName, version, ...more] = segments ?? [];
  if (namespace === undefined) return wholes.get(what ?? '');
  if (name === undefined || packageName === undefined || more.length > 0) return undefined;
  const ref: CatalogPackageRef = { catalog: { namespace, name }, package: packageName };
  return version === undefined ? ofPackage(what, ref) : ofVersion(what, ref, version);
}

function ofPackage(what: string | undefined, ref: CatalogPackageRef): Target | undefined {
  if (what === 'packages') return { what: 'package', ref };
  if (what === 'declarative') return { what: 'operator', ref };
  return what === 'icons' ? { what: 'icon', ref } : undefined;
}

function ofVersion(what: string | undefined, ref: CatalogPackageRef, version: string): Target | undefined {
  if (what === 'bundles') return { what: 'bundle', ref, version };
  return what === 'declarative' ? { what: 'operatorFiles', ref, version } : undefined;
}

/** The parts after `/api/catalog/`; undefined when one is empty or not decodable. */
function segmentsOf(path: string): string[] | undefined {
  try {
    const segments = path.split('/').slice(3).map(decodeURIComponent);
    return segments.every((segment) => segment !== '' && segment.length <= 253) ? segments : undefined;
  } catch {
    return undefined;
  }
}

async function servePackages(
  { request, response, identity, query }: Exchange,
  queries: CatalogQueries,
): Promise<void> {
  const ifNoneMatch = request.headers['if-none-match'];
  const acceptEncoding = request.headers['accept-encoding'];
  const answer = await queries.packages(identity, {
    ...optional({ ifNoneMatch }),
    ...(typeof acceptEncoding === 'string' ? { acceptEncoding } : {}),
    ...optional({ since: new URLSearchParams(query).get('since') ?? undefined }),
  });
  response.writeHead(answer.status, {
    etag: answer.etag,
    // The browser asks every time, and so does this server whether the user may still see it.
    'cache-control': 'private, no-cache',
    vary: 'accept-encoding, cookie',
    'content-security-policy': dataPolicy,
    ...(answer.status === 304
      ? {}
      : { 'content-type': 'application/json; charset=utf-8', 'content-length': answer.body.length }),
    ...optional({ 'content-encoding': answer.encoding }),
  });
  response.end(request.method === 'HEAD' || answer.status === 304 ? undefined : answer.body);
}

/** A bundle that needs more asks in several questions. */
const needLimit = 50;

async function serveProviders(
  { response, identity, query }: Exchange,
  queries: CatalogQueries,
): Promise<void> {
  const keys = new URLSearchParams(query).getAll('need');
  const needs = keys.map(needOfKey);
  const readable = needs.filter((need) => need !== undefined);
  if (readable.length < needs.length || needs.length > needLimit) {
    const message = `“need” is api:group/version/Kind or package:name@range, ${String(needLimit)} times at most.`;
    sendError(response, 400, { kind: 'badRequest', message });
    return;
  }
  sendJson(response, 200, await queries.providers(identity, readable));
}

function sendFound({ response }: Exchange, found: unknown): void {
  if (found === undefined)
    sendError(response, 404, { kind: 'notFound', ...withMessage({ code: 'notInCatalogs' }) });
  else sendJson(response, 200, found);
}

const defaultIcon = Buffer.from(DEFAULT_ICON);

/** Icons are pictures that strangers drew: served as images only, and inert should one be opened as a document. */
async function serveIcon(
  { request, response, identity, query }: Exchange,
  queries: CatalogQueries,
  ref: CatalogPackageRef,
): Promise<void> {
  const icon = await queries.icon(identity, ref);
  const etag = icon?.etag ?? '"default"';
  const named = new URLSearchParams(query).get('digest');
  const headers = {
    etag,
    'cache-control':
      icon !== undefined && named !== null ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    'content-security-policy': dataPolicy,
    'content-disposition': 'inline; filename="icon"',
  };
  if (namesTag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const body = icon?.bytes ?? defaultIcon;
  const contentType = icon?.mediaType ?? 'image/svg+xml';
  response.writeHead(200, { ...headers, 'content-type': contentType, 'content-length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

const serviceProblems = {
  unreachable: { code: 'serviceUnreachable' },
  refused: { code: 'serviceRefused' },
  busy: { code: 'serviceBusy' },
  broken: { code: 'serviceBroken' },
} as const satisfies Readonly<Record<CatalogServiceError['kind'], ConsoleProblem>>;

function fail({ response, requestId }: Exchange, error: unknown): void {
  if (error instanceof CatalogServiceError) {
    const kind = error.kind === 'unreachable' ? 'unavailable' : 'unknown';
    sendError(response, statusOf(kind), { kind, ...withMessage(serviceProblems[error.kind]), requestId });
    return;
  }
  if (isKubeError(error)) {
    sendError(response, statusOf(error.kind), { kind: error.kind, ...toldOf(error), requestId });
    return;
  }
  throw error;
}
