/** The session as cookies: its name, its attributes, and its pieces where one cookie would be too large. Pure. */
import type { Door } from '../door.ts';
import { cookieValues } from '../launch-session.ts';

/** Browsers keep cookies of up to 4 KiB, name and attributes included. */
const PIECE_BYTES = 3_800;
const MOST_PIECES = 4;

/**
 * `__Host-` where there is TLS: such a cookie cannot be planted by a sibling host or by plain HTTP. Without TLS browsers
 * refuse it, and the port is part of the name, because cookies are sent to all ports of a host. Below a base path it is part
 * of the name: a console above, whose cookies come as well, has others. `__Host-` is for the root alone.
 */
export function cookieName({ secure, port, basePath = '' }: Door): string {
  const path = basePath.replaceAll('/', '~');
  if (!secure) return `capstan-session-${port}${path}`;
  return path === '' ? '__Host-capstan-session' : `__Secure-capstan-session${path}`;
}

/** A session's cookie, or a piece of one, through whatever door and below whatever path. */
const SESSION_COOKIE =
  /^(__Host-capstan-session|__Secure-capstan-session[\w~-]*|capstan-session-\d[\w~-]*)(\.\d)?$/;

function cookieNames(header = ''): string[] {
  return header.split(';').map((pair) => pair.trim().split('=')[0] ?? '');
}

/** The `Set-Cookie` values that hold `sealed`. Undefined when it is too large for them. */
export function setCookies(sealed: string, door: Door, maxAgeSeconds: number): string[] | undefined {
  const pieces = Math.max(1, Math.ceil(sealed.length / PIECE_BYTES));
  if (pieces > MOST_PIECES) return undefined;
  return Array.from({ length: MOST_PIECES }, (_, index) => {
    const piece = sealed.slice(index * PIECE_BYTES, (index + 1) * PIECE_BYTES);
    // Of a larger session before, no piece may be left behind the new ones.
    return cookie(index, piece, { door, maxAgeSeconds: piece === '' ? 0 : maxAgeSeconds });
  });
}

/** The `Set-Cookie` values that end a session. */
export function endCookies(door: Door): string[] {
  return Array.from({ length: MOST_PIECES }, (_, index) => cookie(index, '', { door, maxAgeSeconds: 0 }));
}

/** What a `Cookie` header holds of a session, pieces put together. */
export function sealedIn(header: string | undefined, door: Door): string | undefined {
  return joined(header, cookieName(door));
}

/** The same for a header of which `onlyThrough` has left one session. */
export function anySealedIn(header: string | undefined): string | undefined {
  const [name] = cookieNames(header).flatMap((cookie) => SESSION_COOKIE.exec(cookie)?.[1] ?? []);
  return name === undefined ? undefined : joined(header, name);
}

/** The header without the sessions of other doors. */
export function onlyThrough(header: string | undefined, door: Door): string | undefined {
  const own = cookieName(door);
  const kept = (header ?? '').split(';').filter((pair) => {
    const [name = ''] = cookieNames(pair);
    return !SESSION_COOKIE.test(name) || name === own || name.startsWith(`${own}.`);
  });
  return header === undefined ? undefined : kept.join(';').trimStart();
}

function joined(header: string | undefined, name: string): string | undefined {
  const pieces: string[] = [];
  for (let index = 0; index < MOST_PIECES; index += 1) {
    const piece = cookieValues(header, pieceName(name, index))[0];
    if (piece === undefined || piece === '') break;
    pieces.push(piece);
  }
  return pieces.length === 0 ? undefined : pieces.join('');
}

function pieceName(name: string, index: number): string {
  return index === 0 ? name : `${name}.${String(index)}`;
}

function cookie(
  index: number,
  value: string,
  { door, maxAgeSeconds }: { door: Door; maxAgeSeconds: number },
): string {
  const path = door.basePath === undefined || door.basePath === '' ? '/' : door.basePath;
  const attributes = `Path=${path}; Max-Age=${String(Math.floor(maxAgeSeconds))}; HttpOnly; SameSite=Lax`;
  return `${pieceName(cookieName(door), index)}=${value}; ${attributes}${door.secure ? '; Secure' : ''}`;
}
