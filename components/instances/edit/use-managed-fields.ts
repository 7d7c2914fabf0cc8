'use client';
import { useApi } from '#components/data/use-api.ts';
import { buildApiPath } from '#lib/k8s/api-path.ts';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';

export type ManagedFields =
  { readonly state: 'loading' } | { readonly state: 'ready'; readonly managedFields: readonly unknown[] };

/** Who manages which field of the object: bulky, so the streams leave it out and it is asked for when it is looked at. */
export function useManagedFields(resource: Resource, object: KubeObject): ManagedFields {
  const { name = '', namespace, resourceVersion = '' } = object.metadata;
  const path = buildApiPath({
    kind: 'resource',
    group: resource.group,
    version: resource.version,
    resource: resource.plural,
    ...(namespace === undefined ? {} : { namespace }),
    name,
  });
  // At least as new as what is on the screen.
  const answer = useApi<KubeObject>(`/k8s${path}?resourceVersion=${encodeURIComponent(resourceVersion)}`);
  if (answer.state === 'loading') return { state: 'loading' };
  return { state: 'ready', managedFields: answer.data?.metadata.managedFields ?? [] };
}
