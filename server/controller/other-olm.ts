/** Is a real OLM at work in this cluster? Two controllers would fight over every object. */
import type { Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { isKubeError } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';

const SIGNS: readonly { resource: Resource; name: string }[] = [
  { resource: resources.deployments, name: 'olm-operator' },
  { resource: resources.deployments, name: 'catalog-operator' },
  { resource: resources.clusterServiceVersions, name: 'packageserver' },
];

/** A sentence that names what was found; undefined when there is no other OLM. */
export async function findOtherOlm(client: KubeClient): Promise<string | undefined> {
  const found = await Promise.all(SIGNS.map((sign) => findSign(client, sign)));
  const first = found.find((text) => text !== undefined);
  return first === undefined
    ? undefined
    : `OLM is installed here (${first}) and reconciles these kinds itself; Capstan leaves them to it`;
}

async function findSign(
  client: KubeClient,
  { resource, name }: { resource: Resource; name: string },
): Promise<string | undefined> {
  try {
    const { items } = await client.list(resource, {
      fieldSelector: `metadata.name=${name}`,
      metadataOnly: true,
    });
    const [first] = items;
    if (first === undefined) return undefined;
    return `${resource.kind} ${first.metadata.namespace ?? ''}/${name}`;
  } catch (error) {
    // No such kind in the cluster: then nobody installed OLM.
    if (isKubeError(error, 'notFound')) return undefined;
    throw error;
  }
}
