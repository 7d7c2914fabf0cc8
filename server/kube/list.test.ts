import { describe, expect, it } from 'vitest';
import { nextLimit } from './list.ts';

describe('nextLimit', () => {
  it.each([
    { name: 'small objects', items: 100, bytes: 200_000, want: 500 },
    { name: 'objects of 100 kB', items: 100, bytes: 10_000_000, want: 20 },
    { name: 'huge objects', items: 100, bytes: 150_000_000, want: 10 },
    { name: 'a page without objects', items: 0, bytes: 300, want: 500 },
    { name: 'an answer of unknown size', items: 5, bytes: 0, want: 500 },
  ])('$name', ({ items, bytes, want }) => {
    expect(nextLimit(items, bytes)).toBe(want);
  });
});
