/** The pull secrets that a CatalogSource names, read each time they are needed and kept nowhere. */
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { isKubeError } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';
import type { RegistryCredentials } from './bundle-images.ts';
import { readPullSecrets } from '../oci/credentials.ts';

/** A Secret that is missing or holds no credentials is passed over, as the kubelet does: the registry says what it needs. */
export async function pullSecrets(
  client: KubeClient,
  namespace: string,
  names: readonly string[],
): Promise<RegistryCredentials> {
  const found = await Promise.all(names.map((name) => secretOf(client, { namespace, name })));
  return readPullSecrets(found.filter((secret) => secret !== undefined)).credentials;
}

async function secretOf(
  client: KubeClient,
  ref: { namespace: string; name: string },
): Promise<KubeObject | undefined> {
  try {
    return await client.get(resources.secrets, ref);
  } catch (error) {
    if (isKubeError(error, 'notFound', 'forbidden')) return undefined;
    throw error;
  }
}
