import { expect, it } from 'vitest';
import { namesPassword } from './secret-name.ts';

it.each([
  ['PASSWORD', true],
  ['rootPassword', true],
  ['MYSQL_ROOT_PASSWORD', true],
  ['key-passphrase', true],
  ['passwordSecretRef', false],
  ['tokenURL', false],
  ['SIZE', false],
])('%s: %s', (name, is) => {
  expect(namesPassword(name)).toBe(is);
});
