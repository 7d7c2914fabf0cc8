import { describe, expect, it } from 'vitest';
import { compileIgnore } from './ignore.ts';

describe('compileIgnore', () => {
  it.each([
    ['*.md', 'README.md', false, true],
    ['*.md', 'docs/a.md', false, true],
    ['/*.md', 'docs/a.md', false, undefined],
    ['docs/', 'docs', true, true],
    ['docs/', 'docs', false, undefined],
    ['docs/a.yaml', 'docs/a.yaml', false, true],
    ['docs/a.yaml', 'x/docs/a.yaml', false, undefined],
    ['**/a.yaml', 'x/y/a.yaml', false, true],
    ['x/**', 'x/y/z', false, true],
    ['a?.json', 'ab.json', false, true],
    ['a[0-9].json', 'a7.json', false, true],
    ['a[!0-9].json', 'a7.json', false, undefined],
    ['# a.yaml', 'a.yaml', false, undefined],
    ['\\#a.yaml', '#a.yaml', false, true],
    ['*\n!keep.yaml', 'keep.yaml', false, false],
    ['a.yaml   ', 'a.yaml', false, true],
    ['', 'a.yaml', false, undefined],
  ])('%j on %s (directory: %s) → %s', (text, name, isDirectory, want) => {
    expect(compileIgnore(text, '')(name, isDirectory)).toBe(want);
  });

  it('rules its own directory and what lies below', () => {
    expect(compileIgnore('/a.yaml', 'sub')('sub/a.yaml', false)).toBe(true);
  });
});
