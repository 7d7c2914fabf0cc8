/** Small things every endpoint of the front server does with Node's requests and responses. */
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { ConsoleProblem } from '#lib/console-problem.ts';
import type { Identity } from '#server/auth/identity.ts';
import { dataPolicy, securityHeaders } from './headers.ts';

/** One request past the gate: its origin is ours and its session is valid. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Path without query, as it came. */
  path: string;
  /** Query without its `?`. */
  query: string;
  identity: Identity;
  requestId: string;
}

/** Security headers and the request's id; to be called before anything is written. */
export function setCommonHeaders(response: ServerResponse, requestId: string): void {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
  response.setHeader('x-request-id', requestId);
}

/** What every endpoint answers when it fails. `kind` as in KubeError, or one of the console's own. */
export interface ErrorBody {
  kind: string;
  /** In English, for whoever reads it without a console; pages put `code` and `values` into words. */
  message: string;
  code?: ConsoleProblem['code'];
  values?: Readonly<Record<string, string | number>>;
  causes?: readonly { field: string; message: string }[];
  requestId?: string;
}

/** The whole answer, as `sendText` does. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  sendText(response, status, JSON.stringify(body), 'application/json; charset=utf-8');
}

/** The error as JSON; an answer that has begun already is cut off instead. */
export function sendError(response: ServerResponse, status: number, body: ErrorBody): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  sendJson(response, status, body);
}

/** The whole answer, never to be cached, and inert should a browser open it as a document; no body for HEAD. */
export function sendText(response: ServerResponse, status: number, text: string, contentType: string): void {
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'content-security-policy': dataPolicy,
  });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}

/** A request's body is larger than its endpoint takes; `limit` in bytes. */
export class BodyTooLargeError extends Error {
  readonly limit: number;

  constructor(limit: number) {
    super(`The body is larger than ${limit} bytes.`);
    this.name = 'BodyTooLargeError';
    this.limit = limit;
  }
}

/** Reads a whole small body as JSON. Rejects with BodyTooLargeError or SyntaxError. */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  return JSON.parse(await readBodyText(request, limit));
}

/** Reads a whole small body. Rejects with BodyTooLargeError. */
export async function readBodyText(request: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > limit) throw new BodyTooLargeError(limit);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}
