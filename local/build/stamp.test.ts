import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashSources, pageSources, serverSources } from './stamp.ts';

let root = '';
let before = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'capstan-stamp-'));
  write('app/page.tsx', 'page');
  write('lib/a.ts', 'a');
  write('package.json', '{}');
  before = hashSources(root, pageSources);
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const changes: { name: string; change: () => void; rebuilds: boolean }[] = [
  {
    name: 'a page',
    change: () => {
      write('app/page.tsx', 'other');
    },
    rebuilds: true,
  },
  {
    name: 'a new module',
    change: () => {
      write('lib/b.ts', '');
    },
    rebuilds: true,
  },
  {
    name: 'a module of another name',
    change: () => {
      renameSync(join(root, 'lib/a.ts'), join(root, 'lib/c.ts'));
    },
    rebuilds: true,
  },
  {
    name: 'the configuration',
    change: () => {
      write('next.config.ts', '');
    },
    rebuilds: true,
  },
  {
    name: 'a date',
    change: () => {
      write('lib/a.ts', 'a');
    },
    rebuilds: false,
  },
  {
    name: 'a test',
    change: () => {
      write('lib/a.test.ts', '');
    },
    rebuilds: false,
  },
  {
    name: 'the launcher',
    change: () => {
      write('local/start/main.ts', '');
    },
    rebuilds: false,
  },
];

it.each(changes)('after changing $name: rebuild $rebuilds', ({ change, rebuilds }) => {
  change();
  expect(hashSources(root, pageSources) !== before).toBe(rebuilds);
});

it('is the same in another folder', () => {
  const other = mkdtempSync(join(tmpdir(), 'capstan-stamp-'));
  try {
    cpSync(root, other, { recursive: true });
    expect(hashSources(other, pageSources)).toBe(before);
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
});

function write(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

it('tells the servers apart from the pages', () => {
  const servers = hashSources(root, serverSources);
  write('app/page.tsx', 'other');
  expect(hashSources(root, serverSources)).toBe(servers);
  write('server/web/main.ts', 'new');
  expect(hashSources(root, serverSources)).not.toBe(servers);
});
