/** What somebody of the tests may do, as the API server says when it is asked with that person's own token. */
import { z } from 'zod';
import type { AccessCheck } from '../../../lib/access.ts';
import { resources } from '../../../lib/k8s/resources.ts';
import { ask } from '../../../server/kube/ask.ts';
import type { KubeClient } from '../../../server/kube/types.ts';
import { eventually } from '../eventually.ts';

/** A rule of a Role. */
export interface Right {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly resourceNames?: readonly string[];
}

const Review = z.object({ status: z.object({ allowed: z.boolean() }) });

/** Rejects when it cannot be asked. */
export async function mayDo(
  { client }: { readonly client: KubeClient },
  check: AccessCheck,
): Promise<boolean> {
  const spec = { resourceAttributes: check };
  return Review.parse(await ask(client, resources.selfSubjectAccessReviews, { spec })).status.allowed;
}

/**
 * The API server learns of bindings by a watch of its own, and of roles that are made of others when these are put together.
 *
 * @param namespace undefined of rights in the whole cluster
 * @param right nothing is waited for when undefined
 */
export async function untilAllowed(
  client: KubeClient,
  namespace: string | undefined,
  right: Right | undefined,
): Promise<void> {
  if (right === undefined) return;
  const [resource = '', subresource] = (right.resources[0] ?? '').split('/');
  const check = {
    resource,
    subresource,
    namespace,
    verb: right.verbs[0] ?? '',
    group: right.apiGroups[0] ?? '',
  };
  await eventually(async () => {
    if (!(await mayDo({ client }, check))) throw new Error(`may not yet ${check.verb} ${resource}`);
  });
}
