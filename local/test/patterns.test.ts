/**
 * Every regular expression of our own code is tried on texts that are made from it to be hard for it: the time must not grow
 * faster than the text. One that does is written anew, unless what it is tried on cannot be long: then it stands in BOUNDED.
 * (Patterns of schemas are not JavaScript's: lib/base/re2 matches them.)
 */
import { describe, expect, it } from 'vitest';
import { effort } from '#local/testing/effort.ts';
import { ownPatterns, patternsOf, type OwnPattern } from '#local/testing/own-patterns.ts';
import { attacksOn } from '#local/testing/pattern-attacks.ts';
import { superLinear } from '#local/testing/pattern-growth.ts';

/** Quadratic, on texts that have an end: by file and source, with the bound. */
const BOUNDED = new Map([
  ['lib/base/hash.ts: [^a-z0-9]+$', 'the base is cut to the room that a name has, at most 63 characters'],
  ['lib/markdown/inline.ts: [.,;:!?]+$', 'an address of BARE_URL, at most 610 characters'],
  [
    String.raw`lib/markdown/inline.ts: ^\(\s*<?([^\s<>()]*(?:\([^\s()]*\)[^\s<>()]*)*)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)`,
    'looks at MAX_REACH characters, 600',
  ],
  ['lib/olm/api/labels.ts: [._-]+$', 'the name part of a label, cut to 63 characters'],
  ['lib/olm/api/labels.ts: [^a-z0-9]+$', 'the value of a label, cut to 63 characters'],
  [
    String.raw`lib/olm/content/csv-summary.ts: \[([^\]]*)\]\([^)]*\)`,
    'a paragraph within the first 4,000 characters of a description',
  ],
  [String.raw`server/catalog/oci/tar.ts: [\0 ]+$`, 'a number in the header of an archive, 12 bytes'],
]);

/** Made while Capstan runs, from what cannot make them slow. */
const MADE = [
  // The name of our own cookie; one repetition without an end that could fail.
  'app/global-error.tsx: `${LOCALE_COOKIE}=([^;]*)`',
  // Each matches one character.
  'lib/base/re2/char-class.ts: escape',
  'lib/base/re2/char-class.ts: `^[${part.escape}]$`',
  'lib/base/re2/char-class.ts: `^[${escaped(from)}-${escaped(to)}]$`',
];

/** So often a pattern that is known to be slow is tried once more where it did not seem so. */
const LOOKS = 20;

const THOROUGH = effort(0, 1) === 1;
const nameOf = ({ file, source }: { file: string; source: string }): string => `${file}: ${source}`;

describe('our own regular expressions', () => {
  const { patterns, made } = ownPatterns();

  it('are all known before the program runs, but for a few', () => {
    expect(patterns.length).toBeGreaterThan(500);
    expect(made).toEqual(MADE);
  });

  it('take time in proportion to the text, however hostile, where it can be long', () => {
    const growths = (pattern: OwnPattern) => superLinear(pattern, attacksOn(pattern, THOROUGH));
    const slow = patterns.flatMap((pattern) => {
      const growth = growths(pattern);
      return growth === undefined ? [] : [{ pattern, growth }];
    });
    expect(slow.filter(({ pattern }) => !BOUNDED.has(nameOf(pattern)))).toEqual([]);
    const found = new Set(slow.map(({ pattern }) => nameOf(pattern)));
    const missed = patterns.filter((pattern) => BOUNDED.has(nameOf(pattern)) && !found.has(nameOf(pattern)));
    for (const pattern of missed) {
      // A machine that stands still in between hides how a time grows: once seen is enough.
      const seen = Array.from({ length: LOOKS }).some(() => growths(pattern) !== undefined);
      if (seen) found.add(nameOf(pattern));
    }
    // What is written anew leaves the list.
    expect(found).toEqual(new Set(BOUNDED.keys()));
  });
});

describe('the sweep', () => {
  const code = (expression: string): string => `export const found = text.${expression};`;
  const growthIn = (expression: string): unknown => {
    const [pattern] = patternsOf('lib/planted.ts', code(expression)).patterns;
    return pattern && superLinear(pattern, attacksOn(pattern, THOROUGH));
  };

  it.each([
    ['exponential', 'match(/^(a+)+$/)'],
    ['exponential in a choice', 'match(/^(?:a|[a-c])*d$/)'],
    ['cubic', String.raw`match(/^\s*,?\s*,?\s*$/)`],
    ['quadratic at the end', 'replace(/-+$/, "")'],
    ['quadratic behind a beginning', String.raw`match(/^key:\s*(.*?)\s*;$/)`],
    ['quadratic from many beginnings', 'replace(/<!--[^]*?-->/g, "")'],
    ['quadratic in what must not follow', String.raw`split(/,(?![^()]*\))/)`],
    ['quadratic, of constants', "match(new RegExp(`${'x+'}${'x+'}$`))"],
  ])('finds what is %s: %s', (_name, expression) => {
    // As above: once seen is enough.
    expect(Array.from({ length: LOOKS }).some(() => growthIn(expression) !== undefined)).toBe(true);
  });

  it.each([
    'match(/^a+$/)',
    'replace(/(?<!-)-+$/, "")',
    String.raw`match(/(?<!\\)"(?:[^"\\]|\\.)*"/)`,
    'split(/,/)',
  ])('lets %s pass', (expression) => {
    expect(growthIn(expression)).toBeUndefined();
  });

  it('tells what cannot be known before the program runs', () => {
    expect(patternsOf('lib/planted.ts', code('match(new RegExp(word))')).made).toEqual([
      'lib/planted.ts: word',
    ]);
  });
});
