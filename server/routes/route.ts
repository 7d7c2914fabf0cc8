/**
 * The one way to write a handler of `/api/v1/…`: what comes in is parsed, who asks is known, what goes out is a lib
 * type, and what goes wrong is said in one form.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { optional } from '#lib/base/loose.ts';

import { withMessage } from '#lib/console-problem.ts';
import type { ConsoleProblem } from '#lib/console-problem.ts';
import type { Identity } from '#server/auth/identity.ts';
import { getRuntime } from '#server/queries/runtime.ts';
import { kubeErrorKinds, toldOf } from '#server/kube/errors.ts';
import type { ToldProblem } from '#server/kube/errors.ts';
import { statusOf } from './status.ts';
import type { ConsoleErrorKind } from './status.ts';

/** A request, parsed and with whoever asks. */
export interface RouteInput<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  identity: Identity;
}

/** What the parts of a request must be; a part without a schema is not looked at. */
export interface RouteShape<P, Q, B> {
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  body?: z.ZodType<B>;
}

/** What Next hands to a route handler. */
export interface NextContext {
  params: Promise<Record<string, string | string[]>>;
}

/** A handler as Next calls it. Never rejects. */
export type RouteHandler = (request: Request, context: NextContext) => Promise<Response>;

/**
 * Answers 200 with what `handle` resolves to; 401 without a session, 400 for a bad request, else by the kind of the
 * error.
 */
export function route<P = unknown, Q = unknown, B = unknown>(
  shape: RouteShape<P, Q, B>,
  handle: (input: RouteInput<P, Q, B>) => Promise<unknown>,
): RouteHandler {
  return async (request, context) => {
    const requestId = request.headers.get('x-request-id') ?? randomUUID();
    try {
      const identity = await getRuntime().identify(request.headers.get('cookie'));
      if (identity === undefined)
        return problem({ kind: 'unauthenticated', message: 'Sign in first.' }, requestId);
      const input = await parse(shape, request, context);
      return answer(200, await handle({ ...input, identity }));
    } catch (error) {
      return problem(problemOf(error, requestId), requestId);
    }
  };
}

async function parse<P, Q, B>(
  shape: RouteShape<P, Q, B>,
  request: Request,
  context: NextContext,
): Promise<Omit<RouteInput<P, Q, B>, 'identity'>> {
  return {
    params: read('params', shape.params, await context.params),
    query: read('query', shape.query, Object.fromEntries(new URL(request.url).searchParams)),
    body: read('body', shape.body, shape.body === undefined ? undefined : await readBody(request)),
  };
}

class InputError extends Error {
  readonly causes: { field: string; message: string }[];

  constructor(part: string, issues: readonly z.core.$ZodIssue[]) {
    super(`The request's ${part} is not valid.`);
    this.causes = issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  }
}

function read<T>(part: string, schema: z.ZodType<T> | undefined, value: unknown): T {
  // Without a schema the handler's type for this part is `unknown`, and nothing of it is used.
  const parsed = (schema ?? z.custom<T>(() => true)).safeParse(value);
  if (parsed.success) return parsed.data;
  throw new InputError(part, parsed.error.issues);
}

async function readBody(request: Request): Promise<unknown> {
  try {
    const body: unknown = await request.json();
    return body;
  } catch {
    throw new InputError('body', [{ code: 'custom', path: [], message: 'is not JSON', input: undefined }]);
  }
}

type Problem = ToldProblem & {
  kind: ConsoleErrorKind;
  causes?: readonly { field: string; message: string }[];
  /** Told by a header. */
  retryAfterMs?: number;
};

/** Next runs its own copy of our modules, so an error of the front's copy is known by its shape, not by its class. */
const KubeErrorShape = z.object({
  name: z.literal('KubeError'),
  kind: z.enum(kubeErrorKinds),
  publicMessage: z.string(),
  problem: z.custom<ConsoleProblem>().optional(),
  causes: z.array(z.object({ field: z.string(), message: z.string() })),
  retryAfterMs: z.number().optional(),
});

function problemOf(error: unknown, requestId: string): Problem {
  if (error instanceof InputError)
    return { kind: 'badRequest', message: error.message, causes: error.causes };
  const known = error instanceof Error ? KubeErrorShape.safeParse(error) : undefined;
  if (known?.success === true) {
    const { kind, causes, retryAfterMs } = known.data;
    return {
      kind,
      ...toldOf(known.data),
      ...(causes.length === 0 ? {} : { causes }),
      ...optional({ retryAfterMs }),
    };
  }
  getRuntime().reportError(error, requestId);
  return { kind: 'internal', ...withMessage({ code: 'internal' }) };
}

function problem({ retryAfterMs, ...body }: Problem, requestId: string): Response {
  const seconds = retryAfterMs === undefined ? undefined : Math.max(1, Math.ceil(retryAfterMs / 1000));
  const headers: Record<string, string> = seconds === undefined ? {} : { 'retry-after': String(seconds) };
  return answer(statusOf(body.kind), { ...body, requestId }, headers);
}

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });
}
