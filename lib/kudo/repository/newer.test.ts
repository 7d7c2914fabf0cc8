import { expect, it } from 'vitest';
import { isNewer } from './newer.ts';

it.each([
  ['1.1.0', '1.0.0', true],
  ['1.0.0', '1.0.0', false],
  ['1.0.0', '1.1.0', false],
  ['1.10.0', '1.9.0', true],
])('%s is newer than %s: %s', (offered, running, is) => {
  expect(isNewer({ operatorVersion: offered }, { operatorVersion: running })).toBe(is);
  expect(
    isNewer(
      { operatorVersion: '1.0.0', appVersion: offered },
      { operatorVersion: '3.0.0', appVersion: running },
    ),
  ).toBe(is);
});
