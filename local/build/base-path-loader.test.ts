import { join } from 'node:path';
import { expect, it } from 'vitest';
import askForBasePath, { withQuestion } from './base-path-loader.mjs';

const next = join(import.meta.dirname, '..', '..', 'node_modules', 'next', 'dist');

it.each(
  ['add', 'has', 'remove'].flatMap((name) => [
    `client/${name}-base-path.js`,
    `esm/client/${name}-base-path.js`,
  ]),
)('puts the question into %s of Next', (file) => {
  const asked = askForBasePath.call({ resourcePath: join(next, file) });
  expect(asked).toMatch(/^import \{ basePath as ownBasePath \} from 'capstan-base-path';\n/);
  expect(asked).toContain('const basePath = ownBasePath;');
  expect(asked).toContain('export function');
});

it('fails the build when Next has another way', () => {
  expect(() => withQuestion("const basePath = '';")).toThrow('Next has changed');
});
