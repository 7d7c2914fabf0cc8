import { describe, expect, it } from 'vitest';
import { compareBuilds, compareVersions, inRange, isVersion, parseRange } from './version.ts';

describe('isVersion (12: strict semver)', () => {
  it.each([
    ['1.2.3', true],
    ['0.0.1-alpha.1+build.7', true],
    ['10.20.30-rc1', true],
    ['v1.2.3', false],
    ['=1.2.3', false],
    ['1.2', false],
    ['1', false],
    ['01.2.3', false],
    ['1.2.3.4', false],
    [' 1.2.3', false],
    ['1.2.3 ', false],
    ['', false],
    ['1.2.3-', false],
    ['1.x', false],
  ])('%s → %s', (text, want) => {
    expect(isVersion(text)).toBe(want);
  });
});

describe('compareVersions', () => {
  it.each([
    ['1.0.0', '1.0.0', 0],
    ['1.0.0', '1.0.1', -1],
    ['1.10.0', '1.9.0', 1],
    ['1.0.0-rc.1', '1.0.0', -1],
    ['1.0.0-rc.2', '1.0.0-rc.10', -1],
    ['1.0.0+a', '1.0.0+b', 0],
    ['nonsense', '0.0.1', -1],
  ])('%s against %s → %i', (a, b, want) => {
    expect(Math.sign(compareVersions(a, b))).toBe(want);
  });

  it('lets build metadata decide only in compareBuilds', () => {
    expect(Math.sign(compareBuilds('1.0.0+1', '1.0.0+2'))).toBe(-1);
  });
});

describe('ranges (34: the blang dialect)', () => {
  it.each([
    ['>=1.0.0 <2.0.0', '1.0.0', true],
    ['>=1.0.0 <2.0.0', '2.0.0', false],
    ['>=1.0.0 <2.0.0', '2.0.0-rc.1', true],
    ['>1.0.0', '1.0.1-alpha', true],
    ['>1.0.0', '1.0.0-alpha', false],
    ['<1.0.0 || >=2.0.0', '0.9.0', true],
    ['<1.0.0 || >=2.0.0', '1.5.0', false],
    ['<1.0.0||>=2.0.0', '2.5.0', true],
    ['>1.0 !1.5.0', '1.4.0', 'invalid'],
    ['>1.0.0 !1.5.0', '1.5.0', false],
    ['>1.0.0 !=1.5.0', '1.6.0', true],
    ['>= 1.0.0  <  2.0.0', '1.5.0', true],
    ['1.2.3', '1.2.3', true],
    ['==1.2.3', '1.2.3+build', true],
    ['=1.2.3', '1.2.4', false],
    ['1.x', '1.9.9', true],
    ['1.x', '2.0.0', false],
    ['1.2.x', '1.2.7', true],
    ['1.2.x', '1.3.0', false],
    ['>1.2.x', '1.3.0', true],
    ['<=1.2.x', '1.2.9', true],
    ['>=1.x.x', '1.0.0', true],
    ['<1.x', '0.9.0', true],
    ['^1.0.0', '1.0.0', 'invalid'],
    ['~1.2.0', '1.2.0', 'invalid'],
    ['1.0.0 - 2.0.0', '1.5.0', 'invalid'],
    ['>=v1.0.0', '1.5.0', 'invalid'],
    ['=>1.0.0', '1.5.0', 'invalid'],
    ['>=1.0.0, <2.0.0', '1.5.0', 'invalid'],
    ['', '1.0.0', 'invalid'],
    ['|| 1.0.0', '1.0.0', 'invalid'],
    ['1.0.0 ||', '1.0.0', 'invalid'],
    ['>=1.0.0', 'nonsense', false],
  ])('%j with %s → %s', (range, version, want) => {
    expect(parseRange(range)?.includes(version) ?? 'invalid').toBe(want);
    expect(inRange(version, range)).toBe(want === true);
  });
});
