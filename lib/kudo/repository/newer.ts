/** Whether one version is newer than another, as repositories order them. */
import { optional } from '../../base/loose.ts';
import { newestFirst, versionKey, type RepositoryVersion } from './repository-index.ts';

/** Whether a repository has something newer of what runs; versions are compared as repositories order them. */
export function isNewer(offered: VersionPair, running: VersionPair): boolean {
  if (versionKey(offered) === versionKey(running)) return false;
  const one = asVersion(offered);
  return newestFirst([asVersion(running), one])[0] === one;
}

/** Of an operator, and of what it runs where it says so. */
export interface VersionPair {
  operatorVersion: string;
  appVersion?: string | undefined;
}

function asVersion({ operatorVersion, appVersion }: VersionPair): RepositoryVersion {
  return { name: '', urls: [], operatorVersion, ...optional({ appVersion }) };
}
