'use client';
import { useApi } from '#components/data/use-api.ts';
import { queryOf } from '#lib/base/address.ts';
import { resourceUrl } from '#lib/k8s/api-path.ts';
import { refTo, type KubeObject, type Resource } from '#lib/k8s/object.ts';

export type ManagedFields =
  { readonly state: 'loading' } | { readonly state: 'ready'; readonly managedFields: readonly unknown[] };

/** Who manages which field of the object: bulky, so the streams leave it out and it is asked for when it is looked at. */
export function useManagedFields(resource: Resource, object: KubeObject): ManagedFields {
  const { resourceVersion } = object.metadata;
  // At least as new as what is on the screen.
  const answer = useApi<KubeObject>(resourceUrl(resource, refTo(object)) + queryOf({ resourceVersion }));
  if (answer.state === 'loading') return { state: 'loading' };
  return { state: 'ready', managedFields: answer.data?.metadata.managedFields ?? [] };
}
