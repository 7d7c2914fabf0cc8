/**
 * The proxy that the environment names for an address, by the rules that Kubernetes' own programs follow (Go's httpproxy):
 * HTTPS_PROXY, HTTP_PROXY, NO_PROXY, in either case. Pure.
 */
import { BlockList, isIP } from 'node:net';
import type { Judged, ProxyEnvironment } from './outbound.ts';

/** Only proxies that are spoken to by HTTP; undefined: straight to the address. */
export function proxyFor(origin: string, judged: Judged, env: ProxyEnvironment): URL | undefined {
  const secure = origin.startsWith('https:');
  const text = secure ? given(env, 'HTTPS_PROXY') : given(env, 'HTTP_PROXY');
  if (text === '' || judged.scope === 'loopback') return undefined;
  if (
    given(env, 'NO_PROXY')
      .split(',')
      .some((entry) => isExempt(entry.trim().toLowerCase(), judged))
  )
    return undefined;
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}

function given(env: ProxyEnvironment, name: string): string {
  return env[name] ?? env[name.toLowerCase()] ?? '';
}

/** `*`, a name and all below it, only those below it (with a dot before), an address or a range; a port may follow. */
function isExempt(entry: string, { host, port, addresses }: Judged): boolean {
  if (entry === '') return false;
  if (entry === '*') return true;
  const range = rangeOf(entry);
  if (range !== undefined) return addresses.every((address) => range.check(address, familyOf(address)));
  const [, name = entry, wanted] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  if (wanted !== undefined && Number(wanted) !== port) return false;
  const below = name.replace(/^\*?\./, '');
  return host.endsWith(`.${below}`) || (below === name && host === below);
}

function rangeOf(entry: string): BlockList | undefined {
  const [address = '', bits] = entry.replaceAll(/[[\]]/g, '').split('/');
  const family = isIP(address);
  if (family === 0) return undefined;
  const most = family === 4 ? 32 : 128;
  const prefix = bits === undefined ? most : Number(bits);
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > most) return undefined;
  const range = new BlockList();
  range.addSubnet(address, prefix, familyOf(address));
  return range;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
