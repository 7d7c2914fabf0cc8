import { describe, expect, it } from 'vitest';
import { Overlay } from './overlay.ts';

/** Layers from the uppermost down, entries by path, folders with a slash at the end → the files that count. */
function visible(...layers: string[][]): string[] {
  const overlay = new Overlay();
  const found: string[] = [];
  for (const layer of layers) {
    for (const entry of layer) {
      const isDirectory = entry.endsWith('/');
      const path = entry.replace(/\/$/, '');
      if (overlay.take(path, isDirectory) && !isDirectory) found.push(path);
    }
    overlay.descend();
  }
  return found;
}

describe('layers over each other', () => {
  it.each<[string, string[][], string[]]>([
    ['an upper file hides the lower one', [['a/x'], ['a/x', 'a/y']], ['a/x', 'a/y']],
    ['a whiteout removes a file below', [['a/.wh.x'], ['a/x', 'a/y']], ['a/y']],
    ['a whiteout removes a folder below', [['.wh.a'], ['a/x', 'a/b/y', 'ab']], ['ab']],
    ['a whiteout says nothing of its own layer', [['a/.wh.x', 'a/x'], ['a/x']], ['a/x']],
    [
      'an opaque folder hides all below it',
      [
        ['a/.wh..wh..opq', 'a/z'],
        ['a/x', 'a/b/y', 'c'],
      ],
      ['a/z', 'c'],
    ],
    ['a file hides what was a folder', [['a'], ['a/', 'a/x']], ['a']],
    ['a folder hides what was a file', [['a/', 'a/x'], ['a']], ['a/x']],
    ['a folder nobody wrote down hides what was a file', [['a/b/x'], ['a/b', 'a/c']], ['a/b/x', 'a/c']],
    ['what was removed in the middle stays removed', [['b'], ['.wh.a'], ['a']], ['b']],
    ['what was written again over a whiteout shows', [['a/x'], ['.wh.a'], ['a/x', 'a/y']], ['a/x']],
    ['the root can be emptied', [['.wh..wh..opq', 'b'], ['a/x']], ['b']],
  ])('%s', (_name, layers, expected) => {
    expect(visible(...layers)).toEqual(expected);
  });
});
