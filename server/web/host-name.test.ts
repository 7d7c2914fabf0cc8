import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isLoopbackName } from '#lib/host-name.ts';
import { hostNameFile, keptHostName, newHostName } from './host-name.ts';

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-host-name-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('is the same at each start, for this user alone, and nothing else is left behind', () => {
  const file = hostNameFile({ XDG_STATE_HOME: scratch() });
  const name = keptHostName(file);
  expect(name).toMatch(/^capstan-[0-9a-f]{16}\.localhost$/);
  expect(isLoopbackName(name)).toBe(true);
  expect(keptHostName(file)).toBe(name);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(readdirSync(join(file, '..'))).toEqual(['host-name']);
});

it('is another one elsewhere', () => {
  expect(newHostName()).not.toBe(newHostName());
  expect(keptHostName(join(scratch(), 'a'))).not.toBe(keptHostName(join(scratch(), 'a')));
});

it.each(['', 'localhost', 'capstan-0.localhost', 'capstan-0123456789abcdef.evil.example', '\0'])(
  'is made anew where the file says %j',
  (text) => {
    const file = join(scratch(), 'host-name');
    writeFileSync(file, text);
    const name = keptHostName(file);
    expect(name).toMatch(/^capstan-[0-9a-f]{16}\.localhost$/);
    expect(readFileSync(file, 'utf8')).toBe(`${name}\n`);
    expect(keptHostName(file)).toBe(name);
  },
);

it('says when it cannot be kept', () => {
  const folder = scratch();
  writeFileSync(join(folder, 'capstan'), 'a file');
  expect(() => keptHostName(hostNameFile({ XDG_STATE_HOME: folder }))).toThrow(/ENOTDIR|EEXIST/);
});

it('ignores a relative state folder', () => {
  expect(hostNameFile({ XDG_STATE_HOME: 'here' })).toBe(hostNameFile({}));
});
