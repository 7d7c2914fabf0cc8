import { describe, expect, it } from 'vitest';
import type { Identity } from './identity.ts';
import { cookieValues, createLaunchSession, sameSecret } from './launch-session.ts';

// Never used: these tests are about who gets it.
const identity = { key: 'me' } as Identity;

describe('createLaunchSession', () => {
  const session = createLaunchSession({ identity, port: 9000 });
  const token = session.renew();
  const cookie = session.open(token)?.split(';')[0] ?? '';

  it('gives the identity to the cookie that the token opened', () => {
    expect(session.identify(cookie)).toBe(identity);
    expect(session.identify(`a=b; ${cookie}; c=d`)).toBe(identity);
  });

  it.each([undefined, '', 'capstan-session-9000=', 'capstan-session-9000=x', 'x=y'])(
    'gives none to %s',
    (given) => {
      expect(session.identify(given)).toBeUndefined();
    },
  );

  it.each(['', 'x'])('opens none with the token "%s"', (given) => {
    expect(session.open(given)).toBeUndefined();
  });

  it('opens one session with a token, and goes on giving others', () => {
    expect(session.open(token)).toBeUndefined();
    const unused = session.renew();
    const next = session.renew();
    expect(session.open(unused)).toBeUndefined();
    expect(session.open('x')).toBeUndefined();
    expect(session.open(next)).toContain(cookie);
    expect(session.open(next)).toBeUndefined();
    expect(session.identify(cookie)).toBe(identity);
  });

  it('ends with its process: another knows neither token nor cookie', () => {
    const other = createLaunchSession({ identity, port: 9000 });
    expect(other.open(token)).toBeUndefined();
    expect(other.identify(cookie)).toBeUndefined();
    expect(other.renew()).not.toBe(token);
  });

  it('has 256 bits in each secret, and they differ', () => {
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(cookie).toMatch(/^capstan-session-9000=[\w-]{43}$/);
    expect(cookie).not.toContain(token);
  });
});

describe('sameSecret', () => {
  it.each([
    ['abc', 'abc', true],
    ['abc', 'abd', false],
    ['abc', 'ab', false],
    ['', '', true],
    ['ü', 'u', false],
  ])('%s %s', (a, b, want) => {
    expect(sameSecret(a, b)).toBe(want);
  });
});

describe('cookieValues', () => {
  it.each([
    { header: undefined, want: [] },
    { header: 'a=1; b=2; a=3', want: ['1', '3'] },
    { header: 'aa=1;a=x=y', want: ['x=y'] },
    { header: '; ;a', want: [] },
  ])('$header', ({ header, want }) => {
    expect(cookieValues(header, 'a')).toEqual(want);
  });
});
