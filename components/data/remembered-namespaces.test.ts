import { describe, expect, it } from 'vitest';
import { maxNamedNamespaces } from '#lib/reachable.ts';
import { memoryKey, namesFrom, withName } from './remembered-namespaces.ts';

describe('remembered namespaces', () => {
  it('come back with the last one first, each once', () => {
    const text = ['a', 'b', 'a'].reduce((kept, name) => withName(namesFrom(kept), name), '');
    expect(namesFrom(text)).toEqual(['a', 'b']);
  });

  it.each([
    [null, []],
    ['', []],
    ['a,<b>,C,b', ['a', 'b']],
  ])('are read from %j', (text, want) => {
    expect(namesFrom(text)).toEqual(want);
  });

  it('are not kept without end', () => {
    const many = Array.from({ length: maxNamedNamespaces + 5 }, (_, index) => `n${String(index)}`);
    const text = many.reduce((kept, name) => withName(namesFrom(kept), name), '');
    expect(namesFrom(text)).toHaveLength(maxNamedNamespaces);
    expect(namesFrom(text)[0]).toBe(many.at(-1));
  });

  it('belong to one user of one cluster', () => {
    const session = (server: string, name: string): Parameters<typeof memoryKey>[0] => ({
      cluster: { server },
      user: { name },
    });
    const keys = [memoryKey(session('a', 'x')), memoryKey(session('a', 'y')), memoryKey(session('b', 'x'))];
    expect(new Set(keys).size).toBe(3);
  });
});
