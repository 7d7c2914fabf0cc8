/**
 * May this request come in at all? Pure decisions on a request's head, before a session is looked at.
 * A page on another origin (or another port of this host) can make a browser send requests here; none of them may read
 * or do anything.
 */
import type { IncomingHttpHeaders } from 'node:http';

/** Whether the request may pass; `reason` is a sentence for people. */
export type GateVerdict = { ok: true } | { ok: false; status: 400 | 403 | 405 | 415 | 421; reason: string };

/** As much of a request as is judged. */
export interface RequestHead {
  method: string;
  /** Path without query, still encoded. */
  path: string;
  headers: IncomingHttpHeaders;
  /** By which the browser came; `http` when absent. */
  scheme?: 'http' | 'https';
}

/** Host values that are answered. */
export interface Hosts {
  has(host: string): boolean;
}

const pass: GateVerdict = { ok: true };
const refuse = (status: 400 | 403 | 405 | 415 | 421, reason: string): GateVerdict => ({
  ok: false,
  status,
  reason,
});

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Probes and scrapers come by address, so these answer whatever the Host header says, and say nothing private. */
export const publicPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * The Host values that a console bound to loopback answers: its own name, and those by which people may have meant it.
 * Anything else is DNS rebinding.
 */
export function loopbackHosts(port: number, ownName: string): ReadonlySet<string> {
  return new Set(['localhost', '127.0.0.1', '[::1]', ownName].flatMap((name) => [...hostsOf(name, port)]));
}

/** The Host values of one name. */
export function hostsOf(name: string, port: number): ReadonlySet<string> {
  return new Set(port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]);
}

/**
 * The Host values of a console that takes no session but one that somebody opened by hand under that very name: this machine
 * by any port, which `kubectl port-forward` chooses, and the addresses it was given.
 */
export function forwardedHosts(addresses: readonly URL[]): Hosts {
  const given = new Set(addresses.map(({ host }) => host));
  return { has: (host) => given.has(host) || isLoopbackHost(host) };
}

/** With or without a port. */
function isLoopbackHost(host: string): boolean {
  return /^(?:127\.0\.0\.1|\[::1\]|(?:[a-z0-9-]{1,63}\.)?localhost)(?::\d{1,5})?$/.test(host);
}

/** Is the Host value among them, in whatever case? */
export function isOneOf(hosts: Hosts, host: string | undefined): boolean {
  return host !== undefined && hosts.has(host.toLowerCase());
}

/** Refuses whatever is no path: absolute URLs, `//host`, backslashes. */
export function checkTarget(url: string | undefined): GateVerdict {
  if (url === undefined || !url.startsWith('/') || url.startsWith('//') || url.includes('\\'))
    return refuse(400, 'The request target must be a path.');
  return pass;
}

/** Refuses other names with 421, so that no page can reach us by a name of its own. */
export function checkHost(host: string | undefined, allowed: Hosts): GateVerdict {
  return isOneOf(allowed, host) ? pass : refuse(421, 'This console does not answer under that host name.');
}

/** Where the request comes from. `dataPath`: not a page a person can navigate to. */
export function checkOrigin(head: RequestHead, dataPath: boolean): GateVerdict {
  const { origin } = head.headers;
  const site = single(head.headers['sec-fetch-site']);
  if (origin !== undefined && origin !== `${head.scheme ?? 'http'}://${head.headers.host ?? ''}`)
    return foreign;
  if (site === 'same-origin' || site === 'none') return pass;
  if (site !== undefined) return !dataPath && isNavigation(head) ? pass : foreign;
  // No Sec-Fetch-Site: an old browser or a program. Both send Origin, or can, where it matters.
  return origin !== undefined || !isGuarded(head) ? pass : foreign;
}

const foreign = refuse(403, 'Requests from other origins are not accepted.');

function isNavigation({ method, headers }: RequestHead): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    single(headers['sec-fetch-mode']) === 'navigate' &&
    single(headers['sec-fetch-dest']) === 'document'
  );
}

/** Requests that need proof of their origin: everything that writes, and streams. */
function isGuarded({ method, path }: RequestHead): boolean {
  return (method !== 'GET' && method !== 'HEAD') || path === '/api/stream';
}

const bodyTypes: ReadonlySet<string> = new Set([
  'application/json',
  'application/yaml',
  'application/apply-patch+yaml',
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
]);

/** The custom header cannot be set by a form or a link, nor cross-origin without a preflight, which is never granted. */
export function checkUnsafe(head: RequestHead): GateVerdict {
  if (!methods.has(head.method)) return refuse(405, 'This method is not supported.');
  if (!isGuarded(head)) return pass;
  if (single(head.headers['x-capstan-request']) !== '1')
    return refuse(403, 'The header x-capstan-request is missing.');
  const type = head.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type === undefined) return hasBody(head.headers) ? refuse(415, 'The body has no content type.') : pass;
  return bodyTypes.has(type) ? pass : refuse(415, 'Only JSON, YAML and patches are accepted.');
}

/** A form of our own pages, which cannot set headers. Where it comes from has been looked at by `checkOrigin`. */
export function checkForm({ method, headers }: RequestHead): GateVerdict {
  if (method !== 'POST') return refuse(405, 'This method is not supported.');
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  return type === 'application/x-www-form-urlencoded' ? pass : refuse(415, 'Only a form is accepted.');
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Two of these headers in one request mean that somebody counts on them being read differently downstream. */
export function checkDuplicates(rawHeaders: readonly string[]): GateVerdict {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    if (!singletons.has(name)) continue;
    if (seen.has(name)) return refuse(400, `The header ${name} is given twice.`);
    seen.add(name);
  }
  return pass;
}

const singletons: ReadonlySet<string> = new Set([
  'authorization',
  'content-length',
  'content-type',
  'host',
  'origin',
  'sec-fetch-site',
  'transfer-encoding',
  'x-capstan-request',
]);

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
