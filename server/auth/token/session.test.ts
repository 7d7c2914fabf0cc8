import { describe, expect, it } from 'vitest';
import { endOf, expiryOf, isOver, mustRenew } from './session.ts';

const limits = { idleSeconds: 3_600, maxSeconds: 43_200 };
const jwt = (claims: unknown): string =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`;
const at = (startedAt: number, seenAt: number, token = 'opaque') => ({ token, user: 'u', startedAt, seenAt });

describe('a session', () => {
  it.each([
    ['ends an hour after it was seen', at(0, 1_000), 4_600],
    ['ends twelve hours after it began, however often it is seen', at(0, 43_000), 43_200],
    ['ends when its token expires', at(0, 1_000, jwt({ exp: 2_000 })), 2_000],
    ['does not last longer for a token that does', at(0, 1_000, jwt({ exp: 99_999 })), 4_600],
  ])('%s', (_what, session, end) => {
    expect(endOf(session, limits)).toBe(end);
    expect(isOver(session, limits, end - 1)).toBe(false);
    expect(isOver(session, limits, end)).toBe(true);
  });

  it('is not taken when it begins later than clocks differ', () => {
    expect(isOver(at(1_060, 1_060), limits, 1_000)).toBe(false);
    expect(isOver(at(1_061, 1_061), limits, 1_000)).toBe(true);
  });

  it.each([
    [299, false],
    [300, true],
  ])('is renewed %i s after it was seen: %s', (age, want) => {
    expect(mustRenew(at(0, 1_000), limits, 1_000 + age)).toBe(want);
  });
});

describe('expiryOf', () => {
  it.each([
    [jwt({ exp: 7 }), 7],
    [jwt({}), undefined],
    [jwt({ exp: 'x' }), undefined],
    [jwt(null), undefined],
    ['opaque', undefined],
    ['a.!.c', undefined],
  ])('%s', (token, want) => {
    expect(expiryOf(token)).toBe(want);
  });
});
