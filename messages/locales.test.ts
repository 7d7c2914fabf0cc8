import { expect, it } from 'vitest';
import { localeOf } from './locales.ts';

it.each([
  ['nothing said', undefined, null, 'en'],
  ['the browser’s language', undefined, 'de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['the strongest wish that we have', undefined, 'fr, en;q=0.5, ja;q=0.9', 'ja'],
  ['the first among equals', undefined, 'ja,de', 'ja'],
  ['a language refused', undefined, 'de;q=0, ja;q=0.1', 'ja'],
  ['only others', undefined, 'fr,*;q=0.5', 'en'],
  ['nonsense', undefined, ';;q=x,,de;q=', 'de'],
  ['the choice before the browser', 'en', 'de', 'en'],
  ['a choice that we do not have', 'xx', 'de', 'de'],
  ['a choice that is none', 'toString', null, 'en'],
  ['the pseudo-locale, by its cookie only', 'en-XA', 'de', 'en-XA'],
  ['the pseudo-locale asked for otherwise', undefined, 'en-XA', 'en'],
])('%s', (_name, cookie, header, want) => {
  expect(localeOf(cookie, header)).toBe(want);
});
