/**
 * What of the user's requests may change the cluster. A console started with `--gitops` or `--read-only` changes
 * nothing, whatever a page asks for: the rule stands in the proxy, the pages only follow it.
 */
import { withMessage } from '#lib/console-problem.ts';
import type { ProblemFields } from '#lib/console-problem.ts';
import type { ApiPath } from '#lib/k8s/api-path.ts';
import type { ChangePolicy } from '#lib/session.ts';

/** As much of a request as the rule is about. */
export interface ProxiedRequest {
  method: string;
  path: ApiPath;
  /** With or without its `?`. */
  query: string;
  hasBody: boolean;
}

/** What the browser is answered. */
export type WriteRefusal = ProblemFields & { status: 403; kind: 'readOnly' | 'gitops' };

/** Only reads, questions about rights and dry runs pass where the console applies nothing. */
export function writeRefusal(policy: ChangePolicy, request: ProxiedRequest): WriteRefusal | undefined {
  if (policy === 'apply' || isHarmless(request)) return undefined;
  return { status: 403, kind: policy, ...withMessage({ code: policy }) };
}

function isHarmless(request: ProxiedRequest): boolean {
  const { method, path } = request;
  return method === 'GET' || method === 'HEAD' || asksForRights(method, path) || isDryRun(request);
}

const reviews: ReadonlySet<string> = new Set([
  'authorization.k8s.io/selfsubjectaccessreviews',
  'authorization.k8s.io/selfsubjectrulesreviews',
  'authentication.k8s.io/selfsubjectreviews',
]);

function asksForRights(method: string, path: ApiPath): boolean {
  return (
    method === 'POST' &&
    path.kind === 'resource' &&
    path.name === undefined &&
    reviews.has(`${path.group}/${path.resource}`)
  );
}

/** Subresources whose writes are of the object itself; of others nobody knows what a dry run does. */
const drySubresources: ReadonlySet<string | undefined> = new Set([undefined, 'status', 'scale']);

function isDryRun({ method, path, query, hasBody }: ProxiedRequest): boolean {
  if (path.kind !== 'resource' || !drySubresources.has(path.subresource)) return false;
  // The API server forgets the query of a DELETE that has a body. Source: apiserver `endpoints/handlers/delete.go`.
  if (method === 'DELETE' && hasBody) return false;
  const asked = new URLSearchParams(query).getAll('dryRun');
  return asked.length > 0 && asked.every((value) => value === 'All');
}
