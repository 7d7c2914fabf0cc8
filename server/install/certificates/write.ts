/** Puts a new key and its certificate into a Secret, once all who call what serves with it trust its authority. */
import { isJsonObject } from '#lib/base/json.ts';
import { resources } from '#lib/k8s/resources.ts';
import { CA_HASH_ANNOTATION } from '#lib/olm/api/labels.ts';
import { AUTHORITIES_TO_COME } from '#lib/olm/csv/certificates/callers.ts';
import { authoritiesHash } from '#lib/olm/csv/certificates/judge.ts';
import { AUTHORITIES_KEY } from '#lib/olm/csv/certificates/objects.ts';
import type { NewCertificate, ObjectWrite } from '#lib/olm/plan/decision.ts';
import type { World } from '../world.ts';
import { applyObject } from '../write.ts';

/** Of those before: a controller may have died when callers knew its new one already, which nobody serves with then. */
const KEPT_AUTHORITIES = 2;

/**
 * Its own authority first, then those before: pods go on serving with the old certificate until they have the new one, and
 * callers take both. They are told of it before the Secret is, as a program may look at its files at any time.
 */
export async function writeCertificate(
  world: World,
  { secret, hosts, trusted, callers }: NewCertificate,
  { write, signal }: { write: (write: ObjectWrite) => Promise<unknown>; signal: AbortSignal },
): Promise<void> {
  // Only where an operator serves: certificates take memory and a moment to load.
  const { issueCertificate } = await import('./issue.ts');
  const { key, cert, authority } = await issueCertificate(hosts, world.clock.now());
  const authorities = [authority, ...certificatesIn(trusted).slice(0, KEPT_AUTHORITIES)]
    .map((pem) => `${pem.trim()}\n`)
    .join('');
  const data = { 'tls.crt': cert, 'tls.key': key, [AUTHORITIES_KEY]: authorities };
  const base64 = Object.entries(data).map(
    ([name, text]) => [name, Buffer.from(text).toString('base64')] as const,
  );
  const caBundle = Buffer.from(authorities).toString('base64');
  await Promise.all(callers.map((caller) => write(toldOf(caller, caBundle))));
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

function toldOf<T extends NewCertificate['callers'][number]>(caller: T, caBundle: string): T {
  const { object } = caller;
  const told = { ...caller, object: replaced(object, caBundle) as typeof object };
  return 'spec' in caller ? { ...told, spec: replaced(caller.spec, caBundle) as object } : told;
}

function replaced(value: unknown, caBundle: string): unknown {
  if (value === AUTHORITIES_TO_COME) return caBundle;
  if (Array.isArray(value)) return value.map((one) => replaced(one, caBundle));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one, caBundle)]));
}

function certificatesIn(pems: string): string[] {
  return pems.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
}
