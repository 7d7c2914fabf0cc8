import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort } from '#local/testing/effort.ts';
import { readYaml } from './yaml-read.ts';
import { writeByLibrary, writeLines } from './yaml-write.ts';

const words = [
  'y',
  'No',
  'ON',
  'null',
  '~',
  'e10',
  'E-5',
  '0x1f',
  '1.10',
  '1e3',
  '12:30',
  '2001-01-01',
  '<<',
  '=',
];
const lines = [
  'a\nb',
  'a\n',
  'a\n\n',
  '\na',
  ' a\nb',
  'a\n   \nb',
  'a \nb',
  '\n',
  ' ',
  '\t',
  '---',
  '...',
  '%a\nb',
];
const odd = [
  '#',
  'a #b',
  'a: b',
  'a:',
  ':a',
  '- a',
  '-',
  '?',
  '*',
  '&a',
  '!a',
  '|',
  '>',
  '%',
  '@',
  '`',
  '{',
  ']',
  '"',
  "'",
];
const usual = [
  '100m',
  '3Gi',
  '1.2.3',
  '10.0.0.1',
  '0123',
  '8080',
  '',
  'a/b:1.2',
  'a (b)',
  'a, b',
  'é',
  '\u0085',
  '\u{1F600}',
];
const piece = fc.constantFrom(...'ab eE10.:#-_/"\'\n,{}[]&*!|>%@~=<+()y\t\\');
const string = fc.oneof(
  fc.constantFrom(...words, ...lines, ...odd, ...usual),
  fc.string({ unit: piece, maxLength: 8 }),
  fc.string({ unit: fc.constantFrom(...'abcxyz019./:-+_ eE'), maxLength: 6 }),
  fc.string({ maxLength: 60 }),
);
const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, 1e21, 2 ** 53, 1.1, Number.NaN, Infinity),
);
const scalar = fc.oneof(string, number, fc.boolean(), fc.constant(null));
const key = fc.oneof(string, fc.constantFrom('__proto__', 'a', 'b', 'x'.repeat(1_100)));
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(key, tie('tree'), { maxKeys: 4 }),
  ),
}));

describe('writeLines', () => {
  it('writes the bytes that the package writes', () => {
    fc.assert(
      fc.property(tree, (value) => {
        expect(writeLines(value)).toBe(writeByLibrary(value));
      }),
      { numRuns: effort(1500, 15_000) },
    );
  }, 60_000);

  it.each([...words, ...lines, ...odd, ...usual])('%j in any place', (text) => {
    for (const value of [{ a: text }, [text], { a: { b: [text, [text], { c: text }] } }, { [text]: text }]) {
      expect(writeLines(value)).toBe(writeByLibrary(value));
      expect(readYaml(`${writeLines(value)}\n`)).toMatchObject({ ok: true, parsed: { value } });
    }
  });
});
