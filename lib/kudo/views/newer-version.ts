/** Which package of the catalogs is newer than what an instance runs. */
import { isNewer, type VersionPair } from '../repository/newer.ts';
import type { InstanceView } from './instance-view.ts';

/** As much of a package in the list as is compared. */
export interface OfferedPackage {
  format?: 'kudo';
  package: string;
  headVersion: string;
  appVersion?: string;
}

/** The newest of them; undefined where none is, or where it is not known what runs. */
export function newerTile<T extends OfferedPackage>(
  tiles: readonly T[],
  { operator, version, appVersion }: Pick<InstanceView, 'operator' | 'version' | 'appVersion'>,
): T | undefined {
  if (version === undefined) return undefined;
  const pairOf = (tile: T): VersionPair => ({
    operatorVersion: tile.headVersion,
    appVersion: tile.appVersion,
  });
  return tiles
    .filter(({ format, package: name }) => format === 'kudo' && name === operator)
    .reduce<T | undefined>((best, tile) => {
      const than = best === undefined ? { operatorVersion: version, appVersion } : pairOf(best);
      return isNewer(pairOf(tile), than) ? tile : best;
    }, undefined);
}
