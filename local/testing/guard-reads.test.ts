import { readdirSync, readFileSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

it('refuses a test of the servers what belongs to the pages, whichever way it reads', async () => {
  const page = join(root, 'app', 'layout.tsx');
  const refused = 'must not read app/layout.tsx';
  expect(() => readFileSync(page)).toThrow(refused);
  expect(() => readdirSync(join(root, 'components'))).toThrow('must not read components/');
  await expect((async () => readFile(page))()).rejects.toThrow(refused);
  await expect((async () => open(new URL(`file://${page}`)))()).rejects.toThrow(refused);
  expect(readFileSync(join(root, 'package.json'), 'utf8')).toContain('capstan');
});
