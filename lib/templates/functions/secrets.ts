/** `decryptAES`, `derivePassword` and `buildCustomCert`: what sprig does with secrets that are given. */
import { decryptCbc } from '../crypto/aes.ts';
import { scrypt } from '../crypto/scrypt.ts';
import { hmacSha256, joined } from '../../base/sha256.ts';
import type { RenderBudget } from '../run/budget.ts';
import { type FunctionTable, fixed } from '../run/signature.ts';
import { byteText, bytesOf } from '../values/bytes.ts';
import { GoError, GoRecord } from '../values/value.ts';
import { fromBase64 } from './base64.ts';
import { PASSWORD_CHARACTERS, PASSWORD_SHAPES } from './password-shapes.ts';

const BLOCK = 16;
/** What a block of AES costs, in steps. */
const BLOCK_STEPS = 20;

function decryptAes(password: string, text: string, budget: RenderBudget): string {
  if (text === '') return '';
  const bytes = bytesOf(fromBase64(text));
  if (bytes.length < BLOCK)
    throw new GoError(`runtime error: slice bounds out of range [:16] with capacity ${bytes.length}`);
  if (bytes.length % BLOCK !== 0) throw new GoError('crypto/cipher: input not full blocks');
  budget.spend((bytes.length / BLOCK) * BLOCK_STEPS);
  const key = new Uint8Array(32);
  key.set(bytesOf(password).subarray(0, 32));
  const made = decryptCbc(key, bytes.subarray(0, BLOCK), bytes.subarray(BLOCK));
  const last = made.at(-1);
  if (last === undefined) throw new GoError('runtime error: index out of range [-1]');
  if (last > made.length)
    throw new GoError(`runtime error: slice bounds out of range [:${made.length - last}]`);
  return byteText(made.subarray(0, made.length - last));
}

function sized(text: string): Uint8Array {
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, text.length);
  return joined(size, bytesOf(text));
}

const SEED = bytesOf('com.lyndir.masterpassword');

interface PasswordOf {
  readonly counter: bigint;
  readonly password: string;
  readonly user: string;
  readonly site: string;
}

function derived(shapes: readonly string[], { counter, password, user, site }: PasswordOf): string {
  const key = scrypt(bytesOf(password), joined(SEED, sized(user)));
  const number = new Uint8Array(4);
  new DataView(number.buffer).setUint32(0, Number(counter));
  const seed = hmacSha256(key, joined(SEED, sized(site), number));
  const shape = shapes[(seed[0] ?? 0) % shapes.length] ?? '';
  return Array.from(shape, (kind, at) => {
    const characters = PASSWORD_CHARACTERS[kind] ?? '';
    return characters.charAt((seed[at + 1] ?? 0) % characters.length);
  }).join('');
}

function decodedPem(text: string, what: string): string {
  try {
    return fromBase64(text);
  } catch (error) {
    throw error instanceof GoError ? new GoError(`unable to decode base64 ${what}`) : error;
  }
}

function checkPem(text: string, what: string): void {
  const begin = /-----BEGIN ([^-\n]*)-----[ \t\r]*\n/.exec(text);
  const isThere = begin !== null && text.includes(`-----END ${begin[1] ?? ''}-----`, begin.index);
  if (!isThere) throw new GoError(`unable to decode ${what}`);
}

/** Both are looked at as PEM; whether a certificate is a good one shows where it is used. */
function certificate(cert64: string, key64: string): GoRecord {
  const cert = decodedPem(cert64, 'certificate');
  const key = decodedPem(key64, 'private key');
  checkPem(cert, 'certificate');
  checkPem(key, 'key');
  return new GoRecord(
    'sprig.certificate',
    new Map([
      ['Cert', cert],
      ['Key', key],
    ]),
  );
}

/** By name. */
export const SECRETS: FunctionTable = {
  decryptAES: fixed(['string', 'string'], ([password, text], budget) => decryptAes(password, text, budget)),
  derivePassword: fixed(
    ['uint32', 'string', 'string', 'string', 'string'],
    ([counter, kind, password, user, site], budget) => {
      const shapes = Object.hasOwn(PASSWORD_SHAPES, kind) ? PASSWORD_SHAPES[kind] : undefined;
      if (shapes === undefined) return `cannot find password template ${kind}`;
      const from = { counter, password, user, site };
      return budget.derivation([kind, String(counter), password, user, site], () => derived(shapes, from));
    },
  ),
  buildCustomCert: fixed(['string', 'string'], ([cert, key]) => certificate(cert, key)),
};
