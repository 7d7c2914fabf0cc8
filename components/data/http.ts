import { optional } from '#lib/base/loose.ts';
import { ApiError, asApiError, errorFromBody } from './api-error.ts';
import { basePath } from './base-path.ts';
import { leaveToSignIn } from './sign-in.ts';

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  contentType?: string;
  accept?: string;
  /** The entity tag of what one has, with its quotes: then an answer 304 comes back, too. */
  ifNoneMatch?: string;
  signal?: AbortSignal;
  /** Is given what the API server warns of beside a good answer: deprecated versions, unknown fields, words of webhooks. */
  onWarnings?: (warnings: readonly string[]) => void;
}

/** Waits that are longer than this are the caller's to decide about. */
const longestWaitMs = 10_000;
const mostTries = 3;

/**
 * The answer of the console as JSON: its own endpoints are typed by the caller, objects by their resource. Rejects with
 * ApiError, or with the AbortError of its signal.
 *
 * An answer 429 or 503 with `Retry-After` says that nothing was done and when to come back; so it is sent again then,
 * writes too. Source: RFC 9110 section 10.2.3; every client of the API server that is built on client-go does the same.
 */
export function apiJson(path: string, request: ApiRequest = {}): Promise<unknown> {
  return apiRead(path, request, async (response) => {
    const body: unknown = await response.json();
    request.onWarnings?.(warningsIn(response.headers.get('warning')));
    return body;
  });
}

/** The same for what is no JSON alone. */
export async function apiRead<T>(
  path: string,
  request: ApiRequest,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read(await apiFetch(path, request));
    } catch (error) {
      if (attempt >= mostTries || !(error instanceof ApiError) || !isPutOff(error)) throw error;
      await pause(error.retryAfterMs ?? 0, request.signal);
    }
  }
}

/** For callers with a rhythm of their own: every answer but a good one is an ApiError. */
export async function apiFetch(path: string, request: ApiRequest = {}): Promise<Response> {
  const response = await send(path, request);
  if (response.ok || response.status === 304) return response;
  if (response.status === 401) leaveToSignIn();
  const retryAfterMs = retryAfterOf(response.headers.get('retry-after'));
  throw errorFromBody(response.status, await bodyOf(response), retryAfterMs);
}

/** The texts of `Warning: 299 - "…"`, which may be many in one header. Source: RFC 7234 section 5.5. */
export function warningsIn(header: string | null): string[] {
  const found = (header ?? '').matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g);
  return [...found].map(([, text = '']) => text.replace(/\\(.)/g, '$1'));
}

async function send(path: string, request: ApiRequest): Promise<Response> {
  const { method = 'GET', body, contentType = 'application/json', accept = 'application/json' } = request;
  const { signal, ifNoneMatch } = request;
  try {
    return await fetch(basePath + path, {
      method,
      headers: {
        accept,
        // No other site can set this header, so the server takes no write and no stream without it.
        'x-capstan-request': '1',
        ...(body === undefined ? {} : { 'content-type': contentType }),
        ...optional({ 'if-none-match': ifNoneMatch }),
      },
      redirect: 'error',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...optional({ signal }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw asApiError(error);
  }
}

function isPutOff({ status, retryAfterMs }: ApiError): boolean {
  return (status === 429 || status === 503) && retryAfterMs !== undefined && retryAfterMs <= longestWaitMs;
}

/** Seconds, or a date; undefined for anything else. */
export function retryAfterOf(header: string | null, now: number = Date.now()): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = header.endsWith(' GMT') ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(date - now, 0);
}

/** Somewhat longer than asked, each caller by another bit: not all come back in one moment. */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms * (1 + Math.random() / 4));
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  signal?.throwIfAborted();
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    const body: unknown = await response.json();
    return body;
  } catch {
    return undefined;
  }
}
