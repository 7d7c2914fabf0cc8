import { describe, expect, it } from 'vitest';
import { filesOf } from '../../testing/kudo-package.ts';
import type { PackageEntry } from '../package/files.ts';
import {
  droppedFiles,
  editableText,
  findingRange,
  orderedPaths,
  pathProblem,
  starterFiles,
  withFile,
} from './authoring.ts';
import { packageReading } from './package-view.ts';

const entry = (name: string): PackageEntry => ({ name, type: 'file', content: new Uint8Array() });

describe('what is dropped', () => {
  it('is a package without the folder around it, and without what other programs left there', () => {
    const dropped = [
      'op/operator.yaml',
      'op/params.yaml',
      'op/templates/a.yaml',
      'op/.git/HEAD',
      'op/.DS_Store',
    ];
    expect([...droppedFiles(dropped.map(entry)).keys()]).toEqual([
      ...['operator.yaml', 'params.yaml', 'templates/a.yaml'],
    ]);
  });

  it('keeps operators that are nested in it', () => {
    const dropped = ['worker/operator.yaml', 'operator.yaml', 'worker/params.yaml'];
    expect([...droppedFiles(dropped.map(entry)).keys()]).toEqual(dropped);
  });

  it('is what it is where there is no operator', () => {
    expect([...droppedFiles([entry('notes/a.md')]).keys()]).toEqual(['notes/a.md']);
  });
});

it('files stand in the order in which people read them', () => {
  const files = filesOf({ 'templates/b.yaml': '', 'params.yaml': '', 'README.md': '', 'operator.yaml': '' });
  expect(orderedPaths(files)).toEqual(['operator.yaml', 'params.yaml', 'README.md', 'templates/b.yaml']);
});

it('a file is changed, added and taken away without touching the others', () => {
  const files = filesOf({ a: '1', b: '2' });
  const changed = withFile(withFile(files, 'a', 'x'), 'b', undefined);
  expect([...changed].map(([path, content]) => [path, editableText(content)])).toEqual([['a', 'x']]);
  expect(files.size).toBe(2);
  expect(editableText(new Uint8Array([0xff, 0xfe]))).toBeUndefined();
});

it.each([
  ['', 'empty'],
  ['templates/', 'empty'],
  ['a.yaml', 'taken'],
  ['../b.yaml', 'outside'],
  ['/b.yaml', 'outside'],
  ['b//c.yaml', 'outside'],
  ['templates/b.yaml', undefined],
] as const)('a new file %s: %s', (path, problem) => {
  expect(pathProblem(filesOf({ 'a.yaml': '' }), path)).toBe(problem);
});

it.each([
  [1, 'one:'],
  [2, 'two: 2'],
  [0, 'one:'],
  [9, ''],
])('line %s is marked without its indent', (line, want) => {
  const text = 'one:\n  two: 2\n';
  const { from, to } = findingRange(text, line);
  expect(text.slice(from, to)).toBe(want);
});

it('what one begins with has nothing wrong with it', () => {
  expect(packageReading(starterFiles()).findings).toEqual([]);
});
