import { createSecretKey, randomBytes } from 'node:crypto';
import { CompactEncrypt } from 'jose';
import { describe, expect, it } from 'vitest';
import { seal, unseal } from './seal.ts';

const [first, second, other] = [0, 1, 2].map(() => createSecretKey(randomBytes(32))) as [
  ReturnType<typeof createSecretKey>,
  ReturnType<typeof createSecretKey>,
  ReturnType<typeof createSecretKey>,
];

describe('seal', () => {
  it.each(['', 'a', 'ä日本', 'x'.repeat(10_000)])('opens with the key that sealed %s', async (text) => {
    expect(await unseal(await seal(text, first), [first])).toBe(text);
  });

  it('opens with any key of the list, and with no other', async () => {
    const sealed = await seal('a', first);
    expect(await unseal(sealed, [second, first])).toBe('a');
    expect(await unseal(sealed, [second, other])).toBeUndefined();
    expect(await unseal(sealed, [])).toBeUndefined();
  });

  it('shows nothing of the text, and never looks the same twice', async () => {
    const sealed = await seal('a-token-of-somebody', first);
    expect(Buffer.from(sealed.split('.')[3] ?? '', 'base64url').toString('utf8')).not.toContain('token');
    expect(await seal('a-token-of-somebody', first)).not.toBe(sealed);
  });

  it('has five parts, of which the header says how to open it', async () => {
    const [header = '', ...rest] = (await seal('a', first)).split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'dir', enc: 'A256GCM' });
    expect(rest).toHaveLength(4);
  });

  it('opens nothing that was changed, cut short or made longer', async () => {
    const sealed = await seal('{"token":"a"}', first);
    const parts = sealed.split('.');
    const changed = parts.flatMap((part, index) => {
      const bytes = Buffer.from(part, 'base64url');
      return [...bytes.keys()].map((at) => {
        const next = Buffer.from(bytes);
        next[at] = (next[at] ?? 0) ^ 1;
        return parts.with(index, next.toString('base64url')).join('.');
      });
    });
    const cut = [...sealed].map((_, length) => sealed.slice(0, length));
    const tagCut = parts.with(
      4,
      Buffer.from(parts[4] ?? '', 'base64url')
        .subarray(0, 4)
        .toString('base64url'),
    );
    for (const bad of [...changed, ...cut, `${sealed}.`, `${sealed}.a`, tagCut.join('.'), '....', 'a.b.c'])
      expect(await unseal(bad, [first]), bad).toBeUndefined();
  });

  it('opens what was sealed before by Node alone', async () => {
    const before =
      'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..qPG-YSGdkZPKSjv6.rCQM1fOYwP69yfd-_to.Y1yKrqdtqxJueSgIF4Yf6A';
    expect(await unseal(before, [second, createSecretKey(Buffer.alloc(32, 7))])).toBe('{"token":"ä"}');
  });

  it.each([
    { alg: 'A256GCMKW', enc: 'A256GCM' },
    { alg: 'A256KW', enc: 'A256GCM' },
  ])('opens nothing of $alg, which would have it try keys of the text', async (header) => {
    const other = await new CompactEncrypt(Buffer.from('a')).setProtectedHeader(header).encrypt(first);
    expect(await unseal(other, [first])).toBeUndefined();
  });
});
