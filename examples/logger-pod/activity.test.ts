import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openActivityFile } from './activity-file.ts';
import { activityLine, settingsFrom } from './activity.ts';

const AT = new Date('2026-01-02T03:04:05.678Z');
const ENVIRONMENT = { LOGGER_NAME: 'hello', LOGGER_INTERVAL: '3', LOGGER_FILE: '/var/log/a.log' };

it.each([
  ['a name alone', { name: 'hello', prefix: '' }, '2026-01-02T03:04:05.678Z hello: activity 7'],
  ['a prefix', { name: 'hello', prefix: 'INFO' }, '2026-01-02T03:04:05.678Z INFO hello: activity 7'],
  [
    'more than a line',
    { name: 'a\r\nb\u2028c\u001b', prefix: '' },
    '2026-01-02T03:04:05.678Z a b c : activity 7',
  ],
])('of %s it makes one line', (_, settings, line) => {
  expect(activityLine(settings, 7, AT)).toBe(line);
});

it.each([
  ['a pod', {}, { name: 'hello', prefix: '', intervalMs: 3000, file: '/var/log/a.log' }],
  ['local mode', { CAPSTAN_MOUNTS: '/m' }, { file: '/m/var/log/a.log' }],
  ['version 2', { LOGGER_PREFIX: 'INFO' }, { prefix: 'INFO' }],
])('reads what %s tells it', (_, more, settings) => {
  expect(settingsFrom({ ...ENVIRONMENT, ...more })).toMatchObject(settings);
});

it.each([
  ['LOGGER_NAME', undefined],
  ['LOGGER_INTERVAL', '0'],
  ['LOGGER_INTERVAL', 'often'],
  ['LOGGER_INTERVAL', '2147484'],
  ['LOGGER_FILE', 'a.log'],
])('refuses %s: %s', (variable, value) => {
  expect(() => settingsFrom({ ...ENVIRONMENT, [variable]: value })).toThrow(variable);
});

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-activity-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

it('keeps lines in a file that does not grow beyond its bound, and those before beside it', () => {
  const path = join(aFolder(), 'a.log');
  const keep = openActivityFile(path, fail, 12);
  for (const line of ['one', 'two', 'three', 'four', 'five']) keep(line);
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('three\nfour\n');
  expect(readFileSync(path, 'utf8')).toBe('five\n');
});

it('says once that it cannot write, and goes on when it can', () => {
  const folder = aFolder();
  const errors: unknown[] = [];
  const place = join(folder, 'later');
  const keep = openActivityFile(join(place, 'a.log'), (error) => errors.push(error));
  keep('one');
  keep('two');
  expect(errors).toMatchObject([{ code: 'ENOENT' }]);
  mkdirSync(place);
  keep('three');
  expect(readFileSync(join(place, 'a.log'), 'utf8')).toBe('three\n');
});

function fail(error: unknown): void {
  throw error instanceof Error ? error : new Error(String(error));
}
