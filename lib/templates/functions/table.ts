/** All functions that templates know. */
import type { FunctionTable } from '../run/signature.ts';
import { BUILTINS } from './builtins.ts';
import { COMPARISONS } from './comparisons.ts';
import { priced } from './costs.ts';
import { DATES } from './dates.ts';
import { DEFAULTS } from './defaults.ts';
import { DICTS } from './dicts.ts';
import { ENCODING } from './encoding.ts';
import { JSON_FUNCTIONS } from './json.ts';
import { LETTERS } from './letters.ts';
import { LISTS } from './lists.ts';
import { NUMERIC } from './numeric.ts';
import { REFLECTION } from './reflection.ts';
import { REFUSED } from './refused.ts';
import { REGEX } from './regex.ts';
import { SECRETS } from './secrets.ts';
import { STRINGS } from './strings.ts';
import { URLS } from './urls.ts';
import { VERSIONS } from './versions.ts';
import { WRAP } from './wrap.ts';

/** By name. */
export const FUNCTIONS: FunctionTable = priced({
  ...{ ...BUILTINS, ...COMPARISONS },
  ...{ ...NUMERIC, ...STRINGS, ...LETTERS, ...WRAP, ...LISTS, ...DICTS, ...DEFAULTS, ...REFLECTION },
  ...{ ...DATES, ...ENCODING, ...JSON_FUNCTIONS, ...REGEX, ...VERSIONS, ...URLS, ...SECRETS, ...REFUSED },
});

/** Does a template that uses the name parse? */
export function isFunction(name: string): boolean {
  return Object.hasOwn(FUNCTIONS, name);
}
