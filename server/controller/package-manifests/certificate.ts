/** The certificate that the API server trusts the PackageManifest API by. */
import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { ALGORITHM, keyPem, newKeys } from '#server/install/certificates/issue.ts';

/** PEM. The certificate is its own authority, so `cert` is the `caBundle` too. */
export interface ServingCertificate {
  key: string;
  cert: string;
}

const DAY_MS = 86_400_000;
const LIFE_DAYS = 730;
/** Clocks of other machines may be behind. */
const SKEW_MS = 300_000;

/** @param names DNS names under which the API server reaches it; at least one */
export async function makeCertificate(names: readonly string[], now: number): Promise<ServingCertificate> {
  const keys = await newKeys();
  const cert = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: ['Capstan package manifests'] }],
    notBefore: new Date(now - SKEW_MS),
    notAfter: new Date(now + LIFE_DAYS * DAY_MS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyCertSign, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns' as const, value }))),
    ],
  });
  return { key: await keyPem(keys.privateKey), cert: cert.toString('pem') };
}
