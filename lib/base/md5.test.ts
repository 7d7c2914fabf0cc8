import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { hexText, md5 } from './md5.ts';

it.each([0, 1, 55, 56, 63, 64, 65, 1000])('hashes %i bytes as everybody does', (length) => {
  const bytes = Uint8Array.from({ length }, (_, at) => (at * 7) & 255);
  expect(hexText(md5(bytes))).toBe(createHash('md5').update(bytes).digest('hex'));
});
