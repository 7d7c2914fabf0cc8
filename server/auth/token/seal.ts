/**
 * Text that only this console can read and nobody can change: JWE in its compact form (RFC 7516), key agreed on beforehand
 * (`dir`), A256GCM. By Node's own cryptography, since it has to be done within a request without waiting.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

const HEADER = Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url');
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Never the same twice. */
export function seal(text: string, key: KeyObject): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(HEADER));
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const parts = [iv, content, cipher.getAuthTag()].map((part) => part.toString('base64url'));
  // Between header and vector stands the encrypted key, of which there is none.
  return [HEADER, '', ...parts].join('.');
}

/** Undefined for what none of the keys has sealed, or has been changed since. */
export function unseal(sealed: string, keys: readonly KeyObject[]): string | undefined {
  const [header, none, iv = '', content = '', tag = '', ...rest] = sealed.split('.');
  if (header !== HEADER || none !== '' || rest.length > 0) return undefined;
  const parts = { iv: bytes(iv), content: bytes(content), tag: bytes(tag) };
  if (parts.iv.length !== IV_BYTES || parts.tag.length !== TAG_BYTES) return undefined;
  for (const key of keys) {
    const text = open(parts, key);
    if (text !== undefined) return text;
  }
  return undefined;
}

function open(
  { iv, content, tag }: Record<'iv' | 'content' | 'tag', Buffer>,
  key: KeyObject,
): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(HEADER));
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function bytes(text: string): Buffer {
  return Buffer.from(text, 'base64url');
}
