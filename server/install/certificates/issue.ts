/** Makes keys, and certificates signed by an authority that is made for them alone, and forgotten. */
import 'reflect-metadata';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** PEM, each. */
export interface IssuedCertificate {
  /** PKCS #8. */
  key: string;
  cert: string;
  /** What callers are to trust. Nobody has its key: it signs nothing else. */
  authority: string;
}

/** Of all keys that are made. */
export const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
/** Two years, as upstream. */
const LIFE_MS = 730 * 86_400_000;
/** Clocks of other machines may be behind. */
const SKEW_MS = 300_000;

/** @param hosts DNS names of the server, at least one; `now`: unix ms */
export async function issueCertificate(hosts: readonly string[], now: number): Promise<IssuedCertificate> {
  const [ours, theirs] = await Promise.all([newKeys(), newKeys()]);
  const life = { notBefore: new Date(now - SKEW_MS), notAfter: new Date(now + LIFE_MS) };
  const issuer = [{ O: ['Capstan'], CN: [`${hosts[0] ?? ''} authority`.slice(-64)] }];
  const authority = await X509CertificateGenerator.createSelfSigned({
    ...{ ...life, name: issuer, signingAlgorithm: ALGORITHM, keys: ours },
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyCertSign, true),
      // Two authorities of one name are told apart by their keys: some callers try only one of a name.
      await SubjectKeyIdentifierExtension.create(ours.publicKey),
    ],
  });
  const cert = await X509CertificateGenerator.create({
    ...{
      ...life,
      subject: [{ O: ['Capstan'], CN: [(hosts[0] ?? '').slice(0, 64)] }],
      issuer: authority.subject,
    },
    ...{ signingAlgorithm: ALGORITHM, publicKey: theirs.publicKey, signingKey: ours.privateKey },
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      await AuthorityKeyIdentifierExtension.create(ours.publicKey),
      new SubjectAlternativeNameExtension(hosts.map((value) => ({ type: 'dns' as const, value }))),
    ],
  });
  return {
    key: await keyPem(theirs.privateKey),
    cert: cert.toString('pem'),
    authority: authority.toString('pem'),
  };
}

/** An extractable pair. */
export function newKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

/** PKCS #8. */
export async function keyPem(key: CryptoKey): Promise<string> {
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', key));
  const body = der.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return `-----BEGIN PRIVATE KEY-----\n${body.trimEnd()}\n-----END PRIVATE KEY-----\n`;
}
