import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort } from '#local/testing/effort.ts';
import { matchesPattern } from './pattern.ts';

describe('matchesPattern', () => {
  // An integration test asks the API server of far more; these are the ones in which JavaScript differs.
  it.each([
    ['(?i)^abc$', 'ABC', true],
    ['^(?i:a)b$', 'Ab', true],
    ['^(?i:a)b$', 'AB', false],
    ['a$', 'a\n', false],
    ['(?m)^b$', 'a\nb', true],
    ['^.$', '\n', false],
    ['(?s)^.$', '\n', true],
    ['^.$', '🎫', true],
    ['\\Aa\\z', 'a', true],
    ['^\\Qa.b\\E$', 'a.b', true],
    ['^\\Qa.b\\E$', 'axb', false],
    ['^[[:alpha:]]+$', 'abc', true],
    ['^[[:^alpha:]]$', 'a', false],
    ['^\\pL$', 'é', true],
    ['^\\p{Greek}$', 'ω', true],
    ['^\\x{1F3AB}$', '🎫', true],
    ['^a{,2}$', 'a{,2}', true],
    ['^[^a]$', '\n', true],
    ['\\s', '\v', false],
    ['^\\S$', '\v', true],
    ['^\\D$', '7', false],
    ['^\\D$', 'a', true],
    ['^[\\W]$', '_', false],
    ['^[\\W]$', '-', true],
    ['(?i)k', '\u212A', true],
    ['(?U)^a+$', 'aa', true],
  ])('%s on %j: %s', (pattern, text, expected) => {
    expect(matchesPattern(pattern, text)).toBe(expected);
  });

  it.each([
    '(',
    '[',
    'a**',
    '(?=a)',
    '(?!a)',
    '(?<=a)b',
    '\\1',
    '(a)\\1',
    '[z-a]',
    '\\p{Nonsense}',
    '\\Z',
    'a{2,1}',
  ])('leaves to the API server what is no pattern of Go: %s', (pattern) => {
    expect(matchesPattern(pattern, 'a')).toBeUndefined();
  });

  it.each([
    '(?:',
    '(?i',
    '(?P<',
    '\\',
    '\\x',
    '\\x{',
    '[a',
    '[[:x:]]',
    '\\p',
    '(?',
    'x{1001}',
    '(?<>a)',
    '(?-)a',
  ])('never throws: %s', (pattern) => {
    expect(matchesPattern(pattern, 'a')).toBeUndefined();
  });

  it('never throws, whatever it is given', () => {
    const source = fc.string({ unit: fc.constantFrom(...'ab()[]{}|*+?.^$\\-,:012pQExi<>PÜ') });
    fc.assert(
      fc.property(source, fc.string(), (pattern, text) => {
        expect([true, false, undefined]).toContain(matchesPattern(pattern, text));
      }),
      { numRuns: effort(2000, 20_000) },
    );
  });

  it('says the same as JavaScript where both mean the same', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      '[ab]',
      '[^a]',
      '(a|b)',
      '(?:ab)',
      'a*',
      'b+',
      'a?',
      'a{2}',
      '(a*b)*',
      '.',
    );
    const source = fc.array(piece, { maxLength: 6 }).map((pieces) => `^${pieces.join('')}$`);
    fc.assert(
      fc.property(source, fc.string({ unit: fc.constantFrom('a', 'b', 'c') }), (pattern, text) => {
        expect(matchesPattern(pattern, text)).toBe(new RegExp(pattern, 'u').test(text));
      }),
      { numRuns: effort(2000, 20_000) },
    );
  });

  // Each of these would keep a backtracking engine busy for longer than the universe is old.
  it.each([
    ['^(a+)+$', `${'a'.repeat(5000)}!`],
    ['^(a|aa)+$', `${'a'.repeat(5000)}!`],
    ['^(a?){50}a{50}$', 'a'.repeat(49)],
    ['^([a-zA-Z0-9])(([-.]|[_]+)?([a-zA-Z0-9]+))*(@){0,1}[a-z0-9]+[.]{1}$', 'a'.repeat(5000)],
  ])('answers %s at once', (pattern, text) => {
    expect(matchesPattern(pattern, text)).toBe(false);
  });

  it('gives up on what takes too long even so, instead of hanging', () => {
    expect(matchesPattern('(x{1000}){1000}', 'x')).toBeUndefined();
    expect(matchesPattern('^(.{0,100}a.{0,100}){9}$', 'ab'.repeat(50_000))).not.toBe(true);
  });
});
