/**
 * Token login: whoever brings a token that the API server takes acts with it, and with nothing else. The token travels in the
 * browser's own cookie, sealed, so that every replica with the same keys serves every session and none of them keeps any.
 */
import { createHash } from 'node:crypto';

import { createClient } from '#server/kube/client.ts';
import type { ClusterConfig } from '#server/kube/config.ts';
import { createTransport } from '#server/kube/transport.ts';
import type { Door } from '../door.ts';
import type { Identity } from '../identity.ts';
import type { Entered, Sessions } from '../launch-session.ts';
import { checkToken } from './check.ts';
import { anySealedIn, endCookies, onlyThrough, sealedIn, setCookies } from './cookies.ts';
import type { KeyRing } from './keys.ts';
import { seal, unseal } from './seal.ts';
import { endOf, isOver, mustRenew, TokenSession, type SessionLimits } from './session.ts';

/** What comes of a token that somebody pasted. */
export type SignIn =
  | { kind: 'signedIn'; name: string; cookies: string[] }
  /** Nothing that could be a token: no request was made. */
  | { kind: 'malformed' }
  | { kind: 'tooLong' }
  | { kind: 'refused' }
  | { kind: 'unanswered' };

/** The sessions of one cluster, in the cookies of its people. */
export interface TokenSessions extends Sessions {
  enter(cookieHeader: string | undefined, door: Door): Promise<Entered | undefined>;
  onlyThrough(cookieHeader: string | undefined, door: Door): string | undefined;
  /** Whether there is a cookie at all, if only of a session that is over. */
  hadSession(cookieHeader: string | undefined, door: Door): boolean;
  /** Never rejects. */
  signIn(pasted: string, door: Door): Promise<SignIn>;
  /** The `Set-Cookie` values that end the session of this browser. */
  signOut(door: Door): string[];
}

/** What sessions are made with, and measured by. */
export interface TokenSessionsOptions {
  /** Of the cluster; what it has of credentials is not used. */
  config: ClusterConfig;
  keys: KeyRing;
  limits: SessionLimits;
  /** Seconds since 1970. */
  now: () => number;
}

/** Larger ones fit into no request's cookies. Tokens of ServiceAccounts have some 1,000 bytes, of identity providers up to 5,000. */
const LONGEST_TOKEN = 8_192;

/** Sessions and identities that are kept at hand; each can be made again at any time. */
const KEPT = 1_000;

/** Keeps what is at hand in memory, and nothing that it could not do without. */
export function createTokenSessions({ config, keys, limits, now }: TokenSessionsOptions): TokenSessions {
  const identityOf = createIdentities(config);
  const opened = new Map<string, TokenSession>();
  let openedWith = keys();

  const sessionIn = async (sealed: string | undefined): Promise<TokenSession | undefined> => {
    if (sealed === undefined) return undefined;
    const ring = keys();
    // What a key has opened that was taken out must not stay open.
    if (ring !== openedWith) opened.clear();
    openedWith = ring;
    const session = opened.get(sealed) ?? parse(await unseal(sealed, ring));
    if (session === undefined || isOver(session, limits, now())) return undefined;
    // Meanwhile the keys may have changed: what is kept has been opened with those of now.
    if (ring === openedWith) keep(opened, sealed, session);
    return session;
  };
  const cookiesOf = async (session: TokenSession, door: Door): Promise<string[] | undefined> => {
    const [key] = keys();
    const left = endOf(session, limits) - now();
    return key === undefined ? undefined : setCookies(await seal(JSON.stringify(session), key), door, left);
  };

  return {
    open: () => undefined,
    identify: async (header) => {
      const session = await sessionIn(anySealedIn(header));
      return session === undefined ? undefined : identityOf(session);
    },
    enter: async (header, door) => {
      const session = await sessionIn(sealedIn(header, door));
      if (session === undefined) return undefined;
      const renewed = mustRenew(session, limits, now())
        ? await cookiesOf({ ...session, seenAt: now() }, door)
        : undefined;
      const endsInMs = (endOf(session, limits) - now()) * 1000;
      return { identity: identityOf(session), endsInMs, cookies: renewed ?? [] };
    },
    onlyThrough,
    hadSession: (header, door) => sealedIn(header, door) !== undefined,
    signIn: async (pasted, door) => {
      const token = tokenIn(pasted);
      if (token.length > LONGEST_TOKEN) return { kind: 'tooLong' };
      // Without any, the API server would answer, too: as nobody.
      if (!/^[\x21-\x7e]+$/.test(token)) return { kind: 'malformed' };
      const verdict = await checkToken(createClient(config, { token }));
      if (verdict.kind !== 'accepted') return verdict;
      const session = { token, user: verdict.user, startedAt: now(), seenAt: now() };
      const cookies = await cookiesOf(session, door);
      if (cookies === undefined) return { kind: 'tooLong' };
      return isOver(session, limits, now())
        ? { kind: 'refused' }
        : { kind: 'signedIn', name: verdict.name, cookies };
    },
    signOut: endCookies,
  };
}

/** As terminals and editors hand it over: with line ends where the text was broken, or as the header it goes into. */
function tokenIn(pasted: string): string {
  return pasted
    .trim()
    .replace(/^(?:authorization:\s*)?bearer\s+/i, '')
    .replaceAll(/\s+/g, '');
}

function parse(text: string | undefined): TokenSession | undefined {
  if (text === undefined) return undefined;
  try {
    return TokenSession.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** One identity for each token: what is kept for somebody must not outlive the right to it. */
function createIdentities(config: ClusterConfig): (session: TokenSession) => Identity {
  const known = new Map<string, Identity>();
  return ({ token, user }) => {
    const key = `token:${createHash('sha256').update(token).digest('base64url')}`;
    const as = { token };
    const identity = known.get(key) ?? {
      key,
      person: `${config.server} ${user}`,
      client: createClient(config, as),
      transport: createTransport(config, as),
    };
    keep(known, key, identity);
    return identity;
  };
}

/** The one that was not asked for longest goes first. */
function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= KEPT) break;
    map.delete(oldest);
  }
}
