/** Values that nobody should read over a shoulder, as previews and differences show them. */
import { namesPassword } from '../../base/secret-name.ts';
import type { KudoOperatorVersion } from '../api/types.ts';

type Values = Readonly<Record<string, string>>;

/**
 * The values with `(NAME)` in the place of each password, `(new NAME)` where it differs from the one before: what is rendered with
 * them shows where a password goes, and that it changes, but not which it is.
 */
export function withoutPasswords(
  version: KudoOperatorVersion,
  values: Values,
  before: Values = values,
): Record<string, string> {
  const hidden = version.spec.parameters.flatMap(
    ({ name, type = 'string', default: usual }): [string, string][] => {
      if (type !== 'string' || !namesPassword(name)) return [];
      const [is, was] = [own(values, name) ?? usual, own(before, name) ?? usual];
      if (is === undefined || is === '') return [];
      return [[name, is === was ? `(${name})` : `(new ${name})`]];
    },
  );
  return { ...values, ...Object.fromEntries(hidden) };
}

function own(values: Values, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
