import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from './commands.mjs';
import { matchesLock, npmCommand, pathWithoutPackages } from './packages.mjs';

const root = join(import.meta.dirname, '..', '..');

describe('matchesLock', () => {
  const lock = {
    packages: {
      '': { version: '0.1.0' },
      'node_modules/zod': { version: '4.0.0' },
      'node_modules/other-platform': { version: '1.0.0', optional: true },
    },
  };
  const rows = [
    { name: 'all there', installed: { 'node_modules/zod': { version: '4.0.0' } }, want: true },
    {
      name: 'an optional package in another version',
      installed: {
        'node_modules/zod': { version: '4.0.0' },
        'node_modules/other-platform': { version: '0.9.0' },
      },
      want: false,
    },
    { name: 'another version', installed: { 'node_modules/zod': { version: '3.9.0' } }, want: false },
    { name: 'one missing', installed: {}, want: false },
  ];
  it.each(rows)('$name → $want', ({ installed, want }) => {
    expect(matchesLock(lock, { packages: installed })).toBe(want);
  });
});

describe('npmCommand', () => {
  const rows = [
    {
      name: 'the npm that runs us',
      execPath: '/usr/lib/npm/bin/npm-cli.js',
      want: ['node', '/usr/lib/npm/bin/npm-cli.js'],
    },
    { name: 'another package manager', execPath: '/usr/lib/pnpm.cjs', want: ['npm'] },
    { name: 'none', execPath: undefined, want: ['npm'] },
  ];
  it.each(rows)('$name', ({ execPath, want }) => {
    expect(npmCommand(execPath)).toEqual(want);
  });
});

it('keeps the Node that is being replaced off the path', () => {
  const path = '/repo/node_modules/.bin:/usr/bin:/repo/node_modules/a/node_modules/.bin';
  expect(pathWithoutPackages(path, '/repo')).toBe('/usr/bin');
});

it('has a script in package.json for every command, and no other', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const want = Object.keys(commands).map((name) => [name, `exec node local/bootstrap/main.mjs ${name}`]);
  expect(scripts).toEqual(Object.fromEntries(want));
});
