/** Puts a new key and its certificate into a Secret. */
import { resources } from '#lib/k8s/resources.ts';
import { CA_HASH_ANNOTATION } from '#lib/olm/api/labels.ts';
import { authoritiesHash } from '#lib/olm/csv/certificates/judge.ts';
import { AUTHORITIES_KEY } from '#lib/olm/csv/certificates/objects.ts';
import type { NewCertificate } from '#lib/olm/plan/decision.ts';
import type { World } from '../world.ts';
import { applyObject } from '../write.ts';

/**
 * Its own authority first, then the one before: pods go on serving with the old certificate until they have the new one, and
 * callers take both.
 */
export async function writeCertificate(
  world: World,
  { secret, hosts, trusted }: NewCertificate,
  signal: AbortSignal,
): Promise<void> {
  // Only where an operator serves: certificates take memory and a moment to load.
  const { issueCertificate } = await import('./issue.ts');
  const { key, cert, authority } = await issueCertificate(hosts, world.clock.now());
  const authorities = [authority, ...certificatesIn(trusted).slice(0, 1)]
    .map((pem) => `${pem.trim()}\n`)
    .join('');
  const data = { 'tls.crt': cert, 'tls.key': key, [AUTHORITIES_KEY]: authorities };
  const base64 = Object.entries(data).map(
    ([name, text]) => [name, Buffer.from(text).toString('base64')] as const,
  );
  const hash = authoritiesHash(new TextEncoder().encode(authorities));
  const { metadata } = secret;
  await applyObject(
    world,
    resources.secrets,
    {
      ...secret,
      metadata: { ...metadata, annotations: { ...metadata.annotations, [CA_HASH_ANNOTATION]: hash } },
      data: Object.fromEntries(base64),
    },
    signal,
  );
}

function certificatesIn(pems: string): string[] {
  return pems.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
}
