/** The words of README.md: what no English text of the console says, and how long a button may be. */
import { describe, expect, it } from 'vitest';
import { flat, languageIn, phrasesIn } from './testing/languages.ts';

const REFUSED =
  /\b(somebody|nobody|whoever|anybody|everybody|by itself|by themselves|at the moment|meanwhile|in between|may not (?!be\b|have\b)|looks? after|lets? (it |them )?go|mends?|way on|on its way|under way|spoken to)\b/i;

/** Keys of texts that only stand on buttons. */
const BUTTONS =
  /\.(add|addHub|addOwn|approve|beginAgain|browse|cancel|checkNow|close|copy|delete|disable|edit|enable|install|installElsewhere|reload|remove|replaceIt|retry|save|submit|tryAgain|tryNow|uninstall|viewIt|viewInstalled)$/;
const LONGEST = 28;

function problemOf(key: string, text: string): string | undefined {
  const word = REFUSED.exec(text)?.[0];
  if (word !== undefined) return `says “${word}”`;
  if (!BUTTONS.test(key) || text.includes('{')) return undefined;
  if (text.length > LONGEST) return `is a button of ${String(text.length)} characters`;
  return text.endsWith('.') ? 'is a button with a period' : undefined;
}

const texts: [key: string, text: string][] = [
  ...flat(languageIn('en')),
  ...Object.keys(phrasesIn('de')).map((text): [string, string] => ['phrases', text]),
];

it('no text breaks the rules', () => {
  const broken = texts.map(([key, text]) => ({ key, text, problem: problemOf(key, text) }));
  expect(broken.filter(({ problem }) => problem !== undefined)).toEqual([]);
});

describe('a text', () => {
  it.each([
    ['x.why', 'Somebody changed it.', 'says “Somebody”'],
    ['x.why', 'You may not list pods.', 'says “may not ”'],
    ['x.why', 'Retried by itself.', 'says “by itself”'],
    ['x.add', 'Add the catalog of the community', 'is a button of 32 characters'],
    ['x.retry', 'Retry.', 'is a button with a period'],
    ['x.why', 'The catalog may be stale.', undefined],
    ['x.retry', 'Retry', undefined],
  ])('%s: %s', (key, text, want) => {
    expect(problemOf(key, text)).toBe(want);
  });
});
