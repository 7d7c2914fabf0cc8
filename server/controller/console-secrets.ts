/**
 * The Secrets that the console mounts in a cluster. They are made here because no manifest can hold them: whoever has one of
 * a public file opens all sessions. What is there already stays as it is; it may be an administrator's own.
 */
import { randomBytes } from 'node:crypto';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { at } from '#lib/base/loose.ts';
import { MANAGED_BY, MANAGED_BY_LABEL } from '#lib/olm/api/crds/index.ts';
import { isKubeError, KubeError } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';

const SESSION = { name: 'capstan-session', key: 'keys', encoding: 'base64' } as const;
const CATALOG = { name: 'capstan-catalog', key: 'secret', encoding: 'base64url' } as const;

type Kind = typeof SESSION | typeof CATALOG;

/** Resolves to the secret of the catalog service. */
export async function consoleSecrets(client: KubeClient, namespace: string): Promise<string> {
  const [, catalog] = await Promise.all(
    [SESSION, CATALOG].map((kind) => findOrMake(client, namespace, kind)),
  );
  const data = at(catalog, 'data', CATALOG.key);
  if (typeof data === 'string') return Buffer.from(data, 'base64').toString('utf8').trim();
  throw new KubeError({
    kind: 'config',
    message: `The Secret ${namespace}/${CATALOG.name} has no key "${CATALOG.key}". Delete it, and it is made anew.`,
  });
}

async function findOrMake(client: KubeClient, namespace: string, kind: Kind): Promise<KubeObject> {
  const ref = { namespace, name: kind.name };
  try {
    return await client.get(resources.secrets, ref);
  } catch (error) {
    if (!isKubeError(error, 'notFound')) throw error;
  }
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { ...ref, labels: { [MANAGED_BY_LABEL]: MANAGED_BY } },
    data: { [kind.key]: Buffer.from(randomBytes(32).toString(kind.encoding)).toString('base64') },
  };
  try {
    return await client.create(resources.secrets, secret);
  } catch (error) {
    if (!isKubeError(error, 'alreadyExists')) throw error;
    // Another replica was quicker: its secret is the one.
    return client.get(resources.secrets, ref);
  }
}
