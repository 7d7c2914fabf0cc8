import { isJsonObject, readList, textOf } from '#lib/json.ts';

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
  /** Fields the API server found wrong; `field` is a path such as `spec.number`. */
  readonly causes: readonly FieldCause[];

  constructor(init: { kind: string; status: number; message: string; causes?: readonly FieldCause[] }) {
    super(init.message);
    this.kind = init.kind;
    this.status = init.status;
    this.causes = init.causes ?? [];
  }
}

const kindOfReason: Readonly<Record<string, string>> = {
  AlreadyExists: 'alreadyExists',
  BadRequest: 'badRequest',
  Conflict: 'conflict',
  Forbidden: 'forbidden',
  Invalid: 'invalid',
  NotFound: 'notFound',
  RequestEntityTooLarge: 'tooLarge',
  Unauthorized: 'unauthorized',
};

const kindOfStatus: Readonly<Record<number, string>> = {
  400: 'badRequest',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'notFound',
  409: 'conflict',
  413: 'tooLarge',
  422: 'invalid',
  503: 'unavailable',
  504: 'timeout',
};

/** `body` is a `meta/v1` Status of the API server, or `{ kind, message, causes }` of the console's own endpoints. */
export function errorFromBody(status: number, body: unknown): ApiError {
  const byCode = kindOfStatus[status] ?? 'unknown';
  const kind = isJsonObject(body) ? textOf(body, 'kind') : undefined;
  if (!isJsonObject(body) || kind === undefined) return silent(status, byCode);
  const message = textOf(body, 'message');
  if (kind === 'Status') {
    const { details } = body;
    return new ApiError({
      kind: kindOfReason[textOf(body, 'reason') ?? ''] ?? byCode,
      status,
      message: message ?? 'The cluster refused the request.',
      causes: isJsonObject(details) ? causesOf(details['causes']) : [],
    });
  }
  if (message === undefined) return silent(status, byCode);
  return new ApiError({ kind, status, message, causes: causesOf(body['causes']) });
}

function causesOf(value: unknown): FieldCause[] {
  return readList(value, (cause) => ({
    field: textOf(cause, 'field') ?? '',
    message: textOf(cause, 'message') ?? '',
  }));
}

function silent(status: number, kind: string): ApiError {
  return new ApiError({ kind, status, message: `The console answered ${String(status)}.` });
}

export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError({
    kind: 'network',
    status: 0,
    message: 'The console cannot be reached. It may have been stopped, or the connection is gone.',
  });
}
