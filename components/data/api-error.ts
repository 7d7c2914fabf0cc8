import { isJsonObject, readList, textField } from '#lib/base/json.ts';
import { problemCodeOf } from '#lib/base/problem-code.ts';
import type { ProblemCodeFields } from '#lib/base/problem-code.ts';

export interface FieldCause {
  field: string;
  message: string;
}

/**
 * Why a request failed, ready to be shown.
 * `kind`: those of the server's KubeError (`forbidden`, `notFound`, `conflict`, `invalid`, `alreadyExists`, …), or
 * `unauthenticated`, `refused`, `readOnly`, `gitops`, `network` (no answer at all).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: string;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** Of the console's own problems; `message` says the same in English. */
  readonly code: string | undefined;
  readonly values: ProblemCodeFields['values'];
  /** Fields the API server found wrong; `field` is a path such as `spec.number`. */
  readonly causes: readonly FieldCause[];
  /** The answer asks not to be asked again before this time has passed. */
  readonly retryAfterMs: number | undefined;

  constructor(init: ApiErrorInit) {
    super(init.message);
    this.kind = init.kind;
    this.status = init.status;
    this.code = init.code;
    this.values = init.values;
    this.causes = init.causes ?? [];
    this.retryAfterMs = init.retryAfterMs;
  }
}

interface ApiErrorInit extends ProblemCodeFields {
  kind: string;
  status: number;
  message: string;
  causes?: readonly FieldCause[];
  retryAfterMs?: number | undefined;
}

const kindOfReason: Readonly<Record<string, string>> = {
  AlreadyExists: 'alreadyExists',
  BadRequest: 'badRequest',
  Expired: 'gone',
  Conflict: 'conflict',
  Forbidden: 'forbidden',
  Invalid: 'invalid',
  NotFound: 'notFound',
  ServerTimeout: 'timeout',
  ServiceUnavailable: 'unavailable',
  Timeout: 'timeout',
  TooManyRequests: 'tooManyRequests',
  RequestEntityTooLarge: 'tooLarge',
  Unauthorized: 'unauthorized',
};

const kindOfStatus: Readonly<Record<number, string>> = {
  400: 'badRequest',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'notFound',
  409: 'conflict',
  410: 'gone',
  413: 'tooLarge',
  422: 'invalid',
  429: 'tooManyRequests',
  503: 'unavailable',
  504: 'timeout',
};

/**
 * `body` is a `meta/v1` Status of the API server, or `{ kind, message, causes }` of the console's own endpoints;
 * `retryAfterMs` comes from the answer's header.
 */
export function errorFromBody(status: number, body: unknown, retryAfterMs?: number): ApiError {
  const byCode = kindOfStatus[status] ?? 'unknown';
  const given = isJsonObject(body) ? told(body, byCode) : undefined;
  const said = given ?? {
    kind: byCode,
    message: `The console answered ${String(status)}.`,
    code: 'answered',
    values: { status },
  };
  return new ApiError({ ...said, status, retryAfterMs });
}

const REJECTED = { message: 'The API server rejected the request.', code: 'rejected' } as const;

/** What the body says of itself; undefined when it says nothing. */
function told(
  body: Readonly<Record<string, unknown>>,
  byCode: string,
): Omit<ApiErrorInit, 'status'> | undefined {
  const kind = textField(body, 'kind');
  const message = textField(body, 'message');
  if (kind === 'Status') {
    const { details } = body;
    return {
      kind: kindOfReason[textField(body, 'reason') ?? ''] ?? byCode,
      ...(message === undefined ? REJECTED : { message }),
      causes: isJsonObject(details) ? causesOf(details['causes']) : [],
    };
  }
  if (kind === undefined || message === undefined) return undefined;
  return { kind, message, ...problemCodeOf(body), causes: causesOf(body['causes']) };
}

function causesOf(value: unknown): FieldCause[] {
  return readList(value, (cause) => ({
    field: textField(cause, 'field') ?? '',
    message: textField(cause, 'message') ?? '',
  }));
}

export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError({
    kind: 'network',
    status: 0,
    code: 'unreachable',
    message: 'The console is not reachable. The console may have been stopped, or the connection lost.',
  });
}

/** The same error with its message in the reader's language. */
export function inWords(error: ApiError, words: (problem: ApiError) => string): ApiError {
  const { kind, status, causes, retryAfterMs } = error;
  return error.code === undefined
    ? error
    : new ApiError({ kind, status, causes, retryAfterMs, message: words(error) });
}
