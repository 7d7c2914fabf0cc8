/**
 * Text that only this console can read and nobody can change: JWE in its compact form (RFC 7516), key agreed on beforehand
 * (`dir`), A256GCM.
 */
import { CompactEncrypt, compactDecrypt } from 'jose';
import type { KeyObject } from 'node:crypto';

const HEADER = { alg: 'dir', enc: 'A256GCM' };

/** Nothing else is opened, whatever a header says of itself. */
const ONLY = { keyManagementAlgorithms: [HEADER.alg], contentEncryptionAlgorithms: [HEADER.enc] };

/** Never the same twice. */
export function seal(text: string, key: KeyObject): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(HEADER).encrypt(key);
}

/** Undefined for what none of the keys has sealed, or has been changed since. Never rejects. */
export async function unseal(sealed: string, keys: readonly KeyObject[]): Promise<string | undefined> {
  for (const key of keys) {
    const text = await open(sealed, key);
    if (text !== undefined) return text;
  }
  return undefined;
}

async function open(sealed: string, key: KeyObject): Promise<string | undefined> {
  try {
    const { plaintext } = await compactDecrypt(sealed, key, ONLY);
    return new TextDecoder().decode(plaintext);
  } catch {
    return undefined;
  }
}
