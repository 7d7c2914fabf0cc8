import { describe, expect, it } from 'vitest';
import { anySealedIn, cookieName, endCookies, onlyThrough, sealedIn, setCookies } from './cookies.ts';

const tls = { secure: true, port: '443' };
const plain = { secure: false, port: '9000' };
const below = { ...tls, basePath: '/tools/capstan' };

/** What a browser sends after these answers. */
function jar(...answers: readonly (readonly string[])[]): string {
  const kept = new Map<string, string>();
  for (const text of answers.flat()) {
    const [pair = '', ...attributes] = text.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    if (attributes.includes('Max-Age=0')) kept.delete(name);
    else kept.set(name, pair);
  }
  return [...kept.values()].join('; ');
}

describe('the session cookie', () => {
  it.each([
    [tls, '__Host-capstan-session=a; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure'],
    [plain, 'capstan-session-9000=a; Path=/; Max-Age=60; HttpOnly; SameSite=Lax'],
    [
      below,
      '__Secure-capstan-session~tools~capstan=a; Path=/tools/capstan; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
    ],
    [{ ...plain, basePath: '/x' }, 'capstan-session-9000~x=a; Path=/x; Max-Age=60; HttpOnly; SameSite=Lax'],
  ])('by %o', (door, want) => {
    expect(setCookies('a', door, 60.9)?.[0]).toBe(want);
  });

  it.each([1, 3_799, 3_800, 3_801, 11_400, 15_200])(
    'holds %i characters, in pieces that browsers keep',
    (length) => {
      const sealed = Array.from({ length }, (_, index) => String(index % 10)).join('');
      const cookies = setCookies(sealed, tls, 60) ?? [];
      for (const cookie of cookies) expect(cookie.length).toBeLessThan(4_096);
      expect(sealedIn(jar(cookies), tls)).toBe(sealed);
      expect(anySealedIn(jar(cookies))).toBe(sealed);
    },
  );

  it('refuses what is larger than browsers send', () => {
    expect(setCookies('a'.repeat(15_201), tls, 60)).toBeUndefined();
  });

  it('leaves no piece of a larger one before', () => {
    const [large, small] = [setCookies('a'.repeat(8_000), tls, 60) ?? [], setCookies('b', tls, 60) ?? []];
    expect(sealedIn(jar(large, small), tls)).toBe('b');
    expect(jar(large, endCookies(tls))).toBe('');
  });

  it('is not taken through another door', () => {
    const cookies = jar(setCookies('a', plain, 60) ?? []);
    expect(sealedIn(cookies, tls)).toBeUndefined();
    expect(sealedIn(cookies, { ...plain, port: '900' })).toBeUndefined();
    expect(sealedIn(`x${cookieName(tls)}=a`, tls)).toBeUndefined();
  });

  it('is not that of a console above or beside', () => {
    const cookies = jar(
      setCookies('a', tls, 60) ?? [],
      setCookies('b'.repeat(5_000), { ...tls, basePath: '/tools' }, 60) ?? [],
    );
    expect(sealedIn(cookies, below)).toBeUndefined();
    expect(onlyThrough(cookies, below)).toBe('');
    const all = jar([cookies], setCookies('c', below, 60) ?? []);
    expect(sealedIn(all, below)).toBe('c');
    expect(anySealedIn(onlyThrough(all, below))).toBe('c');
  });

  it('is the only one that pages see', () => {
    const both = `theme=dark; ${jar(setCookies('planted', plain, 60) ?? [], setCookies('a'.repeat(5_000), tls, 60) ?? [])}`;
    const left = onlyThrough(both, tls) ?? '';
    expect(left).toContain('theme=dark');
    expect(left).not.toContain('planted');
    expect(anySealedIn(left)).toBe('a'.repeat(5_000));
    expect(anySealedIn(onlyThrough(jar(setCookies('planted', plain, 60) ?? []), tls))).toBeUndefined();
  });

  it('is none without a header', () => {
    expect([sealedIn(undefined, tls), anySealedIn(undefined), onlyThrough(undefined, tls)]).toEqual(
      Array.from({ length: 3 }),
    );
  });
});
