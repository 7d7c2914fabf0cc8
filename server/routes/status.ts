import type { KubeErrorKind } from '#server/kube/errors.ts';

/** What the console itself can find wrong, beside everything that talking to the cluster can. */
export type ConsoleErrorKind =
  KubeErrorKind | 'unauthenticated' | 'refused' | 'readOnly' | 'gitops' | 'internal';

const statuses: Readonly<Record<ConsoleErrorKind, number>> = {
  aborted: 499,
  alreadyExists: 409,
  badRequest: 400,
  config: 500,
  conflict: 409,
  forbidden: 403,
  gone: 410,
  internal: 500,
  invalid: 422,
  notFound: 404,
  readOnly: 403,
  gitops: 403,
  refused: 403,
  timeout: 504,
  tooLarge: 413,
  tooManyRequests: 429,
  unauthenticated: 401,
  // The cluster refused our credentials; the browser's session with the console is fine.
  unauthorized: 502,
  unavailable: 503,
  unknown: 502,
  unsupported: 501,
};

/** The HTTP status for a kind of error. */
export function statusOf(kind: ConsoleErrorKind): number {
  return statuses[kind];
}
