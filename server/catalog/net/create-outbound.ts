import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { SourceError } from '../sources/reader.ts';
import { bounded } from './bounded.ts';
import { sourceErrorOf } from './failures.ts';
import { createGuard, type Guard } from './guard.ts';
import type { Judged, Outbound, OutboundAnswer, OutboundOptions, OutboundRequest } from './outbound.ts';
import { Pools } from './pools.ts';
import { parseTarget, type NetTarget } from './target.ts';

const MOST_REDIRECTS = 5;
const IDLE_MS = 30_000;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * With connections of its own, which `close` ends. Errors name the host and what to do, never what the server said.
 */
export function createOutbound(options: OutboundOptions): Outbound {
  const guard = createGuard(options.policy, options.resolve);
  const pools = new Pools(options.ca, options.env ?? {});
  return {
    fetch: (request) => follow(request, { guard, pools }),
    judge: (target, signal) => guard.judge(target, signal),
    close: () => pools.close(),
  };
}

interface Ways {
  guard: Guard;
  pools: Pools;
}

interface Hop {
  target: NetTarget;
  judged: Judged;
  answer: Dispatcher.ResponseData;
}

async function follow(request: OutboundRequest, ways: Ways): Promise<OutboundAnswer> {
  const first = parseTarget(request.url);
  let target = first;
  let from = request.saidBy;
  for (let redirects = 0; ; redirects += 1) {
    const judged = await ways.guard.judge(target, request.signal, from);
    const keepsCredentials = target.url.origin === first.url.origin;
    const answer = await send(request, { target, judged, keepsCredentials }, ways.pools);
    const location = headerOf(answer, 'location');
    if (!REDIRECTS.has(answer.statusCode) || location === undefined)
      return toAnswer(request, { target, judged, answer });
    answer.body.on('error', () => undefined).destroy();
    if (redirects === MOST_REDIRECTS) {
      throw new SourceError(
        'refused',
        `${first.url.host} redirects more than ${String(MOST_REDIRECTS)} times. Give the address it ends at.`,
      );
    }
    target = redirected(target, location);
    from = judged.scope;
  }
}

function redirected(from: NetTarget, location: string): NetTarget {
  if (!URL.canParse(location, from.url))
    throw new SourceError('invalid', `${from.url.host} redirects to something that is no address.`);
  const next = parseTarget(new URL(location, from.url).href);
  if (from.url.protocol === 'https:' && next.url.protocol !== 'https:') {
    throw new SourceError(
      'refused',
      `${from.url.host} redirects from https to http, which is not followed. Give the address it ends at.`,
    );
  }
  return next;
}

async function send(
  request: OutboundRequest,
  { target, judged, keepsCredentials }: { target: NetTarget; judged: Judged; keepsCredentials: boolean },
  pools: Pools,
): Promise<Dispatcher.ResponseData> {
  const idleMs = request.limits.idleMs ?? IDLE_MS;
  const { authorization } = request;
  try {
    const { dispatcher, origin } = pools.get(target.url.origin, judged);
    return await dispatcher.request({
      origin,
      method: request.method ?? 'GET',
      path: `${target.url.pathname}${target.url.search}`,
      headers: {
        'user-agent': 'capstan',
        host: target.url.host,
        ...request.headers,
        ...(authorization === undefined || !keepsCredentials ? {} : { authorization }),
      },
      signal: request.signal,
      headersTimeout: idleMs,
      bodyTimeout: idleMs,
    });
  } catch (error) {
    request.signal.throwIfAborted();
    throw sourceErrorOf(error, target.url.host);
  }
}

function toAnswer(request: OutboundRequest, { target, judged, answer }: Hop): OutboundAnswer {
  const host = target.url.host;
  const names = Object.keys(answer.headers);
  const body = bounded(answer.body, { host, limits: request.limits, signal: request.signal });
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(names.map((name) => [name, headerOf(answer, name) ?? ''])),
    body: Readable.from(body, { objectMode: false }),
    url: target.url.href,
    scope: judged.scope,
  };
}

function headerOf({ headers }: Dispatcher.ResponseData, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
