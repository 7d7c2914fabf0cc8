/** Addresses of servers as people write them, taken apart by the URL parser and never by comparing texts. */
import { SourceError } from '../sources/reader.ts';

/** An http or https address without user and password. */
export interface NetTarget {
  url: URL;
  /** Canonical: lower case, no brackets, no dot at the end; IPv4 in any spelling as four decimal numbers. */
  host: string;
  port: number;
}

/** @throws SourceError `refused` */
export function parseTarget(text: string): NetTarget {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !(url.protocol === 'http:' || url.protocol === 'https:')) {
    throw new SourceError(
      'refused',
      `${shown(text)} is no http or https address. Write it as https://HOST/PATH.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new SourceError(
      'refused',
      `The address of ${url.host} carries a user name or password. Take it out of the address.`,
    );
  }
  const host = hostOf(url);
  if (host === '')
    throw new SourceError('refused', `${shown(text)} names no host. Write it as https://HOST/PATH.`);
  return { url, host, port: Number(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port) };
}

/** Of `host:port`, as a CatalogSource names a gRPC server. @throws SourceError `refused` */
export function parseHostPort(text: string): { host: string; port: number } {
  const url = URL.canParse(`http://${text}/`) ? new URL(`http://${text}/`) : undefined;
  const bare = url !== undefined && url.username === '' && url.password === '' && url.pathname === '/';
  // Port 80 is the one that the parser leaves out.
  const port = /:(\d+)$/.exec(text)?.[1];
  if (
    url === undefined ||
    !bare ||
    url.search !== '' ||
    url.hash !== '' ||
    port === undefined ||
    port === '0'
  ) {
    throw new SourceError('refused', `${shown(text)} is no address of a gRPC server. Write it as HOST:PORT.`);
  }
  return { host: hostOf(url), port: Number(port) };
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** Whether a list of hosts, in the forms of `OutboundPolicy.hosts`, names this one. */
export function isListed(list: readonly string[], { host, port }: { host: string; port: number }): boolean {
  return list.some((entry) => {
    const lower = entry.trim().toLowerCase();
    if (lower.startsWith('*.')) return host.endsWith(lower.slice(1)) && host.length > lower.length - 1;
    const url = URL.canParse(`http://${lower}/`) ? new URL(`http://${lower}/`) : undefined;
    const listedPort = /:(\d+)$/.exec(lower.replace(/^\[.*\]/, ''))?.[1];
    return (
      url !== undefined && hostOf(url) === host && (listedPort === undefined || Number(listedPort) === port)
    );
  });
}

/** What somebody wrote, short enough for a message and without what may be a password. */
function shown(text: string): string {
  const plain = text.replace(/\/\/[^/@]*@/, '//').replaceAll(/[\p{Cc}\s]+/gu, ' ');
  return plain.length > 200 ? `${plain.slice(0, 200)}…` : plain === '' ? 'An empty text' : plain;
}
