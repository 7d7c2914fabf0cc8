import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ALLOCATOR } from '../start/allocator.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** One entry for each instruction: lines that end in a backslash go on. */
const instructions = read('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const);
const all = (name: string): string[] => instructions.flatMap(([key, rest]) => (key === name ? [rest] : []));
const last = instructions.map(([key]) => key).lastIndexOf('FROM');
const final = (name: string): string[] =>
  instructions.slice(last).flatMap(([key, rest]) => (key === name ? [rest] : []));

it('builds on the Node that package.json pins, by its whole version', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
  const [base = ''] = all('ARG').filter((value) => value.startsWith('NODE='));
  expect(base).toBe(`NODE=docker.io/library/node:${dependencies['node'] ?? ''}-bookworm-slim`);
  expect(all('FROM').map((value) => value.split(' ')[0])).toEqual(['${NODE}', '${NODE}']);
});

it('has the version of package.json', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(final('ARG')).toContain(`VERSION=${version}`);
});

it('runs as a user who is a number and not root, as the manifests say', () => {
  const [user = ''] = final('USER');
  expect(user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  const helpers = read('deploy/chart/templates/_helpers.tpl');
  expect(helpers).toContain(`runAsUser: ${user.split(':')[0] ?? ''}\n`);
});

it('has the allocator keep as little as local mode does', () => {
  const set = final('ENV').flatMap((value) => value.split(' '));
  expect(set).toEqual(
    expect.arrayContaining(Object.entries(ALLOCATOR).map(([name, value]) => `${name}=${value}`)),
  );
});

it('needs no shell to start or to be asked how it is', () => {
  for (const value of [...final('ENTRYPOINT'), ...final('CMD')]) expect(value).toMatch(/^\[.*\]$/);
  expect(final('HEALTHCHECK')[0]).toMatch(/CMD \["node", .*\]$/);
  expect(final('RUN')).toEqual([]);
});

it('takes nothing into the image but what was collected', () => {
  expect(final('COPY')).toEqual(['--from=build /out /app']);
  expect(final('ADD')).toEqual([]);
});

it('sees only what it is built from', () => {
  const lines = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(lines[0]).toBe('*');
  const taken = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  for (const path of ['node_modules', '.git', '.cache', 'dist', '.next', 'e2e', 'deploy', 'local', '.env']) {
    expect(taken).not.toContain(path);
  }
  // What is copied by name must not be among what is left out.
  for (const value of all('COPY').filter((copy) => !copy.startsWith('--from'))) {
    for (const source of value.split(' ').slice(0, -1)) if (source !== '.') expect(taken).toContain(source);
  }
});
