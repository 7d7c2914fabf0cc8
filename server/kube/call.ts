import type { Readable } from 'node:stream';
import { optional } from '#lib/base/loose.ts';
import { pause, realClock } from './clock.ts';
import { asKubeError, KubeError } from './errors.ts';
import { cutConnectionCodes, errorFromNetwork } from './network-errors.ts';
import { errorFromAnswer } from './status.ts';
import type { KubeTransport, TransportResponse } from './types.ts';

/** One request whose answer is read whole, as JSON. */
export interface Call {
  method: string;
  path: string;
  body?: unknown;
  accept?: string;
  contentType?: string;
  signal?: AbortSignal | undefined;
  /** Told how many characters a good answer had. */
  onSize?: (size: number) => void;
  /** Told the texts of the answer's `Warning` headers, when it is good and has some. */
  onWarnings?: ((texts: readonly string[]) => void) | undefined;
}

/** Longest wait that a Retry-After is followed for inside a call. */
const LONGEST_WAIT_MS = 10_000;
const GET_TIMEOUT_MS = 35_000;
const BODY_TIMEOUT_MS = 60_000;

/** Reads are repeated once, after the wait the server asked for or on a fresh connection; writes never. */
export async function callJson(transport: KubeTransport, request: Call): Promise<unknown> {
  try {
    return await callOnce(transport, request);
  } catch (error) {
    const failure = asKubeError(error);
    const waitMs = request.method === 'GET' ? repeatAfterMs(failure) : undefined;
    if (waitMs === undefined) throw failure;
    await pause(realClock, waitMs, request.signal);
    return callOnce(transport, request);
  }
}

function repeatAfterMs(error: KubeError): number | undefined {
  if (error.kind === 'tooManyRequests') return Math.min(error.retryAfterMs ?? 1_000, LONGEST_WAIT_MS);
  return error.status === undefined && cutConnectionCodes.has(error.reason) ? 0 : undefined;
}

async function callOnce(transport: KubeTransport, request: Call): Promise<unknown> {
  const response = await transport.send({
    method: request.method,
    path: request.path,
    headers: {
      accept: request.accept ?? 'application/json',
      ...(request.body === undefined ? {} : { 'content-type': request.contentType ?? 'application/json' }),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    ...optional({ signal: request.signal }),
    ...(request.method === 'GET' ? { headersTimeoutMs: GET_TIMEOUT_MS } : {}),
    bodyTimeoutMs: BODY_TIMEOUT_MS,
  });
  const text = await readText(response.body, transport.server);
  if (response.status >= 200 && response.status < 300) {
    request.onSize?.(text.length);
    tellWarnings(request, response);
    return parseJson(text, request);
  }
  throw answerError(response, text, request);
}

function tellWarnings({ onWarnings }: Call, { headers }: TransportResponse): void {
  const texts = onWarnings === undefined ? [] : warningTexts(headers['warning']);
  if (texts.length > 0) onWarnings?.(texts);
}

/** Of `299 - "text"`, with quotes and backslashes escaped; several may stand in one header. RFC 7234, 5.5. */
function warningTexts(header: string | readonly string[] | undefined): string[] {
  const lines = header === undefined ? [] : typeof header === 'string' ? [header] : header;
  return lines.flatMap((line) =>
    [...line.matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g)].map((found) =>
      (found[1] ?? '').replace(/\\(.)/g, '$1'),
    ),
  );
}

/** A redirect is an error too: following it would carry the credentials to somewhere else. */
export function answerError(
  response: Pick<TransportResponse, 'status' | 'headers'>,
  text: string,
  request: { method: string; path: string },
): KubeError {
  const retryAfter = response.headers['retry-after'];
  return errorFromAnswer({
    status: response.status,
    retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
    body: maybeJson(text),
    request: `${request.method} ${request.path}`,
  });
}

const LARGEST_BODY_BYTES = 256 * 1024 * 1024;

/**
 * The whole body as UTF-8. @throws KubeError `tooLarge` beyond 256 MiB, or of the network @param server for messages
 */
export async function readText(body: Readable, server: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > LARGEST_BODY_BYTES) {
        throw new KubeError({
          kind: 'tooLarge',
          message: 'the answer of the API server is larger than 256 MiB',
        });
      }
      chunks.push(chunk);
    }
  } catch (error) {
    throw errorFromNetwork(error, server);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function maybeJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

function parseJson(text: string, request: Call): unknown {
  if (text === '') return undefined;
  const value = maybeJson(text);
  if (typeof value !== 'string') return value;
  throw new KubeError({
    kind: 'unknown',
    message: `${request.method} ${request.path}: the answer is not JSON`,
  });
}
