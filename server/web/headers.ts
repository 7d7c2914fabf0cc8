/** Which headers pass which door, as pure functions. Everything is an allow-list: new headers do not get through by themselves. */
import type { IncomingHttpHeaders } from 'node:http';

/** Headers as Node gives them, names in lower case. */
export type HeaderMap = Record<string, string | string[] | undefined>;

/** On every answer of the console, whoever makes it. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/**
 * The policy of our pages. Scripts and styles run only with the request's nonce (or from our origin for styles);
 * `strict-dynamic` lets Next's loader add its chunks.
 */
export function pagePolicy(nonce: string, options: { dev: boolean }): string {
  // React's development build rebuilds server stacks with eval, and Next's error overlay styles itself inline.
  const scripts = options.dev ? " 'unsafe-eval'" : '';
  const styles = options.dev ? "'unsafe-inline'" : `'nonce-${nonce}'`;
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${scripts}`,
    `style-src 'self' ${styles}`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** For answers that are data, not pages: should a browser show one as a document, nothing in it runs. */
export const dataPolicy =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox";

const nextRequestHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'host',
  'if-none-match',
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'next-router-state-tree',
  'next-url',
  'origin',
  'rsc',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'transfer-encoding',
  'user-agent',
  'x-capstan-request',
]);

/** Needed by the development server only. */
const nextDevHeaders: ReadonlySet<string> = new Set([
  'next-hmr-refresh',
  'next-html-request-id',
  'x-nextjs-request-id',
]);

/**
 * What Next may see: nothing that steers its inside (`x-middleware-*`, `x-nextjs-*`, `next-action`, `next-resume`,
 * `x-matched-path`, …), nothing that claims another sender (`x-forwarded-*`, `x-remote-*`, `impersonate-*`), and of
 * the cookies only our own.
 */
export function nextRequest(
  headers: IncomingHttpHeaders,
  policy: string,
  options: { dev: boolean },
): IncomingHttpHeaders {
  const kept: IncomingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    if (nextRequestHeaders.has(name) || (options.dev && nextDevHeaders.has(name))) kept[name] = value;
  }
  if (kept['rsc'] !== undefined && kept['rsc'] !== '1') delete kept['rsc'];
  const cookie = ownCookies(headers.cookie);
  if (cookie === undefined) delete kept.cookie;
  else kept.cookie = cookie;
  kept['content-security-policy'] = policy;
  return kept;
}

function ownCookies(header: string | undefined): string | undefined {
  const own = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => /^(?:__Host-|__Secure-)?capstan-/.test(pair));
  return own.length === 0 ? undefined : own.join('; ');
}

/** The same headers as Node lists them raw: Next reads both. */
export function rawHeadersOf(headers: IncomingHttpHeaders): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one) => (one === undefined ? [] : [name, one])),
  );
}

const apiRequestHeaders: readonly string[] = [
  'accept',
  'accept-encoding',
  'content-type',
  'if-match',
  'if-none-match',
];

/** What the API server may see of the browser's request. Authorization comes from the session alone. */
export function apiRequest(
  headers: IncomingHttpHeaders,
  extra: { userAgent: string; requestId: string },
): Record<string, string> {
  const kept: Record<string, string> = { 'user-agent': extra.userAgent, 'audit-id': extra.requestId };
  for (const name of apiRequestHeaders) {
    const value = headers[name];
    if (typeof value === 'string') kept[name] = value;
  }
  return kept;
}

const apiResponseHeaders: readonly string[] = [
  'audit-id',
  'content-encoding',
  'content-length',
  'content-type',
  'etag',
  'retry-after',
  'warning',
];

/** Names and values in turn, as Node writes them with the least work. */
const dataAnswer: readonly string[] = Object.entries({
  ...securityHeaders,
  'content-security-policy': dataPolicy,
  'cache-control': 'no-store',
}).flat();

/**
 * What the browser may see of the API server's answer: no cookies, no CORS grants, no log-in prompts, no caching. All
 * headers of the answer, names and values in turn.
 */
export function apiResponse(headers: HeaderMap, requestId: string): string[] {
  const kept = [...dataAnswer, 'x-request-id', requestId];
  for (const name of apiResponseHeaders) {
    const value = headers[name];
    if (value === undefined) continue;
    if (typeof value === 'string') kept.push(name, value);
    else for (const one of value) kept.push(name, one);
  }
  return kept;
}
