/** Encodings and sums of sprig. */
import { adler32 } from '../crypto/adler32.ts';
import { hexOf } from '../crypto/hex.ts';
import { sha1 } from '../crypto/sha1.ts';
import { sha256 } from '../../base/sha256.ts';
import { toYaml } from '../yaml/emit.ts';
import { type FunctionTable, fixed } from '../run/signature.ts';
import { bytesOf } from '../values/bytes.ts';
import type { RenderBudget } from '../run/budget.ts';
import { GoError } from '../values/value.ts';
import { base32, base64, fromBase32, fromBase64 } from './base64.ts';

/** Bytes of a sum that count as one step. */
const SUM_STEP = 8;

function decoded(text: string, decode: (text: string) => string): string {
  try {
    return decode(text);
  } catch (error) {
    // sprig answers the error as a text.
    if (error instanceof GoError) return error.message;
    throw error;
  }
}

function summed(text: string, budget: RenderBudget): Uint8Array {
  budget.spend(1 + text.length / SUM_STEP);
  return bytesOf(text);
}

/** By name. */
export const ENCODING: FunctionTable = {
  b64enc: fixed(['string'], ([text]) => base64(text)),
  b64dec: fixed(['string'], ([text]) => decoded(text, fromBase64)),
  b32enc: fixed(['string'], ([text]) => base32(text)),
  b32dec: fixed(['string'], ([text]) => decoded(text, fromBase32)),
  sha1sum: fixed(['string'], ([text], budget) => hexOf(sha1(summed(text, budget)))),
  sha256sum: fixed(['string'], ([text], budget) => hexOf(sha256(summed(text, budget)))),
  adler32sum: fixed(['string'], ([text], budget) => String(adler32(summed(text, budget)))),
  toYaml: fixed(['interface {}'], ([value], budget) => toYaml(value, budget)),
};
