import { describe, expect, it } from 'vitest';
import { chooseVersion, type WantedVersion } from './choose.ts';
import { addressProblem, indexAddress, packageAddresses } from './package-address.ts';
import { newestFirst, type RepositoryIndex, versionKey } from './repository-index.ts';

const version = (operatorVersion: string, appVersion?: string) => ({
  ...{ name: 'kafka', operatorVersion, urls: ['a.tgz'] },
  ...(appVersion === undefined ? {} : { appVersion }),
});
const index: RepositoryIndex = new Map([
  [
    'kafka',
    newestFirst([
      version('1.2.0', '2.9.0'),
      version('1.1.0', '2.10.0'),
      version('1.2.0', '2.10.0'),
      version('3.0.0'),
    ]),
  ],
]);

describe('chooseVersion', () => {
  it.each<[Omit<WantedVersion, 'name'>, string]>([
    [{}, '2.10.0_1.2.0'],
    [{ operatorVersion: '', appVersion: '' }, '2.10.0_1.2.0'],
    [{ operatorVersion: '1.1.0' }, '2.10.0_1.1.0'],
    [{ appVersion: '2.9.0' }, '2.9.0_1.2.0'],
    [{ operatorVersion: '1.2.0', appVersion: '2.9.0' }, '2.9.0_1.2.0'],
    [{ operatorVersion: '3.0.0' }, '3.0.0'],
  ])('takes of %j the newest that fits', (wanted, key) => {
    const choice = chooseVersion(index, { name: 'kafka', ...wanted });
    expect('version' in choice && versionKey(choice.version)).toBe(key);
  });

  it.each<[WantedVersion, string]>([
    [{ name: 'kafak' }, 'the repository has no operator "kafak"; did you mean kafka?'],
    [{ name: 'toString' }, 'the repository has no operator "toString"'],
    [
      { name: 'kafka', operatorVersion: '1.1.0', appVersion: '2.9.0' },
      'the repository has no kafka of operator version 1.1.0 and app version 2.9.0; it has 2.10.0_1.2.0, 2.10.0_1.1.0, 2.9.0_1.2.0, 3.0.0',
    ],
  ])('says of %j what there is instead', (wanted, problem) => {
    expect(chooseVersion(index, wanted)).toEqual({ problem });
  });

  it('names no more than ten versions', () => {
    const many = newestFirst(Array.from({ length: 12 }, (_, at) => version(`${String(at)}.0.0`)));
    const choice = chooseVersion(new Map([['kafka', many]]), { name: 'kafka', operatorVersion: '99.0.0' });
    expect('problem' in choice && choice.problem).toMatch(/11\.0\.0, .*, 2\.0\.0 and 2 more$/);
  });
});

describe('addresses', () => {
  it.each([
    ['a.tgz', 'https://example.com/v1/a.tgz'],
    ['./below/a.tgz', 'https://example.com/v1/below/a.tgz'],
    ['/a.tgz', 'https://example.com/a.tgz'],
    ['//other.example.com/a.tgz', 'https://other.example.com/a.tgz'],
    ['http://other.example.com/a.tgz', 'http://other.example.com/a.tgz'],
  ])('of %s', (url, address) => {
    expect(packageAddresses({ urls: [url, url] }, 'https://example.com/v1/index.yaml')).toEqual([address]);
  });

  it.each([
    ['https://example.com/v1', 'https://example.com/v1/index.yaml'],
    ['https://example.com/v1/', 'https://example.com/v1/index.yaml'],
    ['https://example.com', 'https://example.com/index.yaml'],
    ['https://example.com/v1?token=a#b', 'https://example.com/v1/index.yaml?token=a'],
    ['https://example.com/all.yml', 'https://example.com/all.yml'],
    ['https://example.com/all.yaml.gz', 'https://example.com/all.yaml.gz'],
    ['example.com/v1', undefined],
    ['ftp://example.com/v1', undefined],
    ['https://me:word@example.com/v1', undefined],
  ])('the index of %s is at %s', (given, address) => {
    expect(indexAddress(given)).toBe(address);
  });

  it.each([
    ['', 'it is empty, or no text'],
    ['https://[', 'it is no address'],
    ['javascript:alert(1)', 'it begins with javascript:, not with http: or https:'],
    ['x'.repeat(2049), 'it has more than 2048 characters'],
    ['../a.tgz', undefined],
  ])('%s: %s', (address, problem) => {
    expect(addressProblem(address)).toBe(problem);
  });
});
