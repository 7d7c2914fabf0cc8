/**
 * Deployments of an operator whose pods the API server does not take: no PriorityClass of that name, no quota left, an
 * admission webhook against it. The CSV says only that they do not become ready, in upstream's words (OLM 68).
 */
import type { KubeObject } from '../../k8s/object.ts';
import { replicaFailure } from '../../k8s/workload-view.ts';
import type { ClusterServiceVersion } from '../api/types.ts';

/** A Deployment whose pods are not made, and why. */
export interface RefusedDeployment {
  deployment: string;
  /** The API server's own words. */
  message: string;
}

/** In the order in which the CSV names its Deployments. */
export function refusedPods(
  { metadata, spec }: ClusterServiceVersion,
  deployments: readonly KubeObject[],
): RefusedDeployment[] {
  return (spec.install.spec?.deployments ?? []).flatMap(({ name }) => {
    const found = deployments.find(
      (object) => object.metadata.name === name && object.metadata.namespace === metadata.namespace,
    );
    const message = found === undefined ? undefined : replicaFailure(found);
    return message === undefined ? [] : [{ deployment: name, message }];
  });
}
