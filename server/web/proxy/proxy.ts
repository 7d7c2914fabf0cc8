/**
 * `/k8s/…`: the API server under the session's own credentials. The path is parsed and built anew, headers pass by
 * allow-lists, bodies stream both ways. What it lets through is the API server's decision, except for what could lead
 * out of the API (see lib/k8s/api-path.ts).
 *
 * Answers are not rewritten on the way: leaving out managedFields would mean to parse each of them here, in the one
 * thread that everybody's answers go through, at some 10 ms for a megabyte. Pages that need less ask the API server for less
 * (`as=Table`, `as=PartialObjectMetadata`, `limit`, gzip), and lists that are shown live come trimmed by the stream. Lists
 * of Secrets are the exception: see secret-list.ts.
 */
import { Transform } from 'node:stream';
import type { IncomingMessage } from 'node:http';

import { withMessage } from '#lib/console-problem.ts';
import { buildApiPath, parseApiPath, rebuildQuery } from '#lib/k8s/api-path.ts';
import type { ApiPath } from '#lib/k8s/api-path.ts';
import type { ChangePolicy } from '#lib/session.ts';
import { toldOf } from '#server/kube/errors.ts';
import type { KubeError } from '#server/kube/errors.ts';
import { statusOf } from '#server/routes/status.ts';
import { apiRequest } from '../headers.ts';
import { BodyTooLargeError, sendError, setCommonHeaders } from '../http.ts';
import type { ErrorBody, Exchange } from '../http.ts';
import { Relay } from './relay.ts';
import { SecretList } from './secret-list.ts';
import { writeRefusal } from './write-policy.ts';

/** etcd holds objects of at most 1.5 MiB; JSON and YAML of them can be twice that. */
const bodyLimit = 3 * 1024 * 1024;

/** What the console lets through, and what it calls itself. */
export interface ProxyOptions {
  changes: ChangePolicy;
  userAgent: string;
}

interface Target {
  path: ApiPath;
  url: string;
}

type Refusal = { status: number } & ErrorBody;

/** Writes all its headers itself (see Endpoint). Whatever goes wrong becomes an answer. */
export function serveProxy(exchange: Exchange, options: ProxyOptions): undefined {
  const { request, response, requestId } = exchange;
  const target = resolveTarget(exchange, options);
  if ('status' in target) {
    setCommonHeaders(response, requestId);
    const { status, ...body } = target;
    sendError(response, status, body);
    return;
  }
  const relay = new Relay({
    response,
    requestId,
    headOnly: request.method === 'HEAD',
    onError: (error) => {
      fail(exchange, error);
    },
  });
  relay.follow(
    exchange.identity.transport.forward(
      {
        method: request.method ?? 'GET',
        path: target.url,
        headers: requestHeaders(exchange, target.path, options),
        ...(hasBody(request) ? { body: limited(request) } : {}),
      },
      listsSecrets(request, target.path) ? new SecretList(relay) : relay,
    ),
  );
}

function resolveTarget({ request, path, query }: Exchange, options: ProxyOptions): Target | Refusal {
  const parsed = parseApiPath(path.slice('/k8s'.length));
  if (!parsed.ok) {
    return { status: parsed.problem === 'denied' ? 403 : 400, kind: 'refused', message: parsed.reason };
  }
  const rebuilt = rebuildQuery(query);
  if (!rebuilt.ok) {
    return {
      status: 400,
      kind: 'refused',
      message: `The parameter "${rebuilt.parameter}" is not passed on.`,
    };
  }
  const method = request.method ?? 'GET';
  if (isCollectionDelete(method, parsed.path)) {
    return { status: 403, kind: 'refused', message: 'Objects are deleted one by one, each by its name.' };
  }
  const write = { method, path: parsed.path, query: rebuilt.query, hasBody: hasBody(request) };
  const refusal = writeRefusal(options.changes, write);
  if (refusal !== undefined) return refusal;
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) return tooLarge;
  return { path: parsed.path, url: buildApiPath(parsed.path) + rebuilt.query };
}

const tooLarge: Refusal = {
  status: 413,
  kind: 'tooLarge',
  ...withMessage({ code: 'objectTooLarge', values: { bytes: bodyLimit } }),
};

function isCollectionDelete(method: string, path: ApiPath): boolean {
  return method === 'DELETE' && (path.kind === 'discovery' || path.name === undefined);
}

function requestHeaders(
  { request, requestId }: Exchange,
  path: ApiPath,
  options: ProxyOptions,
): Record<string, string> {
  const headers = apiRequest(request.headers, { userAgent: options.userAgent, requestId });
  if (listsSecrets(request, path)) {
    headers['accept'] = secretsAccept(request.url ?? '');
    headers['accept-encoding'] = 'identity';
  }
  return headers;
}

/** Lists of Secrets come without their data: pages show names, and a value is read one object at a time. */
function listsSecrets({ method }: IncomingMessage, path: ApiPath): boolean {
  const isList =
    path.kind === 'resource' && path.group === '' && path.resource === 'secrets' && path.name === undefined;
  return isList && (method === 'GET' || method === 'HEAD');
}

function secretsAccept(url: string): string {
  const watches = new URLSearchParams(url.slice(url.indexOf('?') + 1)).has('watch');
  return `application/json;as=PartialObjectMetadata${watches ? '' : 'List'};g=meta.k8s.io;v=v1`;
}

function hasBody(request: IncomingMessage): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  );
}

/** Bodies without a length are counted on their way. */
function limited(request: IncomingMessage): IncomingMessage | Transform {
  if (request.headers['transfer-encoding'] === undefined) return request;
  let size = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > bodyLimit ? new BodyTooLargeError(bodyLimit) : null, chunk);
    },
  });
  request.on('error', (error) => counter.destroy(error));
  return request.pipe(counter);
}

function fail({ request, response, requestId }: Exchange, error: KubeError): void {
  request.unpipe();
  if (hasBody(request) && !request.complete) response.shouldKeepAlive = false;
  setCommonHeaders(response, requestId);
  if (error.cause instanceof BodyTooLargeError) {
    const { status, ...body } = tooLarge;
    sendError(response, status, body);
    return;
  }
  sendError(response, statusOf(error.kind), { kind: error.kind, ...toldOf(error), requestId });
}
