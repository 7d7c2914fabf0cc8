/** Whose request it is: the browser it comes from, and the session that it brings. */
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Entered, Sessions } from '#server/auth/launch-session.ts';
import type { Door } from '#server/auth/door.ts';
import type { Sender } from './forwarded.ts';

/** Where there are no proxies in front, and no TLS. */
export function plainSender(request: IncomingMessage): Sender {
  return { client: request.socket.remoteAddress ?? '', scheme: 'http' };
}

/** By what address and from where the browser came. @param basePath of the console */
export function visitorOf(
  request: IncomingMessage,
  { client, scheme }: Sender,
  basePath: string,
): { client: string; door: Door } {
  const secure = scheme === 'https';
  const port = /:(\d+)$/.exec(request.headers.host ?? '')?.[1] ?? (secure ? '443' : '80');
  return { client, door: { secure, port, basePath } };
}

/** Pages see the cookies that are left here, and take the session from them that was taken here. */
export async function sessionOf(
  sessions: Sessions,
  request: IncomingMessage,
  sender: Sender,
  basePath: string,
): Promise<Entered | undefined> {
  const { headers } = request;
  if (sessions.enter === undefined) {
    const identity = await sessions.identify(headers.cookie);
    return identity === undefined ? undefined : { identity };
  }
  const { door } = visitorOf(request, sender, basePath);
  const entered = await sessions.enter(headers.cookie, door);
  const cookie = sessions.onlyThrough?.(headers.cookie, door);
  if (cookie !== undefined) headers.cookie = cookie;
  return entered;
}

/** A session that is in use goes on, but not because a stream comes back by itself; and no answer outlives it. */
export function keepToSession(
  response: ServerResponse,
  { endsInMs, cookies = [] }: Entered,
  path: string,
): void {
  if (cookies.length > 0 && path !== '/api/stream') response.setHeader('set-cookie', [...cookies]);
  if (endsInMs === undefined) return;
  const timer = setTimeout(() => response.destroy(), endsInMs);
  response.once('close', () => {
    clearTimeout(timer);
  });
}
