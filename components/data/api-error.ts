import { z } from 'zod';

export interface FieldCause {
  field: string;
  message: string;
}

/**
 * Why a request failed, ready to be shown.
 * `kind`: those of the server's KubeError (`forbidden`, `notFound`, `conflict`, `invalid`, `alreadyExists`, …), or
 * `unauthenticated`, `refused`, `readOnly`, `network` (no answer at all).
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

/** What the console's own endpoints answer. */
const OwnError = z.object({
  kind: z.string(),
  message: z.string(),
  causes: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});

/** What the API server answers through the proxy: a `meta/v1` Status. */
const Status = z.object({
  kind: z.literal('Status'),
  message: z.string().optional(),
  reason: z.string().optional(),
  details: z
    .object({
      causes: z
        .array(z.object({ field: z.string().default(''), message: z.string().default('') }))
        .nullish()
        .catch(undefined),
    })
    .nullish(),
});

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

export function errorFromBody(status: number, body: unknown): ApiError {
  const parsed = Status.safeParse(body);
  const byCode = kindOfStatus[status] ?? 'unknown';
  if (parsed.success) {
    const { message, reason, details } = parsed.data;
    return new ApiError({
      kind: kindOfReason[reason ?? ''] ?? byCode,
      status,
      message: message ?? 'The cluster refused the request.',
      causes: details?.causes ?? [],
    });
  }
  const own = OwnError.safeParse(body);
  if (own.success) {
    const { causes, ...rest } = own.data;
    return new ApiError({ ...rest, status, ...(causes === undefined ? {} : { causes }) });
  }
  return new ApiError({ kind: byCode, status, message: `The console answered ${String(status)}.` });
}

export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError({
    kind: 'network',
    status: 0,
    message: 'The console cannot be reached. It may have been stopped, or the connection is gone.',
  });
}
