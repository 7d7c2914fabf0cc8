const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The bytes as one number in base 62, as Go's `big.Int` writes it. */
export function base62(bytes: Uint8Array): string {
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = '';
  while (number > 0n) {
    text = (DIGITS[Number(number % 62n)] ?? '') + text;
    number /= 62n;
  }
  return text;
}
