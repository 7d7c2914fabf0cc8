import { expect, it } from 'vitest';
import { relativeTime } from './relative-time.tsx';

const NOW = Date.parse('2026-06-15T12:00:00Z');
const minute = 60_000;
const day = 24 * 60 * minute;

it.each([
  [0, undefined],
  [-5_000, undefined],
  [5_000, undefined],
  [-30_000, '30 seconds ago'],
  [-minute, '1 minute ago'],
  [-90 * minute, '1 hour ago'],
  [-25 * 60 * minute, '1 day ago'],
  [-45 * day, '1 month ago'],
  [-800 * day, '2 years ago'],
  [3 * day, 'in 3 days'],
])('%i ms from now is %s', (offset, want) => {
  expect(relativeTime(NOW + offset, NOW, 'en')).toBe(want);
});

it.each([
  ['de', 'vor 3 Tagen'],
  ['ja', '3 日前'],
])('is said in the language of the page: %s', (locale, want) => {
  expect(relativeTime(NOW - 3 * day, NOW, locale)).toBe(want);
});
