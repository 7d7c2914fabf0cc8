/** Whether a certificate can still serve. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { ServingCertificate } from './certificate.ts';

const RENEW_MS = 30 * 86_400_000;

/** False also for what is no certificate at all, and for a key of another one. */
export function isUsable({ key, cert }: ServingCertificate, names: readonly string[], now: number): boolean {
  try {
    const parsed = new X509Certificate(cert);
    return (
      parsed.checkPrivateKey(createPrivateKey(key)) &&
      Date.parse(parsed.validTo) - now > RENEW_MS &&
      names.every((name) => parsed.checkHost(name) !== undefined)
    );
  } catch {
    return false;
  }
}
