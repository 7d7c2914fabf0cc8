import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { hexText } from './md5.ts';
import { sha224, sha256 } from './sha256.ts';

it.each([0, 1, 55, 56, 63, 64, 65, 1000])('hashes %i bytes as everybody does', (length) => {
  const bytes = Uint8Array.from({ length }, (_, at) => (at * 7) & 255);
  expect(hexText(sha256(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(hexText(sha224(bytes))).toBe(createHash('sha224').update(bytes).digest('hex'));
});
