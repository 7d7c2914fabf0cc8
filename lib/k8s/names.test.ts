import { describe, expect, it } from 'vitest';
import { labelProblem, subdomainProblem } from './names.ts';

describe('labelProblem', () => {
  it.each([
    ['argocd', undefined],
    ['a', undefined],
    ['team-1', undefined],
    ['1-team', undefined],
    ['a'.repeat(63), undefined],
    ['', { code: 'empty' }],
    ['a'.repeat(64), { code: 'long', values: { max: 63, length: 64 } }],
    ['Team', { code: 'labelLetters' }],
    ['a.b', { code: 'labelLetters' }],
    ['a b', { code: 'labelLetters' }],
    ['-a', { code: 'begins' }],
    ['a-', { code: 'ends' }],
  ] as const)('%j', (name, want) => {
    expect(labelProblem(name)).toEqual(want);
  });
});

describe('subdomainProblem', () => {
  it.each([
    ['my.ticket-1', undefined],
    ['a'.repeat(253), undefined],
    ['', { code: 'empty' }],
    ['a'.repeat(254), { code: 'long', values: { max: 253, length: 254 } }],
    ['A', { code: 'subdomainLetters' }],
    ['a..b', { code: 'parts' }],
    ['.a', { code: 'parts' }],
    ['a-.b', { code: 'parts' }],
  ] as const)('%j', (name, want) => {
    expect(subdomainProblem(name)).toEqual(want);
  });
});
