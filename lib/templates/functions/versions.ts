/** Versions of sprig. */
import { type FunctionTable, fixed } from '../run/signature.ts';
import { meetsConstraint } from '../semver/constraint.ts';
import { parseVersion } from '../semver/version.ts';

/** By name. */
export const VERSIONS: FunctionTable = {
  semver: fixed(['string'], ([text]) => parseVersion(text)),
  semverCompare: fixed(['string', 'string'], ([constraint, version]) =>
    meetsConstraint(constraint, () => parseVersion(version)),
  ),
};
