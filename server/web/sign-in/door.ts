/** `/sign-in` and `/sign-out`: the only paths that answer a browser without a session, besides the probes. */
import type { IncomingMessage, ServerResponse } from 'node:http';

import { returnPath, signInPath } from '#lib/return-path.ts';
import type { Attempts } from '#server/auth/token/attempts.ts';
import type { Door } from '#server/auth/door.ts';
import type { SignIn, TokenSessions } from '#server/auth/token/token-sessions.ts';
import { BodyTooLargeError, readBodyText, sendError } from '../http.ts';
import { signInPage } from './page.ts';
import type { SignInNotice } from './page.ts';

/** What the door needs to let somebody in. */
export interface SignInDoorOptions {
  sessions: TokenSessions;
  attempts: Attempts;
  /** Milliseconds since some moment; never goes back. */
  now: () => number;
  /** Told who came in, for the log. */
  onSignedIn: (name: string) => void;
}

/** A request for one of these pages, past the gate. */
export interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  query: string;
  nonce: string;
  /** Address of the browser. */
  client: string;
  door: Door;
}

/** Answers browsers without a session. */
export interface SignInDoor {
  /** The page, or what comes of its form. */
  signIn(visit: Visit): Promise<void>;
  signOut(visit: Visit): void;
  /** Answers whoever has no session and wants anything else. */
  turnAway(visit: Visit, target: string): void;
}

/** A token of the longest kind, each character of it encoded, and the place to go on at. */
const bodyLimit = 32 * 1024;

type Problem = Exclude<SignIn['kind'], 'signedIn'> | 'tooMany';

const statusOf: Readonly<Record<Problem, number>> = {
  malformed: 400,
  refused: 401,
  tooLong: 413,
  tooMany: 429,
  unanswered: 503,
};

/** Its pages say nothing of the cluster, whoever asks. */
export function createSignInDoor(options: SignInDoorOptions): SignInDoor {
  return {
    signIn: async (visit) => {
      if (visit.request.method === 'POST') await takeForm(options, visit);
      else showPage(visit, 200, noticeIn(visit.query));
    },
    signOut: ({ response, door }) => {
      seeOther(response, `${door.basePath ?? ''}/sign-in?out=1`, options.sessions.signOut(door));
    },
    turnAway: ({ request, response, door }, target) => {
      const ended = options.sessions.hadSession(request.headers.cookie, door);
      const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
      if (isPage) seeOther(response, (door.basePath ?? '') + signInPath(target, { ended }), []);
      else
        sendError(response, 401, {
          kind: 'unauthenticated',
          message: 'Sign in to the console with a token.',
        });
    },
  };
}

async function takeForm(options: SignInDoorOptions, visit: Visit): Promise<void> {
  const form = await readForm(visit.request);
  if (form === undefined) {
    visit.response.setHeader('connection', 'close');
    showPage(visit, statusOf.tooLong, { tone: 'bad', key: 'tooLong' });
    return;
  }
  const to = returnPath(form.get('to'));
  const waitMs = options.attempts.take(visit.client, options.now());
  if (waitMs > 0) {
    visit.response.setHeader('retry-after', String(Math.ceil(waitMs / 1000)));
    refuse(visit, 'tooMany', to);
    return;
  }
  const outcome = await options.sessions.signIn(form.get('token') ?? '', visit.door);
  if (outcome.kind === 'signedIn' || outcome.kind === 'unanswered') options.attempts.giveBack(visit.client);
  if (outcome.kind !== 'signedIn') {
    refuse(visit, outcome.kind, to);
    return;
  }
  options.onSignedIn(outcome.name);
  seeOther(visit.response, (visit.door.basePath ?? '') + to, outcome.cookies);
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  try {
    return new URLSearchParams(await readBodyText(request, bodyLimit));
  } catch (error) {
    if (error instanceof BodyTooLargeError) return undefined;
    throw error;
  }
}

function refuse(visit: Visit, key: Problem, to: string): void {
  showPage(visit, statusOf[key], { tone: 'bad', key }, to);
}

function noticeIn(query: string): SignInNotice | undefined {
  const parameters = new URLSearchParams(query);
  if (parameters.has('ended')) return { tone: 'plain', key: 'ended' };
  return parameters.has('out') ? { tone: 'plain', key: 'signedOut' } : undefined;
}

function showPage(
  { request, response, query, nonce, door }: Visit,
  status: number,
  notice: SignInNotice | undefined,
  to = returnPath(new URLSearchParams(query).get('to')),
): void {
  const { cookie: cookies, 'accept-language': acceptLanguage } = request.headers;
  const html = signInPage({ nonce, basePath: door.basePath ?? '', to, notice, cookies, acceptLanguage });
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(html),
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  });
  response.end(request.method === 'HEAD' ? undefined : html);
}

function seeOther(response: ServerResponse, location: string, cookies: readonly string[]): void {
  response.writeHead(303, {
    location,
    ...(cookies.length === 0 ? {} : { 'set-cookie': [...cookies] }),
    'cache-control': 'no-store',
    'content-length': 0,
  });
  response.end();
}
