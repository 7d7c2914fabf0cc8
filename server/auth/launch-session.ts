import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

import type { Identity } from './identity.ts';
import type { Door } from './door.ts';

/** Who is asking, as far as the console can tell from a request's cookies. */
export interface Sessions {
  /** The identity behind a `Cookie` header; undefined without a valid session. Never rejects. */
  identify(cookieHeader: string | undefined): Identity | undefined | Promise<Identity | undefined>;
  /** The `Set-Cookie` value that opens a session, when the launch token is the right one. */
  open(token: string): string | undefined;
  /** Where sessions end before the process does: the identity, with what follows from that. Never rejects. */
  enter?(cookieHeader: string | undefined, door: Door): Promise<Entered | undefined>;
  /** The header as pages may see it: with the session that was taken, and no other. */
  onlyThrough?(cookieHeader: string | undefined, door: Door): string | undefined;
}

/** A session that was taken. */
export interface Entered {
  identity: Identity;
  /** An answer that goes on for longer ends then: whoever still is here comes again with a cookie that is newer. */
  endsInMs?: number;
  /** `Set-Cookie` values that make the session last, since it is in use. */
  cookies?: readonly string[];
}

/** Sessions that begin with a token from the terminal. */
export interface LaunchSession extends Sessions {
  identify(cookieHeader: string | undefined): Identity | undefined;
  /**
   * Makes a launch token, and the one before worthless. It goes into the URL that is printed and nowhere else, and opens
   * one session: whoever finds it later, in a history or a scrolled-back terminal, cannot use it.
   */
  renew(): string;
}

/**
 * Kubeconfig mode: whoever has the URL printed on the terminal acts as the kubeconfig's user. Token and cookie are
 * different secrets of this process, so neither a history entry nor a stolen cookie outlives it.
 *
 * The cookie's name carries the port because cookies do not: two consoles on one host must not sign each other out. It
 * has no `Domain`, so that it stays with the console's own name (see server/web/host-name.ts).
 * It has no `Secure` and no `__Host-` prefix: the console is served over plain HTTP on loopback, where some browsers
 * refuse both. SameSite=Lax instead of Strict, so that a link to the console from another page opens it signed in;
 * every request that does or reads something is guarded by its origin (see server/web/gate.ts), not by the cookie.
 */
export function createLaunchSession(options: { identity: Identity; port: number }): LaunchSession {
  let token: string | undefined;
  const secret = randomBytes(32).toString('base64url');
  const cookieName = `capstan-session-${options.port}`;
  return {
    renew: () => (token = randomBytes(32).toString('base64url')),
    identify: (cookieHeader) =>
      cookieValues(cookieHeader, cookieName).some((value) => sameSecret(value, secret))
        ? options.identity
        : undefined,
    open: (given) => {
      if (token === undefined || !sameSecret(given, token)) return undefined;
      token = undefined;
      return `${cookieName}=${secret}; Path=/; HttpOnly; SameSite=Lax`;
    },
  };
}

/** Compares in a time that depends on neither content nor length. */
export function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(given), digest(expected));
}

/** All values of a cookie: a sibling site on the same host can plant another of the same name before ours. */
export function cookieValues(header: string | undefined, name: string): string[] {
  if (header === undefined) return [];
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}
