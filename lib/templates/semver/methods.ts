/** The methods of a version whose results templates can print. */
import { fixed, type GoFunction } from '../run/signature.ts';
import { goInt64, type GoVersion } from '../values/value.ts';
import { versionText } from './version.ts';

/** By name, bound to a version. */
export const VERSION_METHODS: Readonly<Record<string, (version: GoVersion) => GoFunction>> = {
  Major: (version) => fixed([], () => goInt64(version.numbers[0])),
  Minor: (version) => fixed([], () => goInt64(version.numbers[1])),
  Patch: (version) => fixed([], () => goInt64(version.numbers[2])),
  Prerelease: (version) => fixed([], () => version.prerelease),
  Metadata: (version) => fixed([], () => version.metadata),
  Original: (version) => fixed([], () => version.original),
  String: (version) => fixed([], () => versionText(version)),
};
