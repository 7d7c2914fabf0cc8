/** Absolute URIs and absolute paths as Go's `url.ParseRequestURI` reads them. Source: Go `net/url`. */
import { isIp, isIpv4 } from './addresses.ts';

/** An absolute URI, an absolute path, or `*`; a relative reference is none. */
export function isRequestUri(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (text === '' || /[\x00-\x1f\x7f]/.test(text)) return false;
  if (text === '*') return true;
  if (text.startsWith(':')) return false;
  const scheme = /^[a-z][a-z\d+.-]*(?=:)/i.exec(text)?.[0];
  const [rest = ''] = text.slice(scheme === undefined ? 0 : scheme.length + 1).split('?');
  if (!rest.startsWith('/')) return scheme !== undefined;
  return scheme === undefined || !rest.startsWith('//') ? hasGoodEscapes(rest) : hasAuthority(scheme, rest);
}

/** `//user@host:80/path`. */
function hasAuthority(scheme: string, rest: string): boolean {
  const slash = rest.indexOf('/', 2);
  const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash);
  return isAuthority(scheme.toLowerCase(), authority) && hasGoodEscapes(slash < 0 ? '' : rest.slice(slash));
}

function hasGoodEscapes(text: string): boolean {
  return !/%(?![\da-f]{2})/i.test(text);
}

function isAuthority(scheme: string, authority: string): boolean {
  const at = authority.lastIndexOf('@');
  if (at >= 0) {
    const user = authority.slice(0, at);
    if (!/^[\w\-.:~!$&'()*+,;=%@]*$/.test(user) || !hasGoodEscapes(user)) return false;
  }
  return isHost(scheme, authority.slice(at + 1));
}

function isHost(scheme: string, host: string): boolean {
  const open = host.lastIndexOf('[');
  if (open > 0) return false;
  if (open === 0) return isLiteral(host);
  const colon = scheme === 'http' || scheme === 'https' ? host.indexOf(':') : host.lastIndexOf(':');
  if (colon >= 0 && !isPort(host.slice(colon))) return false;
  return isHostText(host);
}

/** `[fe80::1%25en0]:80`. */
function isLiteral(host: string): boolean {
  const close = host.lastIndexOf(']');
  if (close < 0 || !isPort(host.slice(close + 1))) return false;
  const [address = '', zone] = host.slice(1, close).split(/%25(.*)/s);
  if (zone === '') return false;
  return isHostText(address) && isIp(address) && !(isIpv4(address) && !address.includes(':'));
}

function isPort(text: string): boolean {
  return /^(?::\d*)?$/.test(text);
}

/** Only characters beyond ASCII may be escaped in a host. */
function isHostText(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- all of ASCII is what the rest is not
  return /^(?:[\w\-.~!$&'()*+,;=:[\]<>"]|[^\x00-\x7f]|%25|%[89a-f][\da-f])*$/i.test(text);
}
