import { createTranslator } from 'use-intl';
import { describe, expect, it } from 'vitest';
import { meaningOf } from '#lib/schema-form/layout/meaning.ts';
import type { Widget } from '#lib/schema-form/layout/widget-types.ts';
import { en } from '#messages/en.ts';
import { textsIn } from '#messages/testing/languages.ts';
import { meaningText } from './meaning-text.ts';

const t = createTranslator({ locale: 'en', messages: en, namespace: 'schema-form', onError: refuse });

function refuse(error: Error): never {
  throw error;
}

function words(kind: Widget['kind'], text: string, name = 'x'): string | undefined {
  const meaning = meaningOf(kind, text, name);
  if (meaning === undefined || meaning.kind === 'suggestion' || meaning.kind === 'milliBytes')
    return undefined;
  return meaningText(meaning, t, 'en');
}

describe('meanings in words', () => {
  it.each([
    ['quantity', '512Mi', 'x', '= 537 MB'],
    ['quantity', '1Gi', 'x', '= 1.07 GB'],
    ['quantity', '512M', 'memory', '= 488 MiB'],
    ['quantity', '100', 'memory', '= 100 byte'],
    ['quantity', '0', 'memory', '= 0 byte'],
    ['quantity', '500m', 'cpu', '= 0.5 CPU'],
    ['quantity', '5k', 'x', '= 5,000'],
    ['duration', '1h30m', 'x', '= 1 hour, 30 minutes'],
    ['duration', '0', 'x', '= 0 seconds'],
  ] as const)('%s %s of %s', (kind, text, name, want) => {
    expect(words(kind, text, name)).toBe(want);
  });

  it.each([
    ['* * * * *', 'every minute'],
    ['*/5 * * * *', 'every 5 minutes'],
    ['*/5 9-11 * * *', 'every 5 minutes, in hours 9, 10, and 11'],
    ['15 * * * *', 'every hour at minute 15'],
    ['0 */6 * * *', 'every 6 hours at minute 0'],
    ['30 2 * * *', 'at 02:30'],
    ['0 8,20 * * 1-5', 'at 08:00 and 20:00, on Monday, Tuesday, Wednesday, Thursday, and Friday'],
    ['0 0 1 1 *', 'at 00:00, on days 1 of the month, in January'],
    ['0 0 1 * 0', 'at 00:00, on days 1 of the month or on Sunday'],
    ['0 0 * */3 *', 'at 00:00, every 3 months'],
    ['TZ=Asia/Tokyo @hourly', 'every hour at minute 0, time zone Asia/Tokyo'],
    ['@every 90m', 'every 90 minutes'],
  ])('%s', (text, want) => {
    expect(words('cron', text)).toBe(want);
  });

  it('are given in every language for every kind of field', () => {
    for (const [locale, messages] of [
      ['de', textsIn('de')],
      ['ja', textsIn('ja')],
    ] as const) {
      const told = createTranslator({ locale, messages, namespace: 'schema-form', onError: refuse });
      for (const text of ['@yearly', '1-50/7 3-9 */2 6 mon', '*/9 */2 * */2 *', 'TZ=UTC * 1 * * *']) {
        const meaning = meaningOf('cron', text, 'x');
        expect(meaning?.kind).toBe('cron');
        if (meaning?.kind === 'cron') expect(meaningText(meaning, told, locale)).not.toBe('');
      }
    }
  });
});
