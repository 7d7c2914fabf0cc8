import compile from 'icu-minify/compile';
import format from 'icu-minify/format';
import { expect, it } from 'vitest';
import { pseudo } from './pseudo.ts';
import type { Compiled } from './pseudo.ts';

const options = {
  formatters: {
    getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
      new Intl.DateTimeFormat(...args),
    getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) =>
      new Intl.NumberFormat(...args),
    getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) =>
      new Intl.PluralRules(...args),
  },
};

it.each([
  ['Close', '⟦Çľóóšéé⟧'],
  ['Type {text} first', '⟦Týýpéé lisbon fíířšť⟧'],
  ['{count, plural, one {# more} other {# more}}', '⟦3 móóřéé⟧'],
  ['{count, plural, one {one} other {#}}', '⟦3⟧'],
  ['{scope, select, all {in all} other {in {text}}}', '⟦ííñ lisbon⟧'],
  ['Type <code>{text}</code> now', '⟦Týýpéé [lisbon] ñóów⟧'],
])('%s', (message, want) => {
  const { text } = pseudo({ text: compile(message) as Compiled });
  const values = {
    text: 'lisbon',
    count: 3,
    scope: 'one',
    code: (parts: unknown[]) => `[${parts.join('')}]`,
  };
  const shown = format(text as ReturnType<typeof compile>, 'en-XA', values, options);
  expect([shown].flat().join('')).toBe(want);
});

it('keeps the tree', () => {
  expect(pseudo({ a: { b: 'x' }, c: 'y' })).toEqual({ a: { b: '⟦x⟧' }, c: '⟦ýý⟧' });
});
