/**
 * Turns what the API server answers to a failed request into a KubeError.
 * Source: k8s.io/apimachinery `meta/v1` Status and its reasons.
 */
import { z } from 'zod';
import { optional } from '#lib/base/loose.ts';
import { KubeError, type KubeErrorCause, type KubeErrorKind } from './errors.ts';

const Cause = z.object({
  field: z.string().catch(''),
  reason: z.string().catch(''),
  message: z.string().catch(''),
});

const Details = z.object({
  name: z.string().optional().catch(undefined),
  kind: z.string().optional().catch(undefined),
  causes: z.array(Cause).optional().catch(undefined),
  retryAfterSeconds: z.number().optional().catch(undefined),
});

const Status = z.object({
  kind: z.literal('Status'),
  message: z.string().catch(''),
  reason: z.string().catch(''),
  code: z.number().optional().catch(undefined),
  details: Details.optional().catch(undefined),
});
type Status = z.infer<typeof Status>;

const noStatus: Status = { kind: 'Status', message: '', reason: '' };

/** An answer other than success, as it came. */
export interface FailedAnswer {
  /** HTTP status; 0 for a Status inside a watch stream, which then speaks for itself. */
  status: number;
  /** Value of the Retry-After header. */
  retryAfter?: string | undefined;
  /** Body of the answer: JSON where it was JSON, else text. */
  body: unknown;
  /** What was asked, such as `GET /api/v1/pods`; for the log. */
  request: string;
}

/**
 * Judged by the Status's reason, else by the code; of codes that nobody knows, those from 500 on are `unavailable`.
 */
export function errorFromAnswer(answer: FailedAnswer): KubeError {
  const parsed = Status.safeParse(answer.body);
  const status = parsed.success ? parsed.data : noStatus;
  const { message, reason } = status;
  const code = status.code ?? answer.status;
  const kind = kindOf(code, reason, message);
  const retryAfterMs = retryAfterOf(answer, status);
  return new KubeError({
    kind,
    message: `${answer.request}: ${String(code)} ${message === '' ? textOf(answer.body) : message}`.trim(),
    publicMessage: sentence(kind, message, code),
    status: code,
    reason,
    causes: causesOf(status),
    ...optional({ retryAfterMs }),
    resourceAbsent: code === 404 && (status.details?.name ?? '') === '',
  });
}

const kindOfReason: Readonly<Record<string, KubeErrorKind>> = {
  AlreadyExists: 'alreadyExists',
  BadRequest: 'badRequest',
  Conflict: 'conflict',
  Expired: 'gone',
  Forbidden: 'forbidden',
  Gone: 'gone',
  Invalid: 'invalid',
  MethodNotAllowed: 'unsupported',
  NotAcceptable: 'unsupported',
  NotFound: 'notFound',
  RequestEntityTooLarge: 'tooLarge',
  ServerTimeout: 'timeout',
  ServiceUnavailable: 'unavailable',
  Timeout: 'timeout',
  TooManyRequests: 'tooManyRequests',
  Unauthorized: 'unauthorized',
  UnsupportedMediaType: 'unsupported',
};

const kindOfCode: Readonly<Record<number, KubeErrorKind>> = {
  400: 'badRequest',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notFound',
  405: 'unsupported',
  406: 'unsupported',
  408: 'timeout',
  409: 'conflict',
  410: 'gone',
  413: 'tooLarge',
  415: 'unsupported',
  422: 'invalid',
  429: 'tooManyRequests',
  501: 'unsupported',
  504: 'timeout',
};

/** etcd and its client refuse oversize objects with an internal error, which a retry would repeat for ever. */
const tooLarge = /request is too large|message larger than max|Request entity too large/;

function kindOf(code: number, reason: string, message: string): KubeErrorKind {
  if (tooLarge.test(message)) return 'tooLarge';
  const kind = kindOfReason[reason] ?? kindOfCode[code];
  if (kind !== undefined) return kind;
  return code >= 500 ? 'unavailable' : 'unknown';
}

function causesOf(status: Status): KubeErrorCause[] {
  return (status.details?.causes ?? []).filter((cause) => cause.field !== '' || cause.message !== '');
}

/** Retry-After is seconds or an HTTP date; dates are ignored, since the API server sends seconds. */
function retryAfterOf(answer: FailedAnswer, status: Status): number | undefined {
  const seconds = Number(answer.retryAfter ?? Number.NaN);
  if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1000;
  const fromDetails = status.details?.retryAfterSeconds;
  return fromDetails === undefined || fromDetails <= 0 ? undefined : fromDetails * 1000;
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body.trim() : '';
}

const fallback: Readonly<Record<KubeErrorKind, string>> = {
  notFound: 'The cluster does not have this object or does not know this kind of object.',
  alreadyExists: 'An object with this name already exists.',
  conflict: 'Someone else changed the object. Reload it and try again.',
  invalid: 'The API server rejected the object: some fields are not valid.',
  badRequest: 'The cluster did not understand the request.',
  forbidden: 'You don’t have permission to do this in the cluster.',
  unauthorized: 'The cluster does not accept your credentials. They may have expired: sign in again.',
  gone: 'The history the request asked for is no longer kept by the cluster.',
  tooManyRequests: 'The cluster is busy and asked us to slow down. Retrying shortly.',
  tooLarge:
    'The object is larger than the cluster accepts (about 1.5 MB for one object, 3 MB for one request).',
  unsupported: 'The cluster does not support this request.',
  timeout: 'The cluster did not answer in time. Retrying shortly.',
  unavailable: 'The cluster is unavailable. Retrying shortly.',
  aborted: 'The request was cancelled.',
  config: 'The configuration is not usable.',
  unknown: 'Unexpected response from the cluster.',
};

/** The API server's own sentence where it is about the user's object; ours where it would only name machinery. */
function sentence(kind: KubeErrorKind, message: string, code: number): string {
  const ours = fallback[kind];
  if (kind === 'tooLarge' || kind === 'unauthorized' || message === '') return ours;
  if (kind === 'unknown' || kind === 'unavailable' || kind === 'timeout')
    return `${ours} (${String(code)}: ${message})`;
  return message;
}
