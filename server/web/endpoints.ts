/** The console's own JSON endpoints beside the proxy, the stream and the catalog. */
import { AccessRequest } from '#lib/access-request.ts';
import type { AccessReviews } from '#server/auth/access-reviews.ts';
import type { SessionQuery } from '#server/queries/session.ts';
import type { Endpoint } from './front.ts';
import { BodyTooLargeError, readJson, sendError, sendJson, type Exchange } from './http.ts';

const bodyLimit = 64 * 1024;

/** Who is signed in where, as `Session`. */
export function sessionEndpoint(session: SessionQuery): Endpoint {
  return {
    prefix: '/api/session',
    serve: async ({ response, identity }) => {
      sendJson(response, 200, await session(identity));
    },
  };
}

/** Answers in the order of the checks; 400 for what is no access request, 413 beyond 64 KiB. */
export function accessEndpoint(access: AccessReviews): Endpoint {
  return {
    prefix: '/api/access',
    serve: async (exchange) => {
      const { request, response, identity } = exchange;
      if (request.method !== 'POST') {
        sendError(response, 405, { kind: 'refused', message: 'Access is asked for by POST.' });
        return;
      }
      const body = await readAccess(exchange);
      if (body !== undefined)
        sendJson(response, 200, { answers: await access.review(identity, body.checks) });
    },
  };
}

async function readAccess({ request, response }: Exchange): Promise<AccessRequest | undefined> {
  try {
    const parsed = AccessRequest.safeParse(await readJson(request, bodyLimit));
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    sendError(response, 400, {
      kind: 'badRequest',
      message: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}`,
    });
  } catch (error) {
    const status = error instanceof BodyTooLargeError ? 413 : 400;
    sendError(response, status, {
      kind: 'badRequest',
      message: 'The body is not the JSON of an access request.',
    });
  }
  return undefined;
}
