/** The serving certificate, kept in a Secret so that all replicas and all lives of the controller show the same one. */
import type { KubeObject, ObjectRef } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { MANAGED_BY, MANAGED_BY_LABEL } from '#lib/olm/api/crds/index.ts';
import { isKubeError, undefinedIf } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';
import type { ServingCertificate } from './certificate.ts';
import { isUsable } from './usable.ts';

/** That of package manifests, where none is named. */
const SECRET_NAME = 'capstan-package-manifests-tls';

/** For which names, and for when, a certificate is wanted; `now` in unix ms. */
export interface SecretOptions {
  namespace: string;
  /** DNS names under which the API server reaches us. */
  names: readonly string[];
  now: number;
  secret?: string;
}

/** Reads it, or makes one that lasts two years when there is none that does. */
export async function servingCertificate(
  client: KubeClient,
  options: SecretOptions,
): Promise<ServingCertificate> {
  const existing = await find(client, placeOf(options));
  const kept = existing === undefined ? undefined : read(existing);
  if (kept !== undefined && isUsable(kept, options.names, options.now)) return kept;
  // Its library takes 40 MB, which a controller that finds a certificate never spends.
  const { makeCertificate } = await import('./certificate.ts');
  const made = await makeCertificate(options.names, options.now);
  try {
    return await write(client, placeOf(options), made, existing);
  } catch (error) {
    if (!isKubeError(error, 'alreadyExists') && !isKubeError(error, 'conflict')) throw error;
    // Another replica was quicker: its certificate is as good.
    const others = await find(client, placeOf(options));
    return (others === undefined ? undefined : read(others)) ?? made;
  }
}

type Place = Required<ObjectRef>;

const placeOf = ({ namespace, secret = SECRET_NAME }: SecretOptions): Place => ({ namespace, name: secret });

async function find(client: KubeClient, place: Place): Promise<KubeObject | undefined> {
  return undefinedIf(client.get(resources.secrets, place), 'notFound');
}

function read(secret: KubeObject): ServingCertificate | undefined {
  const data = secret['data'];
  if (typeof data !== 'object' || data === null) return undefined;
  const texts = new Map(Object.entries(data));
  const decode = (key: string): string => {
    const value: unknown = texts.get(key);
    return typeof value === 'string' ? Buffer.from(value, 'base64').toString('utf8') : '';
  };
  const [key, cert] = [decode('tls.key'), decode('tls.crt')];
  return key === '' || cert === '' ? undefined : { key, cert };
}

async function write(
  client: KubeClient,
  place: Place,
  { key, cert }: ServingCertificate,
  existing: KubeObject | undefined,
): Promise<ServingCertificate> {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const secret: KubeObject = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: existing?.metadata ?? {
      ...place,
      labels: { [MANAGED_BY_LABEL]: MANAGED_BY },
    },
    type: 'kubernetes.io/tls',
    data: { 'tls.crt': base64(cert), 'tls.key': base64(key) },
  };
  if (existing === undefined) await client.create(resources.secrets, secret);
  else await client.replace(resources.secrets, secret);
  return { key, cert };
}
