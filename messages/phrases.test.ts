import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { phraseBy } from './phrases.ts';
import { TRANSLATIONS, phrasesIn } from './testing/languages.ts';

const ROOT = join(import.meta.dirname, '..');

/** Where lib and data put sentences together that people read on a page. */
const SOURCES = ['lib/olm/plan/left-out.ts'];

const known = Object.keys(phrasesIn('de')).sort();

/** Whole sentences among the strings of a file. */
function sentences(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return [...text.matchAll(/'((?:\p{Lu})[^'\n]* [^'\n]*\.)'/gu)].map(([, sentence = '']) => sentence);
}

it.each(SOURCES)('every sentence of %s is translated', (path) => {
  const all = sentences(path);
  expect(all).not.toEqual([]);
  expect(all.filter((sentence) => !known.includes(sentence))).toEqual([]);
});

describe.each(TRANSLATIONS)('the list of %s', (locale) => {
  const phrases = phrasesIn(locale);

  it('translates the same as the others', () => {
    expect(Object.keys(phrases).sort()).toEqual(known);
  });

  it('takes over what stands in a sentence', () => {
    const places = (text: string): string => [...text.matchAll(/\{\d\}/g)].map(String).sort().join();
    expect(Object.entries(phrases).filter(([key, text]) => places(key) !== places(text))).toEqual([]);
  });
});

describe('a phrase', () => {
  const phrase = phraseBy({
    'It runs.': 'Er läuft.',
    'Missing: {0}.': 'Es fehlt: {0}.',
    '{0} of {1} in place.': '{1} gesamt, {0} da.',
    'In {0}, as {1}.': 'In {0}, als {1}.',
    'all namespaces': 'alle Namespaces',
  });

  it.each([
    ['is known', 'It runs.', 'Er läuft.'],
    ['takes over names', 'Missing: a.b (x).', 'Es fehlt: a.b (x).'],
    ['may change their order', '2 of 5 in place.', '5 gesamt, 2 da.'],
    ['has phrases inside', 'In all namespaces, as me.', 'In alle Namespaces, als me.'],
    ['has something unknown behind it', 'It runs. (but why?)', 'Er läuft. (but why?)'],
    ['has another one behind it', 'It runs. Missing: x.', 'Er läuft. Es fehlt: x.'],
    ['is unknown', 'Something else.', 'Something else.'],
    ['is a name that every object has', 'constructor', 'constructor'],
  ])('that %s', (_name, text, want) => {
    expect(phrase(text)).toBe(want);
  });

  it('leaves alone what is no text', () => {
    expect(phrase(undefined)).toBe(undefined);
    expect(phrase(5)).toBe(5);
  });
});
