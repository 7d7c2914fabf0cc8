import { withMessage } from '#lib/console-problem.ts';
import type { ConsoleProblem, ProblemFields } from '#lib/console-problem.ts';

/**
 * Every way in which talking to a cluster can fail, as one closed union.
 * `message` is for the log, `publicMessage` for the person at the screen; neither ever holds a credential.
 */
export const kubeErrorKinds = [
  'notFound',
  'alreadyExists',
  'conflict',
  'invalid',
  'badRequest',
  'forbidden',
  'unauthorized',
  'gone',
  'tooManyRequests',
  'tooLarge',
  'unsupported',
  'timeout',
  'unavailable',
  'aborted',
  'config',
  'unknown',
] as const;

/** One of `kubeErrorKinds`. */
export type KubeErrorKind = (typeof kubeErrorKinds)[number];

/** One field that the API server found wrong, as `Status.details.causes` names it. */
export interface KubeErrorCause {
  field: string;
  reason: string;
  message: string;
}

/** What an error is made of; `publicMessage` is that of `problem` when absent, else `message`. */
export interface KubeErrorInit {
  kind: KubeErrorKind;
  message: string;
  publicMessage?: string;
  /** What the console itself says of it; browsers put that into words. */
  problem?: ConsoleProblem;
  /** HTTP status of the answer; absent when there was none. */
  status?: number;
  /** `reason` of the Status object, or the code of a network error. */
  reason?: string;
  causes?: readonly KubeErrorCause[];
  retryAfterMs?: number;
  /** The API server does not serve the resource type at all (as opposed to not having the object). */
  resourceAbsent?: boolean;
  cause?: unknown;
}

const retryableKinds: ReadonlySet<KubeErrorKind> = new Set([
  'conflict',
  'gone',
  'tooManyRequests',
  'timeout',
  'unavailable',
]);

/** Next runs a copy of this module: what one copy throws, the other has to know. A registered symbol is the same in both. */
const brand = Symbol.for('capstan.kube-error');

/** The only error that the client's methods reject with. Credentials are taken out of both messages. */
export class KubeError extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value;
  }

  readonly [brand] = true;
  override readonly name = 'KubeError';
  readonly kind: KubeErrorKind;
  readonly publicMessage: string;
  readonly problem: ConsoleProblem | undefined;
  readonly status: number | undefined;
  readonly reason: string;
  readonly causes: readonly KubeErrorCause[];
  readonly retryAfterMs: number | undefined;
  readonly resourceAbsent: boolean;

  constructor(init: KubeErrorInit) {
    super(redact(init.message), init.cause === undefined ? undefined : { cause: init.cause });
    this.kind = init.kind;
    const said = init.problem === undefined ? init.message : withMessage(init.problem).message;
    this.publicMessage = redact(init.publicMessage ?? said);
    this.problem = init.problem;
    this.status = init.status;
    this.reason = init.reason ?? '';
    this.causes = init.causes ?? [];
    this.retryAfterMs = init.retryAfterMs;
    this.resourceAbsent = init.resourceAbsent ?? false;
  }

  /** The same request may succeed later without anybody changing anything (`conflict`: after reading again). */
  get retryable(): boolean {
    return retryableKinds.has(this.kind);
  }
}

/** Is it a KubeError, and of one of these kinds? Without kinds, of any. */
export function isKubeError(error: unknown, ...kinds: readonly KubeErrorKind[]): error is KubeError {
  return error instanceof KubeError && (kinds.length === 0 || kinds.includes(error.kind));
}

/** What was asked for; undefined where it failed in one of these ways, all of which are as good as having none of it. */
export async function undefinedIf<T>(
  asked: Promise<T>,
  ...kinds: readonly [KubeErrorKind, ...KubeErrorKind[]]
): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isKubeError(error, ...kinds)) return undefined;
    throw error;
  }
}

/** Any thrown value as KubeError; what is not one already becomes `unknown` and tells the user nothing of its inside. */
export function asKubeError(error: unknown): KubeError {
  if (error instanceof KubeError) return error;
  return new KubeError({
    kind: 'unknown',
    message: error instanceof Error ? error.message : String(error),
    publicMessage:
      'Something went wrong inside Capstan while talking to the cluster. The log has the details.',
    cause: error,
  });
}

/** What an answer says of it: the sentence, and its code where it is the console's own. */
export function toldOf(error: { problem?: ConsoleProblem | undefined; publicMessage: string }): ToldProblem {
  const { problem, publicMessage } = error;
  return { ...problem, message: publicMessage };
}

/** See `toldOf`. */
export type ToldProblem = ProblemFields | { message: string };

/** Of a request that its own caller gave up: kind `aborted`. */
export function abortedError(cause?: unknown): KubeError {
  return new KubeError({ kind: 'aborted', message: 'The request was cancelled.', cause });
}

const LONGEST_MESSAGE = 2_000;
/** Looked through for credentials; a multiple of the above, so that what a long token takes away does not empty the text. */
const LONGEST_SEARCHED = 8_000;

/**
 * Takes out whatever looks like a credential: JSON web tokens, `Bearer …`, `Basic …`, user:password in URLs, PEM keys.
 * Also cuts: the API server repeats whole field values in its messages.
 */
export function redact(text: string): string {
  const clean = text
    .slice(0, LONGEST_SEARCHED)
    .replace(/-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(?:-----END [A-Z ]*-----)?/g, '[private key]')
    .replace(/\b(Bearer|Basic)\s+[A-Za-z0-9+/=_.~-]{8,}/gi, '$1 [redacted]')
    .replace(/\beyJ[A-Za-z0-9_-]{10,}(?:\.[A-Za-z0-9_-]*){0,2}/g, '[redacted token]')
    .replace(/(\w{2,12}:\/\/)[^/@\s]{1,512}@/g, '$1[redacted]@');
  const isCut = clean.length > LONGEST_MESSAGE || text.length > LONGEST_SEARCHED;
  return isCut ? `${clean.slice(0, LONGEST_MESSAGE)} …` : clean;
}
