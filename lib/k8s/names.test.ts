import { describe, expect, it } from 'vitest';
import { labelProblem, subdomainProblem } from './names.ts';

describe('labelProblem', () => {
  it.each([
    ['argocd', undefined],
    ['a', undefined],
    ['team-1', undefined],
    ['1-team', undefined],
    ['a'.repeat(63), undefined],
    ['', /name/],
    ['a'.repeat(64), /63.*64/],
    ['Team', /lower-case/],
    ['a.b', /lower-case/],
    ['a b', /lower-case/],
    ['-a', /^Start/],
    ['a-', /^End/],
  ] as const)('%j', (name, want) => {
    if (want === undefined) expect(labelProblem(name)).toBeUndefined();
    else expect(labelProblem(name)).toMatch(want);
  });
});

describe('subdomainProblem', () => {
  it.each([
    ['my.ticket-1', undefined],
    ['a'.repeat(253), undefined],
    ['', /name/],
    ['a'.repeat(254), /253/],
    ['A', /lower-case/],
    ['a..b', /part/],
    ['.a', /part/],
    ['a-.b', /part/],
  ] as const)('%j', (name, want) => {
    if (want === undefined) expect(subdomainProblem(name)).toBeUndefined();
    else expect(subdomainProblem(name)).toMatch(want);
  });
});
