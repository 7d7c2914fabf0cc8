import { expect, it } from 'vitest';
import { newerTile, type OfferedPackage } from './newer-version.ts';

const tile = (headVersion: string, more: Partial<OfferedPackage> = {}): OfferedPackage => ({
  format: 'kudo',
  package: 'web',
  headVersion,
  ...more,
});
const olm = { package: 'web', headVersion: '9.0.0' };

it.each<[string, readonly OfferedPackage[], string | undefined]>([
  ['nothing newer', [tile('1.0.0'), tile('0.9.0')], undefined],
  ['one that is newer', [tile('1.1.0')], '1.1.0'],
  ['the newest of several catalogs', [tile('1.1.0'), tile('1.10.0'), tile('1.9.0')], '1.10.0'],
  ['what another operator offers', [tile('2.0.0', { package: 'other' })], undefined],
  ['an operator of OLM of that name', [olm], undefined],
])('%s', (_what, tiles, expected) => {
  expect(newerTile(tiles, { operator: 'web', version: '1.0.0' })?.headVersion).toBe(expected);
});

it('goes by the version of the application first, and says nothing while it is not known what runs', () => {
  const older = [tile('2.0.0', { appVersion: '0.1.0' })];
  expect(newerTile(older, { operator: 'web', version: '1.0.0', appVersion: '0.2.0' })).toBeUndefined();
  expect(newerTile([tile('2.0.0')], { operator: 'web' })).toBeUndefined();
});
