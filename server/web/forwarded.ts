/**
 * Who asks, by which scheme, behind proxies that end TLS. Each proxy adds what it saw at the end of these headers, so only
 * as many entries from the end count as there are proxies that we trust; what stands before them anybody can have written.
 */
import type { IncomingHttpHeaders } from 'node:http';

/** Whose request it is, proxies seen through. */
export interface Sender {
  /** Address of the browser, or of the first proxy that is not ours. */
  client: string;
  /** By which the browser came. */
  scheme: 'http' | 'https';
}

/** Whom to believe. */
export interface ForwardRules {
  trustedProxies: number;
  /** Host values that are known to be reached by HTTPS alone. */
  secureHosts: ReadonlySet<string>;
}

/** Without proxies that are trusted, the peer by plain HTTP. @param peer address of the connection */
export function senderOf(
  headers: IncomingHttpHeaders,
  peer: string | undefined,
  { trustedProxies, secureHosts }: ForwardRules,
): Sender {
  const client = trusted(headers['x-forwarded-for'], trustedProxies) ?? peer ?? '';
  const scheme = trusted(headers['x-forwarded-proto'], trustedProxies)?.toLowerCase();
  const secure = scheme === 'https' || secureHosts.has(headers.host?.toLowerCase() ?? '');
  return { client, scheme: secure ? 'https' : 'http' };
}

/** With fewer entries than proxies the request did not come through all of them: the oldest is then what the first one saw. */
function trusted(header: string | string[] | undefined, proxies: number): string | undefined {
  if (proxies === 0 || header === undefined) return undefined;
  const entries = [header]
    .flat()
    .join(',')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  return entries[Math.max(0, entries.length - proxies)];
}
