/** Addresses of sprig: `urlParse` and `urlJoin`, by the rules of Go's `net/url`. */
import { type FunctionTable, fixed } from '../run/signature.ts';
import { kindName } from '../values/types.ts';
import { quoteText } from '../values/quote.ts';
import { GoError, GoMap } from '../values/value.ts';
import { escapeUrl, unescapeUrl } from './url-escapes.ts';

/** An address in its parts, those that are written with percent signs without them. */
interface Address {
  scheme: string;
  opaque: string;
  /** As it is written. */
  user: string | undefined;
  host: string;
  path: string;
  query: string;
  fragment: string;
}

function parseAddress(text: string): Address {
  const mark = text.indexOf('#');
  const before = mark < 0 ? text : text.slice(0, mark);
  const address = named(before, () => parseBefore(before));
  if (mark >= 0) address.fragment = named(text, () => unescapeUrl(text.slice(mark + 1), 'fragment'));
  return address;
}

function named<T>(text: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw error instanceof GoError ? new GoError(`parse ${quoteText(text)}: ${error.message}`) : error;
  }
}

function parseBefore(text: string): Address {
  // eslint-disable-next-line no-control-regex -- control characters are what is refused
  if (/[\x00-\x1f\x7f]/.test(text)) throw new GoError('net/url: invalid control character in URL');
  const address: Address = {
    scheme: '',
    opaque: '',
    user: undefined,
    host: '',
    path: '',
    query: '',
    fragment: '',
  };
  if (text === '*') return { ...address, path: '*' };
  if (text.startsWith(':')) throw new GoError('missing protocol scheme');
  const scheme = /^([a-z][\da-z+.-]*):/i.exec(text)?.[1];
  address.scheme = (scheme ?? '').toLowerCase();
  let rest = scheme === undefined ? text : text.slice(scheme.length + 1);
  const question = rest.indexOf('?');
  if (question >= 0) {
    address.query = rest.slice(question + 1);
    rest = rest.slice(0, question);
  }
  if (!rest.startsWith('/')) {
    if (address.scheme !== '') return { ...address, opaque: rest };
    if ((rest.split('/', 1)[0] ?? '').includes(':'))
      throw new GoError('first path segment in URL cannot contain colon');
  }
  return withPath(address, rest);
}

function withPath(address: Address, rest: string): Address {
  if (!rest.startsWith('//') || (address.scheme === '' && rest.startsWith('///')))
    return { ...address, path: unescapeUrl(rest, 'path') };
  const slash = rest.indexOf('/', 2);
  const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash);
  const at = authority.lastIndexOf('@');
  const host = hostOf(authority.slice(at + 1), address.scheme);
  const user = at < 0 ? undefined : userOf(authority.slice(0, at));
  return { ...address, host, user, path: slash < 0 ? '' : unescapeUrl(rest.slice(slash), 'path') };
}

function userOf(text: string): string {
  if (!/^[\w\-.:~!$&'()*+,;=%@]*$/.test(text)) throw new GoError('net/url: invalid userinfo');
  const colon = text.indexOf(':');
  const name = colon < 0 ? text : text.slice(0, colon);
  const password = colon < 0 ? '' : `:${escapeUrl(unescapeUrl(text.slice(colon + 1), 'user'), 'user')}`;
  return escapeUrl(unescapeUrl(name, 'user'), 'user') + password;
}

function hostOf(text: string, scheme: string): string {
  const open = text.lastIndexOf('[');
  if (open > 0) throw new GoError('invalid IP-literal');
  const close = text.lastIndexOf(']');
  if (open === 0 && close < 0) throw new GoError("missing ']' in host");
  const isStrict = scheme === 'http' || scheme === 'https';
  const colon = open === 0 ? close + 1 : isStrict ? text.indexOf(':') : text.lastIndexOf(':');
  const port = colon < 0 ? '' : text.slice(colon);
  if (!/^(?::\d*)?$/.test(port)) throw new GoError(`invalid port ${quoteText(port)} after host`);
  return unescapeUrl(text, 'host');
}

function hostName(host: string): string {
  const name = host.replace(/:\d*$/, '');
  return name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name;
}

function addressText({ scheme, opaque, user, host, path, query, fragment }: Address): string {
  const tail = marked('?', query) + marked('#', escapeUrl(fragment, 'fragment'));
  const head = scheme === '' ? '' : `${scheme}:`;
  if (opaque !== '') return head + opaque + tail;
  const place = (user === undefined ? '' : `${user}@`) + escapeUrl(host, 'host');
  // With a scheme alone it is a path that has to be told from a host.
  const hasSlashes = place !== '' || (scheme !== '' && path !== '');
  const start = head + (hasSlashes ? '//' : '') + place;
  return start + pathText(path, start === '', host !== '') + tail;
}

function marked(mark: string, text: string): string {
  return text === '' ? '' : mark + text;
}

function pathText(path: string, isFirst: boolean, isAfterHost: boolean): string {
  if (path === '*') return isAfterHost ? '/*' : path;
  const escaped = escapeUrl(path, 'path');
  if (escaped !== '' && !escaped.startsWith('/') && isAfterHost) return `/${escaped}`;
  // Its colon would end a scheme.
  return isFirst && (escaped.split('/', 1)[0] ?? '').includes(':') ? `./${escaped}` : escaped;
}

function textAt(map: GoMap, key: string): string {
  const value = map.entries.get(key);
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  if (value === null) throw new GoError('runtime error: invalid memory address or nil pointer dereference');
  throw new GoError(`unable to parse ${key} key, must be of type string, but ${kindName(value)} found`);
}

/** By name. */
export const URLS: FunctionTable = {
  urlParse: fixed(['string'], ([text]) => {
    try {
      const { scheme, opaque, user, host, path, query, fragment } = parseAddress(text);
      const parts = {
        scheme,
        host,
        hostname: hostName(host),
        path,
        query,
        opaque,
        fragment,
        userinfo: user ?? '',
      };
      return new GoMap('interface {}', new Map(Object.entries(parts)));
    } catch (error) {
      throw error instanceof GoError ? new GoError(`unable to parse url: ${error.message}`) : error;
    }
  }),
  urlJoin: fixed(['map[string]interface {}'], ([map]) => {
    const [scheme = '', host = '', path = '', query = '', opaque = '', fragment = '', userinfo = ''] = [
      ...['scheme', 'host', 'path', 'query', 'opaque', 'fragment', 'userinfo'],
    ].map((key) => textAt(map, key));
    const user = userinfo === '' ? undefined : joinedUser(userinfo);
    return addressText({ scheme, host, path, query, opaque, fragment, user });
  }),
};

function joinedUser(userinfo: string): string | undefined {
  try {
    return parseAddress(`proto://${userinfo}@host`).user;
  } catch (error) {
    throw error instanceof GoError
      ? new GoError(`unable to parse userinfo in dict: ${error.message}`)
      : error;
  }
}
