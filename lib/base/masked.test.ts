import { describe, expect, it } from 'vitest';
import { masked, MASK } from './masked.ts';

describe('an object as it is shown', () => {
  it.each<[string, unknown, unknown]>([
    [
      'a password',
      { spec: { parameters: { ROOT_PASSWORD: 'x', SIZE: '1' } } },
      { spec: { parameters: { ROOT_PASSWORD: MASK, SIZE: '1' } } },
    ],
    [
      'one that a JSON patch sets',
      [{ op: 'add', path: '/spec/ROOT_PASSWORD', value: 'x' }],
      [{ op: 'add', path: '/spec/ROOT_PASSWORD', value: MASK }],
    ],
    ['one in a list', [{ password: 'x' }], [{ password: MASK }]],
    [
      'an annotation that holds an object',
      { annotations: { taken: '{"a":{"adminPassword":"x"}}' } },
      { annotations: { taken: `{"a":{"adminPassword":"${MASK}"}}` } },
    ],
    [
      'a key that is inherited elsewhere',
      JSON.parse('{"__proto__": {"password": "x"}}'),
      JSON.parse(`{"__proto__": {"password": "${MASK}"}}`),
    ],
  ])('hides %s', (_what, before, after) => {
    expect(masked(before)).toEqual(after);
  });

  it.each<[string, unknown]>([
    ['names of Secrets', { passwordSecretRef: { name: 'x' } }],
    ['an empty password', { password: '' }],
    ['what is no text', { password: { secretKeyRef: { name: 'x' } }, passwd: 3, passphrase: null }],
    ['texts outside of annotations that look like JSON', { data: { file: '{"password":"x"}' } }],
    ['annotations that are no JSON', { annotations: { note: '{password: x' } }],
    ['numbers and nothing', [1, undefined, null, 10n]],
  ])('leaves %s', (_what, value) => {
    expect(masked(value)).toBe(value);
  });
});
