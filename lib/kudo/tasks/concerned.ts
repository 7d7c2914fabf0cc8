/** Which instances are to be looked at when an object changes (KUDO 60). */
import { at } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { parseApiVersion, refKey } from '../../k8s/object.ts';
import { PIPE_POD_ANNOTATION } from '../api/labels.ts';
import { KUDO_GROUP } from '../api/types.ts';

/** Keys of the instances; owners count whether they are the controller or not. */
export function concernedInstances(
  object: KubeObject,
  event: 'changed' | 'deleted',
  instances: readonly KubeObject[],
): string[] {
  const { namespace = '', name, annotations, ownerReferences = [] } = object.metadata;
  if (event === 'deleted' && object.kind === 'Pod' && annotations?.[PIPE_POD_ANNOTATION] !== undefined)
    return [];
  const isOurs = parseApiVersion(object.apiVersion).group === KUDO_GROUP;
  if (isOurs && object.kind === 'OperatorVersion')
    return instances
      .filter((instance) => usesVersion(instance, { namespace, name }))
      .map(({ metadata }) => refKey({ namespace: metadata.namespace ?? '', name: metadata.name }));
  const owners = ownerReferences
    .filter((owner) => owner.kind === 'Instance' && parseApiVersion(owner.apiVersion).group === KUDO_GROUP)
    .map((owner) => refKey({ namespace, name: owner.name }));
  return isOurs && object.kind === 'Instance' ? [refKey({ namespace, name }), ...owners] : owners;
}

function usesVersion(instance: KubeObject, version: { namespace: string; name: string }): boolean {
  const reference = at(instance, 'spec', 'operatorVersion');
  const given = at(reference, 'namespace');
  const namespace = typeof given === 'string' && given !== '' ? given : (instance.metadata.namespace ?? '');
  return at(reference, 'name') === version.name && namespace === version.namespace;
}
