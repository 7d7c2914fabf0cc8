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
    ['x/**', 'x', true, undefined],
    ['**/x/**', 'a/x/y', false, true],
    ['x/**/z', 'x/z', false, true],
    ['x/**/z', 'x/a/b/z', false, true],
    ['**', 'a/b', false, true],
    ['a.b', 'axb', false, undefined],
    ['a\\*', 'a*', false, true],
    ['a\\*', 'ab', false, undefined],
    ['[z-a].json', 'm.json', false, undefined],
    ['[', '[', false, true],
    ['a.yaml\r', 'a.yaml', false, true],
    ['(a+)+$', 'aaaa', false, undefined],
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

  it('takes no longer for stars than for letters', () => {
    // As a regular expression this pattern takes more steps than there are atoms.
    const text = `${'*a'.repeat(200)}*b\n${'**/'.repeat(200)}b`;
    const rules = compileIgnore(text, '');
    expect(rules('a'.repeat(255), false)).toBeUndefined();
    expect(rules(Array.from({ length: 24 }, () => 'a'.repeat(255)).join('/'), false)).toBeUndefined();
  });

  it('reads no more rules, and no longer ones, than anybody writes', () => {
    expect(compileIgnore(`${'x\n'.repeat(2_000)}a.yaml`, '')('a.yaml', false)).toBeUndefined();
    expect(compileIgnore(`${'*'.repeat(2_000)}\nb.yaml`, '')('a.yaml', false)).toBeUndefined();
    expect(compileIgnore(`${'*'.repeat(2_000)}\nb.yaml`, '')('b.yaml', false)).toBe(true);
  });

  it('rules its own directory and what lies below', () => {
    expect(compileIgnore('/a.yaml', 'sub')('sub/a.yaml', false)).toBe(true);
  });
});
