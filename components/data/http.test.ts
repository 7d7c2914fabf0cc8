import { describe, expect, it } from 'vitest';
import { retryAfterOf, warningsIn } from './http.ts';

const now = Date.parse('2026-01-01T00:00:00Z');

describe('retryAfterOf', () => {
  it.each([
    { header: null, want: undefined },
    { header: '0', want: 0 },
    { header: '7', want: 7_000 },
    { header: 'Thu, 01 Jan 2026 00:00:05 GMT', want: 5_000 },
    { header: 'Thu, 01 Jan 2025 00:00:05 GMT', want: 0 },
    { header: 'soon', want: undefined },
    { header: '-1', want: undefined },
  ])('$header', ({ header, want }) => {
    expect(retryAfterOf(header, now)).toBe(want);
  });
});

describe('warningsIn', () => {
  it.each<{ header: string | null; want: string[] }>([
    { header: null, want: [] },
    { header: '299 - "use v1"', want: ['use v1'] },
    {
      header: '299 - "unknown field \\"spec.x\\"", 299 kube-apiserver "a, b"',
      want: ['unknown field "spec.x"', 'a, b'],
    },
    { header: '110 - "stale"', want: [] },
  ])('$header', ({ header, want }) => {
    expect(warningsIn(header)).toEqual(want);
  });
});
