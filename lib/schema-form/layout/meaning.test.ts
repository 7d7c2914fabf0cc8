import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText, encodeText } from '../formats/base64.ts';
import { parseCron } from '../formats/cron.ts';
import { parseDuration, suggestDuration } from '../formats/duration.ts';
import { meaningOf } from './meaning.ts';
import { exampleIn, shortText, plainText } from '../schema/plain-text.ts';
import { parseQuantity, suggestQuantity } from '../formats/quantity.ts';

describe('quantities', () => {
  it.each([
    ['512Mi', 512 * 2 ** 20],
    ['1.5Gi', 1.5 * 2 ** 30],
    ['500m', 0.5],
    ['2', 2],
    ['.5', 0.5],
    ['1e3', 1000],
    ['1E', 1e18],
    ['12E2', 1200],
    ['-1k', -1000],
  ])('%s is %d', (text, want) => {
    expect(parseQuantity(text)?.number).toBeCloseTo(want);
  });

  it.each([
    ['512MB', '512M'],
    ['0.5 Gi', '0.5Gi'],
    ['512mi', '512Mi'],
    ['1GiB', '1Gi'],
    ['1K', '1k'],
    ['1,5Gi', '1.5Gi'],
    ['2 cores', '2'],
    ['10 bananas', undefined],
    ['512Mi', undefined],
    ['', undefined],
  ])('%j suggests %s', (text, want) => {
    expect(parseQuantity(text) !== undefined && want !== undefined).toBe(false);
    expect(suggestQuantity(text)).toBe(want);
  });

  it('suggests only quantities', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9.,]{0,4} ?[a-zA-Z]{0,4}$/), (text) => {
        const meant = suggestQuantity(text);
        if (meant !== undefined) expect(parseQuantity(meant)).toBeDefined();
      }),
    );
  });
});

describe('durations', () => {
  it.each([
    [
      '1h30m',
      [
        [1, 'hour'],
        [30, 'minute'],
      ],
    ],
    ['1.5s', [[1.5, 'second']]],
    ['100ms', [[100, 'millisecond']]],
    ['2d', [[2, 'day']]],
    ['0', [[0, 'second']]],
    ['PT5M', [[5, 'minute']]],
    [
      'P1DT2H',
      [
        [1, 'day'],
        [2, 'hour'],
      ],
    ],
    ['P', undefined],
    ['PT', undefined],
    ['5', undefined],
    ['1h ', undefined],
  ])('%s', (text, want) => {
    expect(parseDuration(text)?.map(({ amount, unit }) => [amount, unit])).toEqual(want);
  });

  it.each([
    ['30', '30s'],
    ['5 min', '5m'],
    ['1 hour 30 minutes', '1h30m'],
    ['soon', undefined],
    ['1h', undefined],
  ])('%s suggests %s', (text, want) => {
    expect(suggestDuration(text)).toBe(want);
  });
});

describe('schedules', () => {
  const list = (...values: number[]): object => ({ kind: 'list', values });
  const every = { kind: 'every' };
  it.each([
    ['*/5 * * * *', { minute: { kind: 'step', step: 5 }, hour: every, dayOfWeek: every }],
    ['0 2 * * 1-5', { minute: list(0), hour: list(2), dayOfWeek: list(1, 2, 3, 4, 5) }],
    ['0 0 1 JAN,jul SUN', { dayOfMonth: list(1), month: list(1, 7), dayOfWeek: list(0) }],
    ['0 0 * * 7', { dayOfWeek: list(0) }],
    ['5-20/5 0 * * *', { minute: list(5, 10, 15, 20) }],
    ['50/5 * * * *', { minute: list(50, 55) }],
    ['@daily', { minute: list(0), hour: list(0), dayOfMonth: every }],
    ['CRON_TZ=Asia/Tokyo 0 6 * * *', { timeZone: 'Asia/Tokyo', hour: list(6) }],
  ])('%s', (text, want) => {
    expect(parseCron(text)).toMatchObject(want);
  });
  it.each([
    '',
    '* * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '5-1 * * * *',
    '*/0 * * * *',
    'a b c d e',
    '* * * * * *',
  ])('%j is none', (text) => {
    expect(parseCron(text)).toBeUndefined();
  });
});

describe('meanings', () => {
  it.each([
    ['quantity', '512Mi', 'x', { kind: 'bytes', bytes: 536_870_912, binary: true }],
    ['quantity', '512M', 'memory', { kind: 'bytes', bytes: 512e6, binary: false }],
    ['quantity', '512m', 'memory', { kind: 'milliBytes', text: '512M' }],
    ['quantity', '500m', 'cpu', { kind: 'cpu', cores: 0.5 }],
    ['quantity', '512MB', 'memory', { kind: 'suggestion', text: '512M' }],
    ['quantity', '5', 'x', undefined],
    ['duration', '5 min', 'x', { kind: 'suggestion', text: '5m' }],
    ['cron', '@every 1h', 'x', { kind: 'every', parts: [{ amount: 1, unit: 'hour' }] }],
    ['dateTime', '1970-01-01T00:00:01Z', 'x', { kind: 'time', time: 1000 }],
    ['dateTime', 'tomorrow', 'x', undefined],
    ['text', '512Mi', 'memory', undefined],
  ] as const)('%s %s of %s', (kind, text, name, want) => {
    expect(meaningOf(kind, text, name)).toEqual(want);
  });
});

describe('base64', () => {
  it('of any text comes back, unless a text box would change it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const shown = decodeText(encodeText(text));
        if (shown !== undefined) expect(shown).toBe(text);
      }),
    );
    expect(decodeText(encodeText('a\r\nb'))).toBeUndefined();
    expect(decodeText('/w==')).toBeUndefined();
    expect(decodeText('not base64!')).toBeUndefined();
    expect(decodeText('aGVs\nbG8=')).toBe('hello');
  });
});

describe('help texts', () => {
  it.each([
    ['Use `kubectl` and **see** [docs](https://x.y/z).', 'Use kubectl and see docs (https://x.y/z).'],
    ['Size.\n+optional\n+kubebuilder:validation:Minimum=1', 'Size.'],
    ['# Head\n* one\n* two', 'Head\n• one\n• two'],
    ['a<br/>b <b>c</b>', 'a\nb c'],
    ['1 < 2 and <name>', '1 < 2 and <name>'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['+optional', undefined],
  ])('%j', (text, want) => {
    expect(plainText(text)).toBe(want);
  });

  it.each([
    ['Size of it. More follows here.', 'Size of it.'],
    ['Images, e.g. the one of 1.2.3 here. More.', 'Images, e.g. the one of 1.2.3 here.'],
    ['Short', 'Short'],
    ['First line\n\nSecond', 'First line'],
  ])('%j begins with %j', (text, want) => {
    expect(shortText(text)).toBe(want);
  });

  it('cuts a long sentence at a word', () => {
    const short = shortText('word '.repeat(100));
    expect(short.length).toBeLessThan(170);
    expect(short).toMatch(/word …$/);
  });

  it.each([
    ['The zone, e.g. "eu-1".', 'eu-1'],
    ['Example: `10.0.0.0/8`', '10.0.0.0/8'],
    ["such as 'a b'", 'a b'],
    ['No example here.', undefined],
  ])('%j has the example %s', (text, want) => {
    expect(exampleIn(text)).toBe(want);
  });
});
