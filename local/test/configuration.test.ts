import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'configuration.md'), 'utf8');

/** `--flag` and `CAPSTAN_…` as a text names them. */
function namesIn(text: string): string[] {
  return [...new Set(text.match(/--[a-z][a-z-]+|CAPSTAN_[A-Z_]+[A-Z]/g))]
    .filter((name) => name !== '--help')
    .sort();
}

it.each([
  ['## Web', '## Controller', ['server/web/options.ts', 'server/web/login-options.ts']],
  ['## Controller', '### Behind a proxy', ['server/controller/flags.ts']],
] as const)('%s has a row for all that its program takes, and for nothing else', (from, to, files) => {
  const section = page.slice(page.indexOf(from), page.indexOf(to));
  const tables = section.split('\n').filter((line) => line.startsWith('|'));
  const help = files.map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return /(?:[uU]sage|USAGE) = `([^]*?)`;/.exec(text)?.[1] ?? '';
  });
  expect(namesIn(tables.join('\n'))).toEqual(namesIn(help.join('\n')));
});
