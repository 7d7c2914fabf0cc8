import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keysOf, planOf, readResults, resultsAfter, writeResults } from './unchanged.ts';

const kept = (key: string): { key: string; passed: number; skipped: number; seconds: number } => ({
  key,
  passed: 3,
  skipped: 1,
  seconds: 2,
});
const report = (file: string, passed: number, failed = 0): Parameters<typeof resultsAfter>[2][number] => ({
  file,
  seconds: 1,
  passed,
  failed,
  skipped: 0,
});

describe('which files run', () => {
  it('are those without a result, and those whose key is another', () => {
    const keys = new Map([
      ['same', '1'],
      ['changed', '2'],
      ['new', '3'],
    ]);
    const plan = planOf(keys, { same: kept('1'), changed: kept('1'), gone: kept('1') });
    expect(plan.stale).toEqual(['changed', 'new']);
    expect(plan.kept).toEqual([{ file: 'same', key: '1', passed: 3, failed: 0, skipped: 1, seconds: 2 }]);
  });
});

describe('what is kept', () => {
  const keys = new Map(['a', 'b', 'c', 'd', 'e'].map((file) => [file, 'now']));
  it('is what passed whole and what still holds, never what failed, did not run or ran nothing', () => {
    const before = { a: kept('now'), b: kept('now'), c: kept('then') };
    const after = resultsAfter(keys, before, [report('b', 2, 1), report('d', 4), report('e', 0)]);
    expect(after).toEqual({ a: kept('now'), d: { key: 'now', passed: 4, skipped: 0, seconds: 1 } });
  });

  it('is read again; a file that is none is as good as absent', () => {
    const folder = mkdtempSync(join(tmpdir(), 'capstan-results-'));
    const path = join(folder, 'deep', 'results.json');
    writeResults(path, { a: kept('1') });
    expect(readResults(path)).toEqual({ a: kept('1') });
    writeFileSync(path, '{"a":{"key":1}}');
    expect(readResults(path)).toEqual({});
    rmSync(folder, { recursive: true });
  });
});

describe('the key of a file', () => {
  let root: string;
  const write = (path: string, text: string): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'capstan-keys-'));
    write('lib/pure.test.ts', `import { a } from './a.ts'; a();`);
    write('lib/a.ts', 'export const a = () => 1;');
    write('server/reads.test.ts', `import 'node:fs';`);
    write('server/other.ts', '');
    write('components/view.test.ts', `import 'node:fs';`);
    write('components/view.ts', '');
    write('package-lock.json', '{}');
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });
  const files = ['lib/pure.test.ts', 'server/reads.test.ts', 'components/view.test.ts'];

  const rows: { change: string; concerns: readonly string[] }[] = [
    { change: 'lib/a.ts', concerns: files },
    { change: 'server/other.ts', concerns: ['server/reads.test.ts', 'components/view.test.ts'] },
    { change: 'server/new.ts', concerns: ['server/reads.test.ts', 'components/view.test.ts'] },
    { change: 'components/view.ts', concerns: ['components/view.test.ts'] },
    { change: 'README.md', concerns: ['components/view.test.ts'] },
    { change: 'package-lock.json', concerns: files },
    { change: 'node_modules/x.js', concerns: [] },
  ];
  it.each(rows)('changes with $change for $concerns', async ({ change, concerns }) => {
    const before = await keysOf(root, files);
    write(change, 'export const a = () => 2;');
    const after = await keysOf(root, files);
    expect(files.filter((file) => before.get(file) !== after.get(file))).toEqual(concerns);
  });
});
