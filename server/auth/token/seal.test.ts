import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { seal, unseal } from './seal.ts';

const [first, second, other] = [0, 1, 2].map(() => createSecretKey(randomBytes(32))) as [
  ReturnType<typeof createSecretKey>,
  ReturnType<typeof createSecretKey>,
  ReturnType<typeof createSecretKey>,
];

describe('seal', () => {
  it.each(['', 'a', 'ä日本', 'x'.repeat(10_000)])('opens with the key that sealed %s', (text) => {
    expect(unseal(seal(text, first), [first])).toBe(text);
  });

  it('opens with any key of the list, and with no other', () => {
    const sealed = seal('a', first);
    expect(unseal(sealed, [second, first])).toBe('a');
    expect(unseal(sealed, [second, other])).toBeUndefined();
    expect(unseal(sealed, [])).toBeUndefined();
  });

  it('shows nothing of the text, and never looks the same twice', () => {
    const sealed = seal('a-token-of-somebody', first);
    expect(Buffer.from(sealed.split('.')[3] ?? '', 'base64url').toString('utf8')).not.toContain('token');
    expect(seal('a-token-of-somebody', first)).not.toBe(sealed);
  });

  it('has five parts, of which the header says how to open it', () => {
    const [header = '', ...rest] = seal('a', first).split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'dir', enc: 'A256GCM' });
    expect(rest).toHaveLength(4);
  });

  it('opens nothing that was changed, cut short or made longer', () => {
    const sealed = seal('{"token":"a"}', first);
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
      expect(unseal(bad, [first]), bad).toBeUndefined();
  });
});
