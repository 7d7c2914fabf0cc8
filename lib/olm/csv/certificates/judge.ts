/** Whether the certificate in a Secret serves its Deployment, and until when (OLM 70). */
import { sha256 } from '../../../base/sha256.ts';
import type { DeploymentCertificate } from '../facts.ts';

/** A certificate and its authorities, as they were read from a Secret. Moments are unix ms. */
export interface ReadCertificate {
  notBefore: number;
  notAfter: number;
  /** DNS names that it is for. */
  hosts: readonly string[];
  /** PEM of the authorities that callers trust; the certificate's own comes first. */
  authorities: string;
  /** By the first of them. */
  isSigned: boolean;
  /** Annotation `olmcahash`, as whoever made the Secret wrote it. */
  hash?: string;
}

/** How long before its end a certificate is replaced. */
const EARLY_MS = 86_400_000;

/** Undefined when it is of no use at that moment: another has to be made. */
export function usableCertificate(
  read: ReadCertificate,
  hosts: readonly string[],
  now: number,
): DeploymentCertificate | undefined {
  const covers = hosts.every((host) => read.hosts.includes(host));
  if (!read.isSigned || !covers || now >= read.notAfter) return undefined;
  const bytes = new TextEncoder().encode(read.authorities);
  return {
    caBundle: btoa(read.authorities),
    caHash: read.hash ?? authoritiesHash(bytes),
    madeAt: read.notBefore,
    rotateAt: read.notAfter - EARLY_MS,
  };
}

/** The hash by which pods learn that their authorities are others now: hex of SHA-256. */
export function authoritiesHash(pem: Uint8Array): string {
  return [...sha256(pem)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
