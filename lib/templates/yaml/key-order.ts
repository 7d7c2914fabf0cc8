/** The order of keys in YAML: yaml.v2 puts `a2` before `a10`, and letters behind everything else. */
import { codesOf } from '../values/bytes.ts';
import { isDigit, isLetter } from '../values/characters.ts';

const ZERO = 0x30;

/** For sorting byte texts. */
export function keyOrder(left: string, right: string): number {
  if (left === right) return 0;
  const a = codesOf(left);
  const b = codesOf(right);
  for (let at = 0; at < a.length && at < b.length; at += 1) {
    if (a[at] !== b[at]) return difference(a, b, at);
  }
  return a.length - b.length;
}

/** At the first place where the two are different. */
function difference(a: readonly number[], b: readonly number[], at: number): number {
  const left = a[at] ?? 0;
  const right = b[at] ?? 0;
  const isLeftLetter = isLetter(left);
  if (isLeftLetter !== isLetter(right)) return isLeftLetter ? 1 : -1;
  if (isLeftLetter) return left - right;
  const one = left === ZERO || right === ZERO ? leading(a, at) : 0n;
  const x = numberAt(a, at, one);
  const y = numberAt(b, at, one);
  if (x.value !== y.value) return x.value < y.value ? -1 : 1;
  return x.end === y.end ? left - right : x.end - y.end;
}

/** A zero counts where a digit that is none stands before it. */
function leading(codes: readonly number[], at: number): bigint {
  for (let before = at - 1; before >= 0 && isDigit(codes[before] ?? 0); before -= 1) {
    if (codes[before] !== ZERO) return 1n;
  }
  return 0n;
}

function numberAt(codes: readonly number[], at: number, start: bigint): { value: bigint; end: number } {
  let value = start;
  let end = at;
  for (; isDigit(codes[end] ?? 0); end += 1) {
    value = BigInt.asIntN(64, value * 10n + BigInt((codes[end] ?? ZERO) - ZERO));
  }
  return { value, end };
}
