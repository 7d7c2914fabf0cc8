import { describe, expect, it } from 'vitest';
import { closureOf, type ImportGraph } from './closure.ts';
import { reachOf } from './reach.ts';

function graph(table: Record<string, readonly string[]>): ImportGraph {
  return new Map(
    Object.entries(table).map(([file, imports]) => [
      file,
      {
        files: imports.filter((path) => !path.startsWith('node:')),
        builtins: imports.filter((path) => path.startsWith('node:')).map((path) => path.slice(5)),
      },
    ]),
  );
}

it('follows imports round a circle once', () => {
  expect(closureOf(graph({ a: ['b'], b: ['c', 'a'], c: [], d: [] }), 'a')).toEqual(['a', 'b', 'c']);
});

describe('reachOf', () => {
  const shared = { 'local/testing/shared-data.ts': ['node:fs', 'node:child_process'] };
  const rows: { name: string; file: string; table: Record<string, readonly string[]>; want: string }[] = [
    {
      name: 'pure modules',
      file: 'lib/a.test.ts',
      table: { 'lib/a.test.ts': ['lib/a.ts', 'node:zlib', 'node:path'], 'lib/a.ts': [] },
      want: 'modules',
    },
    {
      name: 'shared data is in every key',
      file: 'lib/a.test.ts',
      table: { 'lib/a.test.ts': ['local/testing/shared-data.ts'], ...shared },
      want: 'modules',
    },
    {
      name: 'a file that a helper reads',
      file: 'lib/a.test.ts',
      table: { 'lib/a.test.ts': ['lib/b.ts'], 'lib/b.ts': ['node:fs/promises'] },
      want: 'servers',
    },
    {
      name: 'a process of the servers',
      file: 'server/a.int.test.ts',
      table: { 'server/a.int.test.ts': ['node:child_process'] },
      want: 'servers',
    },
    {
      name: 'a server test that imports a page',
      file: 'server/a.test.ts',
      table: { 'server/a.test.ts': ['components/a.tsx', 'node:fs'], 'components/a.tsx': [] },
      want: 'tree',
    },
    {
      name: 'a test of pages that reads files',
      file: 'components/a.test.ts',
      table: { 'components/a.test.ts': ['node:fs'] },
      want: 'tree',
    },
    {
      name: 'a test of the checks, which read everything',
      file: '.config/imports.test.ts',
      table: { '.config/imports.test.ts': ['node:child_process'] },
      want: 'tree',
    },
  ];
  it.each(rows)('$name: $want', ({ file, table, want }) => {
    expect(reachOf(graph(table), file).kind).toBe(want);
  });
});
