/** Certificates as they stand in Secrets, of whoever made them. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { at, optional } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { CA_HASH_ANNOTATION } from '#lib/olm/api/labels.ts';
import type { ClusterServiceVersion } from '#lib/olm/api/types.ts';
import { usableCertificate, type ReadCertificate } from '#lib/olm/csv/certificates/judge.ts';
import { AUTHORITIES_KEY } from '#lib/olm/csv/certificates/objects.ts';
import { servingDeployments } from '#lib/olm/csv/certificates/serving.ts';
import type { CsvFacts, DeploymentCertificate } from '#lib/olm/csv/facts.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { withGroupRights } from '../attenuated.ts';
import type { Run } from '../reconcile.ts';

/** In these phases a CSV looks at what it serves with. */
const LOOKS: ReadonlySet<string> = new Set(['InstallReady', 'Installing', 'Succeeded', 'Failed']);

/** The certificates that can be served with now, by Deployment. Secrets are read by name: no others are looked at. */
export async function servingCertificates(
  { world, signal }: Run,
  csv: ClusterServiceVersion,
): Promise<NonNullable<CsvFacts['certificates']>> {
  const serving = servingDeployments({ csv, ...optional({ leavesOut: world.leavesOut }) });
  if (serving.length === 0 || !LOOKS.has(csv.status?.phase ?? '')) return new Map();
  const namespace = csv.metadata.namespace ?? '';
  const { client } = await withGroupRights(world, namespace);
  const now = world.clock.now();
  const found = await Promise.all(
    serving.map(async ({ deployment, secret, hosts }): Promise<[string, DeploymentCertificate][]> => {
      try {
        const there = await client.get(resources.secrets, { name: secret, namespace }, { signal });
        const read = readSecret(there);
        const usable = read === undefined ? undefined : usableCertificate(read, hosts, now);
        const owners = there.metadata.ownerReferences ?? [];
        return usable === undefined ? [] : [[deployment.name, { ...usable, owners }]];
      } catch (error) {
        // Whoever may not look is told so when the certificate is written.
        if (isKubeError(error, 'notFound') || isKubeError(error, 'forbidden')) return [];
        throw error;
      }
    }),
  );
  return new Map(found.flat());
}

/** Undefined when it holds no certificate that can be read, with its key and its authority. */
export function readSecret(secret: KubeObject): ReadCertificate | undefined {
  const pem = (key: string): string => {
    const value = at(secret, 'data', key);
    return typeof value === 'string' ? Buffer.from(value, 'base64').toString('utf8') : '';
  };
  const authorities = pem(AUTHORITIES_KEY);
  try {
    const parsed = new X509Certificate(pem('tls.crt'));
    // Of several the first is meant.
    const authority = new X509Certificate(authorities);
    if (!parsed.checkPrivateKey(createPrivateKey(pem('tls.key')))) return undefined;
    return {
      notBefore: parsed.validFromDate.getTime(),
      notAfter: parsed.validToDate.getTime(),
      hosts: dnsNames(parsed.subjectAltName ?? ''),
      authorities,
      isSigned: parsed.verify(authority.publicKey),
      ...optional({ hash: secret.metadata.annotations?.[CA_HASH_ANNOTATION] }),
    };
  } catch {
    // Anybody may have written anything there: a good one takes its place.
    return undefined;
  }
}

function dnsNames(names: string): string[] {
  return names.split(', ').flatMap((name) => (name.startsWith('DNS:') ? [name.slice(4)] : []));
}
