/**
 * What tells a real OLM from something of its name. Whoever may deploy something anywhere may give it any name: it is OLM when
 * its ServiceAccount may do OLM's work in all namespaces, which is for an administrator of the cluster to grant.
 */
import { z } from 'zod';
import type { KubeObject, Resource } from '../../k8s/object.ts';
import { resources } from '../../k8s/resources.ts';

/** Source: OLM's own manifests name its Deployments so, in whatever namespace. */
export const OLM_DEPLOYMENTS = ['olm-operator', 'catalog-operator'] as const;

const Deployment = z.object({
  spec: z.object({
    template: z.object({ spec: z.object({ serviceAccountName: z.string().default('default') }) }),
  }),
});
const Review = z.object({ status: z.object({ allowed: z.boolean() }) });

/**
 * The spec of the SubjectAccessReview to ask about one of these Deployments: nobody but OLM writes the status of CSVs in every
 * namespace. Undefined when it is not one that could run.
 */
export function olmReview(deployment: KubeObject): object | undefined {
  return statusReview(deployment, resources.clusterServiceVersions);
}

/** Whether what runs there may write the status of all objects of the type: only who works on them may. */
export function statusReview(workload: KubeObject, { group, plural }: Resource): object | undefined {
  const account = Deployment.safeParse(workload).data?.spec.template.spec.serviceAccountName;
  if (account === undefined) return undefined;
  return {
    user: `system:serviceaccount:${workload.metadata.namespace ?? ''}:${account}`,
    resourceAttributes: { group, resource: plural, subresource: 'status', verb: 'update' },
  };
}

/** @throws {z.ZodError} when it is no answer to a review */
export function isAllowed(answer: unknown): boolean {
  return Review.parse(answer).status.allowed;
}
