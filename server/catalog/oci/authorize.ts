/**
 * What a registry wants to hear after a 401: a token of its token server, or user and password.
 * Source: distribution `docs/spec/auth/token.md`.
 */
import { at } from '#lib/base/loose.ts';
import type { Clock } from '#server/kube/types.ts';
import type { SourceError } from '../sources/reader.ts';
import { retryAfterMs } from './attempts.ts';
import { parseChallenges, type Challenge } from './challenge.ts';
import { readBody } from './read-body.ts';
import type { RegistryAnswer, Fetch } from './transport.ts';

/** For which repository, and with what, a registry is to be satisfied. */
export interface AuthorizeOptions {
  fetch: Fetch;
  clock: Clock;
  signal: AbortSignal;
  repository: string;
  login: { username: string; password: string } | undefined;
  fault: (
    kind: SourceError['kind'],
    why: string,
    options?: { retryAfterMs?: number; cause?: unknown },
  ) => SourceError;
}

const MAX_ANSWER = 256 * 1024;
/** As RFC 6750 has it; anything else would not survive a header. */
const TOKEN = /^[\w.~+/=-]{1,65536}$/;

/** The value of `authorization`. Rejects with SourceError. */
export async function authorize(refusal: RegistryAnswer, options: AuthorizeOptions): Promise<string> {
  const challenges = parseChallenges(refusal.headers['www-authenticate'] ?? '');
  const bearer = challenges.find(({ scheme }) => scheme === 'bearer');
  if (bearer !== undefined) return `Bearer ${await token(bearer, refusal, options)}`;
  const { login, fault } = options;
  if (!challenges.some(({ scheme }) => scheme === 'basic'))
    throw fault('denied', 'the registry denies access and names no way to sign in that Capstan knows');
  if (login === undefined)
    throw fault('denied', 'the registry wants a user and a password: name a pull secret of this namespace');
  return basic(login);
}

function basic({ username, password }: { username: string; password: string }): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

async function token(
  challenge: Challenge,
  refusal: RegistryAnswer,
  options: AuthorizeOptions,
): Promise<string> {
  const { fetch, signal, login, fault } = options;
  const url = tokenUrl(challenge, refusal, options);
  const answer = await fetch({
    url: url.href,
    headers: { accept: 'application/json' },
    ...(login === undefined ? {} : { authorization: basic(login) }),
    saidBy: refusal.scope,
    limits: { bytes: MAX_ANSWER },
    signal,
  });
  if (answer.status !== 200) {
    answer.body.destroy();
    throw refusalOf(answer, options);
  }
  const value = parse(await readBody(answer, MAX_ANSWER));
  const given = at(value, 'token') ?? at(value, 'access_token');
  if (typeof given !== 'string' || !TOKEN.test(given))
    throw fault('invalid', 'the token server of the registry gives no token');
  return given;
}

function tokenUrl({ parameters }: Challenge, refusal: RegistryAnswer, options: AuthorizeOptions): URL {
  const { repository, fault } = options;
  const realm = parameters.get('realm') ?? '';
  if (!URL.canParse(realm)) throw fault('invalid', 'the registry names no token server');
  const url = new URL(realm);
  const registry = new URL(refusal.url);
  // A registry without TLS may name a token server without TLS; any other would give the password away.
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && registry.protocol === 'http:');
  if (!safe || url.username !== '' || url.password !== '')
    throw fault('refused', 'the registry names a token server that is not safe to ask (https is needed)');
  const service = parameters.get('service');
  if (service !== undefined) url.searchParams.set('service', service);
  const scopes = (parameters.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  for (const scope of scopes.length > 0 ? scopes : [`repository:${repository}:pull`]) {
    url.searchParams.append('scope', scope);
  }
  return url;
}

function refusalOf(
  { status, headers }: RegistryAnswer,
  { clock, login, fault }: AuthorizeOptions,
): SourceError {
  const wait = retryAfterMs(headers['retry-after'], clock.now());
  const more = wait === undefined ? {} : { retryAfterMs: wait };
  if (status === 429) return fault('throttled', 'the token server of the registry asks to wait (429)', more);
  if (status === 408 || status >= 500)
    return fault('unreachable', `the token server of the registry answers ${String(status)}`, more);
  const why =
    login === undefined
      ? 'the registry gives no token without credentials: name a pull secret of this namespace'
      : 'the registry refuses the user and password of the pull secret';
  return fault('denied', why);
}

function parse(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}
