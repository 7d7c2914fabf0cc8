/** Which version of a repository is meant. Source: KUDO `pkg/kudoctl/util/repo/index.go`, `FindFirstMatch`. */
import { nearest } from '../../base/spelling.ts';
import { goQuoted } from '../yaml/go-values.ts';
import { type RepositoryIndex, type RepositoryVersion, versionKey } from './repository-index.ts';

/** An operator by name, and what is said of its version; what is absent or empty may be any. */
export interface WantedVersion {
  readonly name: string;
  readonly operatorVersion?: string | undefined;
  readonly appVersion?: string | undefined;
}

/** The version, or why there is none and what there is instead. */
export type VersionChoice = { version: RepositoryVersion } | { problem: string };

/** So many are named where none fits. */
const MOST_NAMED = 10;

/** The newest that fits; versions are compared as texts, as KUDO does. */
export function chooseVersion(index: RepositoryIndex, wanted: WantedVersion): VersionChoice {
  const { name, operatorVersion = '', appVersion = '' } = wanted;
  const versions = index.get(name);
  if (versions === undefined) {
    const meant = nearest(name, [...index.keys()]);
    const help = meant === undefined ? '' : `; did you mean ${meant}?`;
    return { problem: `the repository has no operator ${goQuoted(name)}${help}` };
  }
  const version = versions.find(
    (each) =>
      (operatorVersion === '' || each.operatorVersion === operatorVersion) &&
      (appVersion === '' || each.appVersion === appVersion),
  );
  if (version !== undefined) return { version };
  const asked = [
    ...(operatorVersion === '' ? [] : [`operator version ${operatorVersion}`]),
    ...(appVersion === '' ? [] : [`app version ${appVersion}`]),
  ].join(' and ');
  return { problem: `the repository has no ${name} of ${asked}; it has ${namesOf(versions)}` };
}

function namesOf(versions: readonly RepositoryVersion[]): string {
  const rest = versions.length - MOST_NAMED;
  const names = versions.slice(0, MOST_NAMED).map(versionKey).join(', ');
  return rest > 0 ? `${names} and ${String(rest)} more` : names;
}
