/** What a repository of packages says it has: operators by name, and of each its versions, newest first. */
import { parseVersion, compareGoVersions } from '../../templates/semver/version.ts';
import { GoError, type GoVersion } from '../../templates/values/value.ts';

/** The file that a repository is known by. */
export const INDEX_FILE = 'index.yaml';
/** Its only form. Source: KUDO `pkg/kudoctl/util/repo/index.go`. */
export const INDEX_VERSION = 'v1';

/** Whoever looks after an operator. */
export interface RepositoryMaintainer {
  readonly name?: string;
  readonly email?: string;
}

/** One package of a repository. */
export interface RepositoryVersion {
  readonly name: string;
  readonly operatorVersion: string;
  /** Absent where the operator has none. */
  readonly appVersion?: string;
  readonly description?: string;
  readonly maintainers?: readonly RepositoryMaintainer[];
  /** Where its archive is, not empty: http or https, or relative to the address of the index. Each is as good as the others. */
  readonly urls: readonly string[];
  /** SHA-256 of the archive: 64 hexadecimal digits in lower case. */
  readonly digest?: string;
}

/** By the operator's name; no version twice, and none without versions. */
export type RepositoryIndex = ReadonlyMap<string, readonly RepositoryVersion[]>;

/** What one index may hold; its text may have as much as one of YAML (`YAML_SIZE`). */
export const INDEX_LIMITS = { versions: 10_000, urls: 16, maintainers: 50, text: 8192, url: 2048 };

/** Newest first: by the version of the application, then of the operator (semver); those without an application last. */
export function newestFirst(versions: Iterable<RepositoryVersion>): RepositoryVersion[] {
  return [...versions]
    .map((version) => ({
      version,
      app: semanticVersion(version.appVersion ?? ''),
      own: semanticVersion(version.operatorVersion),
    }))
    .sort((left, right) => descending(left.app, right.app) || descending(left.own, right.own))
    .map(({ version }) => version);
}

function descending(left: GoVersion | undefined, right: GoVersion | undefined): number {
  if (left === undefined || right === undefined)
    return Number(left === undefined) - Number(right === undefined);
  return compareGoVersions(right, left);
}

/** As KUDO reads versions, which also takes `v1.2`; undefined for what is none. */
export function semanticVersion(text: string): GoVersion | undefined {
  try {
    return parseVersion(text);
  } catch (error) {
    if (error instanceof GoError) return undefined;
    throw error;
  }
}

/** `3.1.1_1.2.0`, or `1.2.0` without an application: what tells versions of one operator apart. */
export function versionKey({
  operatorVersion,
  appVersion = '',
}: {
  operatorVersion: string;
  appVersion?: string | undefined;
}): string {
  return appVersion === '' ? operatorVersion : `${appVersion}_${operatorVersion}`;
}
